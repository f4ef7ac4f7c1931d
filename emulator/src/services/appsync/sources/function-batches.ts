// Requests to functions for the same field are sent together, once all resolvers that wait for their turn have begun.
import { nextTurn, type Turns } from '#lib/next-turn';

interface Waiting {
  readonly payload: unknown;
  resolve(answer: unknown): void;
  reject(error: unknown): void;
}

/** One per request to an API. */
export class FunctionBatches {
  readonly #waiting = new Map<string, Waiting[]>();
  readonly #turns: Turns;

  constructor(turns: Turns) {
    this.#turns = turns;
  }

  /** `invoke` answers for all payloads, in their order. */
  add<T>(key: string, payload: unknown, maxSize: number, invoke: (payloads: readonly unknown[]) => Promise<readonly T[]>): Promise<T> {
    return new Promise<T>((resolve, reject) => {
      const one: Waiting = { payload, resolve: resolve as (answer: unknown) => void, reject };
      const others = this.#waiting.get(key);
      if (others) {
        others.push(one);
        return;
      }
      this.#waiting.set(key, [one]);
      void this.#all().then(() => this.#send(key, maxSize, invoke));
    });
  }

  async #all(): Promise<void> {
    do await nextTurn();
    while (this.#turns.waiting > 0);
  }

  #send(key: string, maxSize: number, invoke: (payloads: readonly unknown[]) => Promise<readonly unknown[]>): void {
    const all = this.#waiting.get(key) ?? [];
    this.#waiting.delete(key);
    for (let at = 0; at < all.length; at += maxSize) {
      const batch = all.slice(at, at + maxSize);
      invoke(batch.map(({ payload }) => payload)).then(
        (answers) => {
          for (const [index, { resolve }] of batch.entries()) resolve(answers[index]);
        },
        (error: unknown) => {
          for (const { reject } of batch) reject(error);
        },
      );
    }
  }
}

// Requests to functions that are made in the same turn for the same field are sent together.
import { nextTurn } from '#lib/next-turn';

interface Waiting {
  readonly payload: unknown;
  resolve(answer: unknown): void;
  reject(error: unknown): void;
}

/** One per request to an API. */
export class FunctionBatches {
  readonly #waiting = new Map<string, Waiting[]>();

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
      void nextTurn().then(() => this.#send(key, maxSize, invoke));
    });
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

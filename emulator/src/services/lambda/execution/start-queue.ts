// Environments that are wanted and not made yet, in the order in which they were asked for.
import type { Fleet } from './fleet.ts';

/** Another environment is wanted. It is made in its turn, if it is still wanted then. */
export interface StartRequest {
  readonly fleet: Fleet;
  readonly turn: number;
  /** Of one that is started ahead; nobody waits for it. */
  readonly parked?: { done(): void; failed(error: unknown): void } | undefined;
  /** Of one that is there to stay. */
  readonly kept?: true | undefined;
}

export class StartQueue {
  readonly #isNeeded: (want: StartRequest) => boolean;
  readonly #queue: StartRequest[] = [];

  constructor(isNeeded: (want: StartRequest) => boolean) {
    this.#isNeeded = isNeeded;
  }

  add(want: StartRequest): void {
    this.#queue.push(want);
  }

  /** The first that is still needed. Those before it are done with. */
  next(): StartRequest | undefined {
    for (let [want] = this.#queue; want; [want] = this.#queue) {
      if (this.#isNeeded(want)) return want;
      this.#queue.shift();
      want.parked?.done();
    }
    return undefined;
  }

  /** It is being made: the one that `next` has named. */
  take(): void {
    this.#queue.shift();
  }

  /** Nothing is made any more. */
  clear(): void {
    for (const { parked } of this.#queue.splice(0)) parked?.done();
  }
}

// Long work in steps: the event loop serves others in between.

/** Resolves in the next turn of the event loop. */
export const nextTurn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

/** Repeats a step while it returns true, each in a turn of its own. */
export async function whileMore(step: () => boolean): Promise<void> {
  while (step()) await nextTurn();
}

/** How long pieces of one work run before others have their turn. */
const TURN_MS = 25;

/** Many short pieces of one work, each of which waits for its turn: others are served in between. */
export class Turns {
  #beganMs = performance.now();
  #last: Promise<void> = Promise.resolve();
  #waiting = 0;

  /** How many pieces have not begun. */
  get waiting(): number {
    return this.#waiting;
  }

  /** Resolves when the next piece may run: in the order in which they asked. */
  next(): Promise<void> {
    this.#waiting++;
    this.#last = this.#last.then(() => this.#begin());
    return this.#last;
  }

  async #begin(): Promise<void> {
    if (performance.now() - this.#beganMs > TURN_MS) {
      await nextTurn();
      this.#beganMs = performance.now();
    }
    this.#waiting--;
  }
}

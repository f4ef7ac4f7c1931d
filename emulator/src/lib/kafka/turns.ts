// Work on many things in turns, so that a message with thousands of them delays nobody else for long.
import { nextTurn } from '#lib/next-turn';

const MAX_TURN_MS = 20;

/** Its `next` ends the turn where it has lasted long enough. */
export class Turns {
  #sinceMs = performance.now();

  get isOver(): boolean {
    return performance.now() - this.#sinceMs > MAX_TURN_MS;
  }

  async next(): Promise<void> {
    if (!this.isOver) return;
    await nextTurn();
    this.#sinceMs = performance.now();
  }
}

/** The results of `one` for each item, in order; other work gets its turn in between. */
export async function inTurns<T, R>(items: readonly T[], one: (item: T) => R | Promise<R>): Promise<R[]> {
  const turns = new Turns();
  const results: R[] = [];
  for (const item of items) {
    results.push(await one(item));
    await turns.next();
  }
  return results;
}

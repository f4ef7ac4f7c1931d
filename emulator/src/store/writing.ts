// What a write has done so far, and how it is undone: the outermost one and those within it keep one chain.

import type { Change } from './pages.ts';

export class Writing {
  /** The last change; each knows the one before it. */
  last: Change | undefined;
  readonly #afterwards: (() => void)[] = [];

  /** To be run when the outermost write has happened. */
  after(run: () => void): void {
    this.#afterwards.push(run);
  }

  /** Runs a write; when it throws, what it did is undone backwards. */
  run<Tx, T>(decide: (tx: Tx) => T, tx: Tx): T {
    const { last } = this;
    const afterwardsBefore = this.#afterwards.length;
    try {
      const result = decide(tx);
      refuseAsync(result);
      return result;
    } catch (error) {
      for (let change = this.last; change && change !== last; change = change.previous) change.pages.undo(change);
      this.last = last;
      this.#afterwards.length = afterwardsBefore;
      throw error;
    }
  }

  changes(): Change[] {
    const changes: Change[] = [];
    for (let change = this.last; change; change = change.previous) changes.push(change);
    return changes.reverse();
  }

  /** The write has happened: an error of whoever is told of it is theirs, and not a reason to report the write as failed. */
  tell(): void {
    for (const run of this.#afterwards)
      try {
        run();
      } catch (error) {
        queueMicrotask(() => {
          throw error;
        });
      }
  }
}

function refuseAsync(result: unknown): void {
  const promise = result as Promise<unknown> | undefined;
  if (typeof promise?.then !== 'function') return;
  promise.then(undefined, () => undefined);
  throw new TypeError('a write is synchronous: nothing in it may await');
}

// The changes of the write under way, and how they are undone. Nested writes add to the chain of the outermost one. A store has one `Writing`
// and uses it again for each write.

import type { Change } from './change.ts';

/** The work that follows a write. */
export interface Ended {
  /** The last change; each change refers to the previous one. */
  readonly last: Change | undefined;
  readonly afterwards: readonly (() => void)[] | undefined;
}

export class Writing {
  underWay = false;
  last: Change | undefined;
  /** Callbacks to run once the outermost write has happened; most writes have none. */
  #afterwards: (() => void)[] | undefined;

  after(run: () => void): void {
    this.#afterwards ??= [];
    this.#afterwards.push(run);
  }

  /** Runs a write. If it throws, its changes are undone, the last one first. */
  run<Tx, T>(decide: (tx: Tx) => T, tx: Tx): T {
    const { last } = this;
    const afterwards = this.#afterwards?.length ?? 0;
    try {
      const result = decide(tx);
      refuseAsync(result);
      return result;
    } catch (error) {
      this.#undo(last, afterwards);
      throw error;
    }
  }

  /** Undoes what the outermost write has done. */
  undo(): void {
    this.#undo(undefined, 0);
  }

  #undo(last: Change | undefined, afterwards: number): void {
    for (let change = this.last; change && change !== last; change = change.previous) change.pages.undo(change);
    this.last = last;
    if (this.#afterwards) this.#afterwards.length = afterwards;
  }

  end(): Ended {
    const ended = { last: this.last, afterwards: this.#afterwards };
    this.last = undefined;
    this.#afterwards = undefined;
    return ended;
  }
}

export function inOrder(last: Change): Change[] {
  const changes: Change[] = [];
  for (let change: Change | undefined = last; change; change = change.previous) changes.push(change);
  return changes.reverse();
}

/** Runs callbacks after a write. The write has happened: a callback that throws does not make it fail. */
export function tell(afterwards: readonly (() => void)[]): void {
  for (const run of afterwards)
    try {
      run();
    } catch (error) {
      queueMicrotask(() => {
        throw error;
      });
    }
}

function refuseAsync(result: unknown): void {
  const promise = result as Promise<unknown> | undefined;
  if (typeof promise?.then !== 'function') return;
  promise.then(undefined, () => undefined);
  throw new TypeError('a write is synchronous: nothing in it may await');
}

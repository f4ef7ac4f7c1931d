// What a write has done so far, and how it is undone: the outermost one and those within it keep one chain. One for a store: it is used again.

import type { Change } from './change.ts';

/** What a write has left to do. */
export interface Ended {
  /** The last change; each knows the one before it. */
  readonly last: Change | undefined;
  readonly afterwards: readonly (() => void)[] | undefined;
}

export class Writing {
  underWay = false;
  last: Change | undefined;
  /** To be run when the outermost write has happened. Most writes have nothing for afterwards. */
  #afterwards: (() => void)[] | undefined;

  after(run: () => void): void {
    this.#afterwards ??= [];
    this.#afterwards.push(run);
  }

  /** Runs a write; when it throws, what it did is undone backwards. */
  run<Tx, T>(decide: (tx: Tx) => T, tx: Tx): T {
    const { last } = this;
    const afterwards = this.#afterwards?.length ?? 0;
    try {
      const result = decide(tx);
      refuseAsync(result);
      return result;
    } catch (error) {
      for (let change = this.last; change && change !== last; change = change.previous) change.pages.undo(change);
      this.last = last;
      if (this.#afterwards) this.#afterwards.length = afterwards;
      throw error;
    }
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

/** The write has happened: an error of whoever is told of it is theirs, and not a reason to report the write as failed. */
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

// Decides writes of items and makes them, at once where that is short. Decisions that take long (on items of many values, by conditions of many
// parts) are worked out in turns, in which other calls run; an item or table that has changed meanwhile is looked at again, and nothing comes
// between the last look and the write.
import { Fault } from '#core/fault';
import { nextTurn } from '#lib/next-turn';
import { fault } from '#model/dynamodb';
import type { LocatedTable } from '#services/dynamodb/catalog/find-table';
import { type Table, tables } from '#services/dynamodb/state';
import { awaitItem, type ItemReader } from './awaited-items.ts';
import { MAX_AT_ONCE } from './in-turns.ts';
import type { ItemRead } from './item-text.ts';
import { type ItemLocation, readItem } from './place.ts';

export interface Target {
  readonly located: LocatedTable;
  readonly place: ItemLocation;
}

/** How a write of one item is decided. */
export interface Decision<R> {
  /** @throws Fault for a table or key that does not fit */
  locate(): Target;
  /** Works out the write. Yields the characters of JSON that take as long as what was done since the last time. @throws Fault where it is refused */
  workOut(target: Target, before: ItemRead | undefined): Generator<number, R>;
}

/** Looks at one item before the decision is found stale again and again: the service then tells of a conflict, too. */
const MAX_LOOKS = 20;
const conflict = () => fault('TransactionConflictException', 'Transaction is ongoing for the item');

/** A decision on one item, and what came of it. */
export class Attempt<R> implements ItemReader {
  isStale = true;
  readonly #decision: Decision<R>;
  #target: Target | undefined;
  #result: R | undefined;
  #fault: Fault | undefined;
  #endWatch: (() => void) | undefined;

  constructor(decision: Decision<R>) {
    this.#decision = decision;
  }

  /** Undefined where the table or the key does not fit. */
  get target(): Target | undefined {
    return this.#target;
  }

  /** @throws Fault by which the decision ended */
  get result(): R {
    if (this.#fault) throw this.#fault;
    return this.#result as R;
  }

  get fault(): Fault | undefined {
    return this.#fault;
  }

  /** Whether the table's record has changed since the last look. */
  get hasOtherTable(): boolean {
    if (!this.#target) return true;
    const { there, table } = this.#target.located;
    return (there.records(tables).get([table.name]) as unknown as Table) !== (table as unknown as Table);
  }

  *look(isWatched: boolean): Generator<number, void> {
    this.unwatch();
    this.#target = this.#result = this.#fault = undefined;
    this.isStale = false;
    try {
      this.#target = this.#decision.locate();
      if (isWatched) this.watch();
      const before = readItem(this.#target.located, this.#target.place);
      this.#result = yield* this.#decision.workOut(this.#target, before);
    } catch (error) {
      if (!(error instanceof Fault)) throw error;
      this.#fault = error;
    }
  }

  /** From now on writes of the item make this stale. */
  watch(): void {
    if (this.#target) this.#endWatch ??= awaitItem(this, this.#target.located, this.#target.place);
  }

  unwatch(): void {
    this.#endWatch?.();
    this.#endWatch = undefined;
  }

  giveUp(): void {
    this.#fault = conflict();
  }
}

/** Yields where other calls are to run. */
function* decided<R, A>(attempts: readonly Attempt<R>[], write: (attempts: readonly Attempt<R>[]) => A): Generator<undefined, A> {
  let length = 0;
  let paused = false;
  try {
    for (let looks = 0; ; looks++) {
      const stale = attempts.filter((attempt) => attempt.isStale || (paused && attempt.hasOtherTable && attempt.target));
      if (stale.length > 0 && looks < MAX_LOOKS) {
        for (const attempt of stale)
          for (const more of attempt.look(paused)) {
            length += more;
            if (length <= MAX_AT_ONCE) continue;
            if (!paused) for (const each of attempts) each.watch();
            paused = true;
            yield;
            length = 0;
          }
        continue;
      }
      for (const attempt of stale) attempt.giveUp();
      return write(attempts);
    }
  } finally {
    for (const attempt of attempts) attempt.unwatch();
  }
}

/**
 * Works out all decisions, and calls `write`, which makes them. Answers a promise only where that took longer than a turn.
 * @throws whatever `write` throws
 */
export function decide<R, A>(decisions: readonly Decision<R>[], write: (attempts: readonly Attempt<R>[]) => A): A | Promise<A> {
  const steps = decided(
    decisions.map((decision) => new Attempt(decision)),
    write,
  );
  const step = steps.next();
  return step.done ? step.value : later(steps);
}

async function later<A>(steps: Generator<undefined, A>): Promise<A> {
  for (;;) {
    await nextTurn();
    const step = steps.next();
    if (step.done) return step.value;
  }
}

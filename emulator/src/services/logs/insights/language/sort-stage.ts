// `sort`: keeps no more rows than are shown, the first of its order on top of a heap turned over: the last one is replaced by an earlier one.
import type { Allowance } from './allowance.ts';
import type { Expression } from './expression.ts';
import type { Row } from './row.ts';
import type { Sink, Stage } from './stage.ts';
import { sortOrder } from './values.ts';

export interface SortKey {
  readonly value: Expression;
  readonly isDescending: boolean;
}

interface Kept {
  readonly keys: readonly unknown[];
  /** Rows that are equal stay in their order. */
  readonly number: number;
  readonly row: Row;
}

/** Rows between two pauses. */
const AT_ONCE = 1000;

/** `limit`: rows that are wanted of the result. */
export function sortStage(by: readonly SortKey[], limit: number): Stage {
  const order = (a: Kept, b: Kept): number => {
    for (const [at, { isDescending }] of by.entries()) {
      const difference = sortOrder(a.keys[at], b.keys[at]);
      if (difference !== 0) return isDescending ? -difference : difference;
    }
    return a.number - b.number;
  };
  const open = (next: Sink, allowance: Allowance): Sink => {
    const heap = new LastOnTop(order);
    let number = 0;
    const add = (row: Row): boolean => {
      const kept = { keys: by.map(({ value }) => value.evaluate(row)), number: number++, row };
      if (heap.size >= limit) {
        if (order(kept, heap.top!) >= 0) return true;
        allowance.giveText(heap.pop()!.row.event?.message ?? '');
      }
      allowance.takeText(row.event?.message ?? '');
      heap.push(kept);
      return true;
    };
    function* end(): Generator<void> {
      const sorted: Kept[] = [];
      for (let last = heap.pop(); last; last = heap.pop()) {
        sorted.push(last);
        if (sorted.length % AT_ONCE === 0) yield;
      }
      for (let at = sorted.length - 1; at >= 0; at--) {
        if (!next.row(sorted[at]!.row)) break;
        if (at % AT_ONCE === 0) yield;
      }
      yield* next.end();
    }
    return limit === 0 ? { row: () => true, end: () => next.end() } : { row: add, end };
  };
  const [first] = by;
  const isNewestFirst = by.length === 1 && first!.value.field === '@timestamp' && first!.isDescending;
  return { isNewestFirst, open };
}

/** A binary heap, the last of the order on top. */
class LastOnTop {
  readonly #rows: Kept[] = [];
  readonly #order: (a: Kept, b: Kept) => number;

  constructor(order: (a: Kept, b: Kept) => number) {
    this.#order = order;
  }

  get size(): number {
    return this.#rows.length;
  }

  get top(): Kept | undefined {
    return this.#rows[0];
  }

  push(kept: Kept): void {
    const rows = this.#rows;
    let at = rows.push(kept) - 1;
    while (at > 0) {
      const parent = (at - 1) >> 1;
      if (this.#order(rows[parent]!, kept) >= 0) break;
      rows[at] = rows[parent]!;
      at = parent;
    }
    rows[at] = kept;
  }

  pop(): Kept | undefined {
    const rows = this.#rows;
    const [top, last] = [rows[0], rows.pop()];
    if (rows.length === 0 || !last) return top;
    let at = 0;
    for (;;) {
      let child = 2 * at + 1;
      if (child >= rows.length) break;
      if (child + 1 < rows.length && this.#order(rows[child + 1]!, rows[child]!) > 0) child++;
      if (this.#order(rows[child]!, last) <= 0) break;
      rows[at] = rows[child]!;
      at = child;
    }
    rows[at] = last;
    return top;
  }
}

// The shorter steps of a query: computed fields, `limit`, `dedup`, `unnest`.
import type { Column, Expression } from './expression.ts';
import type { Row } from './row.ts';
import { perRow, type Stage } from './stage.ts';
import { textOf } from './values.ts';

/** Writes the values of expressions into their slots. */
export const computeStage = (computed: readonly (readonly [slot: number, value: Expression])[]): Stage =>
  perRow((row, next) => {
    for (const [slot, value] of computed) row.slots[slot] = value.evaluate(row);
    return next.row(row);
  });

export const limitStage = (limit: number): Stage => ({
  open: (next) => {
    let left = limit;
    return { row: (row) => left-- > 0 && next.row(row) && left > 0, end: () => next.end() };
  },
});

/** Lets the first row of each combination of values pass. Absent values are no duplicates of each other. */
export const dedupStage = (by: readonly Column[]): Stage => ({
  open: (next, allowance) => {
    const seen = new Set<string>();
    const pass = (row: Row): boolean => {
      const values = by.map(({ value }) => value.evaluate(row));
      if (values.includes(undefined)) return next.row(row);
      const key = values.map(textOf).join('\0');
      if (seen.has(key)) return true;
      allowance.takeText(key);
      seen.add(key);
      return next.row(row);
    };
    return { row: pass, end: () => next.end() };
  },
});

/** A row for each element of a list. */
export const unnestStage = (of: Expression, slot: number): Stage =>
  perRow((row, next) => {
    const value = of.evaluate(row);
    for (const each of Array.isArray(value) ? value : []) if (!next.row(row.with(slot, each ?? undefined))) return false;
    return true;
  }, false);

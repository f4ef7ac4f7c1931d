// `stats`: gathers rows in groups. Groups come in the order in which their first row came.
import type { Aggregate } from './aggregates.ts';
import type { Allowance } from './allowance.ts';
import type { Column } from './expression.ts';
import type { Gathering } from './expression-parser.ts';
import { Row } from './row.ts';
import type { Sink, Stage } from './stage.ts';
import { Moment, textOf } from './values.ts';

interface Group {
  readonly keys: readonly unknown[];
  readonly aggregates: readonly Aggregate[];
}

/** Groups between two pauses. */
const AT_ONCE = 1000;

/** `by`: the columns that make the groups; the slots of a result are those of `by`, then those of `results`. */
export function statsStage(results: readonly Column[], gatherings: readonly Gathering[], by: readonly Column[]): Stage {
  const open = (next: Sink, allowance: Allowance): Sink => {
    const groups = new Map<unknown, Group>();
    const groupOf = (row: Row): Group => {
      const keys = by.map(({ value }) => value.evaluate(row));
      const name = by.length === 1 ? nameOf(keys[0]) : keys.map(nameOf).join('\0');
      let group = groups.get(name);
      if (!group) {
        allowance.take(1 + gatherings.length);
        for (const key of keys) allowance.takeText(textOf(key));
        groups.set(name, (group = { keys, aggregates: gatherings.map(({ make }) => make(allowance)) }));
      }
      return group;
    };
    const add = (row: Row): boolean => {
      const { aggregates } = groupOf(row);
      for (const [at, aggregate] of aggregates.entries()) {
        const { of } = gatherings[at]!;
        const value = of ? of.evaluate(row) : 1;
        if (value !== undefined) aggregate.add(value, row);
      }
      return true;
    };
    function* end(): Generator<void> {
      if (groups.size === 0 && by.length === 0) groups.set('', { keys: [], aggregates: gatherings.map(({ make }) => make(allowance)) });
      let count = 0;
      for (const { keys, aggregates } of groups.values()) {
        const gathered = new Row(
          undefined,
          aggregates.map((aggregate) => aggregate.result()),
        );
        if (!next.row(new Row(undefined, [...keys, ...results.map(({ value }) => value.evaluate(gathered))]))) break;
        if (++count % AT_ONCE === 0) yield;
      }
      groups.clear();
      yield* next.end();
    }
    return { row: add, end };
  };
  return { open };
}

/** Undefined and the empty text are two groups; 1 and `1` are one. */
const nameOf = (key: unknown): string => (key === undefined ? '\u0001' : key instanceof Moment ? String(key.ms) : textOf(key));

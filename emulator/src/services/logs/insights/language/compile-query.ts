// A query, ready to run over events that come latest first. Pure.
import { Allowance } from './allowance.ts';
import { pointerTo } from './pointer.ts';
import { parseQuery } from './query-parser.ts';
import { type QueryEvent, Row } from './row.ts';
import type { Sink } from './stage.ts';
import { shown } from './values.ts';

export interface ResultField {
  readonly field: string;
  readonly value: string;
}

export interface QueryRun {
  /** False when no further event changes anything. @throws QueryTooCostly */
  take(event: QueryEvent): boolean;
  /** Completes the rows, in steps. @throws QueryTooCostly */
  finish(): Generator<void>;
  readonly rows: readonly (readonly ResultField[])[];
  /** Events that passed the filters. */
  readonly matched: number;
}

export interface CompiledQuery {
  run(): QueryRun;
}

/** `wanted`: rows at most. @throws QueryError */
export function compileQuery(text: string, nowMs: number, wanted?: number): CompiledQuery {
  const { stages, columns, width, limit } = parseQuery(text, nowMs, wanted);
  // The first step that reorders events may ask for the order in which they come.
  const first = stages.findIndex(({ isFilter }) => !isFilter);
  const steps = first >= 0 && stages[first]!.isNewestFirst ? stages.toSpliced(first, 1) : stages;
  const counted = steps.findIndex(({ isFilter }) => !isFilter);

  const run = (): QueryRun => {
    const allowance = new Allowance();
    const rows: (readonly ResultField[])[] = [];
    let matched = 0;
    const write = (row: Row): boolean => {
      const fields: ResultField[] = [];
      for (const { name, value } of columns) {
        const given = value.evaluate(row);
        if (given !== undefined) fields.push({ field: name, value: shown(given) });
      }
      for (const { value } of fields) allowance.takeText(value);
      if (row.event && !columns.some(({ name }) => name === '@ptr')) fields.push({ field: '@ptr', value: pointerTo(row.event) });
      rows.push(fields);
      return rows.length < limit;
    };
    let sink: Sink = { row: write, *end() {} };
    const count = (next: Sink): Sink => ({
      row: (row) => {
        matched++;
        return next.row(row);
      },
      end: () => next.end(),
    });
    if (counted < 0) sink = count(sink);
    for (const [at, step] of [...steps.entries()].reverse()) {
      sink = step.open(sink, allowance);
      if (at === counted) sink = count(sink);
    }
    return {
      rows,
      take: (event) => sink.row(new Row(event, new Array(width))),
      finish: () => sink.end(),
      get matched() {
        return matched;
      },
    };
  };
  return { run };
}

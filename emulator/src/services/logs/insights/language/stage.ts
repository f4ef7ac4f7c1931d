// A step of a query, through which its rows pass one after the other.
import type { Allowance } from './allowance.ts';
import type { Row } from './row.ts';

export interface Sink {
  /** False when no further row changes anything. */
  row(row: Row): boolean;
  /** No rows follow. Long work pauses at each step of the generator, so that others are served. */
  end(): Generator<void>;
}

export interface Stage {
  /** Whether each row passes or not by itself, unchanged in number: in front of the first other step, rows are counted as matches. */
  readonly isFilter?: boolean | undefined;
  /** Whether it only puts the events in the order in which they come: the latest first. */
  readonly isNewestFirst?: boolean | undefined;
  readonly open: (next: Sink, allowance: Allowance) => Sink;
}

/** A step that handles each row by itself. */
export const perRow = (handle: (row: Row, next: Sink) => boolean, isFilter = true): Stage => ({
  isFilter,
  open: (next) => ({ row: (row) => handle(row, next), end: () => next.end() }),
});

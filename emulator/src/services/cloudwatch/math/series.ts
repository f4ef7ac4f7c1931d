// The values of metric math: numbers, series on a grid of times, and lists of series.
import { MathError } from './math-error.ts';

/** Times at equal distances. */
export interface Grid {
  readonly startMs: number;
  readonly periodMs: number;
  readonly length: number;
}

/** The properties of a metric that a label may show. */
export interface Labelled {
  readonly namespace: string;
  readonly name: string;
  readonly statistic: string;
  readonly period: number;
  readonly account: string;
  readonly region: string;
  readonly dimensions: readonly { readonly name: string; readonly value: string }[];
}

/** One value per time of the grid; NaN for a time without a value. */
export interface Series {
  readonly values: Float64Array;
  readonly label: string;
  /** Seconds. */
  readonly period: number;
  /** Where a search found it: the metric. */
  readonly metric?: Labelled | undefined;
}

export interface Text {
  readonly text: string;
}
/** A word that names a choice of a function: `REPEAT`, `DESC`. */
export interface Word {
  readonly word: string;
}

export type Value = number | Series | readonly Series[] | Text | Word;

export const isSeries = (value: Value | undefined): value is Series =>
  typeof value === 'object' && 'values' in value && !Array.isArray(value);
export const isList = (value: Value | undefined): value is readonly Series[] => Array.isArray(value);

/** Limit: values that the expressions of one request compute, those between the steps among them: nothing may take the process's time. */
const MAX_COMPUTED = 10_000_000;

/** Counts the values that one request has computed. */
export interface Spending {
  computed: number;
}

/** Makes series on one grid. */
export class Workspace {
  readonly grid: Grid;
  readonly #spending: Spending;

  constructor(grid: Grid, spending: Spending = { computed: 0 }) {
    this.grid = grid;
    this.#spending = spending;
  }

  /** Counts values that are about to be computed. @throws MathError for more than one request may compute */
  spend(values: number): void {
    this.#spending.computed += values;
    if (this.#spending.computed > MAX_COMPUTED)
      throw new MathError('The expression computes too many values: shorten the time range or use a longer period');
  }

  /** A series of what `at` gives for each index of the grid; what is not finite is no value. */
  series(at: (index: number) => number, { label = '', period = this.grid.periodMs / 1000, metric }: Partial<Series> = {}): Series {
    const { length } = this.grid;
    this.spend(length);
    const values = new Float64Array(length);
    for (let index = 0; index < length; index++) {
      const value = at(index);
      values[index] = Number.isFinite(value) ? value : Number.NaN;
    }
    return { values, label, period, metric };
  }

  timeMs(index: number): number {
    return this.grid.startMs + index * this.grid.periodMs;
  }
}

/** The values that are there, in the order of time. */
export const present = ({ values }: Series): Float64Array => values.filter((value) => !Number.isNaN(value));

// Functions that make one number of a series, or one series of a list: SUM, AVG, MIN, MAX, STDDEV, DATAPOINT_COUNT.
import { table } from '#lib/table';
import { MathError } from './math-error.ts';
import { isList, isSeries, present, type Series, type Value, type Workspace } from './series.ts';

/** `count`: how many series the list has; those without a value at the time are among them. */
type Fold = (values: Float64Array, count: number) => number;

const sum = (values: Float64Array): number => {
  let total = 0;
  for (const value of values) total += value;
  return total;
};
const deviation: Fold = (values) => {
  const mean = sum(values) / values.length;
  let squares = 0;
  for (const value of values) squares += (value - mean) ** 2;
  return Math.sqrt(squares / values.length);
};
const least: Fold = (values) => values.reduce((a, b) => Math.min(a, b), Number.POSITIVE_INFINITY);
const greatest: Fold = (values) => values.reduce((a, b) => Math.max(a, b), Number.NEGATIVE_INFINITY);

export const FOLDS = table<Fold>({
  SUM: sum,
  AVG: (values, count) => sum(values) / count,
  MIN: least,
  MAX: greatest,
  STDDEV: deviation,
  DATAPOINT_COUNT: (values) => values.length,
});

/** A number of one series; of a list the same at each time. */
export function fold(name: string, value: Value, work: Workspace): Value {
  if (typeof value === 'number') return name === 'STDDEV' ? 0 : name === 'DATAPOINT_COUNT' ? 1 : value;
  if (isSeries(value)) return ofSeries(name, value);
  if (!isList(value)) throw new MathError(`${name} takes numbers and time series`);
  const column = new Float64Array(value.length);
  const folding = FOLDS[name]!;
  work.spend(value.length * work.grid.length);
  return work.series((at) => {
    let filled = 0;
    for (const { values } of value) if (!Number.isNaN(values[at]!)) column[filled++] = values[at]!;
    return filled === 0 ? Number.NaN : folding(column.subarray(0, filled), value.length);
  });
}

/** The figure by which a series is sorted, too. NaN for an empty series. */
export function ofSeries(name: string, series: Series): number {
  const values = present(series);
  if (values.length === 0) return name === 'DATAPOINT_COUNT' || name === 'SUM' ? 0 : Number.NaN;
  return FOLDS[name]!(values, values.length);
}

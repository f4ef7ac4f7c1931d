// Functions over lists of series: FIRST, LAST, SLICE, SORT, REMOVE_EMPTY, METRIC_COUNT; and the choice IF.
import { ofSeries } from './folds.ts';
import { MathError } from './math-error.ts';
import { isList, isSeries, type Series, type Value, type Word, type Workspace } from './series.ts';

export function listOf(name: string, value: Value | undefined): readonly Series[] {
  if (isList(value)) return value;
  if (isSeries(value)) return [value];
  throw new MathError(`${name} takes an array of time series`);
}

function numberOf(name: string, value: Value | undefined): number {
  if (typeof value === 'number') return value;
  throw new MathError(`${name} takes a number there`);
}

const at = (name: string, list: readonly Series[], index: number): Series => {
  const found = list[index];
  if (!found) throw new MathError(`${name} of an empty array`);
  return found;
};

export const first = (value: Value | undefined): Series => at('FIRST', listOf('FIRST', value), 0);
export const last = (value: Value | undefined): Series => at('LAST', listOf('LAST', value), listOf('LAST', value).length - 1);

/** One series with one index, else the series from the first index up to the second. */
export function slice(value: Value | undefined, from: Value | undefined, to: Value | undefined): Value {
  const list = listOf('SLICE', value);
  if (to === undefined) return at('SLICE', list, numberOf('SLICE', from));
  return list.slice(numberOf('SLICE', from), numberOf('SLICE', to));
}

const SORTED_BY = ['AVG', 'MAX', 'MIN', 'SUM'];

export function sort(value: Value | undefined, by: Value | undefined, order: Value | undefined, count: Value | undefined): Value {
  const [figure, direction] = [wordOf(by), wordOf(order)];
  if (!SORTED_BY.includes(figure) || !['ASC', 'DESC'].includes(direction))
    throw new MathError('SORT takes an array, one of AVG, MAX, MIN, SUM, and ASC or DESC');
  const figures = listOf('SORT', value).map((series) => ({ series, of: ofSeries(figure, series) }));
  const sign = direction === 'DESC' ? -1 : 1;
  // Empty series come last in either order.
  figures.sort((a, b) => (Number.isNaN(a.of) ? 1 : Number.isNaN(b.of) ? -1 : sign * (a.of - b.of)));
  const sorted = figures.map(({ series }) => series);
  return count === undefined ? sorted : sorted.slice(0, numberOf('SORT', count));
}

const wordOf = (value: Value | undefined): string => (typeof value === 'object' && 'word' in value ? (value as Word).word : '');

/** A missing value of the chosen branch is 0 where the condition holds, and stays missing where it does not, as in the guide's table. */
export function choose(condition: Value, yes: Value | undefined, no: Value | undefined, work: Workspace): Value {
  if (typeof condition === 'number') return (condition !== 0 ? yes : no) ?? work.series(() => Number.NaN);
  if (isList(condition)) return condition.map((each) => choose(each, yes, no, work) as Series);
  if (!isSeries(condition)) throw new MathError('IF takes a number or a time series as its condition');
  const [then, otherwise] = [branch(yes), branch(no)];
  return work.series((index) => {
    const is = condition.values[index]!;
    if (Number.isNaN(is)) return Number.NaN;
    if (is === 0) return otherwise(index);
    const value = then(index);
    return Number.isNaN(value) ? 0 : value;
  }, condition);
}

function branch(value: Value | undefined): (index: number) => number {
  if (value === undefined) return () => Number.NaN;
  if (typeof value === 'number') return () => value;
  if (isSeries(value)) return (index) => value.values[index]!;
  throw new MathError('IF takes numbers and time series');
}

// Functions that walk along the values of a series: DIFF, DIFF_TIME, RATE, RUNNING_SUM, FILL.
import { table } from '#lib/table';
import { MathError } from './math-error.ts';
import { isList, isSeries, type Series, type Value, type Workspace } from './series.ts';

/** Receives a value, the seconds since the value before it, and that value; both are undefined for the first. */
type Step = (value: number, seconds: number | undefined, before: number | undefined) => number;

const STEPS = table<() => Step>({
  DIFF: () => (value, _seconds, before) => (before === undefined ? Number.NaN : value - before),
  DIFF_TIME: () => (_value, seconds) => seconds ?? Number.NaN,
  RATE: () => (value, seconds, before) => (before === undefined ? Number.NaN : (value - before) / seconds!),
  RUNNING_SUM: () => {
    let sum = 0;
    return (value) => (sum += value);
  },
});

export function along(name: string, value: Value, work: Workspace): Value {
  if (isList(value)) return value.map((each) => walk(STEPS[name]!(), each, work));
  if (!isSeries(value)) throw new MathError(`${name} takes time series`);
  return walk(STEPS[name]!(), value, work);
}

function walk(step: Step, series: Series, work: Workspace): Series {
  let last: number | undefined;
  return work.series((at) => {
    const value = series.values[at]!;
    if (Number.isNaN(value)) return value;
    const seconds = last === undefined ? undefined : ((at - last) * work.grid.periodMs) / 1000;
    const result = step(value, seconds, last === undefined ? undefined : series.values[last]!);
    last = at;
    return result;
  }, series);
}

/** `by`: a number, a series, or REPEAT or LINEAR, which use the values beside a gap. */
export function fill(value: Value, by: Value | undefined, work: Workspace): Value {
  if (isList(value)) return value.map((each) => fill(each, by, work) as Series);
  if (!isSeries(value) || by === undefined) throw new MathError('FILL takes time series, and a number, a time series, REPEAT or LINEAR');
  const { values } = value;
  if (typeof by === 'number') return work.series((at) => (Number.isNaN(values[at]!) ? by : values[at]!), value);
  if (isSeries(by)) return work.series((at) => (Number.isNaN(values[at]!) ? by.values[at]! : values[at]!), value);
  const word = 'word' in by ? by.word : undefined;
  if (word === 'REPEAT') return repeated(value, work);
  if (word === 'LINEAR') return interpolated(value, work);
  throw new MathError('FILL takes time series, and a number, a time series, REPEAT or LINEAR');
}

function repeated(series: Series, work: Workspace): Series {
  let last = Number.NaN;
  return work.series((at) => {
    const value = series.values[at]!;
    if (!Number.isNaN(value)) last = value;
    return last;
  }, series);
}

function interpolated(series: Series, work: Workspace): Series {
  const { values } = series;
  const next = new Int32Array(values.length);
  for (let at = values.length - 1, found = -1; at >= 0; at--) next[at] = found = Number.isNaN(values[at]!) ? found : at;
  let before = -1;
  return work.series((at) => {
    if (!Number.isNaN(values[at]!)) return values[(before = at)]!;
    const after = next[at]!;
    if (before < 0 || after < 0) return Number.NaN;
    return values[before]! + ((values[after]! - values[before]!) * (at - before)) / (after - before);
  }, series);
}

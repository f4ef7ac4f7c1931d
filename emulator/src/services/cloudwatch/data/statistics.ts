// Statistics by name: the five of every point, and the statistics that are computed from its values (p90, tm99, TM(10%:90%), PR(:300), IQM).
import type { MetricPoint } from '#core/metrics/metric-point';
import { table } from '#lib/table';

/** The statistic of a point; undefined where the point does not have it. */
export type Statistic = (point: MetricPoint) => number | undefined;

const PLAIN = table<Statistic>({
  SampleCount: ({ count }) => count,
  Sum: ({ sum }) => sum,
  Average: ({ sum, count }) => (count === 0 ? undefined : sum / count),
  Minimum: ({ minimum }) => minimum,
  Maximum: ({ maximum }) => maximum,
});

export const PLAIN_STATISTICS: readonly string[] = Object.keys(PLAIN);

const PERCENTILE = /^p(\d{1,3}(?:\.\d{1,10})?)$/;
const SHORT = /^(tm|tc|ts|wm)(\d{1,3}(?:\.\d{1,10})?)$/;
const BOUNDED = /^(TM|TC|TS|WM|PR)\((\d+(?:\.\d+)?%?)?:(\d+(?:\.\d+)?%?)?\)$/;

/** Undefined for a text that names no statistic. */
export function statisticOf(name: string): Statistic | undefined {
  const plain = PLAIN[name];
  if (plain) return plain;
  if (name === 'IQM') return trimmed('TM', { percent: 25 }, { percent: 75 });
  const percent = Number(PERCENTILE.exec(name)?.[1] ?? Number.NaN);
  if (percent <= 100) return (point) => percentile(valuesOf(point), percent);
  const short = SHORT.exec(name);
  if (short) return Number(short[2]) <= 100 ? trimmed(short[1]!.toUpperCase(), { percent: 0 }, { percent: Number(short[2]) }) : undefined;
  const [, kind, from, to] = BOUNDED.exec(name) ?? [];
  return kind === undefined || (from === undefined && to === undefined) ? undefined : bounded(kind, from, to);
}

/** True for the statistics that need the values themselves, of which a few samples say little. */
export const isPercentile = (name: string): boolean => PERCENTILE.test(name);

/** A bound by percent of the values, or by value: without the lower one itself, with the upper one. */
type Bound = { readonly percent: number } | { readonly value: number };

function bounded(kind: string, from: string | undefined, to: string | undefined): Statistic | undefined {
  const isPercent = (from ?? to)!.endsWith('%');
  if ([from, to].some((bound) => bound !== undefined && bound.endsWith('%') !== isPercent)) return undefined;
  const [low, high] = [from, to].map((bound) => (bound === undefined ? undefined : Number.parseFloat(bound)));
  if (isPercent && (kind === 'PR' || (low ?? 0) > 100 || (high ?? 0) > 100)) return undefined;
  if (low !== undefined && high !== undefined && low >= high) return undefined;
  if (isPercent) return trimmed(kind, { percent: low ?? 0 }, { percent: high ?? 100 });
  return trimmed(kind, { value: low ?? Number.NEGATIVE_INFINITY }, { value: high ?? Number.POSITIVE_INFINITY });
}

interface Weighted {
  readonly value: number;
  readonly times: number;
}

/** The values in ascending order; undefined where they are not known, and where one is negative. */
function valuesOf({ count, minimum, maximum, values }: MetricPoint): readonly Weighted[] | undefined {
  if (minimum < 0 || count <= 0) return undefined;
  if (values) {
    const pairs: Weighted[] = [];
    for (let at = 0; at < values.length; at += 2) pairs.push({ value: values[at]!, times: values[at + 1]! });
    return pairs.sort((a, b) => a.value - b.value);
  }
  // The value of a set of statistics is known where there is only one.
  return minimum === maximum || count === 1 ? [{ value: minimum, times: count }] : undefined;
}

const total = (values: readonly Weighted[]): number => values.reduce((sum, { times }) => sum + times, 0);

/** Linear interpolation between the two values nearest to the rank. */
function percentile(values: readonly Weighted[] | undefined, percent: number): number | undefined {
  if (!values) return undefined;
  const rank = (percent / 100) * (total(values) - 1);
  const low = valueAt(values, Math.floor(rank));
  const high = valueAt(values, Math.ceil(rank));
  return low + (high - low) * (rank - Math.floor(rank));
}

function valueAt(values: readonly Weighted[], rank: number): number {
  let seen = 0;
  for (const { value, times } of values) {
    seen += times;
    if (rank < seen) return value;
  }
  return values.at(-1)!.value;
}

function trimmed(kind: string, from: Bound, to: Bound): Statistic {
  return (point) => {
    const values = valuesOf(point);
    if (!values) return undefined;
    const kept = within(values, from, to);
    const count = total(kept);
    const sum = kept.reduce((sum, { value, times }) => sum + value * times, 0);
    if (kind === 'TC') return count;
    if (kind === 'TS') return sum;
    if (kind === 'PR') return (100 * count) / total(values);
    if (kind === 'WM') return winsorized(values, from, to);
    return count === 0 ? undefined : sum / count;
  };
}

function within(values: readonly Weighted[], from: Bound, to: Bound): Weighted[] {
  if ('value' in from && 'value' in to) return values.filter(({ value }) => value > from.value && value <= to.value);
  const count = total(values);
  const [low, high] = [from, to].map((bound) => ((bound as { percent: number }).percent / 100) * count) as [number, number];
  let seen = 0;
  return values.flatMap(({ value, times }) => {
    const kept = Math.min(seen + times, high) - Math.max(seen, low);
    seen += times;
    return kept > 0 ? [{ value, times: kept }] : [];
  });
}

/** The mean where the values beyond each bound count as the bound itself. */
function winsorized(values: readonly Weighted[], from: Bound, to: Bound): number {
  const limit = (bound: Bound): number => ('value' in bound ? bound.value : percentile(values, bound.percent)!);
  const [low, high] = [limit(from), limit(to)];
  return values.reduce((sum, { value, times }) => sum + Math.min(Math.max(value, low), high) * times, 0) / total(values);
}

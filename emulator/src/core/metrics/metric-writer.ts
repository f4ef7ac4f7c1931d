// Writes reported values into their series, and wakes those who watch the metrics.
import type { Records, Store, Tx } from '#core/records';
import type { Dimension, MetricDatum, MetricIdentity } from './metric-datum.ts';
import { type MetricPoint, Tally } from './metric-point.ts';
import { dimensionsKey, type MetricSeries, metricPoints, metricSeries, metricSignal, sortedDimensions } from './metric-records.ts';
import { rollSeries } from './retention.ts';

const ROLL_EVERY_MS = 3_600_000;

interface WriterParts {
  readonly store: Store;
  now(): number;
  id(): string;
  /** Wakes a key of an account and region. */
  wake(key: string): void;
  /** Told after each write what was written. */
  onWritten(data: readonly KeyedDatum[]): void;
}

type Series = Records<[string, string, string, string], MetricSeries>;
type Points = Records<[string, number, number], MetricPoint>;

/** A datum with the forms of its dimensions that records need, where they are known. */
export interface KeyedDatum extends MetricDatum {
  readonly dimensionsKey?: string | undefined;
  /** Replaces the point of the span instead of adding to it: a gauge has one value a minute. */
  readonly isGauge?: boolean | undefined;
}

/** One account and region. */
export class MetricWriter {
  readonly #parts: WriterParts;
  readonly #series: Series;
  readonly #points: Points;
  /** When each series was last rolled. */
  readonly #rolledMs = new Map<string, number>();

  constructor(parts: WriterParts, account: string, region: string) {
    this.#parts = parts;
    this.#series = parts.store.records(metricSeries, account, region);
    this.#points = parts.store.records(metricPoints, account, region);
  }

  write(data: readonly KeyedDatum[], tx: Tx): void {
    const signals = new Set<string>();
    let last: KeyedDimensions | undefined;
    for (const datum of data) {
      // Most data of a request have the same dimensions
      last = last && hasSame(last.given, datum) ? last : keyedDimensions(datum);
      signals.add(this.#add(datum, last, tx));
    }
    tx.after(() => {
      for (const signal of signals) this.#parts.wake(signal);
      this.#parts.onWritten(data);
    });
  }

  #add(datum: KeyedDatum, { dimensions, key }: KeyedDimensions, tx: Tx): string {
    const { namespace, name, unit, resolution, atMs } = datum;
    const id = this.#idOf(datum, dimensions, key, unit, tx);
    const seconds = Math.floor(atMs / 1000);
    const at = [id, resolution, seconds - (seconds % resolution)] as [string, number, number];
    const before = datum.isGauge ? undefined : this.#points.get(at);
    tx.put(this.#points, at, before ? merged(before, datum.point) : datum.point);
    this.#roll(id, tx);
    return metricSignal(namespace, name, key);
  }

  #idOf({ namespace, name }: MetricIdentity, dimensions: readonly Dimension[], key: string, unit: string, tx: Tx): string {
    const at = [namespace, name, key, unit] as [string, string, string, string];
    const found = this.#series.get(at);
    if (found) return found.id;
    const id = this.#parts.id();
    tx.put(this.#series, at, { id, dimensions: dimensions.map(({ name, value }) => ({ name, value })) });
    return id;
  }

  #roll(id: string, tx: Tx): void {
    const nowMs = this.#parts.now();
    if ((this.#rolledMs.get(id) ?? 0) + ROLL_EVERY_MS > nowMs) return;
    this.#rolledMs.set(id, nowMs);
    rollSeries(id, Math.floor(nowMs / 1000), this.#points, tx);
  }
}

interface KeyedDimensions {
  readonly given: KeyedDatum;
  readonly dimensions: readonly Dimension[];
  readonly key: string;
}

function keyedDimensions(given: KeyedDatum): KeyedDimensions {
  const dimensions = given.dimensionsKey === undefined ? sortedDimensions(given.dimensions) : given.dimensions;
  return { given, dimensions, key: given.dimensionsKey ?? dimensionsKey(dimensions) };
}

/** The same dimensions in the same order. */
const hasSame = (a: KeyedDatum, b: KeyedDatum): boolean =>
  a.dimensionsKey === b.dimensionsKey &&
  a.dimensions.length === b.dimensions.length &&
  a.dimensions.every(({ name, value }, at) => b.dimensions[at]!.name === name && b.dimensions[at]!.value === value);

function merged(a: MetricPoint, b: MetricPoint): MetricPoint {
  const tally = new Tally();
  tally.merge(a);
  tally.merge(b);
  return tally.point();
}

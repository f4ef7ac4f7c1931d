// Reads series and their points in one account and region.
import type { Frozen, Records, Store } from '#core/records';
import type { MetricIdentity } from './metric-datum.ts';
import type { MetricPoint } from './metric-point.ts';
import { dimensionsKey, type MetricSeries, metricPoints, metricSeries, sortedDimensions } from './metric-records.ts';
import { finestPeriod, TIERS } from './retention.ts';

/** A series of points: a metric in one unit. */
export interface UnitSeries extends MetricIdentity {
  readonly id: string;
  readonly unit: string;
  readonly dimensionsKey: string;
}

export interface TimedPoint {
  /** Seconds since 1970 at which the point's span begins. */
  readonly second: number;
  readonly point: MetricPoint;
}

export class MetricReader {
  readonly #series: Records<[string, string, string, string], MetricSeries>;
  readonly #points: Records<[string, number, number], MetricPoint>;
  readonly #now: () => number;

  constructor(store: Store, now: () => number, account: string, region: string) {
    this.#series = store.records(metricSeries, account, region);
    this.#points = store.records(metricPoints, account, region);
    this.#now = now;
  }

  /** The series of a metric, one per unit, in the order of the units' names. */
  unitsOf({ namespace, name, dimensions }: MetricIdentity): UnitSeries[] {
    return this.#series.entries([namespace, name, dimensionsKey(sortedDimensions(dimensions))]).map(unitSeries);
  }

  /** All series of a namespace, or of one name in it; of all namespaces without one. */
  list(namespace?: string, name?: string, after?: readonly [string, string, string, string], limit?: number): UnitSeries[] {
    const prefix: [] | [string] | [string, string] = namespace === undefined ? [] : name === undefined ? [namespace] : [namespace, name];
    return this.#series.entries(prefix, { after: after && [...after], limit }).map(unitSeries);
  }

  /**
   * The points of a series that begin within `[fromSecond, beforeSecond)`, oldest first: the points that can be read with that period (seconds),
   * because older ones are kept less finely.
   */
  points(id: string, fromSecond: number, beforeSecond: number, period: number): TimedPoint[] {
    const nowSecond = Math.floor(this.#now() / 1000);
    const found: TimedPoint[] = [];
    for (const { resolution } of TIERS) {
      const from = [id, resolution, Math.max(0, fromSecond)] as [string, number, number];
      const before = [id, resolution, Math.max(0, beforeSecond)] as [string, number, number];
      if (period < resolution) break;
      for (const [[, , second], point] of this.#points.entries([id, resolution], { from, before })) {
        const finest = finestPeriod(nowSecond - second);
        if (finest !== undefined && period >= finest) found.push({ second, point });
      }
    }
    return found.sort((a, b) => a.second - b.second);
  }

  /** When the last point of a series began, in seconds since 1970; undefined where it has none. */
  lastSecond(id: string): number | undefined {
    const last = TIERS.flatMap(({ resolution }) =>
      this.#points.keys([id, resolution], { reverse: true, limit: 1 }).map(([, , second]) => second),
    );
    return last.length === 0 ? undefined : Math.max(...last);
  }
}

const unitSeries = ([key, { id, dimensions }]: [[string, string, string, string], Frozen<MetricSeries>]): UnitSeries => ({
  id,
  namespace: key[0],
  name: key[1],
  dimensionsKey: key[2],
  unit: key[3],
  dimensions,
});

// Reads one statistic of a metric at the times of a grid.
import type { MetricIdentity } from '#core/metrics/metric-datum';
import { type MetricPoint, Tally } from '#core/metrics/metric-point';
import type { MetricReader, UnitSeries } from '#core/metrics/metric-reader';
import type { Grid } from '#services/cloudwatch/math/series';
import type { Statistic } from './statistics.ts';

/** The points of a series, one for each time of the grid at which there are any. */
export function pointsOn({ id }: Pick<UnitSeries, 'id'>, grid: Grid, reader: MetricReader): Map<number, MetricPoint> {
  const period = grid.periodMs / 1000;
  const start = grid.startMs / 1000;
  const points = new Map<number, MetricPoint>();
  const open = new Map<number, Tally>();
  for (const { second, point } of reader.points(id, start, start + period * grid.length, period)) {
    const at = Math.floor((second - start) / period);
    const before = points.get(at);
    if (!before) points.set(at, point);
    else {
      let tally = open.get(at);
      if (!tally) {
        open.set(at, (tally = new Tally()));
        tally.merge(before);
      }
      tally.merge(point);
    }
  }
  for (const [at, tally] of open) points.set(at, tally.point());
  return points;
}

export interface ReadMetric {
  readonly values: Float64Array;
  /** The units in which the metric has series; more than one is told to the client. */
  readonly units: readonly string[];
  /** Times of all points of the metric in the range, in seconds. */
  readonly points: ReadonlyMap<number, MetricPoint>;
}

/** The first of several units by name is read, unless one is given. */
export function readMetric(
  metric: MetricIdentity,
  unit: string | undefined,
  statistic: Statistic,
  grid: Grid,
  reader: MetricReader,
): ReadMetric {
  const values = new Float64Array(grid.length).fill(Number.NaN);
  const withPoints = reader
    .unitsOf(metric)
    .filter((series) => unit === undefined || series.unit === unit)
    .map((series) => ({ series, points: pointsOn(series, grid, reader) }))
    .filter(({ points }) => points.size > 0);
  const points = withPoints[0]?.points ?? new Map<number, MetricPoint>();
  for (const [at, point] of points) values[at] = statistic(point) ?? Number.NaN;
  return { values, units: withPoints.map(({ series }) => series.unit), points };
}

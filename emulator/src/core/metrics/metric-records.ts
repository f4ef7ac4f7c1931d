// The records of metrics: a series per metric and unit, and its points.
import { createHash } from 'node:crypto';
import { collection } from '#core/records';
import type { Dimension } from './metric-datum.ts';
import type { MetricPoint } from './metric-point.ts';

export interface MetricSeries {
  readonly id: string;
  /** In the order of their names. */
  readonly dimensions: readonly Dimension[];
}

/** `dimensions`: their key, see `dimensionsKey`. */
export const metricSeries = collection<[namespace: string, name: string, dimensions: string, unit: string], MetricSeries>('core.metrics');
/** Seconds since 1970 at which the span of the point begins; `resolution`: the span's length in seconds. */
export const metricPoints = collection<[series: string, resolution: number, second: number], MetricPoint>('core.metric-points', {
  bulk: true,
});

const MAX_PLAIN_KEY = 200;

export const sortedDimensions = (dimensions: readonly Dimension[]): readonly Dimension[] =>
  dimensions.length < 2 ? dimensions : [...dimensions].sort((a, b) => (a.name < b.name ? -1 : 1));

/** The same for the same dimensions in any order. Long ones are hashed, because a key has a limit. */
export function dimensionsKey(sorted: readonly Dimension[]): string {
  if (sorted.length === 0) return '';
  const text = JSON.stringify(sorted.flatMap(({ name, value }) => [name, value]));
  return text.length <= MAX_PLAIN_KEY ? text : createHash('sha256').update(text).digest('base64url');
}

/** Woken in the metric's account and region when it has new points. */
export const metricSignal = (namespace: string, name: string, dimensions: string): string =>
  `metric ${JSON.stringify([namespace, name, dimensions])}`;

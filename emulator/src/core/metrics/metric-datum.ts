// The identity of a metric, and one reported value of it.
import type { MetricPoint } from './metric-point.ts';

export interface Dimension {
  readonly name: string;
  readonly value: string;
}

/** A metric is found by its namespace, its name and exactly its dimensions. */
export interface MetricIdentity {
  readonly namespace: string;
  readonly name: string;
  readonly dimensions: readonly Dimension[];
}

/** Values of one metric that were reported for one time. Units are separate series of the metric. */
export interface MetricDatum extends MetricIdentity {
  readonly unit: string;
  /** Milliseconds since 1970. */
  readonly atMs: number;
  /** Seconds: 1 for metrics of high resolution, else 60. */
  readonly resolution: 1 | 60;
  readonly point: MetricPoint;
}

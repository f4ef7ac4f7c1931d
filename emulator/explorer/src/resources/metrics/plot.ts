// A plot: its title, its queries, its marks. Pure.
import type { InputOf } from '#api/model.ts';

export type Query = InputOf<'cloudwatch', 'GetMetricData'>['MetricDataQueries'][number];
export type Dimensions = readonly (readonly [name: string, value: string])[];

export interface Plot {
  readonly title: string;
  readonly unit?: 'ms' | 's' | 'bytes' | undefined;
  readonly queries: readonly Query[];
  /** Values that are marked by a line across. */
  readonly marks?: readonly { readonly label: string; readonly value: number }[] | undefined;
}

export interface DrawnLine {
  readonly label: string;
  /** The oldest first. */
  readonly points: readonly (readonly [atMs: number, value: number])[];
}

export interface DrawnPlot {
  readonly fromMs: number;
  readonly toMs: number;
  readonly periodMs: number;
  readonly lines: readonly DrawnLine[];
}

/** `label`: in the legend; by default the name of the metric. The period is that of the span. */
export const lineOf = (namespace: string, metric: string, dimensions: Dimensions, stat: string, label = metric): Query => ({
  Id: '',
  Label: label,
  MetricStat: {
    Metric: { Namespace: namespace, MetricName: metric, Dimensions: dimensions.map(([Name, Value]) => ({ Name, Value })) },
    Period: 0,
    Stat: stat,
  },
});

// A point in a metric stream: whether a stream takes it, its additional statistics, its line of JSON. Pure.
// https://docs.aws.amazon.com/AmazonCloudWatch/latest/monitoring/CloudWatch-metric-streams-formats-json.html
import type { MetricIdentity } from '#core/metrics/metric-datum';
import type { MetricPoint } from '#core/metrics/metric-point';
import type { Frozen } from '#core/records';
import { statisticOf } from '#services/cloudwatch/data/statistics';
import type { MetricStream } from '#services/cloudwatch/state';
import type { ChangedPoint } from './changed-points.ts';

export interface StreamedPoint extends ChangedPoint {
  readonly point: MetricPoint;
}

/** `additional`: by the names of the statistics. */
export type ReadPoint = StreamedPoint & { readonly additional: readonly (readonly [statistic: string, value: number])[] };

export interface StreamFacts {
  readonly stream: string;
  readonly exporterArn: string;
  readonly account: string;
  readonly region: string;
}

/** A filter names a namespace, and maybe metrics in it. */
export function takes({ include, exclude }: Frozen<MetricStream>, { namespace, name }: MetricIdentity): boolean {
  const matches = ({
    Namespace,
    MetricNames = [],
  }: {
    Namespace?: string | undefined;
    MetricNames?: readonly string[] | undefined;
  }): boolean => Namespace === namespace && (MetricNames.length === 0 || MetricNames.includes(name));
  if (include && include.length > 0) return include.some(matches);
  return !exclude?.some(matches);
}

/** Percentiles of points whose values are not known are left out. */
export function streamedStatistics(
  { statistics = [] }: Frozen<MetricStream>,
  { namespace, name, point }: StreamedPoint,
): [string, number][] {
  const names = statistics.flatMap(({ IncludeMetrics, AdditionalStatistics }) =>
    IncludeMetrics.some((each) => each.Namespace === namespace && each.MetricName === name) ? AdditionalStatistics : [],
  );
  return [...new Set(names)].flatMap((each): [string, number][] => {
    const value = statisticOf(each)?.(point);
    return value === undefined ? [] : [[each, value]];
  });
}

export function jsonLine(
  { namespace, name, dimensions, unit, minute, point, additional }: ReadPoint,
  { stream, account, region }: StreamFacts,
): string {
  const { maximum: max, minimum: min, sum, count } = point;
  return JSON.stringify({
    ...{ metric_stream_name: stream, account_id: account, region, namespace, metric_name: name },
    dimensions: Object.fromEntries(dimensions.map((each) => [each.name, each.value])),
    ...{ timestamp: minute * 1000, value: { max, min, sum, count, ...Object.fromEntries(additional) }, unit },
  });
}

// The queries of a metric alarm, in one form: a single metric is a query, too.
import type { MetricIdentity } from '#core/metrics/metric-datum';
import type { Frozen } from '#core/records';
import type { MetricDataQuery } from '#model/cloudwatch';
import { readDimensions, showDimensions } from '#services/cloudwatch/data/dimensions';
import type { MetricAlarm } from '#services/cloudwatch/state';

/** The id of the query of a single metric. */
const ONLY = 'm1';

export function queriesOf({ metric, queries }: Frozen<MetricAlarm>): readonly MetricDataQuery[] {
  if (!metric) return (queries ?? []) as readonly MetricDataQuery[];
  const { namespace, name, dimensions, statistic, period, unit } = metric;
  const Metric = { Namespace: namespace, MetricName: name, Dimensions: showDimensions(dimensions) };
  return [{ Id: ONLY, MetricStat: { Metric, Stat: statistic, Period: period, Unit: unit } }];
}

export interface WatchedMetric extends MetricIdentity {
  readonly unit: string | undefined;
  readonly statistic: string;
  readonly account: string | undefined;
}

export const watchedMetrics = (alarm: Frozen<MetricAlarm>): WatchedMetric[] =>
  queriesOf(alarm).flatMap(({ MetricStat, AccountId }) =>
    MetricStat
      ? [
          {
            namespace: MetricStat.Metric.Namespace!,
            name: MetricStat.Metric.MetricName!,
            dimensions: readDimensions(MetricStat.Metric.Dimensions),
            unit: MetricStat.Unit,
            statistic: MetricStat.Stat,
            account: AccountId,
          },
        ]
      : [],
  );

/** Seconds. */
export function periodOf(alarm: Frozen<MetricAlarm>): number {
  const periods = queriesOf(alarm).flatMap(({ MetricStat, Period }) => MetricStat?.Period ?? Period ?? []);
  return periods.length === 0 ? 300 : Math.max(...periods);
}

/** How often an alarm is evaluated, in milliseconds: each minute, those of short periods each 10 seconds. */
export const stepOf = (alarm: Frozen<MetricAlarm>): number => (periodOf(alarm) < 60 ? 10_000 : 60_000);

// PutMetricAlarm: one metric with a threshold, expressions, or a band.
import type { Ctx } from '#core/ctx';
import type { Frozen, Tx } from '#core/records';
import { operation, type PutMetricAlarmInput } from '#model/cloudwatch';
import { checkedDimensions } from '#services/cloudwatch/data/dimensions';
import { checkQueries } from '#services/cloudwatch/data/query-checks';
import { statisticOf } from '#services/cloudwatch/data/statistics';
import { isPeriod } from '#services/cloudwatch/data/window';
import { invalid, invalidCombination, invalidValue, missingParameter } from '#services/cloudwatch/faults';
import { namesIn } from '#services/cloudwatch/math/parse';
import { type AlarmMetric, alarms, evaluations, type MetricAlarm } from '#services/cloudwatch/state';
import { stepOf, watchedMetrics } from './alarm-queries.ts';
import { comparisonOf } from './comparison.ts';
import { evaluateSoon } from './evaluate-alarm.ts';
import { initialState, keepAlarm } from './keep-alarm.ts';

/** Limit: days that all evaluation periods of an alarm span. */
const MAX_DAYS = 7;
const DAY_SECONDS = 86_400;

export const PutMetricAlarm = operation('PutMetricAlarm', (input, ctx) => {
  refuseUnknown(input);
  const records = ctx.records(alarms);
  const before = records.get([input.AlarmName]);
  if (before?.kind === 'composite') throw invalid(`An alarm with the name ${input.AlarmName} exists already, and is a composite alarm.`);
  const alarm = readAlarm(input, before, ctx);
  ctx.write((tx) => {
    if (before) unwatch(before, tx, ctx);
    watch(alarm, tx, ctx);
    if (!before) tx.put(ctx.records(evaluations), [alarm.name], { endMs: ctx.now() - (ctx.now() % stepOf(alarm)) });
    keepAlarm(alarm, before, input.Tags, tx, ctx);
    evaluateSoon(alarm, tx, ctx);
  });
});

export function watch(alarm: Frozen<MetricAlarm>, tx: Tx, ctx: Ctx): void {
  for (const [at, metric] of watchedMetrics(alarm).entries()) {
    const there = metric.account === undefined ? ctx : ctx.in({ account: metric.account });
    ctx.watch(tx, 'cloudwatch.points', [alarm.name, at], ctx.metrics.signalOf(metric), there);
  }
}

export function unwatch({ name, watches }: Frozen<MetricAlarm>, tx: Tx, ctx: Ctx): void {
  for (let at = 0; at < watches; at++) ctx.unwatch(tx, 'cloudwatch.points', [name, at]);
}

const UNKNOWN = ['EvaluationWindow', 'WarmUpConfiguration', 'EvaluationCriteria', 'EvaluationInterval', 'ActionConfiguration'] as const;

function refuseUnknown(input: PutMetricAlarmInput): void {
  for (const name of UNKNOWN)
    if (input[name] !== undefined) throw invalid(`${name} is not emulated: alarms are evaluated each minute, over their periods.`);
}

function readAlarm(input: PutMetricAlarmInput, before: Frozen<MetricAlarm> | undefined, ctx: Ctx): MetricAlarm {
  const { EvaluationPeriods: periods, DatapointsToAlarm: least, ComparisonOperator: comparison } = input;
  if (periods === undefined) throw missingParameter('The parameter EvaluationPeriods is required.');
  if (comparison === undefined) throw missingParameter('The parameter ComparisonOperator is required.');
  if (least !== undefined && least > periods) throw invalid('DatapointsToAlarm must not be greater than EvaluationPeriods.');
  checkTreatments(input);
  const { isBand } = comparisonOf(comparison);
  if (isBand !== (input.ThresholdMetricId !== undefined))
    throw invalid(`The comparison operator ${comparison} ${isBand ? 'needs' : 'does not take'} a ThresholdMetricId.`);
  if (!isBand && input.Threshold === undefined) throw missingParameter('The parameter Threshold is required.');
  const metric = input.Metrics ? undefined : readMetric(input);
  if (input.Metrics) checkMetrics(input, isBand);
  const alarm: MetricAlarm = {
    kind: 'metric',
    name: input.AlarmName,
    description: input.AlarmDescription,
    actionsEnabled: input.ActionsEnabled ?? true,
    okActions: input.OKActions ?? [],
    alarmActions: input.AlarmActions ?? [],
    insufficientDataActions: input.InsufficientDataActions ?? [],
    configuredMs: ctx.now(),
    state: before?.state ?? initialState(ctx.now()),
    isMuted: before?.isMuted,
    metric,
    queries: input.Metrics,
    thresholdMetricId: input.ThresholdMetricId,
    threshold: isBand ? undefined : input.Threshold,
    comparison,
    evaluationPeriods: periods,
    datapointsToAlarm: least,
    treatMissingData: input.TreatMissingData,
    lowSampleCount: input.EvaluateLowSampleCountPercentile,
    watches: 0,
  };
  const longest =
    metric?.period ?? Math.max(60, ...(input.Metrics ?? []).map(({ MetricStat, Period }) => MetricStat?.Period ?? Period ?? 60));
  const days = longest >= 3600 ? MAX_DAYS : 1;
  if (longest * periods > days * DAY_SECONDS)
    throw invalid(
      `Metrics cannot be checked across more than ${days === 1 ? 'a day' : `${days} days`} (EvaluationPeriods * Period must be <= ${days * DAY_SECONDS}).`,
    );
  return { ...alarm, watches: watchedMetrics(alarm).length };
}

function checkTreatments({ TreatMissingData: treat, EvaluateLowSampleCountPercentile: low }: PutMetricAlarmInput): void {
  if (treat !== undefined && !['breaching', 'notBreaching', 'ignore', 'missing'].includes(treat))
    throw invalid(
      `The value ${treat} is not supported for TreatMissingData parameter. Supported values are [breaching, notBreaching, ignore, missing].`,
    );
  if (low !== undefined && !['evaluate', 'ignore'].includes(low))
    throw invalid(
      `Option ${low} is not supported. Supported options for parameter EvaluateLowSampleCountPercentile are evaluate and ignore.`,
    );
}

function readMetric(input: PutMetricAlarmInput): AlarmMetric {
  const { Namespace: namespace, MetricName: name, Period: period, Statistic, ExtendedStatistic } = input;
  if (namespace === undefined || name === undefined)
    throw missingParameter(`The parameter ${namespace === undefined ? 'Namespace' : 'MetricName'} is required.`);
  if (period === undefined) throw missingParameter('The parameter Period is required.');
  if (!isPeriod(period)) throw invalidValue(`The parameter Period must be 10, 20, 30 or a multiple of 60.`);
  if (Statistic !== undefined && ExtendedStatistic !== undefined)
    throw invalidCombination('The parameters Statistic and ExtendedStatistic are mutually exclusive and you have specified both.');
  const statistic = Statistic ?? ExtendedStatistic;
  if (statistic === undefined) throw missingParameter('The parameter Statistic or ExtendedStatistic is required.');
  if (!statisticOf(statistic)) throw invalidValue(`The value ${statistic} for parameter ExtendedStatistic is invalid.`);
  return { namespace, name, period, statistic, unit: input.Unit, dimensions: checkedDimensions(input.Dimensions, 'Dimensions') };
}

const SINGLE = ['MetricName', 'Namespace', 'Period', 'Dimensions', 'Statistic', 'ExtendedStatistic', 'Unit'] as const;

function checkMetrics(input: PutMetricAlarmInput, isBand: boolean): void {
  const queries = input.Metrics!;
  for (const name of SINGLE)
    if (input[name] !== undefined && (input[name] as { length?: number }).length !== 0)
      throw invalid(`The parameter ${name} and the parameter Metrics are mutually exclusive and you have specified both.`);
  const parsed = checkQueries(queries, 'Metrics');
  const periods = new Set(queries.flatMap(({ MetricStat }) => (MetricStat ? [MetricStat.Period] : [])));
  if (periods.size > 1) throw invalid('All metrics in an alarm must have the same Period.');
  for (const { expression, query } of parsed.values())
    if (expression && namesIn(expression).calls.has('SEARCH'))
      throw invalid(`SEARCH is not supported in alarms: expression '${query.Id}'.`);
  const { ThresholdMetricId: band } = input;
  if (band !== undefined && !parsed.has(band)) throw invalid(`The ThresholdMetricId ${band} is none of the ids of Metrics.`);
  const shown = queries.filter(({ Id, ReturnData = true }) => ReturnData && !(isBand && Id === band));
  if (shown.length !== 1)
    throw invalid('Exactly one element of Metrics must have ReturnData set to true, besides that of ThresholdMetricId.');
}

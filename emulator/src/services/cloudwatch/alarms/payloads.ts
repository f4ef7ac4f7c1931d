// The payloads that topics, functions and the default bus get of a change of an alarm's state.
import type { Ctx } from '#core/ctx';
import type { Frozen } from '#core/records';
import { isoSeconds } from '#lib/iso-seconds';
import type { MetricDataQuery } from '#model/cloudwatch';
import { alarmArn } from '#services/cloudwatch/arns';
import { PLAIN_STATISTICS } from '#services/cloudwatch/data/statistics';
import type { Alarm, AlarmState, MetricAlarm } from '#services/cloudwatch/state';
import { regionName } from './regions.ts';
import { offsetTime } from './sentences.ts';

/** A change from `before` to the alarm's state. */
export interface Change {
  readonly alarm: Frozen<Alarm>;
  readonly before: Frozen<AlarmState>;
  /** The actions waited for the end of a mute rule's window. */
  readonly isAfterMute?: boolean | undefined;
}

export function topicMessage({ alarm, before, isAfterMute = false }: Change, ctx: Ctx): string {
  return JSON.stringify({
    AlarmName: alarm.name,
    AlarmDescription: alarm.description ?? null,
    AWSAccountId: ctx.account,
    AlarmConfigurationUpdatedTimestamp: offsetTime(alarm.configuredMs),
    NewStateValue: alarm.state.value,
    NewStateReason: alarm.state.reason,
    StateChangeTime: offsetTime(alarm.state.transitionedMs),
    Region: regionName(ctx.region),
    AlarmArn: alarmArn(alarm.name, ctx),
    OldStateValue: before.value,
    OKActions: alarm.okActions,
    AlarmActions: alarm.alarmActions,
    InsufficientDataActions: alarm.insufficientDataActions,
    ActionExecutedAfterMuteWindow: isAfterMute,
    ...(alarm.kind === 'metric' ? { Trigger: triggerOf(alarm) } : { AlarmRule: alarm.rule }),
  });
}

export const subjectOf = ({ alarm }: Change, ctx: Ctx): string =>
  `${alarm.state.value}: "${alarm.name}" in ${regionName(ctx.region)}`.slice(0, 100);

function triggerOf(alarm: Frozen<MetricAlarm>): object {
  const { metric, queries } = alarm;
  const common = {
    EvaluationPeriods: alarm.evaluationPeriods,
    DatapointsToAlarm: alarm.datapointsToAlarm,
    ComparisonOperator: alarm.comparison,
    Threshold: alarm.threshold,
    ThresholdMetricId: alarm.thresholdMetricId,
    TreatMissingData: alarm.treatMissingData ?? 'missing',
    EvaluateLowSampleCountPercentile: alarm.lowSampleCount ?? '',
  };
  if (!metric) return { Metrics: queries, ...common };
  const isPlain = PLAIN_STATISTICS.includes(metric.statistic);
  return {
    MetricName: metric.name,
    Namespace: metric.namespace,
    ...(isPlain
      ? { StatisticType: 'Statistic', Statistic: metric.statistic.replace(/(?<=[a-z])(?=[A-Z])/g, '_').toUpperCase() }
      : { StatisticType: 'ExtendedStatistic', ExtendedStatistic: metric.statistic }),
    Unit: metric.unit ?? null,
    Dimensions: metric.dimensions.map(({ name, value }) => ({ value, name })),
    Period: metric.period,
    ...common,
  };
}

const eventState = ({ value, reason, reasonData, transitionedMs }: Frozen<AlarmState>): object => ({
  value,
  reason,
  ...(reasonData !== undefined && { reasonData }),
  timestamp: offsetTime(transitionedMs),
});

function configurationOf(alarm: Frozen<Alarm>, ctx: Ctx): object {
  const { description } = alarm;
  if (alarm.kind === 'metric') return { description, metrics: metricsOf(alarm, ctx) };
  return {
    description,
    alarmRule: alarm.rule,
    ...(alarm.suppressor && {
      actionsSuppressor: alarm.suppressor.given,
      actionsSuppressorWaitPeriod: alarm.suppressor.waitSeconds,
      actionsSuppressorExtensionPeriod: alarm.suppressor.extensionSeconds,
    }),
  };
}

function metricsOf({ metric, queries = [] }: Frozen<MetricAlarm>, ctx: Ctx): object[] {
  if (metric) {
    const { namespace, name, dimensions, period, statistic: stat, unit } = metric;
    const named = Object.fromEntries(dimensions.map(({ name, value }) => [name, value]));
    return [{ id: ctx.id(), metricStat: { metric: { namespace, name, dimensions: named }, period, stat, unit }, returnData: true }];
  }
  return queries.map((query: Frozen<MetricDataQuery>) => {
    const { Id: id, Expression: expression, Label: label, ReturnData: returnData = true, MetricStat: of } = query;
    if (!of) return { id, expression, label, returnData };
    const dimensions = Object.fromEntries((of.Metric.Dimensions ?? []).map(({ Name, Value }) => [Name, Value]));
    const metric = { namespace: of.Metric.Namespace, name: of.Metric.MetricName, dimensions };
    return { id, label, metricStat: { metric, period: of.Period, stat: of.Stat, unit: of.Unit }, returnData };
  });
}

export function functionEvent({ alarm, before }: Change, ctx: Ctx): string {
  return JSON.stringify({
    source: 'aws.cloudwatch',
    alarmArn: alarmArn(alarm.name, ctx),
    accountId: ctx.account,
    time: offsetTime(ctx.now()),
    region: ctx.region,
    alarmData: {
      alarmName: alarm.name,
      state: eventState(alarm.state),
      previousState: eventState(before),
      configuration: configurationOf(alarm, ctx),
    },
  });
}

const busEvent = (alarm: Frozen<Alarm>, kind: string, detail: object, ctx: Ctx): string =>
  JSON.stringify({
    version: '0',
    id: ctx.id(),
    'detail-type': kind,
    source: 'aws.cloudwatch',
    account: ctx.account,
    time: isoSeconds(ctx.now()),
    region: ctx.region,
    resources: [alarmArn(alarm.name, ctx)],
    detail,
  });

export function stateEvent({ alarm, before }: Change, ctx: Ctx): string {
  const suppression = alarm.kind === 'composite' ? alarm.suppression : undefined;
  const suppressed = suppression && {
    actionsSuppressedBy: suppression.by,
    actionsSuppressedReason: `Actions suppressed by ${suppression.by}`,
  };
  const detail = {
    alarmName: alarm.name,
    state: { ...eventState(alarm.state), ...suppressed },
    previousState: eventState(before),
    configuration: configurationOf(alarm, ctx),
  };
  return busEvent(alarm, 'CloudWatch Alarm State Change', detail, ctx);
}

export type ConfigurationChange = 'create' | 'update' | 'delete';

export function configurationEvent(alarm: Frozen<Alarm>, operation: ConfigurationChange, ctx: Ctx): string {
  const configuration = {
    ...configurationOf(alarm, ctx),
    alarmName: alarm.name,
    actionsEnabled: alarm.actionsEnabled,
    okActions: alarm.okActions,
    alarmActions: alarm.alarmActions,
    insufficientDataActions: alarm.insufficientDataActions,
    timestamp: offsetTime(alarm.configuredMs),
  };
  const detail = { alarmName: alarm.name, operation, state: eventState(alarm.state), configuration };
  return busEvent(alarm, 'CloudWatch Alarm Configuration Change', detail, ctx);
}

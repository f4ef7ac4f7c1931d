// Alarms in the form of answers.
import type { Ctx } from '#core/ctx';
import type { Frozen } from '#core/records';
import type { CompositeAlarm as CompositeForm, MetricDataQuery, MetricAlarm as MetricForm } from '#model/cloudwatch';
import { alarmArn } from '#services/cloudwatch/arns';
import { showDimensions } from '#services/cloudwatch/data/dimensions';
import { PLAIN_STATISTICS } from '#services/cloudwatch/data/statistics';
import type { Alarm, CompositeAlarm, MetricAlarm } from '#services/cloudwatch/state';

const common = (alarm: Frozen<Alarm>, ctx: Ctx) => ({
  AlarmName: alarm.name,
  AlarmArn: alarmArn(alarm.name, ctx),
  AlarmDescription: alarm.description,
  AlarmConfigurationUpdatedTimestamp: new Date(alarm.configuredMs),
  ActionsEnabled: alarm.actionsEnabled,
  OKActions: [...alarm.okActions],
  AlarmActions: [...alarm.alarmActions],
  InsufficientDataActions: [...alarm.insufficientDataActions],
  StateValue: alarm.state.value,
  StateReason: alarm.state.reason,
  StateReasonData: alarm.state.reasonData,
  StateUpdatedTimestamp: new Date(alarm.state.updatedMs),
  StateTransitionedTimestamp: new Date(alarm.state.transitionedMs),
});

export function describeMetric(alarm: Frozen<MetricAlarm>, ctx: Ctx): MetricForm {
  const { metric } = alarm;
  const isPlain = metric !== undefined && PLAIN_STATISTICS.includes(metric.statistic);
  return {
    ...common(alarm, ctx),
    MetricName: metric?.name,
    Namespace: metric?.namespace,
    Statistic: isPlain ? metric.statistic : undefined,
    ExtendedStatistic: isPlain ? undefined : metric?.statistic,
    Dimensions: showDimensions(metric?.dimensions ?? []),
    Period: metric?.period,
    Unit: metric?.unit,
    EvaluationPeriods: alarm.evaluationPeriods,
    DatapointsToAlarm: alarm.datapointsToAlarm,
    Threshold: alarm.threshold,
    ComparisonOperator: alarm.comparison,
    TreatMissingData: alarm.treatMissingData,
    EvaluateLowSampleCountPercentile: alarm.lowSampleCount,
    Metrics: alarm.queries as readonly MetricDataQuery[] | undefined,
    ThresholdMetricId: alarm.thresholdMetricId,
  };
}

export function describeComposite(alarm: Frozen<CompositeAlarm>, ctx: Ctx): CompositeForm {
  const { suppressor, suppression } = alarm;
  return {
    ...common(alarm, ctx),
    AlarmRule: alarm.rule,
    ActionsSuppressor: suppressor?.given,
    ActionsSuppressorWaitPeriod: suppressor?.waitSeconds,
    ActionsSuppressorExtensionPeriod: suppressor?.extensionSeconds,
    ActionsSuppressedBy: suppression?.by,
    ActionsSuppressedReason: suppression && `Actions suppressed by ${suppression.by}`,
  };
}

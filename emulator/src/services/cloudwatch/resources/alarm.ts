// AWS::CloudWatch::Alarm
import { crudType } from '#core/resources/crud-type';
import { flag, number, tagList, text } from '#core/resources/resource-properties';
import { each, must, requiredNumber, requiredText, shape } from '#core/resources/resource-shape';
import type { ResourceType } from '#core/resources/resource-type';
import { ACTION_PROPERTIES, ALARM_TAGS, GONE, NAME_LENGTH, shownActions, unlessEmpty } from './alarm-parts.ts';

const dimension = must(shape({ Name: requiredText, Value: requiredText }));
const dimensions = each(dimension);
const metric = must(shape({ Namespace: text, MetricName: text, Dimensions: dimensions }));
const stat = shape({ Metric: metric, Period: requiredNumber, Stat: requiredText, Unit: text });
const query = must(
  shape({ Id: requiredText, Expression: text, Label: text, MetricStat: stat, Period: number, ReturnData: flag, AccountId: text }),
);
const queries = each(query);
const operator = must(text);
const periods = must(number);

const WINDOWS = 'alarms are evaluated each minute, over their periods.';

export const resource: ResourceType = crudType({
  id: 'AlarmName',
  newName: NAME_LENGTH,
  gone: GONE,
  refusesExisting: true,
  refuse: { WarmUpConfiguration: WINDOWS, EvaluationWindow: WINDOWS, EvaluationInterval: WINDOWS, EvaluationCriteria: WINDOWS },
  properties: {
    ...ACTION_PROPERTIES,
    Namespace: text,
    MetricName: text,
    Dimensions: dimensions,
    Statistic: text,
    ExtendedStatistic: text,
    Period: number,
    Unit: text,
    Metrics: queries,
    ThresholdMetricId: text,
    Threshold: number,
    ComparisonOperator: operator,
    EvaluationPeriods: periods,
    DatapointsToAlarm: number,
    TreatMissingData: text,
    EvaluateLowSampleCountPercentile: text,
  },
  create: (AlarmName, given, { Tags }, ctx) =>
    ctx.call('cloudwatch', 'PutMetricAlarm', { AlarmName, ...given, Tags: Tags === undefined ? undefined : tagList(Tags) }),
  update: 'create',
  delete: (name, _properties, ctx) => ctx.call('cloudwatch', 'DeleteAlarms', { AlarmNames: [name] }),
  find: async (name, _properties, ctx) =>
    (await ctx.call('cloudwatch', 'DescribeAlarms', { AlarmNames: [name], AlarmTypes: ['MetricAlarm'] })).MetricAlarms?.[0],
  attributes: ({ AlarmArn: Arn }) => ({ Arn }),
  shown: (found) => ({ ...shownActions(found), Dimensions: unlessEmpty(found.Dimensions), Metrics: unlessEmpty(found.Metrics) }),
  tags: ALARM_TAGS,
  list: (NextToken, _filter, ctx) => ctx.call('cloudwatch', 'DescribeAlarms', { NextToken, AlarmTypes: ['MetricAlarm'] }),
  listed: ({ MetricAlarms = [] }) => MetricAlarms.map(({ AlarmName }) => AlarmName),
});

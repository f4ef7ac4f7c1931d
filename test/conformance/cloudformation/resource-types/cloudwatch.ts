// Alarms, composite alarms, dashboards.
import { CloudWatch } from '@aws-sdk/client-cloudwatch';
import { getAtt, ref, TAGS, type TypeCase } from './type-case.ts';

const topic = { Topic: { Type: 'AWS::SNS::Topic' } };
const ACTIONS = { AlarmActions: [ref('Topic')], OKActions: [ref('Topic')], InsufficientDataActions: [ref('Topic')] };
const alarm = (name: string) => ({
  Type: 'AWS::CloudWatch::Alarm',
  Properties: {
    ...{ AlarmName: name, Namespace: 'shop', MetricName: 'orders', Statistic: 'Sum', Period: 60, EvaluationPeriods: 1 },
    ...{ Threshold: 1, ComparisonOperator: 'GreaterThanThreshold' },
  },
});

const readAlarm = async (client: CloudWatch, name: string) => {
  const { MetricAlarms, CompositeAlarms } = await client.describeAlarms({
    AlarmNames: [name],
    AlarmTypes: ['MetricAlarm', 'CompositeAlarm'],
  });
  const found = MetricAlarms?.[0] ?? CompositeAlarms?.[0];
  return found && { ...found, tags: (await client.listTagsForResource({ ResourceARN: found.AlarmArn })).Tags };
};

const readStream = async (client: CloudWatch, Name: string) => {
  const found = await client.getMetricStream({ Name });
  return { ...found, tags: (await client.listTagsForResource({ ResourceARN: found.Arn })).Tags };
};

const insightRule = (key: string): string =>
  JSON.stringify({
    ...{ Schema: { Name: 'CloudWatchLogRule', Version: 1 }, LogGroupNames: ['/shop/*'], LogFormat: 'JSON', AggregateOn: 'Count' },
    Contribution: { Keys: [key] },
  });

const readInsightRule = async (client: CloudWatch, arn: string) => {
  const { InsightRules = [] } = await client.describeInsightRules({});
  const found = InsightRules.find(({ Name }) => arn.endsWith(`/${Name}`));
  return found && { ...found, tags: (await client.listTagsForResource({ ResourceARN: arn })).Tags };
};

const readDetector = async (client: CloudWatch, id: string) => {
  const { AnomalyDetectors = [] } = await client.describeAnomalyDetectors({
    AnomalyDetectorIds: [id],
    AnomalyDetectorTypes: ['SINGLE_METRIC', 'METRIC_MATH'],
  });
  return AnomalyDetectors[0];
};

const WINDOWS = 'is refused: alarms are evaluated each minute, over their periods';

export const cases: readonly TypeCase[] = [
  {
    type: 'AWS::CloudWatch::Alarm',
    needs: topic,
    properties: {
      ...{ AlarmName: 'every-property', AlarmDescription: 'too slow', ActionsEnabled: 'false', ...ACTIONS, Tags: TAGS },
      ...{
        Namespace: 'shop',
        MetricName: 'latency',
        Dimensions: [{ Name: 'City', Value: 'Ulm' }],
        ExtendedStatistic: 'p90',
        Period: '120',
      },
      ...{
        Unit: 'Milliseconds',
        EvaluationPeriods: '3',
        DatapointsToAlarm: '2',
        Threshold: '1.5',
        ComparisonOperator: 'LessThanThreshold',
      },
      ...{ TreatMissingData: 'breaching', EvaluateLowSampleCountPercentile: 'ignore' },
    },
    readBack: (emulator, { ref: { It: name } }) => readAlarm(emulator.client(CloudWatch), name!),
    ref: /^every-property$/,
    expected: {
      ...{ AlarmDescription: 'too slow', ActionsEnabled: false, ExtendedStatistic: 'p90', Period: 120, Unit: 'Milliseconds' },
      ...{ EvaluationPeriods: 3, DatapointsToAlarm: 2, Threshold: 1.5, TreatMissingData: 'breaching' },
      Dimensions: [{ Name: 'City', Value: 'Ulm' }],
      tags: TAGS,
    },
    change: {
      properties: {
        ...{ AlarmName: 'every-property', Namespace: 'shop', MetricName: 'orders', Statistic: 'Sum', Period: 60, EvaluationPeriods: 1 },
        ...{ Threshold: 5, ComparisonOperator: 'GreaterThanThreshold', Tags: [{ Key: 'team', Value: 'red' }] },
      },
      expected: { MetricName: 'orders', Statistic: 'Sum', Threshold: 5, AlarmActions: [], tags: [{ Key: 'team', Value: 'red' }] },
    },
    history: ['cloudwatch.history'],
    untested: { WarmUpConfiguration: WINDOWS, EvaluationWindow: WINDOWS, EvaluationInterval: WINDOWS, EvaluationCriteria: WINDOWS },
  },
  {
    type: 'AWS::CloudWatch::Alarm',
    title: 'Bands',
    properties: {
      ...{ AlarmName: 'band', EvaluationPeriods: 1, ComparisonOperator: 'GreaterThanUpperThreshold', ThresholdMetricId: 'band' },
      Metrics: [
        {
          Id: 'm',
          AccountId: '000000000000',
          Label: 'orders',
          MetricStat: {
            Metric: { Namespace: 'shop', MetricName: 'orders', Dimensions: [{ Name: 'City', Value: 'Ulm' }] },
            ...{ Period: '60', Stat: 'Sum', Unit: 'Count' },
          },
          ReturnData: 'true',
        },
        { Id: 'band', Expression: 'ANOMALY_DETECTION_BAND(m, 2)', Period: 60 },
      ],
    },
    readBack: (emulator, { ref: { It: name } }) => readAlarm(emulator.client(CloudWatch), name!),
    ref: /^band$/,
    expected: { ThresholdMetricId: 'band', Metrics: [{ Id: 'm', Label: 'orders' }, { Expression: 'ANOMALY_DETECTION_BAND(m, 2)' }] },
  },
  {
    type: 'AWS::CloudWatch::CompositeAlarm',
    needs: { ...topic, One: alarm('one'), Two: alarm('two') },
    properties: {
      ...{ AlarmName: 'both', AlarmDescription: 'all at once', ActionsEnabled: 'false', ...ACTIONS, Tags: TAGS },
      AlarmRule: { 'Fn::Sub': 'ALARM(${One}) AND ALARM("${Two}")' },
      ...{ ActionsSuppressor: getAtt('Two', 'Arn'), ActionsSuppressorWaitPeriod: '60', ActionsSuppressorExtensionPeriod: '30' },
    },
    readBack: (emulator, { ref: { It: name } }) => readAlarm(emulator.client(CloudWatch), name!),
    ref: /^both$/,
    expected: {
      ...{ AlarmDescription: 'all at once', ActionsEnabled: false, AlarmRule: 'ALARM(one) AND ALARM("two")', tags: TAGS },
      ...{ ActionsSuppressorWaitPeriod: 60, ActionsSuppressorExtensionPeriod: 30 },
    },
    change: {
      properties: { AlarmName: 'both', AlarmRule: { 'Fn::Sub': 'ALARM(${One})' } },
      expected: { AlarmRule: 'ALARM(one)', tags: [] },
    },
    history: ['cloudwatch.history'],
  },
  {
    type: 'AWS::CloudWatch::Dashboard',
    properties: { DashboardName: 'shop', DashboardBody: '{"widgets":[]}', Tags: TAGS },
    readBack: async (emulator, { ref: { It: name } }) => {
      const client = emulator.client(CloudWatch);
      const { DashboardArn, DashboardBody } = await client.getDashboard({ DashboardName: name });
      return { DashboardBody, tags: (await client.listTagsForResource({ ResourceARN: DashboardArn })).Tags };
    },
    ref: /^shop$/,
    expected: { DashboardBody: '{"widgets":[]}', tags: TAGS },
    change: { properties: { DashboardName: 'shop', DashboardBody: '{"widgets":[],"start":"-PT1H"}' }, expected: { tags: [] } },
  },
  {
    type: 'AWS::CloudWatch::MetricStream',
    properties: {
      ...{ Name: 'every-property', RoleArn: 'arn:aws:iam::000000000000:role/streams', OutputFormat: 'json', Tags: TAGS },
      FirehoseArn: 'arn:aws:firehose:us-east-1:000000000000:deliverystream/metrics',
      ...{ IncludeFilters: [{ Namespace: 'shop', MetricNames: ['orders'] }], IncludeLinkedAccountsMetrics: 'false' },
      StatisticsConfigurations: [{ IncludeMetrics: [{ Namespace: 'shop', MetricName: 'orders' }], AdditionalStatistics: ['p90'] }],
    },
    readBack: (emulator, { ref: { It: name } }) => readStream(emulator.client(CloudWatch), name!),
    ref: /^every-property$/,
    expected: {
      ...{ State: 'running', OutputFormat: 'json', IncludeFilters: [{ Namespace: 'shop', MetricNames: ['orders'] }], tags: TAGS },
      StatisticsConfigurations: [{ IncludeMetrics: [{ Namespace: 'shop', MetricName: 'orders' }], AdditionalStatistics: ['p90'] }],
    },
    change: {
      properties: {
        ...{ Name: 'every-property', RoleArn: 'arn:aws:iam::000000000000:role/streams', OutputFormat: 'opentelemetry1.0' },
        FirehoseArn: 'arn:aws:firehose:us-east-1:000000000000:deliverystream/others',
        ExcludeFilters: [{ Namespace: 'shop' }],
      },
      expected: { OutputFormat: 'opentelemetry1.0', IncludeFilters: [], ExcludeFilters: [{ Namespace: 'shop' }], tags: [] },
    },
  },
  {
    type: 'AWS::CloudWatch::MetricStream',
    title: 'Excluding',
    properties: {
      ...{ Name: 'most', RoleArn: 'arn:aws:iam::000000000000:role/streams', OutputFormat: 'json' },
      FirehoseArn: 'arn:aws:firehose:us-east-1:000000000000:deliverystream/metrics',
      ExcludeFilters: [{ Namespace: 'shop', MetricNames: ['orders'] }],
    },
    readBack: (emulator, { ref: { It: name } }) => readStream(emulator.client(CloudWatch), name!),
    ref: /^most$/,
    expected: { ExcludeFilters: [{ Namespace: 'shop', MetricNames: ['orders'] }] },
  },
  {
    type: 'AWS::CloudWatch::InsightRule',
    properties: { RuleName: 'busy', RuleState: 'ENABLED', RuleBody: insightRule('$.ip'), ApplyOnTransformedLogs: 'true', Tags: TAGS },
    readBack: (emulator, { ref: { It: arn } }) => readInsightRule(emulator.client(CloudWatch), arn!),
    ref: /^arn:aws:cloudwatch:us-east-1:000000000000:insight-rule\/busy$/,
    expected: { State: 'ENABLED', Definition: insightRule('$.ip'), ApplyOnTransformedLogs: true, tags: TAGS },
    change: {
      properties: { RuleName: 'busy', RuleState: 'DISABLED', RuleBody: insightRule('$.user') },
      expected: { State: 'DISABLED', Definition: insightRule('$.user'), ApplyOnTransformedLogs: false, tags: [] },
    },
    history: ['cloudwatch.insight-rules'],
  },
  {
    type: 'AWS::CloudWatch::AnomalyDetector',
    properties: {
      ...{ Namespace: 'shop', MetricName: 'orders', Stat: 'Sum', Dimensions: [{ Name: 'City', Value: 'Ulm' }] },
      MetricCharacteristics: { PeriodicSpikes: 'true' },
      Configuration: {
        MetricTimeZone: 'Europe/Berlin',
        ExcludedTimeRanges: [{ StartTime: '2026-01-01T00:00:00', EndTime: '2026-01-02T00:00:00' }],
      },
    },
    readBack: (emulator, { ref: { It: id } }) => readDetector(emulator.client(CloudWatch), id!),
    ref: /^[0-9a-f-]{36}$/,
    expected: {
      SingleMetricAnomalyDetector: { Namespace: 'shop', MetricName: 'orders', Stat: 'Sum', Dimensions: [{ Name: 'City', Value: 'Ulm' }] },
      MetricCharacteristics: { PeriodicSpikes: true },
      Configuration: { MetricTimezone: 'Europe/Berlin', ExcludedTimeRanges: [{ EndTime: new Date('2026-01-02T00:00:00Z') }] },
    },
    change: {
      properties: {
        ...{ Namespace: 'shop', MetricName: 'orders', Stat: 'Sum', Dimensions: [{ Name: 'City', Value: 'Ulm' }] },
        MetricCharacteristics: { PeriodicSpikes: 'true' },
      },
      expected: { Configuration: { ExcludedTimeRanges: [] } },
    },
  },
  {
    type: 'AWS::CloudWatch::AnomalyDetector',
    title: 'Single',
    properties: {
      SingleMetricAnomalyDetector: {
        ...{ AccountId: '000000000000', Namespace: 'shop', MetricName: 'visits', Stat: 'p90' },
        Dimensions: [{ Name: 'City', Value: 'Bonn' }],
      },
    },
    readBack: (emulator, { ref: { It: id } }) => readDetector(emulator.client(CloudWatch), id!),
    ref: /^[0-9a-f-]{36}$/,
    expected: { SingleMetricAnomalyDetector: { MetricName: 'visits', Stat: 'p90' } },
  },
  {
    type: 'AWS::CloudWatch::AnomalyDetector',
    title: 'Math',
    properties: {
      MetricMathAnomalyDetector: {
        MetricDataQueries: [
          {
            ...{ Id: 'm', AccountId: '000000000000', Label: 'orders', ReturnData: 'false' },
            MetricStat: {
              Metric: { Namespace: 'shop', MetricName: 'orders', Dimensions: [{ Name: 'City', Value: 'Ulm' }] },
              ...{ Period: '60', Stat: 'Sum', Unit: 'Count' },
            },
          },
          { Id: 'e', Expression: 'm * 2', Period: 60, ReturnData: true },
        ],
      },
    },
    readBack: (emulator, { ref: { It: id } }) => readDetector(emulator.client(CloudWatch), id!),
    ref: /^[0-9a-f-]{36}$/,
    expected: {
      MetricMathAnomalyDetector: { MetricDataQueries: [{ Id: 'm', Label: 'orders', ReturnData: false }, { Expression: 'm * 2' }] },
    },
  },
  {
    type: 'AWS::CloudWatch::AlarmMuteRule',
    needs: { One: alarm('muted') },
    properties: {
      ...{ Name: 'nights', Description: 'nobody is there', MuteTargets: { AlarmNames: [ref('One')] }, Tags: TAGS },
      Rule: { Schedule: { Expression: 'cron(0 22 * * *)', Duration: 'PT8H', Timezone: 'UTC' } },
      ...{ StartDate: '2026-01-01T00:00', ExpireDate: '2036-01-01T00:00' },
    },
    readBack: async (emulator, { ref: { It: arn } }) => {
      const client = emulator.client(CloudWatch);
      const found = await client.getAlarmMuteRule({ AlarmMuteRuleName: arn!.split(':').at(-1) });
      return { ...found, tags: (await client.listTagsForResource({ ResourceARN: arn })).Tags };
    },
    ref: /:alarm-mute-rule:nights$/,
    expected: {
      ...{ Name: 'nights', Description: 'nobody is there', MuteTargets: { AlarmNames: ['muted'] }, MuteType: 'RECURRING', tags: TAGS },
      Rule: { Schedule: { Expression: 'cron(0 22 * * *)', Duration: 'PT8H', Timezone: 'UTC' } },
    },
    change: {
      properties: { Name: 'nights', Rule: { Schedule: { Expression: 'cron(0 23 * * *)', Duration: 'PT1H' } } },
      expected: { Rule: { Schedule: { Duration: 'PT1H' } }, tags: [] },
    },
  },
];

// Metric alarms: evaluation on the emulator's clock, sentences, actions; dashboards.
import type { CloudWatch } from '@aws-sdk/client-cloudwatch';
import { EventBridge } from '@aws-sdk/client-eventbridge';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { type Alarms, openQueue, useAlarms } from './use-alarms.ts';

let use: Alarms;
let { emulator, client, alarm, put, read, state } = {} as Alarms;
beforeEach(async () => {
  use = await useAlarms();
  ({ emulator, client, alarm, put, read, state } = use);
});
afterEach(() => emulator.stop());

it('has only its own members while it is new, and keeps its state when it changes', async () => {
  await alarm();
  expect(await read()).toEqual({
    ...{
      AlarmName: 'a',
      AlarmArn: 'arn:aws:cloudwatch:us-east-1:000000000000:alarm:a',
      Namespace: 'shop',
      MetricName: 'orders',
      Period: 60,
    },
    ...{ ActionsEnabled: true, OKActions: [], AlarmActions: [], InsufficientDataActions: [], Dimensions: [], Statistic: 'Sum' },
    ...{ EvaluationPeriods: 1, Threshold: 21, ComparisonOperator: 'GreaterThanThreshold' },
    ...{ StateValue: 'INSUFFICIENT_DATA', StateReason: 'Unchecked: Initial alarm creation' },
    AlarmConfigurationUpdatedTimestamp: expect.any(Date),
    StateUpdatedTimestamp: expect.any(Date),
    StateTransitionedTimestamp: expect.any(Date),
  });
  await put(30);
  await emulator.clock.advance('1m');
  expect(await state()).toBe('ALARM');
  await alarm({ Threshold: 100 });
  expect(await state()).toBe('ALARM');
  await emulator.clock.advance('1m');
  expect(await state()).toBe('OK');
});

it('says why, in the words of the cloud, and tells its topic', async () => {
  const topic = await use.topic('alarms');
  await alarm({ AlarmActions: [topic.arn], AlarmDescription: 'too many', Dimensions: [{ Name: 'City', Value: 'Ulm' }], Unit: 'Count' });
  await put(21.5, { Dimensions: [{ Name: 'City', Value: 'Ulm' }], Unit: 'Count' });
  await emulator.clock.advance('1m');
  expect(await read()).toMatchObject({
    StateValue: 'ALARM',
    StateReason: 'Threshold Crossed: 1 datapoint [21.5 (01/01/26 00:00:00)] was greater than the threshold (21.0).',
  });
  expect(JSON.parse((await read())!.StateReasonData!)).toMatchObject({
    ...{ version: '1.0', unit: 'Count', statistic: 'Sum', period: 60, recentDatapoints: [21.5], threshold: 21 },
    evaluatedDatapoints: [{ timestamp: '2026-01-01T00:00:00.000+0000', sampleCount: 1, value: 21.5 }],
  });
  const [message] = await topic.received();
  expect(message).toMatchObject({ Subject: 'ALARM: "a" in US East (N. Virginia)' });
  expect(JSON.parse(message!['Message']!)).toEqual({
    ...{ AlarmName: 'a', AlarmDescription: 'too many', AWSAccountId: '000000000000', Region: 'US East (N. Virginia)' },
    AlarmConfigurationUpdatedTimestamp: '2026-01-01T00:00:00.000+0000',
    ...{ NewStateValue: 'ALARM', OldStateValue: 'INSUFFICIENT_DATA', NewStateReason: expect.stringContaining('21.5') },
    ...{ StateChangeTime: '2026-01-01T00:01:00.000+0000', AlarmArn: expect.stringMatching(/:alarm:a$/) },
    ...{ OKActions: [], AlarmActions: [topic.arn], InsufficientDataActions: [], ActionExecutedAfterMuteWindow: false },
    Trigger: {
      ...{ MetricName: 'orders', Namespace: 'shop', StatisticType: 'Statistic', Statistic: 'SUM', Unit: 'Count', Period: 60 },
      ...{ Dimensions: [{ name: 'City', value: 'Ulm' }], EvaluationPeriods: 1, ComparisonOperator: 'GreaterThanThreshold', Threshold: 21 },
      ...{ TreatMissingData: 'missing', EvaluateLowSampleCountPercentile: '' },
    },
  });
  const { AlarmHistoryItems } = await client.describeAlarmHistory({ AlarmName: 'a' });
  expect(AlarmHistoryItems!.map(({ HistorySummary }) => HistorySummary)).toEqual([
    `Successfully executed action ${topic.arn}`,
    'Alarm updated from INSUFFICIENT_DATA to ALARM',
    'Alarm "a" created',
  ]);
});

it('looks at periods that end at the whole minute, and treats missing data', async () => {
  await emulator.clock.advance('4m');
  await alarm({ Period: 300, TreatMissingData: 'breaching', EvaluationPeriods: 2 });
  await put(5);
  await emulator.clock.advance('1m');
  // One period is good, so that two of two cannot be breaching.
  expect(await state()).toBe('OK');
  await emulator.clock.advance('25m');
  expect(await read()).toMatchObject({
    StateValue: 'ALARM',
    StateReason: 'Threshold Crossed: no datapoints were received for 2 periods and 2 missing datapoints were treated as [Breaching].',
  });
});

it('needs no timer at rest: a day passes with a few evaluations', async () => {
  await alarm({ TreatMissingData: 'missing' });
  await put(30);
  await emulator.clock.advance('1m');
  expect(await state()).toBe('ALARM');
  await emulator.clock.advance('1d');
  const { AlarmHistoryItems } = await client.describeAlarmHistory({ AlarmName: 'a', HistoryItemType: 'StateUpdate' });
  expect(AlarmHistoryItems!.map(({ Timestamp }) => Timestamp!.toISOString())).toEqual([
    '2026-01-01T00:04:00.000Z',
    '2026-01-01T00:01:00.000Z',
  ]);
  expect(await state()).toBe('INSUFFICIENT_DATA');
});

it('sets a state until the next evaluation, and refuses what is no state', async () => {
  await alarm();
  await client.setAlarmState({ AlarmName: 'a', StateValue: 'OK', StateReason: 'by hand' });
  expect(await read()).toMatchObject({ StateValue: 'OK', StateReason: 'by hand' });
  await emulator.clock.advance('1m');
  expect(await state()).toBe('INSUFFICIENT_DATA');
  await expect(client.setAlarmState({ AlarmName: 'none', StateValue: 'OK', StateReason: '' })).rejects.toMatchObject({
    name: 'ResourceNotFound',
    $metadata: { httpStatusCode: 404 },
  });
  await expect(client.setAlarmState({ AlarmName: 'a', StateValue: 'INVALID' as never, StateReason: '' })).rejects.toThrow(
    "1 validation error detected: Value 'INVALID' at 'stateValue' failed to satisfy constraint: Member must satisfy enum value set: [INSUFFICIENT_DATA, ALARM, OK]",
  );
});

it('evaluates expressions and bands', async () => {
  const MetricStat = { Metric: { Namespace: 'shop', MetricName: 'orders' }, Period: 60, Stat: 'Sum' };
  const base = { MetricName: undefined, Namespace: undefined, Statistic: undefined, Period: undefined };
  await alarm({
    ...base,
    Metrics: [
      { Id: 'm1', MetricStat, ReturnData: false },
      { Id: 'e1', Expression: 'm1 * 10' },
    ],
  });
  await put(3);
  await emulator.clock.advance('1m');
  expect(await state()).toBe('ALARM');
  const wrong = (Expression: string) =>
    alarm({
      ...base,
      AlarmName: 'wrong',
      Metrics: [
        { Id: 'm1', MetricStat, ReturnData: false },
        { Id: 'e1', Expression },
      ],
    });
  await expect(wrong("SEARCH('orders', 'Sum')")).rejects.toThrow(/SEARCH is not supported in alarms/);
  await expect(wrong('m2')).rejects.toThrow("Undefined variable 'm2'");
  await alarm({
    ...base,
    ...{ AlarmName: 'band', Threshold: undefined, ThresholdMetricId: 'b', ComparisonOperator: 'LessThanLowerOrGreaterThanUpperThreshold' },
    Metrics: [
      { Id: 'm1', MetricStat },
      { Id: 'b', Expression: 'ANOMALY_DETECTION_BAND(m1, 1)' },
    ],
  });
  for (const value of [1, 1, 50]) {
    await put(value);
    await emulator.clock.advance('1m');
  }
  expect(await read('band')).toMatchObject({
    StateValue: 'ALARM',
    StateReason: expect.stringMatching(/^Thresholds Crossed: .*less than the lower thresholds/),
  });
});

it('tells the default bus of states and settings', async () => {
  const events = emulator.client(EventBridge);
  const received = await openQueue('events', emulator);
  await events.putRule({ Name: 'alarms', EventPattern: JSON.stringify({ source: ['aws.cloudwatch'] }) });
  await events.putTargets({ Rule: 'alarms', Targets: [{ Id: 'q', Arn: 'arn:aws:sqs:us-east-1:000000000000:events' }] });
  await alarm();
  await put(30);
  await emulator.clock.advance('1m');
  const found = await received();
  expect(found.map((event) => event['detail-type']).sort()).toEqual([
    'CloudWatch Alarm Configuration Change',
    'CloudWatch Alarm State Change',
  ]);
  const change = found.find((event) => event['detail-type'] === 'CloudWatch Alarm State Change');
  expect(change).toMatchObject({
    resources: ['arn:aws:cloudwatch:us-east-1:000000000000:alarm:a'],
    detail: {
      alarmName: 'a',
      state: { value: 'ALARM', reasonData: expect.any(String) },
      previousState: { value: 'INSUFFICIENT_DATA' },
      configuration: {
        metrics: [
          { metricStat: { metric: { namespace: 'shop', name: 'orders', dimensions: {} }, period: 60, stat: 'Sum' }, returnData: true },
        ],
      },
    },
  });
});

it('finds alarms by prefix, state, metric and action, and keeps their tags', async () => {
  await alarm({ AlarmName: 'b-1', Tags: [{ Key: 'team', Value: 'blue' }] });
  await alarm({ AlarmName: 'b-2', AlarmActions: ['arn:aws:automate:us-east-1:ec2:stop'], Dimensions: [{ Name: 'x', Value: '1' }] });
  const names = async (input: Parameters<CloudWatch['describeAlarms']>[0]) =>
    (await client.describeAlarms(input)).MetricAlarms!.map(({ AlarmName }) => AlarmName);
  expect(await names({ AlarmNamePrefix: 'b-' })).toEqual(['b-1', 'b-2']);
  expect(await names({ StateValue: 'OK' })).toEqual([]);
  expect(await names({ ActionPrefix: 'arn:aws:automate' })).toEqual(['b-2']);
  const found = await client.describeAlarmsForMetric({ Namespace: 'shop', MetricName: 'orders' });
  expect(found.MetricAlarms!.map(({ AlarmName }) => AlarmName)).toEqual(['b-1']);
  const ResourceARN = 'arn:aws:cloudwatch:us-east-1:000000000000:alarm:b-1';
  await client.tagResource({ ResourceARN, Tags: [{ Key: 'stage', Value: 'test' }] });
  await client.untagResource({ ResourceARN, TagKeys: ['team'] });
  expect((await client.listTagsForResource({ ResourceARN })).Tags).toEqual([{ Key: 'stage', Value: 'test' }]);
  await client.deleteAlarms({ AlarmNames: ['b-1', 'never'] });
  expect((await client.listTagsForResource({ ResourceARN })).Tags).toEqual([]);
});

it('keeps dashboards as they were put', async () => {
  const body = '{ "widgets": [] }';
  await client.putDashboard({ DashboardName: 'd', DashboardBody: body });
  expect(await client.getDashboard({ DashboardName: 'd' })).toMatchObject({
    DashboardArn: 'arn:aws:cloudwatch::000000000000:dashboard/d',
    DashboardBody: body,
  });
  expect((await client.listDashboards({})).DashboardEntries).toMatchObject([{ DashboardName: 'd', Size: body.length }]);
  await expect(client.putDashboard({ DashboardName: 'a b', DashboardBody: body })).rejects.toMatchObject({
    name: 'InvalidParameterValueException',
    message:
      'The value for field DashboardName contains invalid characters. It can only contain alphanumerics, dash (-) and underscore (_).\n',
  });
  await expect(client.putDashboard({ DashboardName: 'd', DashboardBody: '[' })).rejects.toMatchObject({
    name: 'DashboardInvalidInputError',
  });
  await client.deleteDashboards({ DashboardNames: ['d'] });
  await expect(client.getDashboard({ DashboardName: 'd' })).rejects.toMatchObject({ name: 'ResourceNotFound' });
});

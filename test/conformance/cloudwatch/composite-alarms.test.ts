// Composite alarms, suppressors, mute rules.
import { afterEach, beforeEach, expect, it } from 'vitest';
import { type Alarms, useAlarms } from './use-alarms.ts';

let use: Alarms;
let { emulator, client, alarm, put, read, state } = {} as Alarms;
beforeEach(async () => {
  use = await useAlarms();
  ({ emulator, client, alarm, put, read, state } = use);
});
afterEach(() => emulator.stop());

it('judges composite alarms in the write that changed a child', async () => {
  const topic = await use.topic('composite');
  await alarm({ AlarmName: 'one' });
  await alarm({ AlarmName: 'two' });
  const composite = (AlarmRule: string, more: object = {}) =>
    client.putCompositeAlarm({ AlarmName: 'c', AlarmRule, AlarmActions: [topic.arn], ...more });
  await expect(composite('ALARM(three)')).rejects.toThrow(
    'Could not save the composite alarm as alarms [three] in the alarm rule do not exist',
  );
  await expect(composite('ALARM(one')).rejects.toMatchObject({ name: 'ValidationException' });
  await composite('ALARM(one) OR ALARM(two)');
  expect(await read('c')).toMatchObject({
    StateValue: 'OK',
    StateReason: 'arn:aws:cloudwatch:us-east-1:000000000000:alarm:c was created and its alarm rule evaluates to OK',
  });
  await client.setAlarmState({ AlarmName: 'one', StateValue: 'ALARM', StateReason: 'test' });
  expect(await read('c')).toMatchObject({
    StateValue: 'ALARM',
    StateReason: 'arn:aws:cloudwatch:us-east-1:000000000000:alarm:one transitioned to ALARM at Thursday 1 January, 2026 00:00:00 UTC',
  });
  expect(await topic.received()).toHaveLength(1);
  await client.setAlarmState({ AlarmName: 'two', StateValue: 'ALARM', StateReason: 'test' });
  expect(await topic.received()).toHaveLength(0);
  await expect(client.deleteAlarms({ AlarmNames: ['one'] })).rejects.toThrow('Cannot delete one as there are alarm(s) depending on it.');
  const { MetricAlarms } = await client.describeAlarms({ ChildrenOfAlarmName: 'c' });
  expect(MetricAlarms!.map(({ AlarmName }) => AlarmName)).toEqual(['one', 'two']);
  await client.deleteAlarms({ AlarmNames: ['c'] });
  await client.deleteAlarms({ AlarmNames: ['one', 'two'] });
});

it('does not judge alarms that name each other', async () => {
  await client.putCompositeAlarm({ AlarmName: 'x', AlarmRule: 'TRUE' });
  await client.putCompositeAlarm({ AlarmName: 'y', AlarmRule: 'ALARM(x)' });
  await client.putCompositeAlarm({ AlarmName: 'x', AlarmRule: 'NOT ALARM(y)' });
  expect([await state('x'), await state('y')]).toEqual(['ALARM', 'ALARM']);
});

it('holds actions back while a suppressor is in alarm, with a wait and an extension', async () => {
  const topic = await use.topic('suppressed');
  await alarm({ AlarmName: 'child', TreatMissingData: 'ignore' });
  await alarm({ AlarmName: 'maintenance', TreatMissingData: 'ignore' });
  await client.putCompositeAlarm({
    ...{ AlarmName: 'c', AlarmRule: 'ALARM(child)', AlarmActions: [topic.arn] },
    ...{ ActionsSuppressor: 'maintenance', ActionsSuppressorWaitPeriod: 120, ActionsSuppressorExtensionPeriod: 60 },
  });
  await emulator.clock.advance('3m');
  const set = (AlarmName: string, StateValue: 'ALARM' | 'OK') => client.setAlarmState({ AlarmName, StateValue, StateReason: 'test' });
  await set('child', 'ALARM');
  expect(await read('c')).toMatchObject({
    StateValue: 'ALARM',
    ActionsSuppressedBy: 'WaitPeriod',
    ActionsSuppressedReason: 'Actions suppressed by WaitPeriod',
  });
  await set('maintenance', 'ALARM');
  await emulator.idle();
  expect(await read('c')).toMatchObject({ ActionsSuppressedBy: 'Alarm' });
  await emulator.clock.advance('5m');
  await set('maintenance', 'OK');
  await emulator.idle();
  expect(await read('c')).toMatchObject({ ActionsSuppressedBy: 'ExtensionPeriod' });
  expect(await topic.received()).toHaveLength(0);
  await emulator.clock.advance('1m');
  expect(await topic.received()).toHaveLength(1);
  expect(await read('c')).not.toHaveProperty('ActionsSuppressedBy');
});

it('mutes the actions of a window, and runs them after it', async () => {
  const topic = await use.topic('muted');
  await alarm({ AlarmActions: [topic.arn], TreatMissingData: 'ignore' });
  await client.putAlarmMuteRule({
    Name: 'night',
    Rule: { Schedule: { Expression: 'cron(0 0 * * *)', Duration: 'PT1H' } },
    MuteTargets: { AlarmNames: ['a'] },
  });
  expect(await client.getAlarmMuteRule({ AlarmMuteRuleName: 'night' })).toMatchObject({ Status: 'ACTIVE', MuteType: 'RECURRING' });
  await emulator.clock.advance('10m');
  await put(30);
  await emulator.clock.advance('1m');
  expect(await state()).toBe('ALARM');
  expect(await topic.received()).toHaveLength(0);
  await emulator.clock.advance('50m');
  const [message] = await topic.received();
  expect(JSON.parse(message!['Message']!)).toMatchObject({ NewStateValue: 'ALARM', ActionExecutedAfterMuteWindow: true });
  const { AlarmMuteRuleSummaries } = await client.listAlarmMuteRules({ Statuses: ['SCHEDULED'] });
  expect(AlarmMuteRuleSummaries).toHaveLength(1);
});

it('keeps anomaly detectors, one per metric', async () => {
  const metric = { Namespace: 'shop', MetricName: 'orders', Stat: 'Sum' };
  await client.putAnomalyDetector(metric);
  const excluded = [{ StartTime: new Date('2026-01-01T00:00:00Z'), EndTime: new Date('2026-01-02T00:00:00Z') }];
  await client.putAnomalyDetector({ ...metric, Configuration: { ExcludedTimeRanges: excluded, MetricTimezone: 'Europe/Berlin' } });
  const configured = await client.describeAnomalyDetectors({ Namespace: 'shop' });
  expect(configured.AnomalyDetectors?.[0]?.Configuration).toEqual({ ExcludedTimeRanges: excluded, MetricTimezone: 'Europe/Berlin' });
  await client.putAnomalyDetector({ SingleMetricAnomalyDetector: metric });
  const { AnomalyDetectors } = await client.describeAnomalyDetectors({ Namespace: 'shop' });
  expect(AnomalyDetectors).toMatchObject([
    { ...metric, SingleMetricAnomalyDetector: metric, StateValue: 'PENDING_TRAINING', Configuration: { ExcludedTimeRanges: [] } },
  ]);
  await client.deleteAnomalyDetector(metric);
  await expect(client.deleteAnomalyDetector(metric)).rejects.toMatchObject({ name: 'ResourceNotFoundException' });
});

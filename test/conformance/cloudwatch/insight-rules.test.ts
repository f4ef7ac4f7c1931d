// Insight rules: who contributes most to what log events tell, by the rule's definition, as a report and as a metric in expressions and alarms.
import { CloudWatch } from '@aws-sdk/client-cloudwatch';
import { CloudWatchLogs } from '@aws-sdk/client-cloudwatch-logs';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestEmulator, type TestEmulator } from '../../support/emulator.ts';
import { untilPasses } from '../../support/until-passes.ts';

let emulator: TestEmulator;
let client: CloudWatch;
let logs: CloudWatchLogs;
/** The start of a minute: the clock stands still, and moves where a test says so. */
let startMs: number;
beforeAll(async () => {
  emulator = await startTestEmulator({ clock: 'manual' });
  [client, logs] = [emulator.client(CloudWatch), emulator.client(CloudWatchLogs)];
  startMs = emulator.clock.now();
  startMs -= startMs % 60_000;
  for (const logGroupName of ['/shop/api', '/shop/web']) {
    await logs.createLogGroup({ logGroupName });
    await logs.createLogStream({ logGroupName, logStreamName: 's' });
  }
});
afterAll(() => emulator.stop());

const put = (logGroupName: string, ...messages: (object | string)[]) =>
  logs.putLogEvents({
    ...{ logGroupName, logStreamName: 's' },
    logEvents: messages.map((message) => ({
      timestamp: emulator.clock.now(),
      message: typeof message === 'string' ? message : JSON.stringify(message),
    })),
  });
const rule = (RuleName: string, more: object, contribution: object = {}) =>
  client.putInsightRule({
    ...{ RuleName, RuleState: 'ENABLED' },
    RuleDefinition: JSON.stringify({
      ...{ Schema: { Name: 'CloudWatchLogRule', Version: 1 }, LogGroupNames: ['/shop/*'], LogFormat: 'JSON', AggregateOn: 'Count' },
      Contribution: { Keys: ['$.ip'], ...contribution },
      ...more,
    }),
  });
const FIGURES = ['UniqueContributors', 'MaxContributorValue', 'SampleCount', 'Sum', 'Minimum', 'Maximum', 'Average'];
const report = (RuleName: string, more: object = {}) =>
  client.getInsightRuleReport({
    ...{ RuleName, StartTime: new Date(startMs), EndTime: new Date(emulator.clock.now() + 60_000), Period: 60, Metrics: FIGURES },
    ...more,
  });

it('counts and adds up by keys, over the groups of a prefix, in spans of time', async () => {
  await rule('counts', {});
  await rule('bytes', { AggregateOn: 'Sum' }, { Keys: ['$.ip', '$.user.names[0]'], ValueOf: '$.bytes' });
  await put(
    '/shop/api',
    { ip: '1', user: { names: ['ann'] }, bytes: 10 },
    { ip: '1', bytes: 5 },
    { ip: '2', user: { names: ['bob'] }, bytes: '7' },
    'no JSON',
  );
  await emulator.clock.advance('1m');
  await put('/shop/web', { ip: '1', user: { names: ['ann'] }, bytes: 1 });
  const second = new Date(startMs + 60_000);
  expect(await report('counts')).toMatchObject({
    ...{ KeyLabels: ['$.ip'], AggregationStatistic: 'Sum', AggregateValue: 4, ApproximateUniqueCount: 2 },
    Contributors: [
      {
        ...{ Keys: ['1'], ApproximateAggregateValue: 3 },
        Datapoints: [
          { Timestamp: new Date(startMs), ApproximateValue: 2 },
          { Timestamp: second, ApproximateValue: 1 },
        ],
      },
      { Keys: ['2'], ApproximateAggregateValue: 1, Datapoints: [{ ApproximateValue: 1 }] },
    ],
    MetricDatapoints: [
      { UniqueContributors: 2, MaxContributorValue: 2, SampleCount: 3, Sum: 3, Minimum: 1, Maximum: 1, Average: 1 },
      { Timestamp: second, UniqueContributors: 1, MaxContributorValue: 1, SampleCount: 1 },
    ],
  });
  expect(await report('bytes', { OrderBy: 'Maximum', MaxContributorCount: 1 })).toMatchObject({
    ...{ KeyLabels: ['$.ip', '$.user.names[0]'], AggregationStatistic: 'Maximum', AggregateValue: 10, ApproximateUniqueCount: 2 },
    Contributors: [{ Keys: ['1', 'ann'], ApproximateAggregateValue: 10 }],
    MetricDatapoints: [{ Sum: 17, Minimum: 7, Maximum: 10 }, { Sum: 1 }],
  });
});

it('reads lines of the Common Log Format by positions and their names', async () => {
  await rule(
    'lines',
    { LogFormat: 'CLF', LogGroupNames: ['/shop/web'], Fields: { 4: 'Time', 6: 'Status' } },
    {
      Keys: ['1'],
      Filters: [
        { Match: 'Status', GreaterThan: 399 },
        { Match: '5', StartsWith: ['GET'] },
      ],
    },
  );
  await put(
    '/shop/web',
    '10.0.0.1 - ann [01/Jan/2026:00:00:00 +0000] "GET /a HTTP/1.1" 404 12',
    '10.0.0.1 - - [01/Jan/2026:00:00:01 +0000] "GET /b HTTP/1.1" 200 12',
    '10.0.0.2 - - [01/Jan/2026:00:00:01 +0000] "POST /b HTTP/1.1" 500 12',
  );
  expect((await report('lines')).Contributors).toMatchObject([{ Keys: ['10.0.0.1'], ApproximateAggregateValue: 1 }]);
});

it.each([
  [{ Match: '$.method', In: ['PUT', 'POST'] }, ['a', 'b']],
  [{ Match: '$.method', NotIn: ['PUT'] }, ['b', 'c']],
  [{ Match: '$.status', EqualTo: 200 }, ['a']],
  [{ Match: '$.status', NotEqualTo: 200 }, ['b', 'c']],
  [{ Match: '$.status', LessThan: 500 }, ['a', 'b']],
  [{ Match: '$.error', IsPresent: true }, ['c']],
  [{ Match: '$.error', IsPresent: false }, ['a', 'b']],
])('filters by %j', async (filter, keys) => {
  const name = `filter ${JSON.stringify(filter)}`;
  await rule(name, { LogGroupNames: ['/shop/api'] }, { Keys: ['$.key'], Filters: [filter] });
  await emulator.clock.advance('1m');
  await put(
    '/shop/api',
    { key: 'a', method: 'PUT', status: 200 },
    { key: 'b', method: 'POST', status: '404' },
    { key: 'c', method: 'GET', status: 500, error: 'x' },
  );
  expect((await report(name)).Contributors?.map(({ Keys }) => Keys?.[0]).sort()).toEqual(keys);
});

it('counts only what arrives while a rule is enabled, and tells rules that do not exist as failures', async () => {
  await put('/shop/api', { host: 'before' });
  await emulator.clock.advance('1m');
  await rule('enabled', {}, { Keys: ['$.host'] });
  await put('/shop/api', { host: 'in' });
  await emulator.clock.advance('1m');
  expect(await client.disableInsightRules({ RuleNames: ['enabled', 'none'] })).toMatchObject({
    Failures: [{ FailureResource: 'none', ExceptionType: 'ResourceNotFoundException' }],
  });
  await put('/shop/api', { host: 'between' });
  await emulator.clock.advance('1m');
  expect((await client.enableInsightRules({ RuleNames: ['enabled'] })).Failures).toEqual([]);
  await put('/shop/api', { host: 'in' });
  expect((await report('enabled')).Contributors).toMatchObject([{ Keys: ['in'], ApproximateAggregateValue: 2 }]);
  const { InsightRules } = await client.describeInsightRules({});
  expect(InsightRules?.find(({ Name }) => Name === 'enabled')).toMatchObject({
    ...{ State: 'ENABLED', Schema: '{"Name":"CloudWatchLogRule","Version":1}', ManagedRule: false },
  });
  const { NextToken } = await client.describeInsightRules({ MaxResults: 1 });
  expect((await client.describeInsightRules({ MaxResults: 1, NextToken })).InsightRules).toHaveLength(1);
  await client.deleteInsightRules({ RuleNames: ['enabled'] });
  await expect(report('enabled')).rejects.toMatchObject({ name: 'ResourceNotFoundException' });
});

it('gives its figures to expressions and alarms', async () => {
  await rule('users', {}, { Keys: ['$.user'] });
  await client.putMetricAlarm({
    ...{ AlarmName: 'many', EvaluationPeriods: 1, Threshold: 1, ComparisonOperator: 'GreaterThanThreshold' },
    Metrics: [{ Id: 'e', Expression: "INSIGHT_RULE_METRIC('users', 'UniqueContributors')", Period: 60 }],
  });
  await emulator.clock.advance('1m');
  await put('/shop/api', { user: 'ann' }, { user: 'bob' }, { user: 'ann' });
  const read = (Expression: string) =>
    client.getMetricData({
      ...{ StartTime: new Date(startMs), EndTime: new Date(emulator.clock.now() + 60_000) },
      MetricDataQueries: [{ Id: 'e', Expression, Period: 60 }],
    });
  const { MetricDataResults } = await read('INSIGHT_RULE_METRIC("users", "Sum") / INSIGHT_RULE_METRIC("users", "UniqueContributors")');
  expect(MetricDataResults?.[0]?.Values).toEqual([1.5]);
  expect((await read('INSIGHT_RULE_METRIC("none", "Sum")')).MetricDataResults?.[0]?.Values).toEqual([]);
  await expect(read('INSIGHT_RULE_METRIC("users", "Median")')).rejects.toThrow('INSIGHT_RULE_METRIC has no metric');
  await emulator.clock.advance('1m');
  await untilPasses(async () => {
    expect((await client.describeAlarms({ AlarmNames: ['many'] })).MetricAlarms?.[0]?.StateValue).toBe('ALARM');
  });
});

it.each<[string, object, object]>([
  ['Schema', { Schema: { Name: 'ServiceLogRule', Version: 1 } }, {}],
  ['LogFormat', { LogFormat: 'XML' }, {}],
  ['AggregateOn', { AggregateOn: 'Median' }, {}],
  ['ValueOf', { AggregateOn: 'Sum' }, {}],
  ['Contribution.Keys', {}, { Keys: ['$.a', '$.b', '$.c', '$.d', '$.e'] }],
  ['ip is no field of JSON', {}, { Keys: ['ip'] }],
  ['LogGroupNames and LogGroupARNs', { LogGroupNames: undefined }, {}],
  ['can only be at its end', { LogGroupNames: ['/a*b'] }, {}],
  ['exactly one operator', {}, { Filters: [{ Match: '$.a' }] }],
  ['Near is not an operator', {}, { Filters: [{ Match: '$.a', Near: 1 }] }],
  ['In must be a list', {}, { Filters: [{ Match: '$.a', In: 'x' }] }],
])('refuses a definition: %s', async (words, more, contribution) => {
  const refused = rule('wrong', more, contribution);
  await expect(refused).rejects.toMatchObject({ name: 'InvalidParameterValueException' });
  await expect(refused).rejects.toThrow(words);
});

it('keeps managed rules for the templates of a resource', async () => {
  const ResourceARN = 'arn:aws:ec2:us-east-1:000000000000:vpc-endpoint-service/vpce-svc-1';
  const TemplateName = 'VpcEndpointService-NewConnectionsByEndpointId-v1';
  const { Failures } = await client.putManagedInsightRules({
    ManagedRules: [
      { TemplateName, ResourceARN },
      { TemplateName: 'None', ResourceARN },
    ],
  });
  expect(Failures).toMatchObject([{ FailureResource: ResourceARN, ExceptionType: 'InvalidParameterValueException' }]);
  const { ManagedRules = [] } = await client.listManagedInsightRules({ ResourceARN });
  const kept = ManagedRules.filter(({ RuleState }) => RuleState);
  expect(kept).toMatchObject([{ TemplateName, RuleState: { State: 'ENABLED' } }]);
  expect((await report(kept[0]!.RuleState!.RuleName!)).Contributors).toEqual([]);
});

it('keeps whether metrics are enriched for OpenTelemetry', async () => {
  await expect(client.stopOTelEnrichment({})).resolves.toBeDefined();
  expect(await client.getOTelEnrichment({})).toMatchObject({ Status: 'Stopped' });
  await client.startOTelEnrichment({});
  expect(await client.getOTelEnrichment({})).toMatchObject({ Status: 'Running' });
});

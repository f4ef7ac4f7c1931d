// Metric filters and resource policies: kept, given back, checked. And lists of what there is none of.
import { CloudWatchLogs, type PutMetricFilterCommandInput } from '@aws-sdk/client-cloudwatch-logs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestEmulator, type TestEmulator } from '../../support/emulator.ts';

let emulator: TestEmulator;
let logs: CloudWatchLogs;
const logGroupName = '/filters';
beforeAll(async () => {
  emulator = await startTestEmulator();
  logs = emulator.client(CloudWatchLogs);
  await logs.createLogGroup({ logGroupName });
});
afterAll(() => emulator.stop());

describe('metric filters', () => {
  const filter = (changes: Partial<PutMetricFilterCommandInput> = {}) =>
    logs.putMetricFilter({
      logGroupName,
      filterName: 'errors',
      filterPattern: '{ $.level = "error" }',
      metricTransformations: [{ metricName: 'Errors', metricNamespace: 'App', metricValue: '1', dimensions: { Host: '$.host' } }],
      ...changes,
    });
  it('come back as they were put', async () => {
    await filter();
    await filter({
      filterName: 'all',
      filterPattern: '',
      metricTransformations: [{ metricName: 'All', metricNamespace: 'App', metricValue: '1', defaultValue: 0 }],
    });
    const { metricFilters } = await logs.describeMetricFilters({ logGroupName, filterNamePrefix: 'err' });
    expect(metricFilters).toEqual([
      {
        filterName: 'errors',
        filterPattern: '{ $.level = "error" }',
        metricTransformations: [{ metricName: 'Errors', metricNamespace: 'App', metricValue: '1', dimensions: { Host: '$.host' } }],
        creationTime: expect.any(Number),
        logGroupName,
        applyOnTransformedLogs: false,
      },
    ]);
    const named = await logs.describeMetricFilters({ metricName: 'All', metricNamespace: 'App' });
    expect(named.metricFilters).toHaveLength(1);
    await logs.deleteMetricFilter({ logGroupName, filterName: 'all' });
    await expect(logs.deleteMetricFilter({ logGroupName, filterName: 'all' })).rejects.toMatchObject({
      name: 'ResourceNotFoundException',
    });
  });
  it('are checked', async () => {
    await expect(filter({ filterPattern: 'ERROR' })).rejects.toMatchObject({
      name: 'InvalidParameterException',
      message: 'The specified filter pattern does not support dimensions',
    });
    await expect(filter({ filterPattern: '{ nonsense' })).rejects.toMatchObject({ name: 'InvalidParameterException' });
    await expect(filter({ logGroupName: '/none' })).rejects.toMatchObject({ name: 'ResourceNotFoundException' });
  });
  it('are tried on messages', async () => {
    const { matches } = await logs.testMetricFilter({
      filterPattern: '[ip, user, status = 4*]',
      logEventMessages: ['10.0.0.1 ann 200', '10.0.0.2 "bob b" 404'],
    });
    expect(matches).toEqual([
      { eventNumber: 1, eventMessage: '10.0.0.2 "bob b" 404', extractedValues: { $ip: '10.0.0.2', $user: 'bob b', $status: '404' } },
    ]);
  });
});

describe('resource policies', () => {
  const document =
    '{ "Version": "2012-10-17",  "Statement": [{ "Effect": "Allow", "Principal": {"Service": "events.amazonaws.com"}, "Action": "logs:PutLogEvents", "Resource": "*" }] }';
  it('of the account come back without blanks', async () => {
    await logs.putResourcePolicy({ policyName: 'p', policyDocument: document });
    const { resourcePolicies } = await logs.describeResourcePolicies();
    expect(resourcePolicies).toEqual([
      {
        policyName: 'p',
        policyDocument: JSON.stringify(JSON.parse(document)),
        lastUpdatedTime: expect.any(Number),
        policyScope: 'ACCOUNT',
      },
    ]);
    await logs.deleteResourcePolicy({ policyName: 'p' });
    await expect(logs.deleteResourcePolicy({ policyName: 'p' })).rejects.toMatchObject({
      name: 'ResourceNotFoundException',
    });
    await expect(logs.putResourcePolicy({ policyName: 'p', policyDocument: '{' })).rejects.toMatchObject({
      name: 'InvalidParameterException',
    });
  });
  it('of a log group have revisions', async () => {
    const resourceArn = `arn:aws:logs:us-east-1:000000000000:log-group:${logGroupName}`;
    const { revisionId } = await logs.putResourcePolicy({ resourceArn, policyDocument: document });
    await expect(logs.putResourcePolicy({ resourceArn, policyDocument: document })).rejects.toMatchObject({
      name: 'OperationAbortedException',
    });
    const { resourcePolicies } = await logs.describeResourcePolicies({ resourceArn });
    expect(resourcePolicies).toMatchObject([{ resourceArn, policyScope: 'RESOURCE', revisionId }]);
    expect((await logs.describeResourcePolicies()).resourcePolicies).toEqual([]);
    await logs.deleteResourcePolicy({ resourceArn, expectedRevisionId: revisionId });
  });
});

describe('what cannot be made', () => {
  it('is listed as none', async () => {
    expect((await logs.describeSubscriptionFilters({ logGroupName })).subscriptionFilters).toEqual([]);
    expect((await logs.describeDestinations()).destinations).toEqual([]);
    expect((await logs.describeExportTasks()).exportTasks).toEqual([]);
    expect((await logs.describeQueries()).queries).toEqual([]);
    expect((await logs.describeDeliveries()).deliveries).toEqual([]);
    expect((await logs.listAnomalies()).anomalies).toEqual([]);
    await expect(logs.listLogGroupsForQuery({ queryId: 'q' })).rejects.toMatchObject({
      name: 'ResourceNotFoundException',
    });
  });
  it('is refused by name', async () => {
    await expect(logs.getLogFields({} as never)).rejects.toMatchObject({
      name: 'NotImplementedException',
      message: expect.stringContaining('Logs Insights'),
    });
  });
});

// Scheduled queries: they run at the times of a schedule, and put what they find into a bucket, a lookup table and the default bus.
import { CloudWatchLogs, type CreateScheduledQueryCommandInput } from '@aws-sdk/client-cloudwatch-logs';
import { EventBridge } from '@aws-sdk/client-eventbridge';
import { S3 } from '@aws-sdk/client-s3';
import { SQS } from '@aws-sdk/client-sqs';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestEmulator, type TestEmulator } from '../../support/emulator.ts';
import { queueArn } from '../../support/use-events.ts';

let emulator: TestEmulator;
let [logs, s3, sqs]: [CloudWatchLogs, S3, SQS] = [] as never;
const executionRoleArn = 'arn:aws:iam::000000000000:role/queries';
const group = { logGroupName: 'app', logStreamName: 's' };

beforeAll(async () => {
  emulator = await startTestEmulator({ clock: 'manual' });
  [logs, s3, sqs] = [emulator.client(CloudWatchLogs), emulator.client(S3), emulator.client(SQS)];
  await logs.createLogGroup(group);
  await logs.createLogStream(group);
  await s3.createBucket({ Bucket: 'results' });
});
afterAll(() => emulator.stop());

const create = (name: string, more: Partial<CreateScheduledQueryCommandInput> = {}) =>
  logs.createScheduledQuery({
    ...{
      name,
      executionRoleArn,
      queryLanguage: 'CWLI',
      queryString: 'filter level = "ERROR" | stats count() as errors by user | sort user',
    },
    ...{ logGroupIdentifiers: ['app'], scheduleExpression: 'rate(5 minutes)', startTimeOffset: 300, ...more },
  });
const historyOf = async (identifier: string) =>
  (await logs.getScheduledQueryHistory({ identifier, startTime: 0, endTime: emulator.clock.now() })).triggerHistory!;
const log = (...messages: object[]) =>
  logs.putLogEvents({
    ...group,
    logEvents: messages.map((message) => ({ timestamp: emulator.clock.now(), message: JSON.stringify(message) })),
  });

it('runs when it is due over the time before, and keeps its results where it should', async () => {
  const Policy = JSON.stringify({ Statement: [{ Effect: 'Allow', Principal: '*', Action: 'sqs:SendMessage', Resource: '*' }] });
  const { QueueUrl } = await sqs.createQueue({ QueueName: 'told', Attributes: { Policy } });
  const events = emulator.client(EventBridge);
  await events.putRule({ Name: 'told', EventPattern: '{"detail-type":["Scheduled Query Completed"]}' });
  await events.putTargets({ Rule: 'told', Targets: [{ Id: 'q', Arn: queueArn('told') }] });
  const destinationConfiguration = {
    s3Configuration: { destinationIdentifier: 's3://results/daily/', roleArn: executionRoleArn },
    lookupTableConfiguration: { tableName: 'errors', roleArn: executionRoleArn },
  };
  const { scheduledQueryArn: arn = '', state } = await create('errors', { destinationConfiguration, tags: { team: 'blue' } });
  expect([arn, state]).toEqual([expect.stringMatching(/^arn:aws:logs:us-east-1:000000000000:scheduled-query:[0-9a-f-]{36}$/), 'ENABLED']);
  await expect(create('errors')).rejects.toMatchObject({ name: 'ConflictException' });
  expect((await logs.listTagsForResource({ resourceArn: arn })).tags).toEqual({ team: 'blue' });
  await log(
    { level: 'ERROR', user: 'ada' },
    { level: 'ERROR', user: 'ada' },
    { level: 'ERROR', user: 'bob' },
    { level: 'INFO', user: 'eve' },
  );
  await emulator.clock.advance('5m');
  await emulator.idle();
  const [run, ...more] = await historyOf('errors');
  expect(more).toEqual([]);
  const { Contents: [{ Key = '' } = {}] = [] } = await s3.listObjectsV2({ Bucket: 'results' });
  expect(Key).toBe(`daily/errors/${run!.queryId}.json`);
  expect(run).toMatchObject({
    executionStatus: 'Complete',
    triggeredTimestamp: emulator.clock.now(),
    destinations: [
      {
        destinationType: 'S3',
        status: 'COMPLETE',
        destinationIdentifier: 's3://results/daily/',
        processedIdentifier: `s3://results/${Key}`,
      },
      { destinationType: 'LOOKUP_TABLE', status: 'COMPLETE', destinationIdentifier: 'errors' },
    ],
  });
  const file = JSON.parse(await (await s3.getObject({ Bucket: 'results', Key })).Body!.transformToString()) as {
    results: { value: string }[][];
  };
  expect(file).toMatchObject({ status: 'Complete', statistics: { recordsScanned: 4, logGroupsScanned: 1 } });
  expect(file.results.map((row) => row.map(({ value }) => value))).toEqual([
    ['ada', '2'],
    ['bob', '1'],
  ]);
  const { lookupTables: [table] = [] } = await logs.describeLookupTables({ lookupTableNamePrefix: 'err' });
  expect(table).toMatchObject({ lookupTableName: 'errors', tableFields: ['user', 'errors'], recordsCount: 2 });
  expect((await logs.getLookupTable({ lookupTableArn: table!.lookupTableArn })).tableBody).toBe('user,errors\nada,2\nbob,1');
  const { Messages: [message] = [] } = await sqs.receiveMessage({ QueueUrl });
  expect(JSON.parse(message!.Body!)).toMatchObject({
    source: 'aws.logs',
    resources: [arn],
    detail: { queryId: run!.queryId, status: 'Complete', logGroupIdentifiers: ['app'], startTime: Math.floor(emulator.clock.now() / 1000) },
  });
  await emulator.clock.advance('5m');
  await emulator.idle();
  expect(await historyOf(arn)).toHaveLength(2);
  expect(await logs.getScheduledQuery({ identifier: arn })).toMatchObject({
    ...{ name: 'errors', scheduleType: 'CUSTOMER_MANAGED', lastExecutionStatus: 'Complete', lastTriggeredTime: emulator.clock.now() },
  });
});

it('is changed, put off and deleted', async () => {
  const settings = { executionRoleArn, queryLanguage: 'CWLI' as const, queryString: 'limit 1', logGroupIdentifiers: ['app'] };
  await create('noon', { scheduleExpression: 'cron(0 12 * * ? *)', timezone: 'Europe/Berlin', description: 'daily' });
  const changed = await logs.updateScheduledQuery({
    identifier: 'noon',
    ...settings,
    scheduleExpression: 'rate(1 hour)',
    state: 'DISABLED',
  });
  expect(changed).toMatchObject({ name: 'noon', state: 'DISABLED', scheduleExpression: 'rate(1 hour)', queryString: 'limit 1' });
  expect(changed.description).toBeUndefined();
  const { scheduledQueries = [] } = await logs.listScheduledQueries({ state: 'DISABLED' });
  expect(scheduledQueries.map(({ name }) => name)).toEqual(['noon']);
  await emulator.clock.advance('2h');
  await emulator.idle();
  expect(await historyOf('noon')).toEqual([]);
  await logs.deleteScheduledQuery({ identifier: 'noon' });
  for (const call of [() => logs.getScheduledQuery({ identifier: 'noon' }), () => logs.deleteScheduledQuery({ identifier: 'noon' })])
    await expect(call()).rejects.toMatchObject({ name: 'ResourceNotFoundException' });
});

it('tells in its history why a run failed', async () => {
  await logs.createLogGroup({ logGroupName: 'gone' });
  const to = { s3Configuration: { destinationIdentifier: 's3://nowhere', roleArn: executionRoleArn } };
  await create('nowhere', { scheduleExpression: 'rate(1 minute)', destinationConfiguration: to });
  await create('gone', { scheduleExpression: 'rate(1 minute)', logGroupIdentifiers: ['gone'] });
  await logs.deleteLogGroup({ logGroupName: 'gone' });
  await emulator.clock.advance('1m');
  await emulator.idle();
  expect(await historyOf('nowhere')).toMatchObject([
    { executionStatus: 'Complete', destinations: [{ status: 'CLIENT_ERROR', errorMessage: expect.stringContaining('NoSuchBucket') }] },
  ]);
  expect(await historyOf('gone')).toMatchObject([{ executionStatus: 'Failed', errorMessage: expect.stringContaining('does not exist') }]);
  for (const identifier of ['nowhere', 'gone']) await logs.deleteScheduledQuery({ identifier });
});

it('is refused with a setting that makes no sense', async () => {
  for (const [more, message] of [
    [{ queryLanguage: 'PPL' }, 'can only be CWLI'],
    [{ queryString: 'stats nothing(' }, 'Invalid queryString'],
    [{ scheduleExpression: 'sometimes' }, 'Invalid scheduleExpression'],
    [{ timezone: 'Moon/Base' }, 'Invalid timezone'],
    [{ startTimeOffset: 10, endTimeOffset: 20 }, 'startTimeOffset must be greater'],
    [{ scheduleStartTime: 2_000_000_000, scheduleEndTime: 1_900_000_000 }, 'scheduleEndTime must be after'],
    [{ destinationConfiguration: { s3Configuration: { destinationIdentifier: 'bucket', roleArn: 'r' } } }, 'failed to satisfy constraint'],
  ] as const)
    await expect(create('bad', more as object)).rejects.toThrow(message);
});

it('fills lookup tables, which clients make, change and delete, too', async () => {
  const table = { lookupTableName: 'users', description: 'who is who' };
  const { lookupTableArn = '' } = await logs.createLookupTable({ ...table, tableBody: 'id,name\n1,"Lovelace, Ada"\n', tags: { a: '1' } });
  await expect(logs.createLookupTable({ ...table, tableBody: 'id\n1' })).rejects.toMatchObject({ name: 'ConflictException' });
  for (const [tableBody, message] of [
    ['a,a\n1,2', 'must be unique'],
    ['a,\n1,2', 'names of its fields'],
    ['a\n"1', 'a quotation does not end'],
  ])
    await expect(logs.updateLookupTable({ lookupTableArn, tableBody })).rejects.toThrow(message);
  await expect(logs.updateLookupTable({ lookupTableArn, queryId: 'none' })).rejects.toMatchObject({ name: 'ResourceNotFoundException' });
  const long = `id,name\n${'1,x\n'.repeat(30_000)}`;
  await logs.updateLookupTable({ lookupTableArn, tableBody: long });
  expect(await logs.getLookupTable({ lookupTableArn })).toMatchObject({ ...table, tableBody: long, sizeBytes: long.length });
  const { lookupTables: [told] = [] } = await logs.describeLookupTables({ lookupTableNamePrefix: 'users' });
  expect(told).toMatchObject({ recordsCount: 30_000, tableFields: ['id', 'name'] });
  await logs.deleteLookupTable({ lookupTableArn });
  await expect(logs.getLookupTable({ lookupTableArn })).rejects.toMatchObject({ name: 'ResourceNotFoundException' });
});

it('stands beside anomaly detectors, which are kept and find nothing', async () => {
  const logGroupArnList = ['arn:aws:logs:us-east-1:000000000000:log-group:app'];
  const { anomalyDetectorArn = '' } = await logs.createLogAnomalyDetector({
    logGroupArnList,
    detectorName: 'odd',
    evaluationFrequency: 'TEN_MIN',
  });
  expect(await logs.getLogAnomalyDetector({ anomalyDetectorArn })).toMatchObject({
    ...{ detectorName: 'odd', logGroupArnList, anomalyDetectorStatus: 'TRAINING', anomalyVisibilityTime: 21 },
  });
  await logs.updateLogAnomalyDetector({ anomalyDetectorArn, enabled: false, anomalyVisibilityTime: 7 });
  const { anomalyDetectors } = await logs.listLogAnomalyDetectors({ filterLogGroupArn: logGroupArnList[0] });
  expect(anomalyDetectors).toMatchObject([{ anomalyDetectorArn, anomalyDetectorStatus: 'PAUSED', anomalyVisibilityTime: 7 }]);
  const anomalyId = '11111111-1111-4111-8111-111111111111';
  await expect(logs.updateAnomaly({ anomalyDetectorArn, anomalyId })).rejects.toMatchObject({ name: 'ResourceNotFoundException' });
  await expect(logs.createLogAnomalyDetector({ logGroupArnList: [] })).rejects.toThrow('must name one log group');
  await logs.deleteLogAnomalyDetector({ anomalyDetectorArn });
  await expect(logs.getLogAnomalyDetector({ anomalyDetectorArn })).rejects.toMatchObject({ name: 'ResourceNotFoundException' });
});

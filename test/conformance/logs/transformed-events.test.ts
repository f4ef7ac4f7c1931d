// Transformed events, by transformers of groups and by policies of the account: filters that ask for them see them, others see messages.
import { gunzipSync } from 'node:zlib';
import { CloudWatchLogs } from '@aws-sdk/client-cloudwatch-logs';
import { Kinesis } from '@aws-sdk/client-kinesis';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestEmulator, type TestEmulator } from '../../support/emulator.ts';
import { untilPasses } from '../../support/until-passes.ts';

interface Sent {
  readonly messageType: string;
  readonly subscriptionFilters: readonly string[];
  readonly logEvents: readonly { readonly message: string }[];
}

let emulator: TestEmulator;
let [logs, kinesis]: [CloudWatchLogs, Kinesis] = [] as never;
const PAIRS = [{ parseKeyValue: { fieldDelimiter: ' ' } }];
const ROLE = 'arn:aws:iam::000000000000:role/logs';
const policyType = 'TRANSFORMER_POLICY';

beforeAll(async () => {
  emulator = await startTestEmulator();
  [logs, kinesis] = [emulator.client(CloudWatchLogs), emulator.client(Kinesis)];
});
afterAll(() => emulator.stop());

async function group(logGroupName: string): Promise<string> {
  await logs.createLogGroup({ logGroupName });
  await logs.createLogStream({ logGroupName, logStreamName: 's' });
  return logGroupName;
}

const put = (logGroupName: string, ...messages: string[]) =>
  logs.putLogEvents({
    ...{ logGroupName, logStreamName: 's' },
    logEvents: messages.map((message) => ({ timestamp: emulator.clock.now(), message })),
  });

async function sentTo(StreamName: string): Promise<Sent[]> {
  const { ShardIterator } = await kinesis.getShardIterator({
    StreamName,
    ShardId: 'shardId-000000000000',
    ShardIteratorType: 'TRIM_HORIZON',
  });
  const { Records = [] } = await kinesis.getRecords({ ShardIterator });
  const told = Records.map(({ Data }) => JSON.parse(gunzipSync(Data!).toString()) as Sent);
  return told.filter(({ messageType }) => messageType === 'DATA_MESSAGE');
}

/** The values that a query finds in the field. */
async function valuesOf(logGroupName: string, field: string): Promise<(string | undefined)[]> {
  const asked = { logGroupName, startTime: 0, endTime: Math.ceil(emulator.clock.now() / 1000), queryString: `fields ${field}` };
  const { queryId } = await logs.startQuery(asked);
  await emulator.idle();
  const { results = [] } = await logs.getQueryResults({ queryId });
  return results.map((row) => row.find((column) => column.field === field)?.value);
}

it('a subscription filter that asks for them matches and sends transformed events, another one messages', async () => {
  const logGroupName = await group('orders');
  await kinesis.createStream({ StreamName: 'sent', ShardCount: 1 });
  const to = { logGroupName, destinationArn: 'arn:aws:kinesis:us-east-1:000000000000:stream/sent', roleArn: ROLE };
  const transformed = { ...to, filterName: 'transformed', filterPattern: '{ $.state = "new" }', applyOnTransformedLogs: true };
  await untilPasses(() =>
    expect(logs.putSubscriptionFilter(transformed)).rejects.toThrow('the log group orders has no active log transformer'),
  );
  await logs.putTransformer({ logGroupIdentifier: logGroupName, transformerConfig: PAIRS });
  await untilPasses(() => logs.putSubscriptionFilter(transformed));
  await logs.putSubscriptionFilter({ ...to, filterName: 'plain', filterPattern: 'new' });
  const { subscriptionFilters } = await logs.describeSubscriptionFilters({ logGroupName });
  expect(subscriptionFilters?.map(({ filterName, applyOnTransformedLogs }) => [filterName, applyOnTransformedLogs])).toEqual([
    ['plain', false],
    ['transformed', true],
  ]);
  await put(logGroupName, 'state=new total=7', 'state=old note=new', 'no pairs, but new');
  await untilPasses(async () => {
    const sent = (await sentTo('sent')).map(({ subscriptionFilters: [name], logEvents }) => [
      name,
      logEvents.map(({ message }) => message),
    ]);
    expect(sent.sort()).toEqual([
      ['plain', ['state=new total=7', 'state=old note=new', 'no pairs, but new']],
      ['transformed', [expect.stringContaining('"state":"new","total":"7"')]],
    ]);
  });
  await logs.deleteTransformer({ logGroupIdentifier: logGroupName });
  await put(logGroupName, 'state=new total=8');
  await untilPasses(async () => {
    const plain = (await sentTo('sent')).filter(({ subscriptionFilters: [name] }) => name === 'plain');
    expect(plain).toHaveLength(2);
  });
  expect((await sentTo('sent')).filter(({ subscriptionFilters: [name] }) => name === 'transformed')).toHaveLength(1);
});

it('a metric filter asks for them only where the group has an active transformer', async () => {
  const logGroupName = await group('unchanged');
  const metricTransformations = [{ metricName: 'm', metricNamespace: 'n', metricValue: '1' }];
  const filter = { logGroupName, filterName: 'f', filterPattern: '', metricTransformations };
  await expect(logs.putMetricFilter({ ...filter, applyOnTransformedLogs: true })).rejects.toThrow('has no active log transformer');
  await logs.putMetricFilter({ ...filter, applyOnTransformedLogs: false });
});

it('policies of the account transform the events of the groups that they select, unless a group has a transformer of its own', async () => {
  const names = [await group('/app/one'), await group('/app/own'), await group('/other')];
  await logs.putTransformer({
    logGroupIdentifier: '/app/own',
    transformerConfig: [...PAIRS, { upperCaseString: { withKeys: ['state'] } }],
  });
  const put20 = (policyName: string, policyDocument: unknown, selectionCriteria?: string) =>
    logs.putAccountPolicy({ policyName, policyType, policyDocument: JSON.stringify(policyDocument), selectionCriteria });
  for (const [document, message] of [
    [{ parseJSON: {} }, 'must be a JSON array of processors'],
    [[], 'must be a JSON array of processors'],
    [['parseJSON'], 'must be a JSON array of processors'],
    [[{ lowerCaseString: { withKeys: ['a'] } }], 'the first processor must be a parser'],
    [Array.from({ length: 21 }, () => PAIRS[0]), 'at most 20 processors'],
  ] as const)
    await expect(put20('bad', document)).rejects.toThrow(message);
  await expect(logs.putAccountPolicy({ policyName: 'bad', policyType, policyDocument: 'no JSON' })).rejects.toThrow('must be a JSON array');
  await expect(put20('bad', PAIRS, 'LogGroupName NOT IN ["a"]')).rejects.toThrow('only LogGroupNamePrefix IN [...] is supported');
  const { accountPolicy } = await put20('app', PAIRS, 'LogGroupNamePrefix IN ["/app/"]');
  expect(accountPolicy).toMatchObject({ policyName: 'app', policyType, selectionCriteria: 'LogGroupNamePrefix IN ["/app/"]' });
  await expect(put20('again', PAIRS, 'LogGroupNamePrefix IN ["/a", "/b"]')).rejects.toThrow('selects log groups that the policy app');
  for (const name of names) await put(name, 'state=new');
  expect(await valuesOf('/app/one', 'state')).toEqual(['new']);
  expect(await valuesOf('/app/own', 'state')).toEqual(['NEW']);
  expect(await valuesOf('/other', 'state')).toEqual([undefined]);
  // Transformers of the account are told with its policies, not with the group (API reference of GetTransformer).
  expect((await logs.getTransformer({ logGroupIdentifier: '/app/one' })).transformerConfig).toBeUndefined();
  await logs.deleteAccountPolicy({ policyName: 'app', policyType });
  await put('/app/one', 'state=later');
  expect((await valuesOf('/app/one', 'state')).sort()).toEqual(['new', undefined]);
});

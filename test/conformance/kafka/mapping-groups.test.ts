// Mappings as readers of topics: where they begin, how two of them read one topic, how batches that fail are halved, and that nothing is lost while the
// broker is away. kafkajs writes the records and looks at the groups.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SQS } from '@aws-sdk/client-sqs';
import type { Admin } from 'kafkajs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { untilPasses } from '../../support/until-passes.ts';
import { type Cluster, clientOf, type KafkaFixture, useKafka } from './use-kafka.ts';
import { FAIL, SHOW, useMappings } from './use-mappings.ts';

const source = useMappings();
const { batches, valuesIn, until, topic, produce, managed, own } = source;
let admin: Admin;
beforeAll(async () => {
  admin = clientOf(source.server).admin();
  await admin.connect();
});
afterAll(() => admin.disconnect());

/** How far a group has come in the first partition of a topic. */
async function offset(groupId: string, name: string, by = admin): Promise<string | undefined> {
  const [found] = await by.fetchOffsets({ groupId, topics: [name] });
  return found?.partitions.find(({ partition }) => partition === 0)?.offset;
}

test('AT_TIMESTAMP begins with the first record that is as old as the time, or with what comes next', async () => {
  const firstMs = 1_700_000_000_000;
  const at = (seconds: number) => ({ timestamp: String(firstMs + seconds * 1000) });
  const from = (seconds: number) => ({
    StartingPosition: 'AT_TIMESTAMP' as const,
    StartingPositionTimestamp: new Date(firstMs + seconds * 1000),
  });
  await topic('timed');
  for (const [index, value] of ['1', '2', '3'].entries()) await produce('timed', [value], at(index * 10));
  for (const name of ['exact', 'between', 'behind']) await source.fixture.create(name, SHOW);
  const { UUID = '' } = await managed('behind', 'timed', from(30));
  const made = await managed('exact', 'timed', from(10));
  expect(made).toMatchObject({ StartingPosition: 'AT_TIMESTAMP', StartingPositionTimestamp: new Date(firstMs + 10_000) });
  await own('between', 'timed', from(15));
  await untilPasses(async () => expect(await offset(UUID, 'timed')).toBe('3'));
  await produce('timed', ['4'], at(40));
  await until(() => ['exact', 'between', 'behind'].every((name) => valuesIn(name).flat().includes('4')));
  expect(['exact', 'between', 'behind'].map((name) => valuesIn(name).flat())).toEqual([['2', '3', '4'], ['3', '4'], ['4']]);
});

test('a batch that fails is halved until the bad record is alone, which is not counted as an attempt', async () => {
  await topic('halved', ['a', 'bad', 'c', 'd']);
  const sqs = source.fixture.emulator.client(SQS);
  const { QueueUrl } = await sqs.createQueue({ QueueName: 'bad' });
  const isBad = `Object.values(event.records).flat().some(({ value }) => Buffer.from(value, 'base64') == 'bad')`;
  await source.fixture.create('halves', `if (${isBad}) { ${FAIL} } ${SHOW}`);
  await managed('halves', 'halved', {
    ...{ BisectBatchOnFunctionError: true, MaximumRetryAttempts: 1 },
    DestinationConfig: { OnFailure: { Destination: 'arn:aws:sqs:us-east-1:000000000000:bad' } },
  });
  await until(() => valuesIn('halves').flat().includes('d') && valuesIn('halves').at(-1)?.join() === 'c,d');
  expect(valuesIn('halves')).toEqual([['a', 'bad', 'c', 'd'], ['a', 'bad'], ['a'], ['bad'], ['bad'], ['c', 'd']]);
  const { Messages } = await sqs.receiveMessage({ QueueUrl, WaitTimeSeconds: 20 });
  expect(JSON.parse(Messages![0]!.Body!)).toMatchObject({
    requestContext: { condition: 'RetryAttemptsExhausted', approximateInvokeCount: 2 },
    KafkaBatchInfo: { batchSize: 1, recordsInfo: { 'halved-0': { firstRecordOffset: '1', lastRecordOffset: '1' } } },
  });
});

test('mappings without a group have one each, named by their UUID, and each gets all records', async () => {
  await topic('doubled', ['1', '2', '3']);
  for (const name of ['left', 'right']) await source.fixture.create(name, SHOW);
  const left = await managed('left', 'doubled');
  const right = await own('right', 'doubled');
  expect(left.AmazonManagedKafkaEventSourceConfig).toEqual({ ConsumerGroupId: left.UUID });
  expect(right.SelfManagedKafkaEventSourceConfig).toEqual({ ConsumerGroupId: right.UUID });
  await until(() => ['left', 'right'].every((name) => valuesIn(name).flat().length === 3));
  for (const { UUID = '' } of [left, right]) await untilPasses(async () => expect(await offset(UUID, 'doubled')).toBe('3'));
  const { groups } = await admin.listGroups();
  expect(groups.map(({ groupId }) => groupId)).toEqual(expect.arrayContaining([left.UUID, right.UUID]));
  // https://github.com/aws/aws-sam-cli/issues/2308
  await expect(managed('left', 'doubled')).rejects.toMatchObject({
    name: 'ResourceConflictException',
    message:
      `An event source mapping with event source arn ("${source.arn}"), function ("${left.FunctionArn}") and topics ("doubled") already exists. ` +
      `Please update or delete the existing mapping with UUID ${left.UUID}`,
  });
});

test('mappings of one group share the partitions out, and one reads on alone when the other is gone', async () => {
  await topic('split', [], 2);
  const group = { AmazonManagedKafkaEventSourceConfig: { ConsumerGroupId: 'team' } };
  const names = ['first', 'second'];
  for (const name of names) await source.fixture.create(name, SHOW);
  const members = async () => (await admin.describeGroups(['team'])).groups[0]!;
  const stable = (count: number) =>
    untilPasses(async () => {
      const { state, members: all } = await members();
      expect([state, all.length]).toEqual(['Stable', count]);
    });
  await managed('first', 'split', group);
  await stable(1);
  const { UUID } = await managed('second', 'split', group);
  await stable(2);
  const write = (partition: number, ...values: string[]) => produce('split', values, { partition });
  await write(0, 'a', 'b');
  await write(1, 'c', 'd');
  await until(() => names.flatMap((name) => valuesIn(name).flat()).length >= 4);
  const partitions = names.map((name) => [...new Set(batches(name).flatMap(({ records }) => Object.keys(records)))]);
  expect(partitions.map(({ length }) => length)).toEqual([1, 1]);
  expect(partitions.flat().sort()).toEqual(['split-0', 'split-1']);
  expect(names.flatMap((name) => valuesIn(name).flat()).sort()).toEqual(['a', 'b', 'c', 'd']);
  await source.fixture.lambda.deleteEventSourceMapping({ UUID });
  await stable(1);
  await write(0, 'e');
  await write(1, 'f');
  await until(() => ['e', 'f'].every((value) => valuesIn('first').flat().includes(value)));
});

test('a broker that stops and comes back is read from where the group was: nothing is lost', async () => {
  const DATA_DIR = await mkdtemp(join(tmpdir(), 'broker-'));
  const options = { environment: { PERSISTENCE: '1', DATA_DIR } };
  let broker: KafkaFixture = await useKafka(options);
  try {
    const { server, kafka, arn }: Cluster = await broker.cluster('away');
    const there = kafka.admin();
    await there.connect();
    await there.createTopics({ topics: [{ topic: 'kept' }] });
    const write = async (...values: string[]) => {
      const producer = clientOf(server).producer();
      await producer.connect();
      await producer.send({ topic: 'kept', messages: values.map((value) => ({ value })) });
      await producer.disconnect();
    };
    await source.fixture.create('waits', SHOW);
    const { UUID = '' } = await own('waits', 'kept', { BatchSize: 2, MaximumBatchingWindowInSeconds: 60 }, [server]);
    const result = async () => (await source.fixture.lambda.getEventSourceMapping({ UUID })).LastProcessingResult;
    await write('a', 'b');
    await until(() => valuesIn('waits').length > 0);
    await untilPasses(async () => expect(await offset(UUID, 'kept', there)).toBe('2'));
    // Waits for the second record of its batch.
    await write('c');
    await there.disconnect();
    await broker.emulator.stop();
    const problem = 'PROBLEM: Connection error. Please check your event source connection configuration.';
    await untilPasses(async () => expect(await result()).toBe(problem));
    broker = await useKafka(options);
    expect((await broker.api.getBootstrapBrokers({ ClusterArn: arn })).BootstrapBrokerString).toBe(server);
    await write('d');
    await until(() => valuesIn('waits').length > 1);
    expect(valuesIn('waits')).toEqual([
      ['a', 'b'],
      ['c', 'd'],
    ]);
    await untilPasses(async () => expect(await result()).toBe('OK'));
  } finally {
    await broker.emulator.stop();
    await rm(DATA_DIR, { recursive: true });
  }
});

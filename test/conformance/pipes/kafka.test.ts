// Topics of Kafka as sources of pipes: managed clusters and others.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Kafka as KafkaApi } from '@aws-sdk/client-kafka';
import { type CreatePipeCommandInput, type PipeSourceParameters, Pipes } from '@aws-sdk/client-pipes';
import { SecretsManager } from '@aws-sdk/client-secrets-manager';
import { SQS } from '@aws-sdk/client-sqs';
import type { Message } from 'kafkajs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestEmulator, type TestEmulator } from '../../support/emulator.ts';
import { untilPasses, untilTrue } from '../../support/until-passes.ts';
import { clientOf, PROVISIONED } from '../kafka/use-kafka.ts';
import { queueArn } from './use-pipes.ts';

const ROLE = 'arn:aws:iam::000000000000:role/pipes';

const lines: string[] = [];
let emulator: TestEmulator;
let pipes: Pipes;
let sqs: SQS;
let cluster: string;
let server: string;
beforeAll(async () => {
  emulator = await startTestEmulator({ log: ({ text }) => void lines.push(text) });
  [pipes, sqs] = [emulator.client(Pipes), emulator.client(SQS)];
  ({ cluster, server } = await makeCluster('source'));
});
afterAll(() => emulator.stop());

async function makeCluster(ClusterName: string) {
  const { ClusterArn } = await emulator.client(KafkaApi).createCluster({ ClusterName, ...PROVISIONED });
  return serverOf(ClusterArn!);
}

async function serverOf(ClusterArn: string) {
  const { BootstrapBrokerString } = await emulator.client(KafkaApi).getBootstrapBrokers({ ClusterArn });
  return { cluster: ClusterArn, server: BootstrapBrokerString! };
}

async function makeTopic(topic: string, ...values: string[]): Promise<void> {
  const admin = clientOf(server).admin();
  await admin.connect();
  await admin.createTopics({ topics: [{ topic }] });
  await admin.disconnect();
  if (values.length > 0) await produce(topic, ...values);
}

async function produce(topic: string, ...values: string[]): Promise<void> {
  await send(
    topic,
    values.map((value) => ({ key: '{"id":7}', value, headers: { h: '1' }, timestamp: '1700000000000' })),
  );
}

async function send(topic: string, messages: Message[]): Promise<void> {
  const producer = clientOf(server).producer();
  await producer.connect();
  await producer.send({ topic, messages });
  await producer.disconnect();
}

/** Creates a pipe to a queue of its own, which it answers once the pipe has settled. */
async function pipe(Name: string, given: Omit<CreatePipeCommandInput, 'Name' | 'Target' | 'RoleArn'>): Promise<string> {
  const { QueueUrl } = await sqs.createQueue({ QueueName: Name });
  await pipes.createPipe({ Name, Target: queueArn(Name), RoleArn: ROLE, ...given });
  await settled(Name);
  return QueueUrl!;
}

async function settled(Name: string): Promise<string> {
  return untilPasses(async () => {
    const { CurrentState = '' } = await pipes.describePipe({ Name });
    expect(CurrentState).toMatch(/^RUNNING$|(?<!ING)$/);
    return CurrentState;
  });
}

const managed = (TopicName: string, more: object = {}): PipeSourceParameters => ({
  ManagedStreamingKafkaParameters: { TopicName, StartingPosition: 'TRIM_HORIZON', ...more },
});

async function bodies(QueueUrl: string, count: number): Promise<string[]> {
  const found: string[] = [];
  while (found.length < count) {
    const { Messages = [] } = await sqs.receiveMessage({ QueueUrl, WaitTimeSeconds: 20, MaxNumberOfMessages: 10 });
    if (Messages.length === 0) throw new Error(`Only ${found.length} of ${count} messages came.`);
    for (const { Body = '', ReceiptHandle } of Messages) {
      found.push(Body);
      await sqs.deleteMessage({ QueueUrl, ReceiptHandle });
    }
  }
  return found;
}

const RECORD = {
  topic: 'orders',
  partition: 0,
  offset: 0,
  timestamp: 1_700_000_000_000,
  timestampType: 'CREATE_TIME',
  key: Buffer.from('{"id":7}').toString('base64'),
  value: Buffer.from('{"total":3}').toString('base64'),
  headers: [{ h: [49] }],
  eventSourceKey: 'orders-0',
};

describe('a pipe', () => {
  it('sends records of managed and of other clusters in the form of the service', async () => {
    await makeTopic('orders', '{"total":3}');
    const [a, b] = [
      await pipe('managed', { Source: cluster, SourceParameters: managed('orders') }),
      await pipe('own', {
        Source: `smk://${server}`,
        SourceParameters: { SelfManagedKafkaParameters: { TopicName: 'orders', StartingPosition: 'TRIM_HORIZON' } },
      }),
    ];
    expect((await bodies(a, 1)).map((body) => JSON.parse(body))).toEqual([
      { eventSource: 'aws:kafka', eventSourceArn: cluster, ...RECORD },
    ]);
    expect((await bodies(b, 1)).map((body) => JSON.parse(body))).toEqual([
      { eventSource: 'SelfManagedKafka', bootstrapServers: server, ...RECORD },
    ]);
    expect((await pipes.describePipe({ Name: 'managed' })).SourceParameters).toEqual({
      ManagedStreamingKafkaParameters: {
        ...{ TopicName: 'orders', StartingPosition: 'TRIM_HORIZON', BatchSize: 10, MaximumBatchingWindowInSeconds: 0 },
      },
    });
  });

  it('reads keys and values as JSON in filters and templates', async () => {
    await makeTopic('filtered', '{"total":3}', '{"total":30}');
    const Pattern = '{"value":{"total":[{"numeric":[">",10]}]},"key":{"id":[7]}}';
    const queue = await pipe('filtered', {
      Source: cluster,
      SourceParameters: { ...managed('filtered'), FilterCriteria: { Filters: [{ Pattern }] } },
      TargetParameters: { InputTemplate: '{"id":<$.key.id>,"total":<$.value.total>,"offset":<$.offset>}' },
    });
    expect(await bodies(queue, 1)).toEqual(['{"id":7,"total":30,"offset":1}']);
  });

  it('begins at the end by default, and goes on where it was after a stop', async () => {
    await makeTopic('later', 'before');
    const queue = await pipe('later', {
      Source: cluster,
      SourceParameters: { ManagedStreamingKafkaParameters: { TopicName: 'later' } },
      TargetParameters: { InputTemplate: '<$.offset>' },
    });
    // The group has a position once the end of the topic is written down.
    const admin = clientOf(server).admin();
    await admin.connect();
    await untilTrue(async () => {
      const { groups } = await admin.listGroups();
      const topics = await Promise.all(groups.map(({ groupId }) => admin.fetchOffsets({ groupId, topics: ['later'] })));
      return topics.flat().some(({ partitions }) => partitions.some(({ offset }) => offset === '1'));
    });
    await admin.disconnect();
    await produce('later', 'first');
    expect(await bodies(queue, 1)).toEqual(['1']);
    await pipes.stopPipe({ Name: 'later' });
    expect(await settled('later')).toBe('STOPPED');
    await produce('later', 'second');
    await pipes.startPipe({ Name: 'later' });
    expect(await bodies(queue, 1)).toEqual(['2']);
  });

  it('tries a batch again until its target takes it', async () => {
    await makeTopic('again', 'one', 'two');
    const queue = await pipe('again', {
      Source: cluster,
      SourceParameters: managed('again'),
      TargetParameters: { InputTemplate: '<$.offset>' },
      DesiredState: 'STOPPED',
    });
    await sqs.deleteQueue({ QueueUrl: queue });
    await pipes.startPipe({ Name: 'again' });
    await untilTrue(() => lines.some((line) => line.startsWith('pipe again: 2 of 2 records return')));
    await sqs.createQueue({ QueueName: 'again' });
    expect((await bodies(queue, 2)).sort()).toEqual(['0', '1']);
  });

  it('changes its credentials while it runs', async () => {
    await makeTopic('changed', 'one');
    const queue = await pipe('changed', {
      Source: cluster,
      SourceParameters: managed('changed'),
      TargetParameters: { InputTemplate: '<$.offset>' },
    });
    expect(await bodies(queue, 1)).toEqual(['0']);
    const SecretString = '{"username":"u","password":"p"}';
    const { ARN } = await emulator.client(SecretsManager).createSecret({ Name: 'AmazonMSK_changed', SecretString });
    await emulator.client(KafkaApi).batchAssociateScramSecret({ ClusterArn: cluster, SecretArnList: [ARN!] });
    const SourceParameters = { ManagedStreamingKafkaParameters: { Credentials: { SaslScram512Auth: ARN! }, BatchSize: 5 } };
    await pipes.updatePipe({ Name: 'changed', RoleArn: ROLE, SourceParameters });
    expect(await settled('changed')).toBe('RUNNING');
    await produce('changed', 'two');
    expect(await bodies(queue, 1)).toEqual(['1']);
    expect((await pipes.describePipe({ Name: 'changed' })).SourceParameters?.ManagedStreamingKafkaParameters).toMatchObject({
      ...{ TopicName: 'changed', StartingPosition: 'TRIM_HORIZON', BatchSize: 5, Credentials: { SaslScram512Auth: ARN } },
    });
  });

  it('shares the partitions of a topic out with a pipe of its group, and reads on alone when that one is gone', async () => {
    const admin = clientOf(server).admin();
    await admin.connect();
    await admin.createTopics({ topics: [{ topic: 'split', numPartitions: 2 }] });
    const joined = (count: number) =>
      untilPasses(async () => {
        const [group] = (await admin.describeGroups(['team'])).groups;
        expect([group!.state, group!.members.length]).toEqual(['Stable', count]);
      });
    const given = {
      Source: cluster,
      SourceParameters: managed('split', { ConsumerGroupID: 'team' }),
      TargetParameters: { InputTemplate: '<$.partition>:<$.offset>' },
    };
    const inBoth = [0, 1].map((partition) => ({ partition, value: 'one' }));
    const first = await pipe('first', given);
    await joined(1);
    const second = await pipe('second', given);
    await joined(2);
    await send('split', inBoth);
    expect([...(await bodies(first, 1)), ...(await bodies(second, 1))].sort()).toEqual(['0:0', '1:0']);
    await pipes.deletePipe({ Name: 'second' });
    await joined(1);
    await send('split', inBoth);
    expect((await bodies(first, 2)).sort()).toEqual(['0:1', '1:1']);
    await admin.disconnect();
  });

  it('of a cluster that does not exist says so', async () => {
    const Source = cluster.replace('/source/', '/none/');
    await pipes.createPipe({ Name: 'none', Source, Target: queueArn('managed'), RoleArn: ROLE, SourceParameters: managed('orders') });
    expect(await settled('none')).toBe('CREATE_FAILED');
    expect((await pipes.describePipe({ Name: 'none' })).StateReason).toContain(`Error when describing the cluster ${Source}`);
  });
});

it.each<[string, Partial<CreatePipeCommandInput>, string]>([
  ['without its parameters', {}, 'SourceParameters.ManagedStreamingKafkaParameters.TopicName'],
  ['with those of another source', { SourceParameters: { SqsQueueParameters: {} } }, 'SourceParameters.SqsQueueParameters'],
  ['with batches larger than the target takes', { SourceParameters: managed('orders', { BatchSize: 11 }) }, 'BatchSize'],
])('a pipe of a topic is refused %s', async (_, given, field) => {
  const refused = pipes.createPipe({ Name: 'refused', Source: cluster, Target: queueArn('q'), RoleArn: ROLE, ...given });
  await expect(refused).rejects.toMatchObject({ name: 'ValidationException', message: expect.stringContaining(field) });
});

it('a pipe of a topic goes on after a restart', async () => {
  const DATA_DIR = await mkdtemp(join(tmpdir(), 'pipes-kafka-'));
  const start = () => startTestEmulator({ options: { PERSISTENCE: '1', DATA_DIR } });
  const outer = { emulator, pipes, sqs, cluster, server };
  const use = async () => {
    emulator = await start();
    [pipes, sqs] = [emulator.client(Pipes), emulator.client(SQS)];
  };
  try {
    await use();
    ({ cluster, server } = await makeCluster('kept'));
    await makeTopic('kept', 'one');
    const queue = await pipe('kept', {
      Source: cluster,
      SourceParameters: managed('kept'),
      TargetParameters: { InputTemplate: '<$.offset>' },
    });
    expect(await bodies(queue, 1)).toEqual(['0']);
    await emulator.stop();
    await use();
    ({ server } = await serverOf(cluster));
    await produce('kept', 'two');
    expect(await bodies((await sqs.getQueueUrl({ QueueName: 'kept' })).QueueUrl!, 1)).toEqual(['1']);
    await emulator.stop();
  } finally {
    ({ emulator, pipes, sqs, cluster, server } = outer);
    await rm(DATA_DIR, { recursive: true, force: true });
  }
});

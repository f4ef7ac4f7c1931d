// Clusters, configurations and topics through the API.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type KafkaFixture, PROVISIONED, useKafka } from './use-kafka.ts';

let fixture: KafkaFixture;
beforeAll(async () => {
  fixture = await useKafka({ clock: 'manual' });
});
afterAll(() => fixture[Symbol.asyncDispose]());

test('a cluster is made, described by both versions of the API, changed, and deleted', async () => {
  const { api } = fixture;
  const { ClusterArn } = await api.createClusterV2({ ClusterName: 'both', Provisioned: PROVISIONED, Tags: { a: '1' } });
  expect(ClusterArn).toMatch(/^arn:aws:kafka:us-east-1:000000000000:cluster\/both\/[0-9a-f-]{36}-1$/);
  const { ClusterInfo } = await api.describeClusterV2({ ClusterArn });
  expect(ClusterInfo).toMatchObject({
    ClusterType: 'PROVISIONED',
    State: 'ACTIVE',
    Tags: { a: '1' },
    Provisioned: { NumberOfBrokerNodes: 1 },
  });
  expect((await api.describeCluster({ ClusterArn })).ClusterInfo).toMatchObject({
    NumberOfBrokerNodes: 1,
    CurrentVersion: ClusterInfo!.CurrentVersion,
  });
  const { CurrentVersion } = ClusterInfo!;
  const { ClusterOperationArn } = await api.updateBrokerCount({ ClusterArn, CurrentVersion, TargetNumberOfBrokerNodes: 3 });
  expect((await api.describeClusterOperationV2({ ClusterOperationArn })).ClusterOperationInfo).toMatchObject({
    OperationState: 'UPDATE_COMPLETE',
  });
  await expect(api.updateBrokerCount({ ClusterArn, CurrentVersion, TargetNumberOfBrokerNodes: 4 })).rejects.toThrow('current version');
  expect((await api.listNodes({ ClusterArn })).NodeInfoList).toHaveLength(3);
  await api.deleteCluster({ ClusterArn });
  await expect(api.describeCluster({ ClusterArn })).rejects.toMatchObject({ name: 'NotFoundException' });
});

test('a name is taken once, and a serverless cluster is not provisioned', async () => {
  const { api } = fixture;
  const Serverless = { VpcConfigs: [{ SubnetIds: ['subnet-a'] }] };
  const { ClusterArn } = await api.createClusterV2({ ClusterName: 'less', Serverless });
  await expect(api.createCluster({ ClusterName: 'less', ...PROVISIONED })).rejects.toMatchObject({ name: 'ConflictException' });
  await expect(api.createClusterV2({ ClusterName: 'neither' })).rejects.toMatchObject({ name: 'BadRequestException' });
  await expect(api.describeCluster({ ClusterArn })).rejects.toThrow('serverless');
  expect((await api.listClustersV2({ ClusterTypeFilter: 'SERVERLESS' })).ClusterInfoList!.map(({ ClusterName }) => ClusterName)).toEqual([
    'less',
  ]);
});

test('a configuration has revisions, and stays while a cluster uses it', async () => {
  const { api } = fixture;
  const { Arn } = await api.createConfiguration({ Name: 'settings', ServerProperties: Buffer.from('num.partitions=4') });
  await api.updateConfiguration({ Arn, ServerProperties: Buffer.from('auto.create.topics.enable=true\nnum.partitions=3') });
  const { ServerProperties } = await api.describeConfigurationRevision({ Arn, Revision: 1 });
  expect(Buffer.from(ServerProperties!).toString()).toBe('num.partitions=4');
  const { ClusterArn } = await api.createCluster({ ClusterName: 'set', ...PROVISIONED, ConfigurationInfo: { Arn, Revision: 2 } });
  await expect(api.deleteConfiguration({ Arn })).rejects.toThrow('in use');
  await api.deleteCluster({ ClusterArn });
  await api.deleteConfiguration({ Arn });
  // Terraform knows by these words that it is gone.
  await expect(api.describeConfiguration({ Arn })).rejects.toMatchObject({
    ...{ name: 'BadRequestException', message: 'Configuration ARN does not exist.', InvalidParameter: 'arn' },
  });
});

test('topics are those that clients of the broker see', async () => {
  const { api } = fixture;
  const { arn: ClusterArn, kafka } = await fixture.cluster('topics');
  const Configs = Buffer.from('retention.ms=1000').toString('base64');
  const { TopicArn } = await api.createTopic({ ClusterArn, TopicName: 'orders', PartitionCount: 2, ReplicationFactor: 1, Configs });
  expect(TopicArn).toBe(`${ClusterArn.replace(':cluster/', ':topic/')}/orders`);
  const admin = kafka.admin();
  await admin.connect();
  expect(await admin.listTopics()).toEqual(['orders']);
  await admin.createTopics({ topics: [{ topic: 'sent', numPartitions: 3 }] });
  await admin.disconnect();
  expect((await api.listTopics({ ClusterArn })).Topics!.map(({ TopicName, PartitionCount }) => [TopicName, PartitionCount])).toEqual([
    ['orders', 2],
    ['sent', 3],
  ]);
  expect((await api.describeTopicPartitions({ ClusterArn, TopicName: 'sent', MaxResults: 2 })).Partitions).toHaveLength(2);
  expect(await api.describeTopic({ ClusterArn, TopicName: 'orders' })).toMatchObject({ Configs, Status: 'ACTIVE' });
  await expect(api.createTopic({ ClusterArn, TopicName: 'sent', PartitionCount: 1, ReplicationFactor: 1 })).rejects.toMatchObject({
    name: 'TopicExistsException',
  });
  await api.deleteTopic({ ClusterArn, TopicName: 'sent' });
  await expect(api.describeTopic({ ClusterArn, TopicName: 'sent' })).rejects.toMatchObject({ name: 'UnknownTopicOrPartitionException' });
});

test('records leave when their time is over', async () => {
  const { arn: ClusterArn, kafka } = await fixture.cluster('old');
  const Configs = Buffer.from('retention.ms=60000').toString('base64');
  await fixture.api.createTopic({ ClusterArn, TopicName: 'old', PartitionCount: 1, ReplicationFactor: 1, Configs });
  const producer = kafka.producer();
  await producer.connect();
  const timestamp = String(fixture.emulator.clock.now());
  await producer.send({
    topic: 'old',
    messages: [
      { value: 'a', timestamp },
      { value: 'b', timestamp },
    ],
  });
  await producer.disconnect();
  const admin = kafka.admin();
  await admin.connect();
  expect(await admin.fetchTopicOffsets('old')).toMatchObject([{ low: '0', high: '2' }]);
  await fixture.emulator.clock.advance('2m');
  expect(await admin.fetchTopicOffsets('old')).toMatchObject([{ low: '2', high: '2' }]);
  await admin.disconnect();
});

// The broker of a cluster, through kafkajs.

import { once } from 'node:events';
import { connect } from 'node:net';
import { CompressionTypes } from 'kafkajs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Cluster, type KafkaFixture, useKafka, valuesOf } from './use-kafka.ts';

let fixture: KafkaFixture;
let cluster: Cluster;
beforeAll(async () => {
  fixture = await useKafka();
  cluster = await fixture.cluster('main');
});
afterAll(() => fixture[Symbol.asyncDispose]());

async function makeTopic(topic: string, numPartitions = 1): Promise<void> {
  const admin = cluster.kafka.admin();
  await admin.connect();
  await admin.createTopics({ topics: [{ topic, numPartitions }] });
  await admin.disconnect();
}

async function produce(topic: string, values: readonly string[], compression = CompressionTypes.None): Promise<void> {
  const producer = cluster.kafka.producer();
  await producer.connect();
  await producer.send({ topic, compression, messages: values.map((value) => ({ key: 'k', value, headers: { h: '1' } })) });
  await producer.disconnect();
}

test.each([
  ['plain', CompressionTypes.None],
  ['gzip', CompressionTypes.GZIP],
])('records in %s come out as they went in', async (name, compression) => {
  await makeTopic(name);
  await produce(name, ['a', 'b', 'c'], compression);
  const consumer = cluster.kafka.consumer({ groupId: `of-${name}` });
  expect(await valuesOf(consumer, name, 3)).toEqual(['a', 'b', 'c']);
  await consumer.disconnect();
});

test('a group goes on where it has stopped', async () => {
  await makeTopic('goes-on');
  await produce('goes-on', ['1', '2']);
  const first = cluster.kafka.consumer({ groupId: 'goes-on' });
  await valuesOf(first, 'goes-on', 2);
  await first.disconnect();
  await produce('goes-on', ['3']);
  const second = cluster.kafka.consumer({ groupId: 'goes-on' });
  expect(await valuesOf(second, 'goes-on', 1)).toEqual(['3']);
  await second.disconnect();
});

test('two members share the partitions out', async () => {
  await makeTopic('shared', 2);
  const members = [cluster.kafka.consumer({ groupId: 'shared' }), cluster.kafka.consumer({ groupId: 'shared' })];
  const both = new Promise<void>((resolve) => {
    const shares = new Map<number, number>();
    for (const [index, member] of members.entries())
      member.on('consumer.group_join', ({ payload }) => {
        shares.set(index, payload.memberAssignment['shared']?.length ?? 0);
        if (shares.get(0) === 1 && shares.get(1) === 1) resolve();
      });
  });
  for (const member of members) {
    await member.connect();
    await member.subscribe({ topics: ['shared'] });
    await member.run({ eachMessage: async () => undefined });
  }
  await both;
  for (const member of members) await member.disconnect();
});

test('offsets are found by time, and reset by an administrator', async () => {
  await makeTopic('times');
  await produce('times', ['a', 'b']);
  const admin = cluster.kafka.admin();
  await admin.connect();
  expect(await admin.fetchTopicOffsets('times')).toMatchObject([{ partition: 0, offset: '2', low: '0', high: '2' }]);
  expect(await admin.fetchTopicOffsetsByTimestamp('times', 1)).toEqual([{ partition: 0, offset: '0' }]);
  await admin.setOffsets({ groupId: 'reset', topic: 'times', partitions: [{ partition: 0, offset: '1' }] });
  expect(await admin.fetchOffsets({ groupId: 'reset', topics: ['times'] })).toMatchObject([{ partitions: [{ offset: '1' }] }]);
  await admin.disconnect();
});

test('topics are made, described, grown and deleted', async () => {
  const admin = cluster.kafka.admin();
  await admin.connect();
  const configEntries = [{ name: 'retention.ms', value: '1000' }];
  expect(await admin.createTopics({ topics: [{ topic: 'admin', numPartitions: 1, configEntries }] })).toBe(true);
  expect(await admin.createTopics({ topics: [{ topic: 'admin' }] })).toBe(false);
  await expect(admin.createTopics({ topics: [{ topic: 'no good' }] })).rejects.toThrow();
  await admin.createPartitions({ topicPartitions: [{ topic: 'admin', count: 3 }] });
  expect((await admin.fetchTopicMetadata({ topics: ['admin'] })).topics[0]!.partitions).toHaveLength(3);
  const { resources } = await admin.describeConfigs({
    includeSynonyms: false,
    resources: [{ type: 2, name: 'admin', configNames: ['retention.ms'] }],
  });
  expect(resources[0]!.configEntries).toMatchObject([{ configName: 'retention.ms', configValue: '1000' }]);
  await admin.deleteTopics({ topics: ['admin'] });
  expect(await admin.listTopics()).not.toContain('admin');
  await admin.disconnect();
});

test('a malformed frame ends its own connection, and no other', async () => {
  const [host, port] = cluster.server.split(':');
  const other = cluster.kafka.admin();
  await other.connect();
  const socket = connect(Number(port), host);
  await once(socket, 'connect');
  socket.write(Buffer.from('7fffffff', 'hex'));
  await once(socket, 'close');
  expect(await other.listTopics()).toBeInstanceOf(Array);
  await other.disconnect();
  expect(fixture.emulator.lines.join('\n')).toContain('bytes is announced');
});

test('the log says, once for each id, that transactions are not emulated', async () => {
  const producer = cluster.kafka.producer({ transactionalId: 'orders', idempotent: true, maxInFlightRequests: 1 });
  for (const _ of [1, 2]) await expect(producer.connect().then(() => producer.transaction())).rejects.toThrow();
  await producer.disconnect();
  const told = fixture.emulator.lines.filter((line) => line.includes('transactions are not emulated'));
  expect(told).toEqual([expect.stringContaining('refused the producer with the transactional id orders')]);
});

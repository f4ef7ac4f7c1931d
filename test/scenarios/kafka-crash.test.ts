// kill -9 while producers fill a topic and a consumer commits: every acknowledged record is in its partition, in order, and the group goes on at the
// last offset that was acknowledged as committed, or behind it.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Kafka as KafkaApi } from '@aws-sdk/client-kafka';
import type { Producer } from 'kafkajs';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { clientOf, PROVISIONED, valuesOf } from '../conformance/kafka/use-kafka.ts';
import { type ChildEmulator, startChild } from '../support/child.ts';
import { clientsOf } from '../support/emulator.ts';

const PRODUCERS = 4;
/** The emulator is killed after this many acknowledgements of a round. */
const ACKNOWLEDGED = [10, 80];
/** Some batches are kept as files. */
const LARGE = 'x'.repeat(100_000);
const topic = 'orders';

let folder: string;
let emulator: ChildEmulator;
let close = (): void => {};
let ClusterArn: string | undefined;
let server: string;

async function start(): Promise<void> {
  emulator = await startChild({ PERSISTENCE: '1', DATA_DIR: folder });
  const { client, destroy } = clientsOf(emulator.url);
  close = destroy;
  const api = client(KafkaApi);
  ClusterArn ??= (await api.createCluster({ ClusterName: 'crash', ...PROVISIONED })).ClusterArn;
  server = (await api.getBootstrapBrokers({ ClusterArn })).BootstrapBrokerString!;
}

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'kafka-crash-'));
  await start();
  const admin = clientOf(server).admin();
  await admin.connect();
  await admin.createTopics({ topics: [{ topic, numPartitions: PRODUCERS }] });
  await admin.disconnect();
});
afterAll(async () => {
  await emulator.kill('SIGKILL');
  close();
  rmSync(folder, { recursive: true, force: true });
});

const clientWithoutRetries = () => clientOf(server, { retry: { retries: 0 } });

/** One record after the other into its own partition, until the emulator is gone. */
async function produce(producer: Producer, partition: number, round: number, acknowledge: (text: string) => void): Promise<void> {
  for (let n = 0; emulator.exit === undefined; n++) {
    const key = `${round}-${partition}-${n}`;
    try {
      await producer.send({ topic, messages: [{ partition, key, value: n % 10 === 5 ? `${key} ${LARGE}` : key }] });
    } catch {
      return;
    }
    acknowledge(key);
  }
}

/** Reads the topic and commits after each record, until the emulator is gone. The offsets that were acknowledged, by partition, are in `committed`. */
async function follow(groupId: string, committed: Map<number, number>): Promise<() => Promise<void>> {
  const consumer = clientWithoutRetries().consumer({ groupId });
  await consumer.connect();
  await consumer.subscribe({ topics: [topic], fromBeginning: true });
  // The event means that the broker has answered; the promise of a commit also resolves when the consumer has crashed meanwhile.
  consumer.on('consumer.commit_offsets', ({ payload }) => {
    for (const { partitions } of payload.topics) for (const { partition, offset } of partitions) committed.set(partition, Number(offset));
  });
  await consumer.run({
    autoCommit: false,
    eachMessage: ({ partition, message }) => consumer.commitOffsets([{ topic, partition, offset: String(Number(message.offset) + 1) }]),
  });
  return () => consumer.disconnect().catch(() => undefined);
}

it(`kill -9, ${ACKNOWLEDGED.length} times, loses no acknowledged record and no committed offset`, async () => {
  const acknowledged: string[] = [];
  for (const [round, limit] of ACKNOWLEDGED.entries()) {
    const committed = new Map<number, number>();
    let count = 0;
    const acknowledge = (text: string): void => {
      acknowledged.push(text);
      if (++count >= limit && committed.size > 0) void emulator.kill('SIGKILL');
    };
    const producers = await Promise.all(
      Array.from({ length: PRODUCERS }, async () => {
        const producer = clientWithoutRetries().producer();
        await producer.connect();
        return producer;
      }),
    );
    const leave = await follow(`group-${round}`, committed);
    await Promise.all(producers.map((producer, partition) => produce(producer, partition, round, acknowledge)));
    await leave();
    for (const producer of producers) await producer.disconnect().catch(() => undefined);
    close();
    const before = server;
    await start();
    expect(server).toBe(before);
    const admin = clientOf(server).admin();
    await admin.connect();
    const ends = await admin.fetchTopicOffsets(topic);
    const all = ends.reduce((sum, { high }) => sum + Number(high), 0);
    const [kept] = await admin.fetchOffsets({ groupId: `group-${round}`, topics: [topic] });
    for (const { partition, offset } of kept!.partitions) expect(Number(offset)).toBeGreaterThanOrEqual(committed.get(partition) ?? -1);
    await admin.disconnect();
    const consumer = clientOf(server).consumer({ groupId: `check-${round}` });
    const values = (await valuesOf(consumer, topic, all)).map((value) => value.split(' ')[0]!);
    await consumer.disconnect();
    expect(acknowledged.filter((text) => !values.includes(text))).toEqual([]);
    for (let partition = 0; partition < PRODUCERS; partition++) {
      const own = values.map((value) => value.split('-').map(Number)).filter(([, one]) => one === partition);
      expect(own).toEqual([...own].sort((a, b) => a[0]! - b[0]! || a[2]! - b[2]!));
    }
    expect(new Set(values).size).toBe(values.length);
  }
});

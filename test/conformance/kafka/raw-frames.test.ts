// Bytes that no client of Kafka sends, made from those that one has sent: they end their own connection at most, and the broker serves others as before.
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createRandom, type Random } from '../../fuzz/random.ts';
import { type Cluster, clientOf, type KafkaFixture, useKafka, valuesOf } from './use-kafka.ts';

const SEED = 20_261_123;
const CONNECTIONS = 400;
const LENGTHS = [-1, -0x8000_0000, 0, 1, 3, 7, 0x7fff_ffff, 0x1603_0100, 0x4745_5420, 100 * 1024 * 1024, 100 * 1024 * 1024 + 1];
const NUMBERS = [-1, 0, 1, 0x7f, 0x80, 0xff, 0x7fff, 0xffff, 0x7fff_ffff, -0x8000_0000];

let fixture: KafkaFixture;
let cluster: Cluster;
/** Each with its length before it, one for each kind of request. */
const frames = new Map<number, Buffer>();

/** As kafkajs connects, and notes what is written. */
const noting = ({ host, port, onConnect }: { host: string; port: number; onConnect: () => void }): Socket => {
  const socket = connect({ host, port }, onConnect);
  const write = socket.write.bind(socket);
  socket.write = (bytes: never, ...more: never[]) => {
    const frame = Buffer.from(bytes);
    frames.set(frame.readInt16BE(4), frame);
    return write(bytes, ...more);
  };
  return socket;
};

beforeAll(async () => {
  fixture = await useKafka();
  cluster = await fixture.cluster('fuzzed', 'auto.create.topics.enable=true');
  const kafka = clientOf(cluster.server, { socketFactory: noting as never });
  const admin = kafka.admin();
  await admin.connect();
  await admin.createTopics({ topics: [{ topic: 'used', numPartitions: 2 }] });
  await admin.listTopics();
  await admin.fetchTopicOffsets('used');
  await admin.describeConfigs({ includeSynonyms: true, resources: [{ type: 2, name: 'used' }] });
  await admin.createPartitions({ topicPartitions: [{ topic: 'used', count: 3 }] });
  const producer = kafka.producer();
  await producer.connect();
  await producer.send({ topic: 'used', messages: [{ key: 'k', value: 'v', headers: { h: '1' } }] });
  await producer.disconnect();
  const consumer = kafka.consumer({ groupId: 'used' });
  await valuesOf(consumer, 'used', 1);
  await consumer.disconnect();
  await admin.listGroups();
  await admin.describeGroups(['used']);
  await admin.fetchOffsets({ groupId: 'used', topics: ['used'] });
  await admin.deleteGroups(['used']);
  await admin.disconnect();
});
afterAll(() => fixture[Symbol.asyncDispose]());

type Change = (frame: Buffer, random: Random) => Buffer;
const withLength = (body: Buffer): Buffer => {
  const frame = Buffer.alloc(4 + body.length);
  frame.writeInt32BE(body.length);
  body.copy(frame, 4);
  return frame;
};
const CHANGES: readonly Change[] = [
  (frame, random) => {
    frame.writeInt32BE(random.pick(LENGTHS));
    return frame;
  },
  // Kind, version, correlation and name first: there the most is decided.
  (frame, random) => {
    frame[4 + random.below(12)] = random.below(256);
    return frame;
  },
  (frame, random) => {
    for (let count = 1 + random.below(4); count > 0; count--) frame[4 + random.below(frame.length - 4)] = random.below(256);
    return frame;
  },
  (frame, random) => {
    if (frame.length > 20) frame.writeInt32BE(random.pick(NUMBERS) | 0, 12 + random.below(frame.length - 16));
    return frame;
  },
  (frame, random) => withLength(frame.subarray(4, 4 + random.below(frame.length - 4))),
  (frame, random) => withLength(Buffer.concat([frame.subarray(4), Buffer.alloc(1 + random.below(50), random.below(256))])),
  (frame, random) => {
    const at = 4 + random.below(frame.length - 4);
    return withLength(Buffer.concat([frame.subarray(4, at), frame.subarray(4 + random.below(frame.length - 4))]));
  },
  (frame, random) => frame.subarray(0, random.below(frame.length)),
  (frame, random) => Buffer.concat(Array.from({ length: 2 + random.below(120) }, () => frame)),
  (_frame, random) => Buffer.from(Array.from({ length: 1 + random.below(300) }, () => random.below(256))),
];

/** Writes the bytes, closes its side, and waits for the other to close. */
async function send(bytes: readonly Buffer[]): Promise<void> {
  const [host, port] = cluster.server.split(':');
  const socket = connect(Number(port), host);
  const closed = new Promise<void>((resolve) => socket.once('close', () => resolve()));
  socket.on('error', () => undefined);
  socket.resume();
  await once(socket, 'connect').catch(() => undefined);
  for (const one of bytes) socket.write(one);
  socket.end();
  await closed;
}

test(`${CONNECTIONS} malformed connections end alone (seed ${SEED})`, async () => {
  const kinds = [...frames.keys()].sort((a, b) => a - b);
  expect(kinds.length).toBeGreaterThan(15);
  const other = cluster.kafka.admin();
  await other.connect();
  const random = createRandom(SEED);
  for (let n = 0; n < CONNECTIONS; n++) {
    const frame = (): Buffer => Buffer.from(frames.get(random.pick(kinds))!);
    const before = random.chance(40) ? [frame()] : [];
    const changed = random.pick(CHANGES)(frame(), random);
    const cut = random.below(changed.length + 1);
    await send([...before, changed.subarray(0, cut), changed.subarray(cut)]);
  }
  expect(await other.listTopics()).toContain('used');
  await other.disconnect();
  const producer = cluster.kafka.producer();
  await producer.connect();
  await producer.send({ topic: 'after', messages: [{ value: 'well' }] });
  await producer.disconnect();
  const consumer = cluster.kafka.consumer({ groupId: 'after' });
  expect(await valuesOf(consumer, 'after', 1)).toEqual(['well']);
  await consumer.disconnect();
  // A stack trace would be a mistake of ours.
  expect(fixture.emulator.lines.filter((line) => /\n\s+at |TypeError|RangeError|out of range/.test(line))).toEqual([]);
});

// Topics as logs that functions and pipes read: each partition is a shard, and the consumer group keeps the position.
// https://docs.aws.amazon.com/lambda/latest/dg/with-kafka-process.html
import type { LogRecord } from '#core/log-records';
import type { LogSource } from '#core/log-source';
import { isJson } from '#lib/json-structure';
import type { KafkaRecord } from '#lib/kafka/batches/record-batch';
import { parseTopicSource, partitionOf, shardOf, type TopicSource } from '#lib/kafka/topic-source';
import { readerSignal } from '#services/kafka/signals';
import { topicReadersOf } from './topic-readers.ts';

export const logSource: LogSource = {
  failurePrefix: 'Kafka',
  startsAtTime: true,
  timeText: (ms) => new Date(ms).toISOString(),
  calls: (address) => {
    const ClusterArn = parseTopicSource(address)?.clusterArn;
    if (ClusterArn === undefined) return [];
    return ['DescribeClusterV2', 'GetBootstrapBrokers'].map((operation) => ({ service: 'kafka', operation, input: { ClusterArn } }));
  },
  facts: (address, ctx) => {
    const topic = parseTopicSource(address)?.topic;
    if (topic === undefined) return undefined;
    const reader = topicReadersOf(ctx).of(address, ctx);
    const shards = [...(reader?.partitions.keys() ?? [])].sort((a, b) => a - b);
    return {
      shards: shards.map((partition) => ({ id: shardOf(topic, partition), parents: [], isClosed: false })),
      signal: readerSignal(address),
      problem: reader?.problem,
    };
  },
  position: (address, shard, _start, ctx) => topicReadersOf(ctx).known(address, ctx)?.partitions.get(partitionOf(shard))?.start ?? 0,
  read: async ({ arn: address, shard, from, most, reading }, ctx) => {
    const reader = topicReadersOf(ctx).known(address, ctx);
    const buffer = reader?.partitions.get(partitionOf(shard));
    if (!reader || !buffer) return { records: [], next: from, isOver: false };
    const source = parseTopicSource(address)!;
    const { records, next } = buffer.read(from, most);
    if (records.length > 0) reader.drained();
    return {
      records: records.map((record) => logRecord(record, { source, shard, isFlat: reading?.isFlat === true })),
      next,
      isOver: false,
    };
  },
  commit: (address, shard, next, ctx) => {
    const reader = topicReadersOf(ctx).known(address, ctx);
    if (reader) void ctx.track(reader.commit(partitionOf(shard), next));
  },
  close: (address, ctx) => topicReadersOf(ctx).close(address, ctx),
};

interface PartitionReading {
  readonly source: TopicSource;
  readonly shard: string;
  readonly isFlat: boolean;
}

/** The members that an event of a pipe has besides: https://docs.aws.amazon.com/eventbridge/latest/userguide/eb-pipes-msk.html */
const originOf = ({ clusterArn, servers }: TopicSource, shard: string) => ({
  ...(clusterArn === undefined
    ? { eventSource: 'SelfManagedKafka', bootstrapServers: servers.join() }
    : { eventSource: 'aws:kafka', eventSourceArn: clusterArn }),
  eventSourceKey: shard,
});

function logRecord(record: KafkaRecord, { source, shard, isFlat }: PartitionReading): LogRecord {
  const { offset, key, value, headers, atMs, isAppendTime } = record;
  const facts = {
    ...(isFlat && originOf(source, shard)),
    ...{ topic: source.topic, partition: partitionOf(shard), offset, timestamp: atMs },
    timestampType: isAppendTime ? 'LOG_APPEND_TIME' : 'CREATE_TIME',
    ...(key && { key: key.toString('base64') }),
    ...(value && { value: value.toString('base64') }),
    // As the Java client gives them: bytes with a sign.
    headers: headers.map(({ name, value: bytes }) => ({ [name]: [...(bytes ?? [])].map((byte) => (byte > 127 ? byte - 256 : byte)) })),
  };
  const text = JSON.stringify(facts);
  return {
    number: offset,
    id: String(offset),
    eventId: `${shard}:${offset}`,
    group: key?.toString('base64') ?? '',
    arrivedMs: atMs,
    text,
    filterable: () => {
      const { key: _key, value: _value, ...rest } = facts;
      const decoded = [...(key ? [`"key":${decodedText(key)}`] : []), ...(value ? [`"value":${decodedText(value)}`] : [])];
      return `{${[...decoded, JSON.stringify(rest).slice(1)].join(',')}`;
    },
  };
}

/** Patterns test key and value as JSON where they are, otherwise as text. */
function decodedText(bytes: Buffer): string {
  const text = bytes.toString();
  return isJson(text) ? text : JSON.stringify(text);
}

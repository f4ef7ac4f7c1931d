// Data streams as logs that functions and pipes read, by the ARN of a stream or of a consumer. https://docs.aws.amazon.com/lambda/latest/dg/with-kinesis.html
import type { Ctx } from '#core/ctx';
import type { LogReading, LogRecord } from '#core/log-records';
import type { LogSource } from '#core/log-source';
import type { Frozen } from '#core/records';
import { isJson } from '#lib/json-structure';
import { parseStreamArn } from './arns.ts';
import { endsOf, type LocatedShard, locateShard, numberAt, type ReadRecord, readShard } from './records/read-shard.ts';
import { parseShardId, shardId } from './shards/make-shards.ts';
import { streamSignal } from './signals.ts';
import { consumers, type Stream, shards, streams } from './state.ts';

/** The stream under the ARN; undefined where it, or the consumer that the ARN names, does not exist. */
function streamUnder(arn: string, ctx: Ctx): Frozen<Stream> | undefined {
  const address = parseStreamArn(arn);
  const stream = address && ctx.records(streams).get([address.stream]);
  if (!stream || !address.consumer) return stream;
  const consumer = ctx.records(consumers).get([stream.id, address.consumer.name]);
  return consumer && Math.floor(consumer.createdMs / 1000) === address.consumer.createdS ? stream : undefined;
}

function shardUnder(arn: string, shard: string, ctx: Ctx): LocatedShard | undefined {
  const stream = streamUnder(arn, ctx);
  return stream && locateShard(stream, parseShardId(shard), ctx);
}

export const logSource: LogSource = {
  failurePrefix: 'Kinesis',
  startsAtTime: true,
  timeText: (ms) => new Date(ms).toISOString(),
  calls: (arn) => {
    const [StreamARN, consumer] = arn.split('/consumer/');
    const reading =
      consumer === undefined ? ['GetRecords', 'GetShardIterator', 'DescribeStream', 'ListShards'] : ['DescribeStreamSummary', 'ListShards'];
    const subscribing = consumer === undefined ? [] : [{ service: 'kinesis', operation: 'SubscribeToShard', input: { ConsumerARN: arn } }];
    return [...reading.map((operation) => ({ service: 'kinesis', operation, input: { StreamARN } })), ...subscribing];
  },
  facts: (arn, ctx) => {
    const stream = streamUnder(arn, ctx);
    if (!stream) return undefined;
    const all = ctx.records(shards).range([stream.id]);
    return {
      shards: all.map(({ index, parents, closedMs }) => ({
        id: shardId(index),
        parents: parents.map(shardId),
        isClosed: closedMs !== undefined,
      })),
      signal: streamSignal(stream.id),
    };
  },
  position: (arn, shard, { from, atMs = 0 }, ctx) => {
    const located = shardUnder(arn, shard, ctx);
    if (!located) return 0;
    const { first, next } = endsOf(located);
    if (from === 'AT_TIMESTAMP') return numberAt(located, atMs);
    return from === 'LATEST' ? next : first;
  },
  read: async ({ arn, shard, from, most, reading }, ctx) => {
    const located = shardUnder(arn, shard, ctx);
    if (!located) return { records: [], next: from, isOver: true };
    const { records, next, isOver } = await readShard(located, from, most);
    return { records: records.map((record) => logRecord(record, { arn, shard, region: ctx.region, reading })), next, isOver };
  },
};

interface Event {
  readonly arn: string;
  readonly shard: string;
  readonly region: string;
  readonly reading: LogReading | undefined;
}

const SCHEMA = '"kinesisSchemaVersion":"1.0"';

function logRecord({ number, sequence, key, data, atMs, trace }: ReadRecord, { arn, shard, region, reading }: Event): LogRecord {
  const base64 = Buffer.from(data.buffer, data.byteOffset, data.byteLength).toString('base64');
  const eventId = `${shard}:${sequence}`;
  const record = (value: string): string =>
    `${SCHEMA},"partitionKey":${JSON.stringify(key)},"sequenceNumber":"${sequence}","data":${value},"approximateArrivalTimestamp":${atMs / 1000}`;
  const facts = JSON.stringify({
    eventSource: 'aws:kinesis',
    eventVersion: '1.0',
    eventID: eventId,
    eventName: 'aws:kinesis:record',
    invokeIdentityArn: reading?.roleArn,
    awsRegion: region,
    eventSourceARN: arn,
  });
  const flat = (value: string): string => `{${record(value)},${facts.slice(1)}`;
  const text = reading?.isFlat ? flat(`"${base64}"`) : `{"kinesis":{${record(`"${base64}"`)}},${facts.slice(1)}`;
  return { number, id: sequence, eventId, group: key, arrivedMs: atMs, trace, text, filterable: () => flat(decoded(data)) };
}

/** Patterns test `data` as JSON where it is, otherwise as text. */
function decoded(data: Uint8Array): string {
  const text = Buffer.from(data.buffer, data.byteOffset, data.byteLength).toString();
  return isJson(text) ? text : JSON.stringify(text);
}

// Streams of tables as logs that functions and pipes read. https://docs.aws.amazon.com/lambda/latest/dg/with-ddb.html
import type { Ctx } from '#core/ctx';
import type { LogRecord } from '#core/log-records';
import type { LogSource } from '#core/log-source';
import type { Frozen } from '#core/records';
import { imagesLimit, type LocatedStream, locateStream, sequenceNumber, shardId } from './find-stream.ts';
import { streamSignal } from './record-change.ts';
import { type StreamRecord, streamRecords } from './state.ts';

/** A decimal number, as in the records that functions receive (recorded in November 2025); clients of the stream's own API get a time. */
const wholeSeconds = (ms: number): string => `${Math.floor(ms / 1000)}.0`;

export const logSource: LogSource = {
  failurePrefix: 'DDBStream',
  startsAtTime: false,
  timeText: (ms) => `${new Date(ms).toISOString().slice(0, -5)}Z`,
  calls: (arn) => [
    { service: 'dynamodbstreams', operation: 'GetRecords', input: { ShardIterator: `${arn}|` } },
    ...['GetShardIterator', 'DescribeStream'].map((operation) => ({ service: 'dynamodbstreams', operation, input: { StreamArn: arn } })),
  ],
  facts: (arn, ctx) => {
    const located = locateStream(arn, ctx);
    if (!located) return undefined;
    const { stream } = located;
    const shard = { id: shardId(stream), parents: [], isClosed: stream.closedMs !== undefined };
    return { shards: [shard], signal: streamSignal(stream.storeId) };
  },
  position: (arn, _shard, { from }, ctx) => {
    const ends = locateStream(arn, ctx)?.ends ?? { first: 0, next: 0 };
    return from === 'LATEST' ? ends.next : ends.first;
  },
  read: async ({ arn, from, most }, ctx) => {
    const located = locateStream(arn, ctx);
    if (!located) return { records: [], next: from, isOver: true };
    const { stream, ends, there } = located;
    const first = Math.max(from, ends.first);
    const { until } = imagesLimit();
    const stored = there.records(streamRecords).range([stream.storeId], { from: [stream.storeId, first], limit: most, until });
    const next = first + stored.length;
    const records = stored.map((record, at) => logRecord(record, first + at, arn, located));
    return { records, next, isOver: stream.closedMs !== undefined && next >= ends.next };
  },
};

function logRecord(record: Frozen<StreamRecord>, number: number, arn: string, located: LocatedStream): LogRecord {
  const id = sequenceNumber(number);
  const text = eventText(record, id, arn, located.stream.view, located.there);
  return {
    number,
    id,
    eventId: record.id,
    group: record.keys,
    arrivedMs: record.createdMs,
    trace: record.trace,
    text,
    filterable: () => text,
  };
}

/** Images are stored in wire form, so they are part of the text as they are. */
function eventText(record: Frozen<StreamRecord>, id: string, arn: string, view: string, { region }: Ctx): string {
  const { event, createdMs, keys, newImage, oldImage, bytes, expired } = record;
  const facts = { eventID: record.id, eventName: event, eventVersion: '1.1', eventSource: 'aws:dynamodb', awsRegion: region };
  const images = `${newImage === undefined ? '' : `,"NewImage":${newImage}`}${oldImage === undefined ? '' : `,"OldImage":${oldImage}`}`;
  const change = `{"ApproximateCreationDateTime":${wholeSeconds(createdMs)},"Keys":${keys}${images},"SequenceNumber":"${id}","SizeBytes":${bytes},"StreamViewType":"${view}"}`;
  const identity = expired ? ',"userIdentity":{"type":"Service","principalId":"dynamodb.amazonaws.com"}' : '';
  return `${JSON.stringify(facts).slice(0, -1)},"dynamodb":${change}${identity},"eventSourceARN":${JSON.stringify(arn)}}`;
}

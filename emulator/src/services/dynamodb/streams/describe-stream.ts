// ListStreams and DescribeStream. A stream has one shard, which is closed when the stream is disabled or its table is deleted.
import { pageOfRecords } from '#core/page';
import { fault, operation, type Shard } from '#model/dynamodbstreams';
import { findStream, type LocatedStream, sequenceNumber, shardId, streamArn } from './find-stream.ts';
import { streams } from './state.ts';

/** Limit: streams of a page of ListStreams. */
const MAX_LISTED = 100;

export const ListStreams = operation('ListStreams', ({ TableName, Limit: limit = MAX_LISTED, ExclusiveStartStreamArn: after }, ctx) => {
  const start = after === undefined ? undefined : findStream(after, ctx).stream;
  const token = start && Buffer.from(JSON.stringify([start.table, start.label])).toString('base64url');
  const invalidStart = () => fault('ValidationException', 'Invalid ExclusiveStartStreamArn');
  const prefix: [] | [string] = TableName === undefined ? [] : [TableName];
  const { items, next } = pageOfRecords(ctx.records(streams), prefix, { limit, token }, invalidStart);
  const Streams = items.map(([, stream]) => ({
    StreamArn: streamArn(stream, ctx),
    TableName: stream.table,
    StreamLabel: stream.label,
  }));
  return { Streams, ...(next !== undefined && { LastEvaluatedStreamArn: Streams.at(-1)!.StreamArn }) };
});

function shardOf({ stream, ends }: LocatedStream): Shard {
  const ending = stream.closedMs === undefined ? {} : { EndingSequenceNumber: sequenceNumber(Math.max(0, ends.next - 1)) };
  return { ShardId: shardId(stream), SequenceNumberRange: { StartingSequenceNumber: sequenceNumber(ends.first), ...ending } };
}

export const DescribeStream = operation('DescribeStream', ({ StreamArn, ExclusiveStartShardId: after, ShardFilter: filter }, ctx) => {
  const located = findStream(StreamArn, ctx);
  const { stream } = located;
  const shard = shardOf(located);
  if (filter?.Type === 'CHILD_SHARDS' && filter.ShardId === undefined)
    throw fault('ValidationException', 'ShardFilter of type CHILD_SHARDS requires a ShardId');
  const isLeftOut = filter?.Type === 'CHILD_SHARDS' || (after !== undefined && after >= shard.ShardId!);
  return {
    StreamDescription: {
      StreamArn,
      StreamLabel: stream.label,
      StreamStatus: stream.closedMs === undefined ? 'ENABLED' : 'DISABLED',
      StreamViewType: stream.view,
      CreationRequestDateTime: new Date(stream.createdMs),
      TableName: stream.table,
      KeySchema: stream.key.map(({ name, kind }) => ({ AttributeName: name, KeyType: kind })),
      Shards: isLeftOut ? [] : [shard],
    },
  };
});

// ListShards: the shards of a stream, with its six filters. https://docs.aws.amazon.com/kinesis/latest/APIReference/API_ShardFilter.html
import { readToken, writeToken } from '#core/page';
import type { Frozen } from '#core/records';
import { fault, type ListShardsInput, operation, type ShardFilter } from '#model/kinesis';
import { invalidArgument } from '#services/kinesis/faults';
import { retentionMs, shardId } from '#services/kinesis/shards/make-shards';
import { showShard } from '#services/kinesis/shards/show-shard';
import { type Shard, shards } from '#services/kinesis/state';
import { findStream, type LocatedStream } from './find-stream.ts';

const DEFAULT_LISTED = 1000;
/** A token is good for this long. */
const TOKEN_MS = 300_000;

export const ListShards = operation('ListShards', (input, ctx) => {
  const { NextToken: token, MaxResults: limit = DEFAULT_LISTED } = input;
  const from = token === undefined ? undefined : readPosition(token, input, ctx.now());
  const located = findStream(from ? { StreamName: from.name, StreamId: input.StreamId } : checked(input), ctx);
  const { there, stream } = located;
  if (from && from.createdMs !== stream.createdMs) throw expired();
  checkCreation(input.StreamCreationTimestamp, stream.createdMs);
  const filter = from?.filter ?? input.ShardFilter;
  const after = from?.after ?? input.ExclusiveStartShardId ?? '';
  const passes = filterOf(filter, located, there.now());
  const all = there.records(shards).range([stream.id]);
  const rest = all.filter((shard) => shardId(shard.index) > after && passes(shard));
  const page = rest.slice(0, limit);
  const last = page.at(-1);
  const isMore = last !== undefined && rest.length > page.length;
  const position = { name: stream.name, createdMs: stream.createdMs, after: last && shardId(last.index), filter, atMs: ctx.now() };
  return { Shards: page.map(showShard), ...(isMore && { NextToken: writeToken([JSON.stringify(position)]) }) };
});

interface Position {
  readonly name: string;
  readonly createdMs: number;
  readonly after: string;
  readonly filter?: ShardFilter | undefined;
  readonly atMs: number;
}

const expired = () => fault('ExpiredNextTokenException', 'The pagination token has expired. Begin again without it.');

function readPosition(
  token: string,
  { StreamName, StreamARN, ExclusiveStartShardId, StreamCreationTimestamp }: ListShardsInput,
  nowMs: number,
) {
  if (StreamName !== undefined || StreamARN !== undefined) throw invalidArgument('NextToken and StreamName cannot be provided together.');
  if (ExclusiveStartShardId !== undefined) throw invalidArgument('NextToken and ExclusiveStartShardId cannot be provided together.');
  if (StreamCreationTimestamp !== undefined) throw invalidArgument('NextToken and StreamCreationTimestamp cannot be provided together.');
  const invalid = () => invalidArgument('NextToken is not valid.');
  const [text] = readToken(token, invalid);
  let position: Position;
  try {
    const { filter, ...others } = JSON.parse(String(text)) as Position;
    const Timestamp = filter?.Timestamp && new Date(filter.Timestamp);
    position = { ...others, filter: filter && { ...filter, Timestamp } };
  } catch {
    throw invalid();
  }
  if (typeof position.name !== 'string' || typeof position.after !== 'string' || typeof position.atMs !== 'number') throw invalid();
  if (position.atMs + TOKEN_MS < nowMs) throw expired();
  return position;
}

function checked(input: ListShardsInput): ListShardsInput {
  if (input.StreamName === undefined && input.StreamARN === undefined)
    throw invalidArgument('Either NextToken or StreamName should be provided.');
  return input;
}

function checkCreation(given: Date | undefined, createdMs: number): void {
  if (given !== undefined && Math.floor(given.getTime() / 1000) !== Math.floor(createdMs / 1000))
    throw invalidArgument('StreamCreationTimestamp is not the time at which the stream was created.');
}

/** Which shards a filter lets through. Shards whose records are all gone are not there any more. @throws InvalidArgumentException */
function filterOf(filter: ShardFilter | undefined, { stream }: LocatedStream, nowMs: number): (shard: Frozen<Shard>) => boolean {
  if (!filter) return () => true;
  const { Type: type, ShardId: id, Timestamp: time } = filter;
  const needsTime = type === 'AT_TIMESTAMP' || type === 'FROM_TIMESTAMP';
  if (needsTime && time === undefined) throw invalidArgument(`Timestamp must be provided when ShardFilterType is ${type}.`);
  if (type === 'AFTER_SHARD_ID' && id === undefined)
    throw invalidArgument('ShardId must be provided when ShardFilterType is AFTER_SHARD_ID.');
  const fromMs = needsTime ? time!.getTime() : nowMs - retentionMs(stream);
  const isOpenAt = ({ createdMs, closedMs = Number.POSITIVE_INFINITY }: Frozen<Shard>) => createdMs <= fromMs && closedMs > fromMs;
  switch (type) {
    case 'AFTER_SHARD_ID':
      return ({ index }) => shardId(index) > id!;
    case 'AT_LATEST':
      return ({ closedMs }) => closedMs === undefined;
    case 'AT_TIMESTAMP':
      return isOpenAt;
    case 'AT_TRIM_HORIZON':
      return (shard) => isOpenAt(shard) || (stream.createdMs > fromMs && shard.parents.length === 0);
    default:
      return ({ closedMs = Number.POSITIVE_INFINITY }) => closedMs > fromMs;
  }
}

// GetShardIterator and GetRecords.
import type { Ctx } from '#core/ctx';
import { type _Record, operation } from '#model/kinesis';
import { dryRun, invalidArgument, noSuchShard, shardNotFound } from '#services/kinesis/faults';
import { parseShardId, shardId } from '#services/kinesis/shards/make-shards';
import { childShards } from '#services/kinesis/shards/show-shard';
import { streams } from '#services/kinesis/state';
import { checkAccess, placeOf, placeOfArn } from '#services/kinesis/streams/find-stream';
import { type Iterator, readIterator, writeIterator } from './iterators.ts';
import { type LocatedShard, locateShard, type ReadRecord, readShard, type ShardPage } from './read-shard.ts';
import { checkPosition, startingNumber } from './starting-position.ts';
import { admitRead, noteRead } from './throughput.ts';

/** Limit: records of a GetRecords. */
const MAX_RECORDS = 10_000;

export const GetShardIterator = operation('GetShardIterator', (input, ctx) => {
  const { ShardId, ShardIteratorType: type, StartingSequenceNumber: sequence, Timestamp: time } = input;
  const { there, name } = placeOf(input, ctx);
  const index = parseShardId(ShardId);
  if (index === undefined) throw shardNotFound(ShardId, name, there.account);
  const position = { type, sequence, time };
  checkPosition(position);
  const stream = there.records(streams).get([name]);
  const located = stream && locateShard(stream, index, there);
  if (!located) throw noSuchShard(shardId(index), name, there.account);
  checkAccess(located, ctx);
  const next = startingNumber(position, located, 'GetShardIterator');
  if (input.DryRun) throw dryRun();
  return { ShardIterator: writeIterator({ account: there.account, stream: name, streamId: stream.id, shard: index, next }, ctx) };
});

export const GetRecords = operation('GetRecords', (input, ctx) => {
  const { ShardIterator, Limit: limit = MAX_RECORDS, StreamARN: arn, StreamId: id } = input;
  if (id !== undefined) throw invalidArgument('StreamId is reserved for future use. Name the stream by StreamARN.');
  const iterator = readIterator(ShardIterator, ctx);
  const { account, stream: name } = iterator;
  const there = ctx.in({ account });
  if (arn !== undefined && !isSamePlace(placeOfArn(arn, ctx), iterator))
    throw invalidArgument(`The shard iterator is not of the stream ${arn}.`);
  const stream = there.records(streams).get([name]);
  const located = stream?.id === iterator.streamId ? locateShard(stream, iterator.shard, there) : undefined;
  if (!located) throw noSuchShard(shardId(iterator.shard), name, account);
  checkAccess(located, ctx);
  if (input.DryRun) throw dryRun();
  admitRead(iterator.shard, located);
  const answer = (page: ShardPage) => {
    noteRead(iterator.shard, page.bytes, located);
    countRead(name, page, there);
    return {
      Records: page.records.map((record) => showRecord(record, located)),
      MillisBehindLatest: page.behindMs,
      ...(page.isOver
        ? { ChildShards: childShards(located.stream, located.shard, there) }
        : { NextShardIterator: writeIterator({ ...iterator, next: page.next }, ctx) }),
    };
  };
  const page = readShard(located, iterator.next, limit);
  return page instanceof Promise ? page.then(answer) : answer(page);
});

const isSamePlace = ({ there, name }: ReturnType<typeof placeOfArn>, { account, stream }: Iterator): boolean =>
  there.account === account && name === stream;

/** A record as the service shows it. */
export const showRecord = ({ sequence, atMs, data, key }: ReadRecord, { stream }: LocatedShard): _Record => ({
  SequenceNumber: sequence,
  ApproximateArrivalTimestamp: new Date(atMs),
  Data: data,
  PartitionKey: key,
  ...(stream.keyId !== undefined && { EncryptionType: 'KMS' as const }),
});

function countRead(stream: string, { records, bytes, behindMs }: ShardPage, { metrics }: Ctx): void {
  const meter = metrics.meter('AWS/Kinesis', 'StreamName', stream);
  meter.add('GetRecords.Records', records.length);
  meter.add('GetRecords.Bytes', bytes, 'Bytes');
  meter.add('GetRecords.IteratorAgeMilliseconds', behindMs, 'Milliseconds');
}

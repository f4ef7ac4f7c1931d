// GetShardIterator and GetRecords.
import type { Ctx } from '#core/ctx';
import type { Frozen } from '#core/records';
import { fault, type GetShardIteratorInput, operation } from '#model/dynamodbstreams';
import { sendText } from '#services/dynamodb/items/item-text';
import { findStream, type LocatedStream, numberFrom, sequenceNumber, shardId } from './find-stream.ts';
import { readIterator, writeIterator } from './iterators.ts';
import { type Stream, type StreamRecord, streamRecords } from './state.ts';

/** Limit: records of a GetRecords. */
const MAX_RECORDS = 1_000;
/** Limit: bytes of the records of a GetRecords. */
const MAX_BYTES = 1_048_576;

const trimmed = () => fault('TrimmedDataAccessException', 'The operation attempted to read past the oldest stream record in a shard.');
const noSuchShard = (id: string, arn: string) =>
  fault('ResourceNotFoundException', `Requested resource not found: Shard: ${id} in Stream: ${arn} not found`);

export const GetShardIterator = operation('GetShardIterator', (input, ctx) => {
  const { StreamArn: arn, ShardId } = input;
  const located = findStream(arn, ctx);
  if (ShardId !== shardId(located.stream)) throw noSuchShard(ShardId, arn);
  return { ShardIterator: writeIterator({ arn, next: positionOf(input, located) }, ctx) };
});

function positionOf({ ShardIteratorType: type, SequenceNumber: sequence }: GetShardIteratorInput, { ends }: LocatedStream): number {
  const needsSequence = type === 'AT_SEQUENCE_NUMBER' || type === 'AFTER_SEQUENCE_NUMBER';
  if (needsSequence !== (sequence !== undefined))
    throw fault(
      'ValidationException',
      needsSequence
        ? `One or more parameter values were invalid: SequenceNumber is required for ShardIteratorType ${type}`
        : `One or more parameter values were invalid: SequenceNumber is not allowed for ShardIteratorType ${type}`,
    );
  if (sequence === undefined) return type === 'LATEST' ? ends.next : ends.first;
  const number = numberFrom(sequence);
  if (number > ends.next) throw fault('ValidationException', `Invalid SequenceNumber: ${sequence}`);
  if (number < ends.first) throw trimmed();
  return type === 'AT_SEQUENCE_NUMBER' ? number : number + 1;
}

export const GetRecords = operation('GetRecords', ({ ShardIterator, Limit: limit = MAX_RECORDS }, ctx) => {
  const iterator = readIterator(ShardIterator, ctx);
  const { there, stream, ends } = findStream(iterator.arn, ctx);
  if (iterator.next < ends.first) throw trimmed();
  let bytes = 0;
  const until = (record: Frozen<StreamRecord>): boolean => (bytes += record.bytes) > MAX_BYTES;
  const found = there.records(streamRecords).range([stream.storeId], { from: [stream.storeId, iterator.next], limit, until });
  const taken = bytes > MAX_BYTES && found.length > 1 ? found.slice(0, -1) : found;
  const next = iterator.next + taken.length;
  const isOver = stream.closedMs !== undefined && next >= ends.next;
  return {
    Records: taken.map((record, at) => sendRecord(record, iterator.next + at, stream, there.region, ctx)),
    ...(!isOver && { NextShardIterator: writeIterator({ arn: iterator.arn, next }, ctx) }),
  };
});

const EXPIRY = { Type: 'Service', PrincipalId: 'dynamodb.amazonaws.com' };

function sendRecord(record: Frozen<StreamRecord>, number: number, { view }: Frozen<Stream>, region: string, ctx: Ctx) {
  const { id, event, createdMs, keys, newImage, oldImage, bytes, expired } = record;
  return {
    eventID: id,
    eventName: event,
    eventVersion: '1.1',
    eventSource: 'aws:dynamodb',
    awsRegion: region,
    dynamodb: {
      ApproximateCreationDateTime: new Date(Math.floor(createdMs / 1000) * 1000),
      Keys: sendText(keys, ctx),
      ...(newImage !== undefined && { NewImage: sendText(newImage, ctx) }),
      ...(oldImage !== undefined && { OldImage: sendText(oldImage, ctx) }),
      SequenceNumber: sequenceNumber(number),
      SizeBytes: bytes,
      StreamViewType: view,
    },
    ...(expired && { userIdentity: EXPIRY }),
  };
}

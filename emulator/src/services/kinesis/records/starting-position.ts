// Where reading a shard begins: the five kinds of positions, which GetShardIterator and SubscribeToShard share.
import { invalidArgument } from '#services/kinesis/faults';
import { parseSequence } from '#services/kinesis/sequence-number';
import { shardId } from '#services/kinesis/shards/make-shards';
import { endsOf, type LocatedShard, numberAt } from './read-shard.ts';

export interface StartingPosition {
  readonly type: string;
  readonly sequence?: string | undefined;
  readonly time?: Date | undefined;
}

/** Checks which members come with which kind. @throws InvalidArgumentException */
export function checkPosition({ type, sequence, time }: StartingPosition): void {
  const needsSequence = type === 'AT_SEQUENCE_NUMBER' || type === 'AFTER_SEQUENCE_NUMBER';
  if (needsSequence !== (sequence !== undefined) && (needsSequence || type !== 'AT_TIMESTAMP'))
    throw invalidArgument(
      `Must either specify (1) AT_SEQUENCE_NUMBER or AFTER_SEQUENCE_NUMBER and StartingSequenceNumber or (2) TRIM_HORIZON or LATEST and no StartingSequenceNumber. Request specified ${type} and ${needsSequence ? 'no StartingSequenceNumber' : 'also a StartingSequenceNumber'}.`,
    );
  if (type === 'AT_TIMESTAMP' && time === undefined)
    throw invalidArgument(
      'Must specify timestampInMillis parameter for iterator of type AT_TIMESTAMP. Current request has no timestamp parameter.',
    );
}

/** The number of the record with which reading begins. @throws InvalidArgumentException */
export function startingNumber({ type, sequence, time }: StartingPosition, located: LocatedShard, operation: string): number {
  const { first, next } = endsOf(located);
  if (sequence !== undefined && type !== 'AT_TIMESTAMP') {
    const number = numberOf(sequence, located, operation);
    // Every number is one record's, and there is none behind the last one.
    return Math.min(next, type === 'AT_SEQUENCE_NUMBER' ? number : number + 1);
  }
  if (type === 'AT_TIMESTAMP') return numberAt(located, checkedTime(time!, located));
  return type === 'LATEST' ? next : first;
}

function checkedTime(time: Date, { there }: LocatedShard): number {
  const [ms, nowMs] = [time.getTime(), there.now()];
  if (ms > nowMs)
    throw invalidArgument(
      `The timestampInMillis parameter cannot be greater than the currentTimestampInMillis. timestampInMillis: ${ms}, currentTimestampInMillis: ${nowMs}`,
    );
  return ms;
}

function numberOf(sequence: string, { shard, stream, there }: LocatedShard, operation: string): number {
  const parts = parseSequence(sequence);
  const refused = `StartingSequenceNumber ${sequence} used in ${operation} on shard ${shardId(shard.index)} in stream ${stream.name} under account ${there.account} is invalid`;
  if (!parts) throw invalidArgument(`${refused}.`);
  if (parts.shard !== shard.index)
    throw invalidArgument(
      `Invalid StartingSequenceNumber. It encodes ${shardId(parts.shard)}, while it was used in a call to a shard with ${shardId(shard.index)}`,
    );
  if (parts.createdS !== Math.floor(shard.createdMs / 1000)) throw invalidArgument(`${refused} because it did not come from this stream.`);
  return parts.number;
}

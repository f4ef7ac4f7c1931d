// PutRecord and PutRecords.
import type { Ctx } from '#core/ctx';
import { failedEntries } from '#core/failed-entries';
import { fault, operation, type PutRecordsResultEntry } from '#model/kinesis';
import { constraintViolated, dryRun, invalidArgument } from '#services/kinesis/faults';
import { hashKeyOf, shardFor } from '#services/kinesis/hash-key';
import { parseSequence } from '#services/kinesis/sequence-number';
import { shardId } from '#services/kinesis/shards/make-shards';
import { findStream, type LocatedStream } from '#services/kinesis/streams/find-stream';
import { type Addressed, appendRecords, fitsInside } from './append-records.ts';
import { admitWrite } from './throughput.ts';

/** Limit: bytes of all records of a PutRecords. */
const MAX_REQUEST_BYTES = 10 * 1024 * 1024;
const KIB = 1024;
/** Partition keys that the service makes up have this many digits. */
const MADE_KEY_LENGTH = 16;

interface Entry {
  readonly Data: Uint8Array;
  readonly PartitionKey?: string | undefined;
  readonly ExplicitHashKey?: string | undefined;
}

export const PutRecord = operation('PutRecord', (input, ctx) => {
  const located = findStream(input, ctx);
  const { stream, there } = located;
  checkOrdering(input.SequenceNumberForOrdering, located);
  const record = addressed(input, '', located);
  if (input.DryRun) throw dryRun();
  const refused = admitWrite(record.shard, sizeOf(input), located);
  if (refused) throw refused;
  const answer = ([SequenceNumber]: readonly string[]) => ({
    ShardId: shardId(record.shard),
    SequenceNumber: SequenceNumber!,
    ...encryption(located),
  });
  if (fitsInside(record.data)) return answer(appendRecords([record], stream, there));
  return storeLarge([record], there).then((records) => answer(appendRecords(records, findStream(input, ctx).stream, there)));
});

export const PutRecords = operation('PutRecords', async (input, ctx) => {
  const located = findStream(input, ctx);
  const { there } = located;
  const total = input.Records.reduce((sum, entry) => sum + sizeOf(entry), 0);
  if (total > MAX_REQUEST_BYTES) throw invalidArgument('Records size exceeds 10 MB limit');
  const records = input.Records.map((entry, at) => addressed(entry, `records.${at + 1}.member.`, located));
  if (input.DryRun) throw dryRun();
  const refusals = records.map(({ shard }, at) => admitWrite(shard, sizeOf(input.Records[at]!), located));
  const admitted = records.filter((_, at) => !refusals[at]);
  const stored = admitted.every(({ data }) => fitsInside(data)) ? admitted : await storeLarge(admitted, there);
  const numbers = appendRecords(stored, stored === admitted ? located.stream : findStream(input, ctx).stream, there)[Symbol.iterator]();
  const Records = records.map(({ shard }, at): PutRecordsResultEntry => {
    const refused = refusals[at];
    if (refused) return { ErrorCode: refused.code, ErrorMessage: refused.message };
    return { SequenceNumber: numbers.next().value!, ShardId: shardId(shard) };
  });
  const first = refusals.find((refused) => refused);
  if (first) ctx.logOutcome(failedEntries(records.length - admitted.length, records.length, first));
  return { FailedRecordCount: records.length - admitted.length, Records, ...encryption(located) };
});

const encryption = ({ stream }: LocatedStream) => (stream.keyId === undefined ? {} : { EncryptionType: 'KMS' as const });

const sizeOf = ({ Data, PartitionKey = '' }: Entry): number => Data.length + Buffer.byteLength(PartitionKey);

/** The record and the shard that takes it. @throws InvalidArgumentException, ValidationException */
function addressed(entry: Entry, path: string, { stream, there }: LocatedStream): Addressed {
  const { Data, ExplicitHashKey } = entry;
  const isMade = entry.PartitionKey === undefined && stream.distribution === 'AUTO';
  const key = isMade ? there.random(MADE_KEY_LENGTH) : entry.PartitionKey;
  if (key === undefined)
    throw fault(
      'ValidationException',
      `1 validation error detected: Value null at '${path}partitionKey' failed to satisfy constraint: Member must not be null`,
    );
  const most = stream.maxRecordKiB * KIB;
  if (sizeOf(entry) > most) throw constraintViolated(`${path}data`, `Member must have length less than or equal to ${most}`);
  return { data: Data, key, shard: shardFor(hashKeyOf(key, ExplicitHashKey), stream.open) };
}

/** Numbers of a stream always grow, so the order that is asked for is kept; a number from the future is none of this stream. */
function checkOrdering(text: string | undefined, { stream, there }: LocatedStream): void {
  if (text === undefined) return;
  const parts = parseSequence(text);
  if (!parts || parts.atS * 1000 > there.now())
    throw invalidArgument(
      `ExclusiveMinimumSequenceNumber ${text} used in PutRecord on stream ${stream.name} under account ${there.account} is invalid.`,
    );
}

/** The records with blobs in place of large contents. */
const storeLarge = (records: readonly Addressed[], there: Ctx): Promise<readonly Addressed[]> =>
  Promise.all(
    records.map(async (record) =>
      fitsInside(record.data) ? record : { ...record, data: await there.blobs.put(record.data as Uint8Array) },
    ),
  );

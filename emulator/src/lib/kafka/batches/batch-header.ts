// The header of a record batch (version 2), which a broker checks and changes without looking at the records.
// https://kafka.apache.org/documentation/#recordbatch
import { crc32c } from '#lib/kafka/crc32c';
import { WireError } from '#lib/kafka/wire-error';

export const HEADER_BYTES = 61;
const LENGTH_AT = 8;
const EPOCH_AT = 12;
const MAGIC_AT = 16;
const CRC_AT = 17;
/** The checksum covers everything from here. */
export const CHECKED_FROM = 21;
const LAST_DELTA_AT = 23;
const FIRST_MS_AT = 27;
const MAX_MS_AT = 35;
const COUNT_AT = 57;

export interface BatchHeader {
  /** Offset of the first record. */
  readonly base: number;
  /** Offset behind the last record. */
  readonly end: number;
  readonly attributes: number;
  readonly firstMs: number;
  readonly maxMs: number;
  readonly count: number;
  readonly producerId: bigint;
  readonly producerEpoch: number;
  readonly sequence: number;
  /** Size of the whole batch. */
  readonly bytes: number;
}

/** The batches that stand one behind the other; a part of one at the end is left out, as brokers may send. @throws WireError */
export function batchesIn(bytes: Buffer): Buffer[] {
  const batches: Buffer[] = [];
  for (let at = 0; at + EPOCH_AT <= bytes.length; ) {
    const length = bytes.readInt32BE(at + LENGTH_AT) + EPOCH_AT;
    if (length < HEADER_BYTES) throw new WireError(`A batch of ${length} bytes is smaller than its header.`);
    if (at + length > bytes.length) break;
    batches.push(bytes.subarray(at, at + length));
    at += length;
  }
  return batches;
}

/** @throws WireError where it is not a batch of version 2, or its checksum differs */
export function readBatchHeader(batch: Buffer): BatchHeader {
  if (batch.length < HEADER_BYTES) throw new WireError('A batch is smaller than its header.');
  const magic = batch[MAGIC_AT]!;
  if (magic !== 2) throw new WireError(`Records have format ${magic}; format 2 is spoken here, which all clients since 0.11 have.`);
  if (batch.readUInt32BE(CRC_AT) !== crc32c(batch.subarray(CHECKED_FROM))) throw new WireError('The checksum of a batch differs.');
  return peekBatchHeader(batch);
}

/** The header of a batch that was checked before. */
export function peekBatchHeader(batch: Buffer): BatchHeader {
  const base = Number(batch.readBigInt64BE(0));
  const lastDelta = batch.readInt32BE(LAST_DELTA_AT);
  const count = batch.readInt32BE(COUNT_AT);
  if (lastDelta < 0 || count < 0 || count > lastDelta + 1) throw new WireError('A batch has more records than numbers.');
  return {
    base,
    end: base + lastDelta + 1,
    attributes: batch.readInt16BE(CHECKED_FROM),
    firstMs: Number(batch.readBigInt64BE(FIRST_MS_AT)),
    maxMs: Number(batch.readBigInt64BE(MAX_MS_AT)),
    producerId: batch.readBigInt64BE(43),
    producerEpoch: batch.readInt16BE(51),
    sequence: batch.readInt32BE(53),
    count,
    bytes: batch.length,
  };
}

/** Puts a batch at its place in a log. Neither member is part of the checksum, so the records need not be read. */
export function placeBatch(batch: Buffer, base: number): void {
  batch.writeBigInt64BE(BigInt(base), 0);
  batch.writeInt32BE(0, EPOCH_AT);
}

// Record batches, version 2: reads their records, and makes batches. https://kafka.apache.org/documentation/#recordbatch
import { crc32c } from '#lib/kafka/crc32c';
import { Turns } from '#lib/kafka/turns';
import { WireError } from '#lib/kafka/wire-error';
import { WireReader } from '#lib/kafka/wire-reader';
import { WireWriter } from '#lib/kafka/wire-writer';
import { batchesIn, CHECKED_FROM, HEADER_BYTES, readBatchHeader } from './batch-header.ts';
import { compressionOf, decompress, MAX_RECORDS_BYTES } from './compression.ts';

const IS_CONTROL = 0x20;
const HAS_APPEND_TIME = 0x08;
/** Records between two looks at the time. */
const LOOK_EACH = 1000;

export interface KafkaHeader {
  readonly name: string;
  readonly value: Buffer | null;
}

/** A record as a producer gives it. */
export interface NewRecord {
  readonly key: Buffer | null;
  readonly value: Buffer | null;
  readonly headers: readonly KafkaHeader[];
  readonly atMs: number;
}

export interface KafkaRecord extends NewRecord {
  readonly offset: number;
  /** The broker's time, not the producer's. */
  readonly isAppendTime: boolean;
}

interface ReadRecords {
  readonly records: readonly KafkaRecord[];
  /** Behind the last batch that was read, whether its records are all there or were compacted away; undefined where no batch is whole. */
  readonly end: number | undefined;
}

/**
 * The records of batches that stand one behind the other. Once they take more memory than one batch may, the rest is left for the next read.
 * @throws WireError
 */
export async function readRecords(bytes: Buffer): Promise<ReadRecords> {
  const turns = new Turns();
  const records: KafkaRecord[] = [];
  let end: number | undefined;
  let size = 0;
  for (const batch of batchesIn(bytes)) {
    if (size >= MAX_RECORDS_BYTES) break;
    const header = readBatchHeader(batch);
    end = header.end;
    if (header.attributes & IS_CONTROL) continue;
    const content = await decompress(compressionOf(header.attributes), batch.subarray(HEADER_BYTES));
    size += content.length;
    if (header.count > content.length) throw new WireError(`A batch of ${content.length} bytes counts ${header.count} records.`);
    const from = new WireReader(content);
    const appendMs = header.attributes & HAS_APPEND_TIME ? header.maxMs : undefined;
    for (let n = 0; n < header.count; n++) {
      records.push(readRecord(from, header, appendMs));
      if (n % LOOK_EACH === 0 && turns.isOver) await turns.next();
    }
    await turns.next();
  }
  return { records, end };
}

function readRecord(from: WireReader, { base, firstMs }: { base: number; firstMs: number }, appendMs: number | undefined): KafkaRecord {
  const length = from.varint();
  const ends = from.at + length;
  from.int8();
  const atMs = firstMs + from.varlong();
  const offset = base + from.varint();
  const key = bytesOf(from);
  const value = bytesOf(from);
  const count = from.varint();
  if (count < 0 || count > from.left) throw new WireError(`A record has ${count} headers.`);
  const headers = Array.from({ length: count }, () => ({ name: from.text(from.varint()), value: bytesOf(from) }));
  if (from.at !== ends) throw new WireError(`A record of ${length} bytes ends elsewhere.`);
  return { offset, key, value, headers, atMs: appendMs ?? atMs, isAppendTime: appendMs !== undefined };
}

function bytesOf(from: WireReader): Buffer | null {
  const length = from.varint();
  return length < 0 ? null : from.raw(length);
}

/** A batch of one or more records, which begins at 0: brokers number it. Not compressed. */
export function writeBatch(records: readonly NewRecord[]): Buffer {
  const firstMs = records[0]?.atMs ?? 0;
  const to = new WireWriter();
  to.int64(0);
  to.int32(0);
  to.int32(-1);
  to.int8(2);
  to.uint32(0);
  to.int16(0);
  to.int32(records.length - 1);
  to.int64(firstMs);
  to.int64(Math.max(...records.map(({ atMs }) => atMs)));
  to.int64(-1);
  to.int16(-1);
  to.int32(-1);
  to.int32(records.length);
  for (const [index, record] of records.entries()) writeRecord(to, record, index, record.atMs - firstMs);
  const batch = to.finish();
  batch.writeInt32BE(batch.length - 12, 8);
  batch.writeUInt32BE(crc32c(batch.subarray(CHECKED_FROM)), 17);
  return batch;
}

function writeRecord(to: WireWriter, { key, value, headers }: NewRecord, index: number, deltaMs: number): void {
  const body = new WireWriter();
  body.int8(0);
  body.varint(deltaMs);
  body.varint(index);
  writeBytes(body, key);
  writeBytes(body, value);
  body.varint(headers.length);
  for (const header of headers) {
    writeBytes(body, Buffer.from(header.name));
    writeBytes(body, header.value);
  }
  to.varint(body.length);
  to.raw(body.finish());
}

function writeBytes(to: WireWriter, bytes: Buffer | null): void {
  to.varint(bytes?.length ?? -1);
  if (bytes) to.raw(bytes);
}

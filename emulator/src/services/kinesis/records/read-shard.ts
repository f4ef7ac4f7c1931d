// Reads the records of a shard in pages of a size, with the contents of blobs.

import { isBlobRef } from '#core/blob-ref';
import type { Ctx } from '#core/ctx';
import type { Frozen } from '#core/records';
import { sequenceNumber } from '#services/kinesis/sequence-number';
import { type Shard, type ShardEnds, type Stream, type StreamRecord, shardEnds, shards, streamRecords } from '#services/kinesis/state';

/** Limit: bytes of the records of a GetRecords. */
const MAX_PAGE_BYTES = 10 * 1024 * 1024;
/** Records are read from the store in steps, so that large ones are not read in vain. */
const STEP = 250;

/** A shard of a stream, in the context of the account that owns it. */
export interface LocatedShard {
  readonly there: Ctx;
  readonly stream: Frozen<Stream>;
  readonly shard: Frozen<Shard>;
}

/** Undefined where the stream has no such shard, or no more. */
export function locateShard(stream: Frozen<Stream>, index: number | undefined, there: Ctx): LocatedShard | undefined {
  const shard = index === undefined ? undefined : there.records(shards).get([stream.id, index]);
  return shard && { there, stream, shard };
}

export const endsOf = ({ there, stream, shard }: LocatedShard): ShardEnds =>
  there.records(shardEnds).get([stream.id, shard.index]) ?? { next: 1, first: 1 };

export interface ReadRecord {
  readonly number: number;
  readonly sequence: string;
  readonly key: string;
  readonly data: Uint8Array;
  readonly atMs: number;
  readonly trace: string | undefined;
}

export interface ShardPage {
  readonly records: readonly ReadRecord[];
  /** The number to go on from. */
  readonly next: number;
  readonly bytes: number;
  /** How far the page is behind the last record: milliseconds. */
  readonly behindMs: number;
  /** The shard is closed, and this was all of it. */
  readonly isOver: boolean;
}

/** The records from a sequence number on: at most `most` of them, and no more than 10 MB beside the first. */
export function readShard(located: LocatedShard, from: number, most: number): ShardPage | Promise<ShardPage> {
  const { there, shard } = located;
  const { first, next: end } = endsOf(located);
  const start = Math.max(from, first);
  const stored: Frozen<StreamRecord>[] = [];
  let bytes = 0;
  for (let isFull = false; !isFull; ) {
    const limit = Math.min(STEP, most - stored.length);
    const step = storedFrom(located, start + stored.length, limit);
    isFull = step.length < limit || stored.length + step.length >= most;
    for (const record of step) {
      const size = isBlobRef(record.data) ? record.data.sizeBytes : record.data.length;
      if (stored.length > 0 && bytes + size > MAX_PAGE_BYTES) {
        isFull = true;
        break;
      }
      bytes += size;
      stored.push(record);
    }
  }
  const next = start + stored.length;
  const isOver = shard.closedMs !== undefined && next >= end;
  const behindMs = next >= end ? 0 : Math.max(0, there.now() - (stored.at(-1)?.atMs ?? there.now()));
  const page = (contents: readonly Uint8Array[]): ShardPage => ({
    records: stored.map(({ key, atMs, trace }, at) => ({
      number: start + at,
      sequence: sequenceNumber(shard, start + at, atMs),
      key,
      data: contents[at]!,
      atMs,
      trace,
    })),
    next,
    bytes,
    behindMs,
    isOver,
  });
  if (!stored.some(({ data }) => isBlobRef(data))) return page(stored.map(({ data }) => data as Uint8Array));
  return Promise.all(stored.map(({ data }) => (isBlobRef(data) ? there.blobs.read(data) : data))).then(page);
}

const storedFrom = ({ there, stream, shard }: LocatedShard, from: number, limit: number): Frozen<StreamRecord>[] =>
  there.records(streamRecords).range([stream.id, shard.index], { from: [stream.id, shard.index, from], limit });

/** The number of the first record that arrived at a time or later. */
export function numberAt(located: LocatedShard, ms: number): number {
  const { there, stream, shard } = located;
  const { first, next } = endsOf(located);
  let [low, high] = [first, next];
  while (low < high) {
    const middle = (low + high) >>> 1;
    const record = there.records(streamRecords).get([stream.id, shard.index, middle]);
    if (record && record.atMs < ms) low = middle + 1;
    else high = middle;
  }
  return low;
}

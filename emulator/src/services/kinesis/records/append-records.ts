// Appends records to their shards, in one write.

import { isBlobRef } from '#core/blob-ref';
import type { Ctx } from '#core/ctx';
import type { BlobRef, Frozen } from '#core/records';
import { noSuchStream } from '#services/kinesis/faults';
import { sequenceNumber } from '#services/kinesis/sequence-number';
import { retentionMs } from '#services/kinesis/shards/make-shards';
import { shardSignal, streamSignal } from '#services/kinesis/signals';
import { type ShardEnds, type Stream, shardEnds, shards, streamRecords } from '#services/kinesis/state';

/** Larger contents are blobs. */
const MAX_INSIDE_BYTES = 65_536;

export const fitsInside = (data: Addressed['data']): boolean => !isBlobRef(data) && data.length <= MAX_INSIDE_BYTES;

/** A record and the number of the shard that takes it. */
export interface Addressed {
  readonly data: Uint8Array | BlobRef;
  readonly key: string;
  readonly shard: number;
}

/** The sequence numbers of the records. @throws ResourceNotFoundException where the stream is gone */
export function appendRecords(added: readonly Addressed[], stream: Frozen<Stream>, there: Ctx): string[] {
  const atMs = there.now();
  const { id, name } = stream;
  const trace = there.trace.id;
  const [records, allEnds, allShards] = [there.records(streamRecords), there.records(shardEnds), there.records(shards)];
  const ends = new Map<number, ShardEnds>();
  return there.write((tx) => {
    const numbers = added.map(({ data, key, shard: index }) => {
      const shard = allShards.get([id, index]);
      const before = ends.get(index) ?? allEnds.get([id, index]);
      if (!shard || !before) throw noSuchStream(name, there.account);
      // The request's buffer is larger than its records and must not be kept with them.
      tx.put(records, [id, index, before.next], { data: isBlobRef(data) ? data : new Uint8Array(data), key, atMs, trace });
      if (isBlobRef(data)) tx.hold(data);
      ends.set(index, { ...before, next: before.next + 1 });
      if (before.next === before.first) there.later(tx, 'kinesis.trim', [name, id, index], atMs + retentionMs(stream));
      return sequenceNumber(shard, before.next, atMs);
    });
    for (const [index, after] of ends) tx.put(allEnds, [id, index], after);
    countIncoming(name, added, there);
    tx.after(() => {
      there.wake(streamSignal(id));
      for (const index of ends.keys()) there.wake(shardSignal(id, index));
    });
    return numbers;
  });
}

function countIncoming(stream: string, added: readonly Addressed[], { metrics }: Ctx): void {
  const meter = metrics.meter('AWS/Kinesis', 'StreamName', stream);
  meter.add('IncomingRecords', added.length);
  const bytes = added.reduce((sum, { data }) => sum + (isBlobRef(data) ? data.sizeBytes : data.length), 0);
  meter.add('IncomingBytes', bytes, 'Bytes');
}

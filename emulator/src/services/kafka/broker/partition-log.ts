// The log of a partition: batches that stay as their producers made them; only their offsets are written into them.

import { isBlobRef } from '#core/blob-ref';
import type { Ctx } from '#core/ctx';
import type { Frozen } from '#core/records';
import { type BatchHeader, batchesIn, placeBatch, readBatchHeader } from '#lib/kafka/batches/batch-header';
import { readRecords } from '#lib/kafka/batches/record-batch';
import { Turns } from '#lib/kafka/turns';
import { WireError } from '#lib/kafka/wire-error';
import { clusterSignal } from '#services/kafka/signals';
import { type BatchRecord, batches, partitionEnds, type TopicRecord } from '#services/kafka/state';
import { retentionMs } from '#services/kafka/topics/topic-configs';

/** Larger batches are blobs. */
const MAX_INSIDE_BYTES = 65_536;
const AT_ONCE = 50;

export interface Partition {
  readonly clusterId: string;
  readonly topic: Frozen<TopicRecord>;
  readonly index: number;
}

const NEW = { next: 0, first: 0 };

export const endsOf = ({ topic, index }: Partition, ctx: Ctx) => ctx.records(partitionEnds).get([topic.id, index]) ?? NEW;

/** Appends a batch; returns the offset of its first record. @throws WireError for what is no batch */
export async function appendBatch(partition: Partition, bytes: Buffer, ctx: Ctx): Promise<number> {
  // A copy: the request's buffer is larger than its batch, and is not ours to write into.
  const batch = Buffer.from(bytes);
  const { base, end, maxMs } = checkedHeader(batch);
  const { clusterId, topic, index } = partition;
  // The place of a large batch is written by readers, because the blob must be there before its place is known.
  const blob = batch.length > MAX_INSIDE_BYTES ? await ctx.blobs.put(batch) : undefined;
  return ctx.write((tx) => {
    const ends = endsOf(partition, ctx);
    const next = ends.next + end - base;
    if (blob) tx.hold(blob);
    else placeBatch(batch, ends.next);
    const record = { data: blob ?? new Uint8Array(batch), end: next, maxMs, bytes: batch.length };
    tx.put(ctx.records(batches), [topic.id, index, ends.next], record);
    tx.put(ctx.records(partitionEnds), [topic.id, index], { ...ends, next });
    if (ends.first === ends.next && retentionMs(topic) !== undefined)
      ctx.later(tx, 'kafka.trim', [clusterId, topic.name, index], ctx.now() + retentionMs(topic)!);
    tx.after(() => ctx.wake(clusterSignal(clusterId)));
    return ends.next;
  });
}

/** The header of the one batch that a request has for a partition. @throws WireError for more or less, or where records are not numbered one by one */
function checkedHeader(bytes: Buffer): BatchHeader {
  const [batch] = batchesIn(bytes);
  if (!batch || batch.length !== bytes.length) throw new WireError(`${bytes.length} bytes are not exactly one batch.`);
  const header = readBatchHeader(batch);
  const { base, end, count } = header;
  if (count !== end - base || count === 0) throw new WireError(`A batch of ${count} records takes ${end - base} offsets.`);
  return header;
}

type Entry = [[topicId: string, index: number, base: number], Frozen<BatchRecord>];

/** The batch that has the offset. */
function batchAt({ topic, index }: Partition, offset: number, ctx: Ctx): Entry | undefined {
  const before: [string, number, number] = [topic.id, index, offset + 1];
  const found = ctx.records(batches).entries([topic.id, index], { before, reverse: true, limit: 1 })[0];
  return found && found[1].end > offset ? found : undefined;
}

async function bytesOf([[, , base], { data }]: Entry, ctx: Ctx): Promise<Buffer> {
  if (!isBlobRef(data)) return Buffer.from(data.buffer, data.byteOffset, data.byteLength);
  const bytes = Buffer.from(await ctx.blobs.read(data));
  placeBatch(bytes, base);
  return bytes;
}

/** The batches from the offset on, up to a number of bytes; the batch with the offset whatever its size. */
export async function readBatches(partition: Partition, offset: number, mostBytes: number, ctx: Ctx): Promise<Buffer> {
  const { topic, index } = partition;
  const turns = new Turns();
  const found: Buffer[] = [];
  let left = mostBytes;
  let from = batchAt(partition, offset, ctx)?.[0][2] ?? offset;
  for (;;) {
    const entries = ctx.records(batches).entries([topic.id, index], { from: [topic.id, index, from], limit: AT_ONCE });
    for (const entry of entries) {
      if (found.length > 0 && entry[1].bytes > left) return Buffer.concat(found);
      found.push(await bytesOf(entry, ctx));
      left -= entry[1].bytes;
      from = entry[1].end;
    }
    if (entries.length < AT_ONCE || left <= 0) return Buffer.concat(found);
    await turns.next();
  }
}

export interface TimedOffset {
  readonly offset: number;
  readonly atMs: number;
}

/** The first record that is not older than the time; undefined where all are. Times are taken to grow with the offsets, as they mostly do. */
export async function offsetAt(partition: Partition, atMs: number, ctx: Ctx): Promise<TimedOffset | undefined> {
  const { first, next } = endsOf(partition, ctx);
  let [low, high] = [first, next];
  while (low < high) {
    const entry = batchAt(partition, Math.floor((low + high) / 2), ctx);
    if (!entry) return undefined;
    if (entry[1].maxMs >= atMs) high = entry[0][2];
    else low = entry[1].end;
  }
  const entry = low < next ? batchAt(partition, low, ctx) : undefined;
  if (!entry) return undefined;
  const record = (await readRecords(await bytesOf(entry, ctx))).records.find((one) => one.atMs >= atMs);
  return record ? { offset: record.offset, atMs: record.atMs } : { offset: entry[0][2], atMs: entry[1].maxMs };
}

/** Removes some batches whose time is over. True while there may be more; otherwise the next removal is scheduled. */
export const trimStep = (partition: Partition, ctx: Ctx): boolean =>
  ctx.write((tx) => {
    const { clusterId, topic, index } = partition;
    const keptMs = retentionMs(topic);
    if (keptMs === undefined) return false;
    const found = ctx.records(batches).entries([topic.id, index], { limit: AT_ONCE });
    const fresh = found.findIndex(([, { maxMs }]) => maxMs + keptMs > ctx.now());
    const old = fresh < 0 ? found : found.slice(0, fresh);
    for (const [key, { data }] of old) {
      tx.delete(ctx.records(batches), key);
      if (isBlobRef(data)) tx.release(data);
    }
    const behind = old.at(-1)?.[1].end;
    if (behind !== undefined) tx.put(ctx.records(partitionEnds), [topic.id, index], { ...endsOf(partition, ctx), first: behind });
    const next = found[fresh]?.[1];
    if (next) ctx.later(tx, 'kafka.trim', [clusterId, topic.name, index], next.maxMs + keptMs);
    return old.length === AT_ONCE;
  });

/** Removes some batches of a topic that is deleted. True while there may be more. */
export const forgetStep = (topicId: string, ctx: Ctx): boolean =>
  ctx.write((tx) => {
    const found = ctx.records(batches).entries([topicId], { limit: AT_ONCE });
    for (const [key, { data }] of found) {
      tx.delete(ctx.records(batches), key);
      if (isBlobRef(data)) tx.release(data);
    }
    if (found.length === AT_ONCE) return true;
    for (const [key] of ctx.records(partitionEnds).entries([topicId])) tx.delete(ctx.records(partitionEnds), key);
    return false;
  });

// Removes records whose time is over, closed shards with their last record, and everything of streams that are deleted: in steps, so that
// other work goes on between two.

import { isBlobRef } from '#core/blob-ref';
import type { Ctx } from '#core/ctx';
import type { Frozen, Tx } from '#core/records';
import { retentionMs } from '#services/kinesis/shards/make-shards';
import { type Shard, type Stream, type StreamRecord, shardEnds, shards, streamRecords, streams } from '#services/kinesis/state';

const AT_ONCE = 500;

type Entry = [[streamId: string, index: number, number: number], Frozen<StreamRecord>];

function remove(tx: Tx, entries: readonly Entry[], ctx: Ctx): void {
  for (const [key, { data }] of entries) {
    tx.delete(ctx.records(streamRecords), key);
    if (isBlobRef(data)) tx.release(data);
  }
}

/** Removes some old records of a shard. True while there may be more; otherwise the next removal is scheduled. */
export const trimStep = (name: string, streamId: string, index: number, ctx: Ctx): boolean =>
  ctx.write((tx) => {
    const stream = ctx.records(streams).get([name]);
    const ends = ctx.records(shardEnds).get([streamId, index]);
    const shard = ctx.records(shards).get([streamId, index]);
    if (stream?.id !== streamId || !ends || !shard) return false;
    const keptMs = retentionMs(stream);
    const found = ctx.records(streamRecords).entries([streamId, index], { limit: AT_ONCE });
    const fresh = found.findIndex(([, { atMs }]) => atMs + keptMs > ctx.now());
    const old = fresh < 0 ? found : found.slice(0, fresh);
    remove(tx, old, ctx);
    const first = old.at(-1)?.[0][2];
    const left = { ...ends, first: first === undefined ? ends.first : first + 1 };
    tx.put(ctx.records(shardEnds), [streamId, index], left);
    const next = found[fresh]?.[1];
    if (next) ctx.later(tx, 'kinesis.trim', [name, streamId, index], next.atMs + keptMs);
    else if (left.first === left.next && shard.closedMs !== undefined) forgetShard(tx, stream, shard, ctx);
    return old.length === AT_ONCE;
  });

function forgetShard(tx: Tx, stream: Frozen<Stream>, { index, closedMs = 0 }: Frozen<Shard>, ctx: Ctx): void {
  const dueMs = closedMs + retentionMs(stream);
  if (dueMs > ctx.now()) ctx.later(tx, 'kinesis.trim', [stream.name, stream.id, index], dueMs);
  else {
    tx.delete(ctx.records(shards), [stream.id, index]);
    tx.delete(ctx.records(shardEnds), [stream.id, index]);
  }
}

/** Removes some of what a deleted stream has left. True while there may be more. */
export const forgetStep = (streamId: string, ctx: Ctx): boolean =>
  ctx.write((tx) => {
    const found = ctx.records(streamRecords).entries([streamId], { limit: AT_ONCE });
    remove(tx, found, ctx);
    if (found.length === AT_ONCE) return true;
    for (const [key] of ctx.records(shards).entries([streamId])) {
      tx.delete(ctx.records(shards), key);
      tx.delete(ctx.records(shardEnds), key);
    }
    return false;
  });

// Makes and closes the shards of a stream, in the write that changes the stream.
import type { Ctx } from '#core/ctx';
import type { Frozen, Tx } from '#core/records';
import { type OpenShard, type Shard, type Stream, shardEnds, shards } from '#services/kinesis/state';

const HOUR_MS = 3_600_000;
/** Shards that come from others begin this much later than these were closed, so that their sequence numbers are higher. */
const CHILD_DELAY_MS = 1000;
const DIGITS = 12;

export const shardId = (index: number): string => `shardId-${String(index).padStart(DIGITS, '0')}`;

/** The number of a shard; undefined for a text that is no id of a shard. */
export function parseShardId(id: string): number | undefined {
  const [, digits] = /^(?:shardId-)?(\d{1,12})$/.exec(id) ?? [];
  return digits === undefined ? undefined : Number(digits);
}

export const retentionMs = ({ retentionHours }: Frozen<Stream>): number => retentionHours * HOUR_MS;

const byStart = (a: OpenShard, b: OpenShard): number => (a.start < b.start ? -1 : 1);

/** The stream with the new shards. */
export function makeShards(tx: Tx, stream: Frozen<Stream>, made: readonly Omit<Shard, 'index'>[], there: Ctx): Frozen<Stream> {
  const added = made.map((shard, at) => ({ ...shard, index: stream.shardsMade + at }));
  for (const shard of added) {
    tx.put(there.records(shards), [stream.id, shard.index], shard);
    tx.put(there.records(shardEnds), [stream.id, shard.index], { next: 1, first: 1 });
  }
  const open = [...stream.open, ...added.map(({ index, start }) => ({ index, start }))].sort(byStart);
  return { ...stream, shardsMade: stream.shardsMade + added.length, open };
}

/** The stream without the shards, which take no record from now on and are forgotten with their last one. */
export function closeShards(tx: Tx, stream: Frozen<Stream>, closed: readonly Frozen<Shard>[], there: Ctx): Frozen<Stream> {
  for (const shard of closed) {
    tx.put(there.records(shards), [stream.id, shard.index], { ...shard, closedMs: there.now() });
    const { first, next } = there.records(shardEnds).get([stream.id, shard.index]) ?? { first: 1, next: 1 };
    if (first === next) there.later(tx, 'kinesis.trim', [stream.name, stream.id, shard.index], there.now() + retentionMs(stream));
  }
  return { ...stream, open: stream.open.filter(({ index }) => !closed.some((shard) => shard.index === index)) };
}

export const childCreatedMs = (there: Ctx): number => there.now() + CHILD_DELAY_MS;

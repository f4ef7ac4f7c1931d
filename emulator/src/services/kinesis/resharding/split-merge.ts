// SplitShard and MergeShards: a shard is closed, and others take its range of hash keys.
import type { Ctx } from '#core/ctx';
import type { Frozen, Tx } from '#core/records';
import { fault, operation } from '#model/kinesis';
import { inUse, invalidArgument, shardNotFound } from '#services/kinesis/faults';
import { decimalOf, hexOf, keyOf } from '#services/kinesis/hash-key';
import { childCreatedMs, closeShards, makeShards, parseShardId, shardId } from '#services/kinesis/shards/make-shards';
import { openShardCount } from '#services/kinesis/shards/shard-limit';
import { shardSignal, streamSignal } from '#services/kinesis/signals';
import { type Shard, type Stream, shards } from '#services/kinesis/state';
import { findStream, type LocatedStream, putStream } from '#services/kinesis/streams/find-stream';

export const SplitShard = operation('SplitShard', (input, ctx) => {
  const located = findStream(input, ctx);
  const { stream, there } = located;
  const shard = openShard(input.ShardToSplit, located);
  const at = BigInt(input.NewStartingHashKey);
  if (at <= keyOf(shard.start) + 1n || at >= keyOf(shard.end))
    throw invalidArgument(
      `NewStartingHashKey ${at} used in SplitShard() on shard ${shardId(shard.index)} in stream ${stream.name} under account ${there.account} is not both greater than one plus the shard's StartingHashKey ${decimalOf(shard.start)} and less than the shard's EndingHashKey ${decimalOf(shard.end)}.`,
    );
  openShardCount(there, 1);
  reshard(located, (tx) => split(tx, stream, shard, hexOf(at), there));
});

export const MergeShards = operation('MergeShards', (input, ctx) => {
  const located = findStream(input, ctx);
  const { stream, there } = located;
  const left = openShard(input.ShardToMerge, located);
  const right = openShard(input.AdjacentShardToMerge, located);
  if (keyOf(left.end) + 1n !== keyOf(right.start))
    throw invalidArgument(
      `Shards ${shardId(left.index)} and ${shardId(right.index)} in stream ${stream.name} under account ${there.account} are not an adjacent pair of shards eligible for merging`,
    );
  reshard(located, (tx) => merge(tx, stream, left, right, there));
});

/** @throws ResourceNotFoundException, ResourceInUseException, ValidationException */
function openShard(id: string, { stream, there }: LocatedStream): Frozen<Shard> {
  const index = parseShardId(id);
  const shard = index === undefined ? undefined : there.records(shards).get([stream.id, index]);
  if (!shard) throw shardNotFound(index === undefined ? id : shardId(index), stream.name, there.account);
  if (stream.mode === 'ON_DEMAND')
    throw fault('ValidationException', `Shards of the stream ${stream.name} cannot be changed, because it is in ON_DEMAND mode.`);
  if (shard.closedMs !== undefined)
    throw inUse(
      `Shard ${shardId(shard.index)} in stream ${stream.name} under account ${there.account} has already been merged or split, and thus is not eligible for merging or splitting.`,
    );
  return shard;
}

/** Changes the shards of a stream in one write, and wakes its readers. */
export function reshard({ stream, there }: LocatedStream, change: (tx: Tx) => Frozen<Stream>): void {
  there.write((tx) => {
    putStream(tx, change(tx), there);
    tx.after(() => {
      there.wake(streamSignal(stream.id));
      for (const { index } of stream.open) there.wake(shardSignal(stream.id, index));
    });
  });
}

/** The stream with the shard in two, the second of which begins at a hash key. */
export function split(tx: Tx, stream: Frozen<Stream>, shard: Frozen<Shard>, at: string, there: Ctx): Frozen<Stream> {
  const common = { parents: [shard.index], createdMs: childCreatedMs(there) };
  const [low, high] = [
    { ...common, start: shard.start, end: hexOf(keyOf(at) - 1n) },
    { ...common, start: at, end: shard.end },
  ];
  return makeShards(tx, closeShards(tx, stream, [shard], there), [low, high], there);
}

/** The stream with one shard in place of two that meet. */
export function merge(tx: Tx, stream: Frozen<Stream>, left: Frozen<Shard>, right: Frozen<Shard>, there: Ctx): Frozen<Stream> {
  const made = { parents: [left.index, right.index], createdMs: childCreatedMs(there), start: left.start, end: right.end };
  return makeShards(tx, closeShards(tx, stream, [left, right], there), [made], there);
}

// A shard as the service shows it.
import type { Ctx } from '#core/ctx';
import type { Frozen } from '#core/records';
import type { ChildShard, Shard as ShownShard } from '#model/kinesis';
import { decimalOf } from '#services/kinesis/hash-key';
import { endOf, startOf } from '#services/kinesis/sequence-number';
import { type Shard, type Stream, shards } from '#services/kinesis/state';
import { shardId } from './make-shards.ts';

const rangeOf = ({ start, end }: Frozen<Shard>) => ({ StartingHashKey: decimalOf(start), EndingHashKey: decimalOf(end) });

export function showShard(shard: Frozen<Shard>): ShownShard {
  const [parent, adjacent] = shard.parents;
  return {
    ShardId: shardId(shard.index),
    ...(parent !== undefined && { ParentShardId: shardId(parent) }),
    ...(adjacent !== undefined && { AdjacentParentShardId: shardId(adjacent) }),
    HashKeyRange: rangeOf(shard),
    SequenceNumberRange: {
      StartingSequenceNumber: startOf(shard),
      ...(shard.closedMs !== undefined && { EndingSequenceNumber: endOf(shard, shard.closedMs) }),
    },
  };
}

/** The shards that a closed one was split or merged into. */
export const childShards = ({ id }: Frozen<Stream>, { index }: Frozen<Shard>, there: Ctx): ChildShard[] =>
  there
    .records(shards)
    .range([id], { from: [id, index + 1] })
    .filter(({ parents }) => parents.includes(index))
    .map((child) => ({ ShardId: shardId(child.index), ParentShards: child.parents.map(shardId), HashKeyRange: rangeOf(child) }));

// UpdateShardCount: splits and merges until all open shards have ranges of the same size.
import type { Ctx } from '#core/ctx';
import type { Frozen, Tx } from '#core/records';
import { fault, operation } from '#model/kinesis';
import { invalidArgument } from '#services/kinesis/faults';
import { evenRanges } from '#services/kinesis/hash-key';
import { openShardCount } from '#services/kinesis/shards/shard-limit';
import { type Shard, type Stream, shards } from '#services/kinesis/state';
import { arnOf, findStream } from '#services/kinesis/streams/find-stream';
import { merge, reshard, split } from './split-merge.ts';

export const UpdateShardCount = operation('UpdateShardCount', (input, ctx) => {
  const { TargetShardCount: target } = input;
  const located = findStream(input, ctx);
  const { stream, there } = located;
  const current = stream.open.length;
  if (stream.mode === 'ON_DEMAND')
    throw fault('ValidationException', `The number of shards of the stream ${stream.name} cannot be set, because it is in ON_DEMAND mode.`);
  const counts = `Current open shard count: ${current} Target shard count: ${target}`;
  if (target > current * 2) throw invalidArgument(`UpdateShardCount cannot scale up over double your current open shard count. ${counts}`);
  if (target * 2 < current) throw invalidArgument(`UpdateShardCount cannot scale down below half your current open shard count. ${counts}`);
  openShardCount(there, Math.max(0, target - current));
  if (target !== current) reshard(located, (tx) => spread(tx, stream, target, there));
  return { StreamName: stream.name, StreamARN: arnOf(located), CurrentShardCount: current, TargetShardCount: target };
});

/** Splits shards where a new range begins inside of them, then merges what belongs to the same new range: a shard has two parents at most. */
function spread(tx: Tx, before: Frozen<Stream>, target: number, there: Ctx): Frozen<Stream> {
  const starts = evenRanges(target).map(({ start }) => start);
  let stream = before;
  for (const start of starts) {
    const shard = last(openShards(stream, there), (open) => open.start <= start);
    if (shard.start !== start) stream = split(tx, stream, shard, start, there);
  }
  const wanted = new Set(starts);
  for (;;) {
    const open = openShards(stream, there);
    const at = open.findIndex(({ start }) => !wanted.has(start));
    if (at < 0) return stream;
    stream = merge(tx, stream, open[at - 1]!, open[at]!, there);
  }
}

const last = (all: readonly Frozen<Shard>[], holds: (shard: Frozen<Shard>) => boolean): Frozen<Shard> => all.filter(holds).at(-1)!;

const openShards = ({ id, open }: Frozen<Stream>, there: Ctx): Frozen<Shard>[] =>
  open.map(({ index }) => there.records(shards).get([id, index])!);

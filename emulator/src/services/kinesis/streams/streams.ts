// CreateStream, DeleteStream, ListStreams. A stream is active when it has been made, and gone when it has been deleted.
import type { Ctx } from '#core/ctx';
import { pageOfRecords } from '#core/page';
import { type CreateStreamInput, fault, operation } from '#model/kinesis';
import { streamArn } from '#services/kinesis/arns';
import { inUse, invalidArgument } from '#services/kinesis/faults';
import { evenRanges } from '#services/kinesis/hash-key';
import { makeShards } from '#services/kinesis/shards/make-shards';
import { openShardCount } from '#services/kinesis/shards/shard-limit';
import { streamSignal } from '#services/kinesis/signals';
import { consumers, type Stream, type StreamMode, streams } from '#services/kinesis/state';
import { STREAM_TAGS } from '#services/kinesis/tag-rules';
import { findStream } from './find-stream.ts';

const DEFAULT_RETENTION_HOURS = 24;
const MIN_RECORD_KIB = 1024;
const ON_DEMAND_SHARDS = 4;
/** Limit: streams of an account in a region whose capacity is on demand. */
export const MAX_ON_DEMAND_STREAMS = 50;
const ID_LENGTH = 10;
/** Limit: streams of a page of ListStreams. */
const MAX_LISTED = 100;

export const CreateStream = operation('CreateStream', (input, ctx) => {
  const { StreamName: name } = input;
  const { mode, shardCount } = capacityOf(input);
  const tags = STREAM_TAGS.ofNew(input.Tags, ctx);
  if (ctx.records(streams).has([name])) throw inUse(`Stream ${name} under account ${ctx.account} already exists.`);
  if (mode === 'ON_DEMAND') checkOnDemandLimit(ctx);
  else openShardCount(ctx, shardCount);
  const empty: Stream = {
    name,
    id: ctx.random(ID_LENGTH),
    createdMs: ctx.now(),
    mode,
    retentionHours: DEFAULT_RETENTION_HOURS,
    metrics: [],
    tags,
    warmMiBps: input.WarmThroughputMiBps,
    maxRecordKiB: input.MaxRecordSizeInKiB ?? MIN_RECORD_KIB,
    distribution: input.RecordDistributionStrategy ?? 'USER_PARTITION_KEY',
    shardsMade: 0,
    open: [],
  };
  ctx.write((tx) => {
    const made = evenRanges(shardCount).map((range) => ({ ...range, parents: [], createdMs: ctx.now() }));
    tx.put(ctx.records(streams), [name], makeShards(tx, empty, made, ctx));
    tx.after(() => ctx.wake(streamSignal(empty.id)));
  });
});

interface Capacity {
  readonly mode: StreamMode;
  readonly shardCount: number;
}

function capacityOf({ StreamModeDetails: details, ShardCount: count, WarmThroughputMiBps: warm }: CreateStreamInput): Capacity {
  if (details?.StreamMode === 'ON_DEMAND') {
    if (count !== undefined) throw fault('ValidationException', 'ShardCount must not be set for a stream in ON_DEMAND mode.');
    return { mode: 'ON_DEMAND', shardCount: ON_DEMAND_SHARDS };
  }
  if (warm !== undefined) throw invalidArgument('WarmThroughputMiBps can only be set for a stream in ON_DEMAND mode.');
  // Without a mode and a count the cloud makes a stream of four shards.
  if (count === undefined && details) throw fault('ValidationException', 'ShardCount must be set for a stream in PROVISIONED mode.');
  return { mode: 'PROVISIONED', shardCount: count ?? ON_DEMAND_SHARDS };
}

export function checkOnDemandLimit(ctx: Ctx): void {
  const count = ctx
    .records(streams)
    .range([])
    .filter(({ mode }) => mode === 'ON_DEMAND').length;
  if (count >= MAX_ON_DEMAND_STREAMS)
    throw fault(
      'LimitExceededException',
      `This request would exceed the on-demand stream limit for the account ${ctx.account} in ${ctx.region}. Current on-demand stream count for the account: ${count}. Limit: ${MAX_ON_DEMAND_STREAMS}.`,
    );
}

export const DeleteStream = operation('DeleteStream', (input, ctx) => {
  const { there, stream } = findStream(input, ctx);
  const registered = there.records(consumers).entries([stream.id]);
  if (registered.length > 0 && !input.EnforceConsumerDeletion)
    throw inUse(
      `Stream ${stream.name} under account ${there.account} has registered consumers. Deregister them, or set EnforceConsumerDeletion.`,
    );
  there.write((tx) => {
    for (const [key] of registered) tx.delete(there.records(consumers), key);
    tx.delete(there.records(streams), [stream.name]);
    there.later(tx, 'kinesis.forget', [stream.id], there.now());
    tx.after(() => there.wake(streamSignal(stream.id)));
  });
});

export const ListStreams = operation('ListStreams', ({ Limit: limit = MAX_LISTED, ExclusiveStartStreamName: after, NextToken }, ctx) => {
  const token = NextToken ?? (after === undefined ? undefined : Buffer.from(JSON.stringify([after])).toString('base64url'));
  const invalidToken = () => fault('ExpiredNextTokenException', 'NextToken is not valid.');
  const { items, next } = pageOfRecords(ctx.records(streams), [], { limit, token }, invalidToken);
  return {
    StreamNames: items.map(([, { name }]) => name),
    HasMoreStreams: next !== undefined,
    NextToken: next,
    StreamSummaries: items.map(([, { name, mode, createdMs }]) => ({
      StreamName: name,
      StreamARN: streamArn(name, ctx),
      StreamStatus: 'ACTIVE',
      StreamModeDetails: { StreamMode: mode },
      StreamCreationTimestamp: new Date(createdMs),
    })),
  };
});

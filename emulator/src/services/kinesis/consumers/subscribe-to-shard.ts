// SubscribeToShard: sends the records of a shard as they arrive, for five minutes. https://docs.aws.amazon.com/kinesis/latest/APIReference/API_SubscribeToShard.html
import type { Ctx } from '#core/ctx';
import { fault, operation, type SubscribeToShardEvent, type SubscribeToShardEventStream } from '#model/kinesis';
import { consumerArn } from '#services/kinesis/arns';
import { dryRun, inUse, noSuchShard } from '#services/kinesis/faults';
import { showRecord } from '#services/kinesis/records/get-records';
import { type LocatedShard, locateShard, readShard, type ShardPage } from '#services/kinesis/records/read-shard';
import { checkPosition, startingNumber } from '#services/kinesis/records/starting-position';
import { sequenceNumber } from '#services/kinesis/sequence-number';
import { parseShardId, shardId } from '#services/kinesis/shards/make-shards';
import { childShards } from '#services/kinesis/shards/show-shard';
import { shardSignal } from '#services/kinesis/signals';
import { consumers, streams } from '#services/kinesis/state';
import { findConsumer, type LocatedConsumer } from './find-consumer.ts';
import { type OpenSubscription, subscriptionsOf } from './subscriptions.ts';

const SECOND_MS = 1000;
const LIFE_MS = 300_000;
/** An event is sent this often, even without records. */
const QUIET_MS = 5000;
/** Limit: records of an event of SubscribeToShard. */
const MAX_EVENT_RECORDS = 1000;

type Event = Extract<SubscribeToShardEventStream, { SubscribeToShardEvent: SubscribeToShardEvent }>;

export const SubscribeToShard = operation('SubscribeToShard', (input, ctx) => {
  const located = findConsumer(input, ctx);
  const { consumer, stream, there } = located;
  const { Type: type, SequenceNumber: sequence, Timestamp: time } = input.StartingPosition;
  checkPosition({ type, sequence, time });
  const index = parseShardId(input.ShardId);
  const shard = locateShard(stream, index, there);
  if (!shard) throw noSuchShard(index === undefined ? input.ShardId : shardId(index), stream.name, there.account);
  const from = startingNumber({ type, sequence, time }, shard, 'SubscribeToShard');
  if (input.DryRun) throw dryRun();
  const wake = () => there.wake(shardSignal(stream.id, shard.shard.index));
  const subscription = subscriptionsOf(there).open(consumerArn(consumer, there), shard.shard.index, there.now(), wake);
  if (!subscription)
    throw inUse(
      `Another active subscription exists for this consumer: ${there.account}:${stream.name}:${shardId(shard.shard.index)}:${consumer.name}`,
    );
  return { EventStream: events(located, shard.shard.index, from, subscription, ctx) };
});

async function* events(
  located: LocatedConsumer,
  index: number,
  from: number,
  subscription: OpenSubscription,
  ctx: Ctx,
): AsyncGenerator<SubscribeToShardEventStream> {
  const { there } = located;
  const endMs = subscription.startedMs + LIFE_MS;
  let next = from;
  let quietMs = there.now() + QUIET_MS;
  try {
    while (!ctx.signal.aborted && there.now() < endMs) {
      if (subscription.isReplaced) throw fault('ResourceInUseException', 'Another subscription of this consumer has taken over.');
      const shard = present(located, index);
      const reading = readShard(shard, next, MAX_EVENT_RECORDS);
      const page = reading instanceof Promise ? await reading : reading;
      if (page.records.length === 0 && !page.isOver && there.now() < quietMs) {
        // Nothing was awaited since the shard was read, so no wake is lost.
        await there.wait(shardSignal(located.stream.id, index), Math.min(quietMs, endMs));
        continue;
      }
      yield eventOf(page, shard);
      if (page.isOver) return;
      next = page.next;
      quietMs = there.now() + QUIET_MS;
    }
  } finally {
    subscriptionsOf(there).close(subscription, index);
  }
}

/** The shard as it is now. @throws ResourceNotFoundException where its stream or the consumer is gone */
function present({ there, stream: { id, name }, consumer }: LocatedConsumer, index: number): LocatedShard {
  const stream = there.records(streams).get([name]);
  const shard = stream?.id === id && there.records(consumers).has([id, consumer.name]) ? locateShard(stream, index, there) : undefined;
  if (!shard) throw noSuchShard(shardId(index), name, there.account);
  return shard;
}

/**
 * Clients go on after the continuation number, which is later than that of the last record (localstack/localstack,
 * tests/aws/services/kinesis/test_kinesis.py::TestKinesis::test_subscribe_to_shard; 2025-08); at the end of a closed shard there is none.
 */
function eventOf({ records, next, behindMs, isOver }: ShardPage, located: LocatedShard): Event {
  const { stream, shard, there } = located;
  const event = { Records: records.map((record) => showRecord(record, located)), MillisBehindLatest: behindMs };
  if (isOver)
    return { SubscribeToShardEvent: { ...event, ChildShards: childShards(stream, shard, there) } as unknown as SubscribeToShardEvent };
  const ContinuationSequenceNumber = sequenceNumber(shard, next - 1, there.now() + SECOND_MS);
  return { SubscribeToShardEvent: { ...event, ContinuationSequenceNumber } };
}

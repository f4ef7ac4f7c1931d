// Answers requests that write and read records.
import { ERRORS, type ErrorName } from '#lib/kafka/error-codes';
import { AT_END, AT_START, FETCH, INIT_PRODUCER_ID, LIST_OFFSETS, PRODUCE } from '#lib/kafka/messages/records';
import { inTurns } from '#lib/kafka/turns';
import { WireError } from '#lib/kafka/wire-error';
import { type BrokerCall, handler } from '#services/kafka/broker/handler';
import { appendBatch, endsOf, offsetAt, type Partition, readBatches } from '#services/kafka/broker/partition-log';
import { clusterSignal } from '#services/kafka/signals';
import { maxBatchBytes } from '#services/kafka/topics/topic-configs';
import { findTopic } from '#services/kafka/topics/topic-records';

/** Limit: time that a fetch waits for records. */
const MAX_WAIT_MS = 60_000;
/** Limit: bytes of the answer to a fetch, even if the client would take more: it reads on with its next request. */
const MAX_ANSWER_BYTES = 8 * 1024 * 1024;

function partitionOf(name: string, index: number, { cluster, ctx }: BrokerCall): Partition | undefined {
  const topic = findTopic(cluster.id, name, ctx);
  return topic && index >= 0 && index < topic.partitions ? { clusterId: cluster.id, topic, index } : undefined;
}

export const produce = handler(PRODUCE, async ({ topics, acks, transactionalId }, call) => {
  const answered = await inTurns(topics, async ({ name, partitions }) => ({
    name,
    partitions: await inTurns(partitions, async ({ index, records }) => {
      const { error, message = null, baseOffset = -1 } = await append(name, index, records, transactionalId, call);
      return { index, error: ERRORS[error], baseOffset, appendedMs: -1, logStart: 0, recordErrors: [], message };
    }),
  }));
  return acks === 0 ? undefined : { topics: answered, throttleMs: 0 };
});

interface Appended {
  readonly error: ErrorName;
  readonly message?: string;
  readonly baseOffset?: number;
}

async function append(
  name: string,
  index: number,
  records: Buffer | null,
  transaction: string | null,
  call: BrokerCall,
): Promise<Appended> {
  if (transaction !== null) {
    call.refusesTransaction(transaction);
    return { error: 'TRANSACTIONAL_ID_AUTHORIZATION_FAILED' };
  }
  const partition = partitionOf(name, index, call);
  if (!partition) return { error: 'UNKNOWN_TOPIC_OR_PARTITION' };
  if (records === null || records.length === 0) return { error: 'INVALID_RECORD', message: 'There are no records.' };
  if (records.length > maxBatchBytes(partition.topic)) return { error: 'MESSAGE_TOO_LARGE' };
  try {
    return { error: 'NONE', baseOffset: await appendBatch(partition, records, call.ctx) };
  } catch (error) {
    if (error instanceof WireError) return { error: 'CORRUPT_MESSAGE', message: error.message };
    throw error;
  }
}

export const fetch = handler(FETCH, async ({ topics, maxWaitMs, minBytes, maxBytes }, call) => {
  const { ctx, cluster } = call;
  const untilMs = ctx.now() + Math.min(Math.max(maxWaitMs, 0), MAX_WAIT_MS);
  const ready = (): boolean =>
    call.rebalances() ||
    topics.some(({ name, partitions }) =>
      partitions.some(({ index, offset }) => {
        const partition = partitionOf(name, index, call);
        return !partition || endsOf(partition, ctx).next !== offset;
      }),
    );
  while (minBytes > 0 && !ready() && ctx.now() < untilMs && !ctx.signal.aborted) await ctx.wait(clusterSignal(cluster.id), untilMs);
  let left = Math.min(Math.max(maxBytes, 1), MAX_ANSWER_BYTES);
  const answered = await inTurns(topics, async ({ name, partitions }) => ({
    name,
    partitions: await inTurns(partitions, async ({ index, offset, maxBytes: most }) => {
      const one = await readPartition(partitionOf(name, index, call), offset, Math.min(most, left), call);
      left -= one.records.length;
      return { index, ...one, aborted: null, preferredReplica: -1 };
    }),
  }));
  return { throttleMs: 0, error: ERRORS.NONE, session: 0, topics: answered };
});

const NOTHING = Buffer.alloc(0);

async function readPartition(partition: Partition | undefined, offset: number, mostBytes: number, { ctx }: BrokerCall) {
  if (!partition) return { error: ERRORS.UNKNOWN_TOPIC_OR_PARTITION, end: -1, stableEnd: -1, logStart: -1, records: NOTHING };
  const { next, first } = endsOf(partition, ctx);
  const ends = { end: next, stableEnd: next, logStart: first };
  if (offset < first || offset > next) return { error: ERRORS.OFFSET_OUT_OF_RANGE, ...ends, records: NOTHING };
  // Records that have no room beside other partitions' are left for the next read.
  const records = offset < next && mostBytes > 0 ? await readBatches(partition, offset, mostBytes, ctx) : NOTHING;
  return { error: ERRORS.NONE, ...ends, records };
}

export const listOffsets = handler(LIST_OFFSETS, async ({ topics }, call) => {
  const answered = await inTurns(topics, async ({ name, partitions }) => ({
    name,
    partitions: await inTurns(partitions, async ({ index, atMs }) => ({
      index,
      leaderEpoch: 0,
      ...(await locate(name, index, atMs, call)),
    })),
  }));
  return { throttleMs: 0, topics: answered };
});

async function locate(name: string, index: number, atMs: number, call: BrokerCall) {
  const partition = partitionOf(name, index, call);
  if (!partition) return { error: ERRORS.UNKNOWN_TOPIC_OR_PARTITION, atMs: -1, offset: -1 };
  const { next, first } = endsOf(partition, call.ctx);
  if (atMs === AT_END) return { error: ERRORS.NONE, atMs: -1, offset: next };
  if (atMs === AT_START) return { error: ERRORS.NONE, atMs: -1, offset: first };
  if (atMs < 0) return { error: ERRORS.UNSUPPORTED_VERSION, atMs: -1, offset: -1 };
  return { error: ERRORS.NONE, atMs: -1, offset: -1, ...(await offsetAt(partition, atMs, call.ctx)) };
}

/** Producers that only want each record once get an id; producers that want transactions are refused for good, so that they do not retry. */
export const initProducerId = handler(INIT_PRODUCER_ID, ({ transactionalId }, { ctx, refusesTransaction }) => {
  if (transactionalId !== null) {
    refusesTransaction(transactionalId);
    return { throttleMs: 0, error: ERRORS.TRANSACTIONAL_ID_AUTHORIZATION_FAILED, producerId: -1, producerEpoch: -1 };
  }
  return { throttleMs: 0, error: ERRORS.NONE, producerId: Number.parseInt(ctx.random(12), 16), producerEpoch: 0 };
});

export const RECORD_HANDLERS = [produce, fetch, listOffsets, initProducerId];

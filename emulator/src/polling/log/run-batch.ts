// Runs one batch of a lane, and writes where the lane goes on: behind the batch, or with what failed.
import type { Ctx } from '#core/ctx';
import { Fault } from '#core/fault';
import type { LogRecord } from '#core/log-records';
import { INTERNAL_FAILURE } from '#core/messages';
import type { Frozen, Tx } from '#core/records';
import { sourceContext } from '#polling/source-context';
import { type Lane, type LaneKey, lanes, type Piece } from './lanes.ts';
import type { BatchFailure, BatchResult, LogConsumer, LogReader, LossCondition } from './log-consumer.ts';
import type { FreeLane, NextBatch } from './next-batch.ts';
import { windowAfter } from './tumbling.ts';

const FIRST_DELAY_MS = 100;
const MAX_DELAY_MS = 30_000;

export interface LaneRun<R extends LogReader> extends FreeLane {
  readonly consumer: LogConsumer<R>;
  readonly id: string;
  readonly reader: R;
  readonly batch: NextBatch;
}

export async function runBatch<R extends LogReader>(run: LaneRun<R>, ctx: Ctx): Promise<void> {
  const { batch, reader, memory } = run;
  const { records, window } = batch;
  const tooOldMs = ctx.now() - reader.maxAgeMs;
  const fresh = records.findIndex(({ arrivedMs }) => arrivedMs > tooOldMs);
  const old = fresh < 0 ? records : records.slice(0, fresh);
  if (old.length > 0) return giveUp(run, old, { condition: 'RecordAgeExceeded', attempts: batch.attempts }, ctx);
  if (records.length === 0 && !window?.isFinal) return goOn(run, run.lane.window, ctx);
  const { failure, state } = await process(run, ctx);
  if (ctx.signal.aborted) return;
  memory.refusals = failure?.isRefused ? memory.refusals + 1 : 0;
  if (failure) settleFailure(run, failure, state, ctx);
  else goOn(run, windowAfter(window, state), ctx);
}

async function process<R extends LogReader>({ consumer, id, reader, shard, batch }: LaneRun<R>, ctx: Ctx): Promise<BatchResult> {
  try {
    return await consumer.process(reader, { shard, records: batch.records, window: batch.window }, ctx);
  } catch (error) {
    // Errors mean nothing if the state was replaced or the emulator is stopping.
    if (error instanceof Fault || ctx.signal.aborted) throw error;
    ctx.log.write(INTERNAL_FAILURE, { work: `a batch of ${id}`, error });
    return { failure: { isRefused: true, reason: 'an internal error' } };
  }
}

/** The lane goes on behind the batch. */
function goOn<R extends LogReader>(run: LaneRun<R>, window: Lane['window'], ctx: Ctx): void {
  const { lane, batch } = run;
  ctx.write((tx) => putLane(tx, run, { next: batch.end, isOver: false, pieces: lane.pieces.slice(1), dueMs: 0, window }, ctx));
}

function settleFailure<R extends LogReader>(run: LaneRun<R>, failure: BatchFailure, state: string | undefined, ctx: Ctx): void {
  const { batch, reader, lane, shard } = run;
  const { attempts } = batch;
  const from = failure.from ?? 0;
  const left = batch.records.slice(from);
  const window = from > 0 && batch.window ? windowAfter(batch.window, state) : lane.window;
  const { pieces, delayMs } = piecesAfter(run, failure, left);
  if (pieces) {
    const next = left[0]?.number ?? batch.end;
    const after = { next, isOver: false, pieces: [...pieces, ...lane.pieces.slice(1)], dueMs: ctx.now() + delayMs, window };
    ctx.write((tx) => putLane(tx, run, after, ctx));
    if (delayMs > 0) run.consumer.retried(reader, { ...batch, records: left, shard }, failure, delayMs / 1000, ctx);
  } else if (left.length === 0) goOn(run, undefined, ctx);
  else giveUp({ ...run, lane: { ...lane, window } }, left, { condition: 'RetryAttemptsExhausted', attempts: attempts + 1, failure }, ctx);
}

interface NextAttempts {
  /** The pieces of the remaining records to try next; undefined if there is no further attempt. */
  readonly pieces?: readonly Piece[];
  readonly delayMs: number;
}

/**
 * Splitting a batch does not count as an attempt: https://docs.aws.amazon.com/lambda/latest/dg/services-dynamodb-errors.html
 * Records behind the first ones, which were processed, are a batch of their own with all its attempts (recorded by LocalStack in November 2025).
 */
function piecesAfter<R extends LogReader>(
  { batch, reader, memory }: LaneRun<R>,
  failure: BatchFailure,
  left: readonly LogRecord[],
): NextAttempts {
  const { end, attempts } = batch;
  if (failure.isRefused) return { pieces: [{ end, attempts }], delayMs: delayAfter(memory.refusals) };
  if (failure.from !== undefined && failure.from > 0)
    return { pieces: [{ end, attempts: 0 }], delayMs: reader.bisects ? 0 : delayAfter(1) };
  if (reader.bisects && failure.from === undefined && left.length > 1) {
    const middle = { end: left[Math.ceil(left.length / 2)]!.number, attempts };
    return { pieces: [middle, { end, attempts }], delayMs: 0 };
  }
  if (attempts >= reader.maxRetries) return { delayMs: 0 };
  return { pieces: [{ end, attempts: attempts + 1 }], delayMs: delayAfter(attempts + 1) };
}

const delayAfter = (failures: number): number => Math.min(MAX_DELAY_MS, FIRST_DELAY_MS * 2 ** Math.min(failures - 1, 20));

interface Loss {
  readonly condition: LossCondition;
  readonly attempts: number;
  readonly failure?: BatchFailure | undefined;
}

/** Records of the batch, up to its end or its beginning, are lost: the lane goes on behind them. */
function giveUp<R extends LogReader>(run: LaneRun<R>, records: readonly LogRecord[], loss: Loss, ctx: Ctx): void {
  const { consumer, reader, shard, source, lane, batch } = run;
  const behind = records.at(-1)!.number + 1;
  const isAll = records.at(-1) === batch.records.at(-1);
  const rest = isAll ? [] : [{ end: batch.end, attempts: batch.attempts }];
  const info = { [`${source.failurePrefix}BatchInfo`]: batchInfo(run, records) };
  ctx.write((tx) => {
    const pieces = [...rest, ...lane.pieces.slice(1)];
    putLane(tx, run, { next: isAll ? batch.end : behind, isOver: false, pieces, dueMs: 0, window: lane.window }, ctx);
    consumer.lost(tx, reader, { ...loss, shard, records, info }, ctx);
  });
}

function batchInfo<R extends LogReader>({ source, shard, reader }: LaneRun<R>, records: readonly LogRecord[]): object {
  const [first, last] = [records[0]!, records.at(-1)!];
  return {
    shardId: shard,
    startSequenceNumber: first.id,
    endSequenceNumber: last.id,
    approximateArrivalOfFirstRecord: source.timeText(first.arrivedMs),
    approximateArrivalOfLastRecord: source.timeText(last.arrivedMs),
    batchSize: records.length,
    streamArn: reader.sourceArn,
  };
}

/** A lane that was forgotten meanwhile stays so. */
function putLane<R extends LogReader>(tx: Tx, run: LaneRun<R>, lane: Lane | Frozen<Lane>, ctx: Ctx): void {
  const { consumer, id, shard, number, source, reader } = run;
  const key: LaneKey = [consumer.work, id, shard, number];
  if (!ctx.records(lanes).has(key)) return;
  tx.put(ctx.records(lanes), key, lane);
  tx.after(() => source.commit?.(reader.sourceArn, shard, lane.next, sourceContext(reader.sourceArn, ctx)));
}

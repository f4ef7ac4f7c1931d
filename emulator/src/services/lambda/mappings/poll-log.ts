// Mappings of streams as readers of logs.
import type { Ctx } from '#core/ctx';
import type { Frozen } from '#core/records';
import { type BatchTrace, logAttempts, logTrace, noteBatch } from '#polling/batch-trace';
import type { BatchFailure, LogBatch, LogConsumer, LogReader } from '#polling/log/log-consumer';
import { forgetGathered } from '#polling/log/log-poller';
import { pollLog } from '#polling/log/poll-log';
import { BATCH_RETRIED, batchRetried } from '#services/lambda/execution/messages';
import { advanceState, readySettings } from './advance-state.ts';
import { invokeWithBatch, type LogInvocation } from './log-batch.ts';
import { deliverLost } from './lost-records.ts';
import { countRecords } from './mapping-metrics.ts';
import { type MappingRecord, mappings, sourceName } from './mapping-record.ts';
import { POLL } from './mapping-write.ts';
import { noteResult, tellHindered } from './processing-result.ts';
import { reportFiltered } from './report-filtered.ts';

interface MappingLogReader extends LogReader, LogInvocation {}

const orForever = (limit: number): number => (limit < 0 ? Number.POSITIVE_INFINITY : limit);

/** Limit: retries of a batch of a topic whose failures have a destination: https://docs.aws.amazon.com/lambda/latest/dg/kafka-on-failure-destination.html */
const MAX_KAFKA_RETRIES = 10;

function retriesOf({ kafka, log }: Frozen<MappingRecord>): number {
  const isCut = kafka && log?.onFailure !== undefined && log.maxRetries < 0;
  return isCut ? MAX_KAFKA_RETRIES : orForever(log?.maxRetries ?? -1);
}

const LOG_CONSUMER: LogConsumer<MappingLogReader> = {
  work: POLL,
  sourceArn: (uuid, ctx) => ctx.records(mappings).get([uuid])?.sourceArn,
  reader: (uuid, poller, ctx) => {
    const mapping = advanceState(uuid, { running: poller.running, giveBack: () => forgetGathered(POLL, uuid, poller, ctx) }, ctx);
    if (mapping?.state !== 'Enabled' || !mapping.log) return undefined;
    const settings = readySettings(mapping, poller, ctx);
    if (!settings) return undefined;
    const { sourceArn, batchSize, windowS, filters, log } = mapping;
    return {
      mapping,
      role: settings.role,
      sourceArn,
      reading: { roleArn: settings.role },
      batchSize,
      windowS,
      filters,
      dropped: (records) => reportFiltered(mapping, records, ctx),
      lanes: log.parallel,
      maxRetries: retriesOf(mapping),
      maxAgeMs: orForever(log.maxAgeS) * 1000,
      bisects: log.bisects,
      tumblingS: log.tumblingS,
    };
  },
  process: async (reader, batch, ctx) => {
    const startedMs = performance.now();
    const trace = logTrace(reader.mapping.uuid, batch.records, ctx);
    const result = await invokeWithBatch(reader, batch, trace.ctx);
    countBatch(reader.mapping, batch.records.length, result.failure, ctx);
    if (!result.failure) noteProcessed(reader.mapping, batch, startedMs, trace);
    noteResult(reader.mapping.uuid, result.failure ? 'PROBLEM: Function call failed' : 'OK', ctx);
    return result;
  },
  hindered: ({ mapping }, problem, ctx) => tellHindered(mapping, problem, ctx),
  retried: ({ mapping }, { records }, failure, inS, work) => {
    const { ctx, sentBy } = logTrace(mapping.uuid, records, work);
    const { reason, requestId } = failure;
    const sourceArn = sourceName(mapping);
    const facts = { sourceArn, name: mapping.functionName, count: records.length, reason };
    const run = { what: 'batch', resource: sourceArn, requestId, sentBy, attempts: logAttempts(sourceArn, records) } as const;
    ctx.report(BATCH_RETRIED, { ...facts, inS }, { ...run, cause: batchRetried(facts), remedy: failure.remedy });
  },
  lost: (tx, reader, lost, ctx) => {
    const count = lost.records.length;
    const sent = reader.mapping.log?.onFailure === undefined ? 0 : count;
    const counts = { PolledEventCount: count, DroppedEventCount: count, OnFailureDestinationDeliveredEventCount: sent };
    tx.after(() => countRecords(reader.mapping, counts, ctx));
    deliverLost(tx, reader, lost, ctx);
  },
};

/** Records that failed are read once they have ended. */
function countBatch(mapping: Frozen<MappingRecord>, count: number, failure: BatchFailure | undefined, ctx: Ctx): void {
  const done = failure ? (failure.from ?? 0) : count;
  const isReported = failure?.from !== undefined;
  countRecords(
    mapping,
    {
      PolledEventCount: done,
      InvokedEventCount: failure?.isRefused ? 0 : count,
      FailedInvokeEventCount: failure?.isRefused ? count : isReported ? count - done : 0,
    },
    ctx,
  );
}

function noteProcessed(mapping: Frozen<MappingRecord>, { records }: LogBatch, startedMs: number, trace: BatchTrace): void {
  const sourceArn = sourceName(mapping);
  const { functionName } = mapping;
  const count = records.length;
  noteBatch(trace, { what: 'batch', resource: sourceArn, name: `${count} record${count === 1 ? '' : 's'} → ${functionName}`, startedMs });
  const text = `${functionName} processed the records`;
  for (const attempt of logAttempts(sourceArn, records)) trace.ctx.reportRecovery({ attempt, text, resource: sourceArn });
}

export const pollLogMapping = (uuid: string, ctx: Ctx): Promise<void> => pollLog(LOG_CONSUMER, uuid, ctx);

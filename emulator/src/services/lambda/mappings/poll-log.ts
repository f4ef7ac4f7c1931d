// Mappings of streams as readers of logs.
import type { Ctx } from '#core/ctx';
import type { Frozen } from '#core/records';
import type { LogConsumer, LogReader } from '#polling/log/log-consumer';
import { forgetGathered } from '#polling/log/log-poller';
import { pollLog } from '#polling/log/poll-log';
import { BATCH_RETRIED, MAPPING_FILTERED } from '#services/lambda/execution/messages';
import { advanceState, readySettings } from './advance-state.ts';
import { invokeWithBatch, type LogInvocation } from './log-batch.ts';
import { deliverLost } from './lost-records.ts';
import { type MappingRecord, mappings, processingResults, sourceName } from './mapping-record.ts';
import { POLL } from './mapping-write.ts';

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
      dropped: (count) => ctx.log.write(MAPPING_FILTERED, { name: mapping.functionName, count, sourceArn: sourceName(mapping) }),
      lanes: log.parallel,
      maxRetries: retriesOf(mapping),
      maxAgeMs: orForever(log.maxAgeS) * 1000,
      bisects: log.bisects,
      tumblingS: log.tumblingS,
    };
  },
  process: async (reader, batch, ctx) => {
    const result = await invokeWithBatch(reader, batch, ctx);
    noteResult(reader.mapping.uuid, result.failure ? 'PROBLEM: Function call failed' : 'OK', ctx);
    return result;
  },
  hindered: ({ mapping }, problem, ctx) => noteResult(mapping.uuid, problem, ctx),
  retried: ({ mapping }, { records }, { reason }, inS, ctx) =>
    ctx.log.write(BATCH_RETRIED, { sourceArn: sourceName(mapping), name: mapping.functionName, count: records.length, reason, inS }),
  lost: (tx, reader, lost, ctx) => deliverLost(tx, reader, lost, ctx),
};

/** Stores the text that the mapping shows as its last result. */
function noteResult(uuid: string, text: string, ctx: Ctx): void {
  if (ctx.signal.aborted || ctx.records(processingResults).get([uuid])?.text === text) return;
  ctx.write((tx) => tx.put(ctx.records(processingResults), [uuid], { text }));
}

export const pollLogMapping = (uuid: string, ctx: Ctx): Promise<void> => pollLog(LOG_CONSUMER, uuid, ctx);

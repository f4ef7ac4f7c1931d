// Delivers a batch: closes it, runs the processors, and records what is to be sent; then its records are removed.
import type { Ctx } from '#core/ctx';
import type { Frozen } from '#core/records';
import { recordsName } from '#core/traces/records-name';
import type { FailedRun } from '#core/traces/run';
import { nextTurn } from '#lib/next-turn';
import { type BatchTrace, batchTrace, noteBatch } from '#polling/batch-trace';
import { streamArn } from '#services/firehose/arns';
import { streamWithId } from '#services/firehose/find-stream';
import { FIREHOSE_RECORDS_FAILED } from '#services/firehose/messages';
import { closeBatch } from '#services/firehose/records/buffer';
import { type BufferedRecord, buffered, type DeliveryStream, flushed } from '#services/firehose/state';
import type { FailedRecord, PipelineRecord, Processed } from '#services/firehose/transform/pipeline-record';
import { processRecords } from '#services/firehose/transform/process-records';
import { readProcessors } from '#services/firehose/transform/processors';
import { newRequests } from './endpoint-request.ts';
import { writeErrorLog } from './error-log.ts';
import { errorObjects, objectsOf } from './object-parcels.ts';
import { addParcels, type NewParcel, withBlobs } from './parcels.ts';

/** Records that are read, processed or removed between two pauses, in which other calls are served. */
const MAX_AT_ONCE = 200;
const MAX_BYTES_AT_ONCE = 3 * 1024 * 1024;

/** Repeated after a crash in its midst: what was not recorded yet is processed again. */
export async function flushBatch(name: string, streamId: string, batch: number, ctx: Ctx): Promise<void> {
  const startedMs = performance.now();
  const stream = streamWithId(name, streamId, ctx);
  if (!stream) return;
  closeBatch(streamId, batch, ctx);
  if (!ctx.records(flushed).has([streamId, batch])) {
    const { parcels: found, trace } = await parcelsOf(stream, batch, startedMs, ctx);
    const parcels = await withBlobs(found, ctx);
    if (!streamWithId(name, streamId, ctx)) return;
    ctx.write((tx) => {
      tx.put(ctx.records(flushed), [streamId, batch], { atMs: ctx.now() });
      addParcels(tx, stream, parcels, trace, trace.ctx);
    });
  }
  await removeBatch(streamId, batch, ctx);
}

async function removeBatch(streamId: string, batch: number, ctx: Ctx): Promise<void> {
  for (;;) {
    const keys = ctx
      .records(buffered)
      .entries([streamId, batch], { limit: MAX_AT_ONCE })
      .map(([key]) => key);
    ctx.write((tx) => {
      for (const key of keys) tx.delete(ctx.records(buffered), key);
      if (keys.length < MAX_AT_ONCE) tx.delete(ctx.records(flushed), [streamId, batch]);
    });
    if (keys.length < MAX_AT_ONCE) return;
    await nextTurn();
  }
}

interface OpenedBatch {
  readonly parcels: readonly NewParcel[];
  readonly trace: BatchTrace;
}

/** Processes the records of a batch, in the trace of the request that put the first of them. */
async function parcelsOf(stream: Frozen<DeliveryStream>, batch: number, startedMs: number, work: Ctx): Promise<OpenedBatch> {
  const arrived: PipelineRecord[] = [];
  const records: PipelineRecord[] = [];
  const failed: FailedRecord[] = [];
  let known: BatchTrace | undefined;
  for await (const page of pagesOf(stream.id, batch, work)) {
    known ??= batchTrace(page, work);
    const processed = await processRecords(page, stream, known.ctx);
    arrived.push(...page);
    records.push(...processed.records);
    failed.push(...processed.failed);
  }
  const trace = known ?? batchTrace([], work);
  const { ctx, sentBy } = trace;
  const run = { what: 'batch', resource: streamArn(ctx, stream.name), name: recordsName(arrived.length), startedMs } as const;
  if (failed.length > 0) tellOf(failed, stream, { ...run, sentBy }, ctx);
  else if (arrived.length > 0) noteBatch(trace, run);
  const parcels = [...(await backupParcels(stream, arrived, ctx)), ...(await destinationParcels(stream, { records, failed }, ctx))];
  return { parcels, trace };
}

/** The records of a batch, in pages that are quickly processed. */
async function* pagesOf(streamId: string, batch: number, ctx: Ctx): AsyncGenerator<PipelineRecord[]> {
  let page: PipelineRecord[] = [];
  let bytes = 0;
  let after: [string, number, number] | undefined;
  for (;;) {
    const entries = ctx.records(buffered).entries([streamId, batch], { limit: MAX_AT_ONCE, after });
    for (const [key, record] of entries) {
      after = key;
      if (bytes + record.data.length > MAX_BYTES_AT_ONCE && page.length > 0) {
        yield page;
        [page, bytes] = [[], 0];
        await nextTurn();
      }
      page.push(arrivedRecord(record));
      bytes += record.data.length;
    }
    if (entries.length < MAX_AT_ONCE) break;
    await nextTurn();
  }
  if (page.length > 0) yield page;
}

const arrivedRecord = ({ data, arrivedMs, origin, trace }: Frozen<BufferedRecord>): PipelineRecord => ({
  data,
  raw: data,
  arrivedMs,
  origin,
  trace,
});

/** All records as they arrived, where the stream keeps them. */
function backupParcels(stream: Frozen<DeliveryStream>, arrived: readonly PipelineRecord[], ctx: Ctx): Promise<NewParcel[]> {
  const { kind, settings } = stream.destination;
  const isKept = kind === 'bucket' ? settings.S3BackupMode === 'Enabled' : settings.S3BackupMode === 'AllData';
  const bucket = kind === 'bucket' ? settings.S3Backup : settings.S3;
  return isKept && bucket && arrived.length > 0 ? objectsOf(arrived, { stream, settings: bucket }, ctx) : Promise.resolve([]);
}

async function destinationParcels(stream: Frozen<DeliveryStream>, { records, failed }: Processed, ctx: Ctx): Promise<NewParcel[]> {
  const { kind, settings } = stream.destination;
  const { delimiter } = readProcessors(settings.ProcessingConfiguration);
  const bucket = kind === 'bucket' ? settings : settings.S3;
  const errors = await errorObjects(failed, { stream, settings: bucket }, ctx);
  if (kind === 'endpoint') return [...errors, ...newRequests(records, delimiter, ctx)];
  return [...errors, ...(await objectsOf(records, { stream, settings, delimiter }, ctx))];
}

function tellOf(failed: readonly FailedRecord[], stream: Frozen<DeliveryStream>, run: FailedRun, ctx: Ctx): void {
  const [first] = failed;
  if (!first) return;
  const { code, message, functionArn: processor } = first;
  ctx.report(FIREHOSE_RECORDS_FAILED, { name: stream.name, count: failed.length, code, message }, run);
  const { kind, settings } = stream.destination;
  writeErrorLog(stream, { destination: kind === 'bucket' ? settings.BucketARN : settings.Url, code, message, processor }, ctx);
}

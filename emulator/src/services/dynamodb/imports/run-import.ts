// Runs an import: makes its table, fills it from each object under the prefix, and logs the lines that hold no item.
import type { Ctx } from '#core/ctx';
import { Fault } from '#core/fault';
import type { Frozen } from '#core/records';
import { inTraceOf } from '#core/traces/in-trace-of';
import { noteJob } from '#core/traces/job';
import { nextTurn } from '#lib/next-turn';
import { table } from '#lib/table';
import { tableArn } from '#services/dynamodb/catalog/find-table';
import { tableSchema } from '#services/dynamodb/catalog/schema';
import { tableSignal } from '#services/dynamodb/catalog/table-signal';
import { MAX_AT_ONCE } from '#services/dynamodb/items/in-turns';
import { readItem } from '#services/dynamodb/items/place';
import { writeItem } from '#services/dynamodb/items/write-item';
import { type Table, tables } from '#services/dynamodb/state';
import { linesOf } from './compression.ts';
import { ImportErrors } from './error-log.ts';
import { type ReadItem, readItems } from './read-items.ts';
import { type Import, importSignal, imports, type Progress } from './state.ts';

const AT_ONCE = 100;
const CODES: Readonly<Record<string, string>> = table({ NoSuchBucket: 'S3NoSuchBucket', AccessDenied: 'S3AccessDenied' });
const INVALID_ITEMS = {
  code: 'ItemValidationError',
  message: 'Some of the items failed validation checks and were not imported. Please check CloudWatch error logs for more details.',
};

/** Due work. After a restart in between it begins again, and writes the same items. */
export async function runImport(id: string, due: Ctx): Promise<void> {
  const job = due.records(imports).get([id]);
  if (job?.status !== 'IN_PROGRESS') return;
  const ctx = inTraceOf(job, due);
  const { name } = job.table;
  const title = `import of table ${name} from bucket ${job.request.S3BucketSource.S3Bucket}`;
  const run = { resource: tableArn(name, ctx), name: title, startedMs: performance.now() };
  const end = (
    failure: Import['failure'],
    progress: Partial<Progress> = {},
    reason: Fault | string | undefined = failure?.message,
  ): void => {
    ctx.write((tx) => {
      const status = failure ? 'FAILED' : 'COMPLETED';
      tx.put(ctx.records(imports), [id], { ...job, ...progress, status, endedMs: ctx.now(), ...(failure && { failure }) });
      const table = ctx.records(tables).get([name]);
      if (table?.importing === id) {
        const { importing: _, ...filled } = table;
        tx.put(ctx.records(tables), [name], filled);
      }
      for (const signal of [importSignal(id), tableSignal(name)]) tx.after(() => ctx.wake(signal));
    });
    noteJob(run, reason, ctx);
  };
  try {
    const keys = await objectKeys(job, ctx);
    const present = ctx.records(tables).get([name]);
    if (present && present.importing !== id) return end({ code: 'TableAlreadyExists', message: `Table already exists: ${name}` });
    if (!present) ctx.write((tx) => tx.put(ctx.records(tables), [name], { ...(job.table as Table), importing: id }));
    const progress = await fill(job, keys, ctx);
    end(progress.errors > 0 ? INVALID_ITEMS : undefined, progress);
  } catch (error) {
    if (!(error instanceof Fault)) throw error;
    end({ code: CODES[error.code] ?? error.code, message: error.message }, {}, error);
  }
}

async function objectKeys({ request: { S3BucketSource: source } }: Frozen<Import>, ctx: Ctx): Promise<string[]> {
  const keys: string[] = [];
  for (let ContinuationToken: string | undefined; ; ) {
    const page = await ctx.call('s3', 'ListObjectsV2', {
      ...{ Bucket: source.S3Bucket, Prefix: source.S3KeyPrefix, ExpectedBucketOwner: source.S3BucketOwner, ContinuationToken },
    });
    keys.push(...(page.Contents ?? []).map(({ Key }) => Key!));
    ContinuationToken = page.NextContinuationToken;
    if (ContinuationToken === undefined) return keys;
  }
}

async function fill(job: Frozen<Import>, keys: readonly string[], ctx: Ctx): Promise<Progress> {
  const { S3BucketSource: source, InputCompressionType: compression = 'NONE' } = job.request;
  const errors = new ImportErrors(job, ctx);
  const schema = tableSchema(ctx.records(tables).get([job.table.name])!, ctx);
  let [bytes, processed, imported] = [0, 0, 0];
  for (const Key of keys) {
    const { Body } = await ctx.call('s3', 'GetObject', { Bucket: source.S3Bucket, Key, ExpectedBucketOwner: source.S3BucketOwner });
    const lines = linesOf(Body as Parameters<typeof linesOf>[0], compression, (read) => {
      bytes += read;
    });
    let batch: ReadItem[] = [];
    let length = 0;
    const flush = async (): Promise<void> => {
      writeBatch(job.table.name, batch, ctx);
      imported += batch.length;
      [batch, length] = [[], 0];
      await nextTurn();
    };
    let index = 0;
    try {
      for await (const reading of readItems(lines, schema, job.request)) {
        processed++;
        if ('error' in reading) await errors.note(Key, index, reading.error);
        else batch.push(reading);
        index++;
        length += reading.length;
        if (batch.length === AT_ONCE || length > MAX_AT_ONCE) await flush();
      }
    } catch (error) {
      if (error instanceof Fault) throw error;
      processed++;
      await errors.note(Key, index, `The object could not be read: ${(error as Error).message}`);
    }
    await flush();
  }
  await errors.end();
  return { bytes, processed, imported, errors: errors.count };
}

function writeBatch(name: string, batch: readonly ReadItem[], ctx: Ctx): void {
  ctx.write((tx) => {
    const table = ctx.records(tables).get([name])!;
    const located = { there: ctx, table, schema: tableSchema(table, ctx) };
    for (const { place, next } of batch) writeItem(tx, located, { place, before: readItem(located, place), next });
  });
}

// Writes an export into its bucket: data in compressed files, a manifest that lists them, and a manifest that sums them up.
import { createHash, hash } from 'node:crypto';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { Ctx } from '#core/ctx';
import { Fault } from '#core/fault';
import type { Frozen } from '#core/records';
import { inTraceOf } from '#core/traces/in-trace-of';
import { noteJob } from '#core/traces/job';
import { inPieces } from '#lib/byte-pieces';
import { nextTurn } from '#lib/next-turn';
import { table } from '#lib/table';
import { releaseMoment } from '#services/dynamodb/backups/keep-history';
import { tableArn } from '#services/dynamodb/catalog/find-table';
import type { ItemLocation } from '#services/dynamodb/items/place';
import { exportArn } from './describe-export.ts';
import { nextLines } from './lines.ts';
import { type Export, exports } from './state.ts';

/** Characters of a file before it is compressed. */
const MAX_FILE_LENGTH = 8_000_000;
const FILE_ID_LENGTH = 26;
const FILE_ID_LETTERS = 'abcdefghijklmnopqrstuvwxyz234567';
/** Incremental exports are charged for at least this much. */
const MIN_CHANGES_BYTES = 10_000_000;

const compress = promisify(gzip);
/** Pause between two steps, so that calls get their turn. */
interface DataFile {
  readonly key: string;
  readonly items: number;
  readonly md5: string;
  readonly etag: string;
}

function writer(job: Frozen<Export>, ctx: Ctx) {
  const folder = `${job.prefix === undefined ? '' : `${job.prefix.replace(/\/$/, '')}/`}AWSDynamoDB`;
  const own = `${folder}/${job.id}`;
  const put = async (Key: string, body: Uint8Array, ContentType = 'binary/octet-stream'): Promise<string> => {
    const { ETag = '' } = await ctx.call('s3', 'PutObject', {
      ...{ Bucket: job.bucket, Key, Body: inPieces(body), ContentLength: body.length, ContentType, ExpectedBucketOwner: job.owner },
      ServerSideEncryption: job.encryption === 'KMS' ? 'aws:kms' : 'AES256',
      SSEKMSKeyId: job.encryptionKey,
    });
    return ETag.replaceAll('"', '');
  };
  const manifest = async (name: string, text: string): Promise<string> => {
    await put(`${own}/${name}.json`, Buffer.from(text), 'application/json');
    await put(`${own}/${name}.checksum`, Buffer.from(hash('sha256', text, 'base64')), 'text/plain');
    return `${own}/${name}.json`;
  };
  const data = async (lines: readonly string[]): Promise<DataFile> => {
    const body = await compress(lines.map((line) => `${line}\n`).join(''));
    const ending = job.format === 'ION' ? 'ion.gz' : 'json.gz';
    const key = `${job.changes ? folder : own}/data/${ctx.random(FILE_ID_LENGTH, FILE_ID_LETTERS)}.${ending}`;
    const etag = await put(key, body);
    return { key, items: lines.length, md5: createHash('md5').update(body).digest('base64'), etag };
  };
  return { started: () => put(`${own}/_started`, Buffer.alloc(0)), data, manifest };
}

interface Written extends Pick<Export, 'items' | 'bytes' | 'manifest'> {}

async function writeAll(job: Frozen<Export>, ctx: Ctx): Promise<Written> {
  const { started, data, manifest } = writer(job, ctx);
  await started();
  const files: DataFile[] = [];
  let [lines, length, counted]: [string[], number, number] = [[], 0, 0];
  let after: ItemLocation | undefined;
  do {
    const { lines: found, bytes, last } = nextLines(job, after, ctx);
    lines.push(...found);
    length += found.reduce((sum, line) => sum + line.length, 0);
    counted += bytes;
    after = last;
    if (length >= MAX_FILE_LENGTH) {
      files.push(await data(lines));
      [lines, length] = [[], 0];
    } else await nextTurn();
  } while (after);
  if (lines.length > 0 || files.length === 0) files.push(await data(lines));
  const listed = files.map(({ key, items, md5, etag }) => JSON.stringify({ itemCount: items, md5Checksum: md5, etag, dataFileS3Key: key }));
  const filesKey = await manifest('manifest-files', `${listed.join('\n')}\n`);
  const items = files.reduce((sum, file) => sum + file.items, 0);
  const bytes = job.changes ? Math.max(MIN_CHANGES_BYTES, counted) : counted;
  return { items, bytes, manifest: await manifest('manifest-summary', summaryOf(job, filesKey, { items, bytes }, ctx)) };
}

function summaryOf(job: Frozen<Export>, filesKey: string, { items, bytes }: Written, ctx: Ctx): string {
  const at = (ms: number): string => new Date(ms).toISOString();
  return JSON.stringify({
    version: job.changes ? '2023-08-01' : '2020-06-30',
    exportArn: exportArn(job, ctx),
    startTime: at(job.startedMs),
    endTime: at(ctx.now()),
    tableArn: tableArn(job.table, ctx),
    tableId: job.tableId,
    ...(job.changes ? { exportFromTime: at(job.changes.fromMs), exportToTime: at(job.changes.toMs) } : { exportTime: at(job.atMs) }),
    s3Bucket: job.bucket,
    s3Prefix: job.prefix ?? null,
    s3SseAlgorithm: job.encryption,
    s3SseKmsKeyId: job.encryptionKey ?? null,
    manifestFilesS3Key: filesKey,
    billedSizeBytes: bytes,
    itemCount: items,
    outputFormat: job.format,
    ...(job.changes && { outputView: job.changes.withOldImages ? 'NEW_AND_OLD_IMAGES' : 'NEW_IMAGE' }),
    exportType: job.changes ? 'INCREMENTAL_EXPORT' : 'FULL_EXPORT',
  });
}

const CODES: Readonly<Record<string, string>> = table({ NoSuchBucket: 'S3NoSuchBucket', AccessDenied: 'S3AccessDenied' });

/** Due work. After a restart in between it begins again, with files of other names. */
export async function runExport(table: string, id: string, due: Ctx): Promise<void> {
  const job = due.records(exports).get([table, id]);
  if (job?.status !== 'IN_PROGRESS') return;
  const ctx = inTraceOf(job, due);
  const name = `export of table ${table} to bucket ${job.bucket}`;
  const run = { resource: tableArn(table, ctx), name, startedMs: performance.now(), target: `arn:aws:s3:::${job.bucket}` };
  const end = (outcome: Pick<Export, 'status' | 'failure'> & Written): void =>
    ctx.write((tx) => {
      tx.put(ctx.records(exports), [table, id], { ...job, ...outcome, endedMs: ctx.now() });
      releaseMoment(tx, { name: table, storeId: job.storeId }, job.held, id, ctx);
    });
  try {
    end({ status: 'COMPLETED', ...(await writeAll(job, ctx)) });
    noteJob(run, undefined, ctx);
  } catch (error) {
    if (!(error instanceof Fault)) throw error;
    end({ status: 'FAILED', failure: { code: CODES[error.code] ?? error.code, message: error.message } });
    noteJob(run, error, ctx);
  }
}

// ExportTableToPointInTime, DescribeExport, ListExports. An export cannot be called off or deleted.
import type { Ctx } from '#core/ctx';
import { pageOfRecords } from '#core/page';
import type { Frozen } from '#core/records';
import { parseArn } from '#lib/arn';
import { type ExportTableToPointInTimeInput, fault, operation } from '#model/dynamodb';
import { positionAfter, positionOf } from '#services/dynamodb/backups/history';
import { moments } from '#services/dynamodb/backups/state';
import { accessDenied, invalid, invalidParameter } from '#services/dynamodb/faults';
import { isBeingFilled, type Table, tables } from '#services/dynamodb/state';
import { describeExport, exportArn } from './describe-export.ts';
import { type Export, exports } from './state.ts';

/** Limit: time that an incremental export covers. */
const MIN_WINDOW_MS = 900_000;
/** Limit: time that an incremental export covers. */
const MAX_WINDOW_MS = 86_400_000;
/** Limit: exports of a page of ListExports. */
const MAX_LISTED = 25;
const ID_DIGITS = 14;
const ID_RANDOM = 8;

const badRequest = (words: string) => invalid(`Invalid Request: ${words}`);
const badTime = (words: string) => fault('InvalidExportTimeException', words);
const shown = (ms: number): string => `${new Date(ms).toISOString().slice(0, 19)}Z`;

/** The table of an ARN. Its region does not count. @throws Fault AccessDeniedException, TableNotFoundException, ValidationException */
function findSource(arn: string, ctx: Ctx): Frozen<Table> {
  const parsed = parseArn(arn);
  if (parsed?.service !== 'dynamodb') throw invalidParameter('tableArn is not a valid ARN');
  if (parsed.account !== ctx.account) throw accessDenied();
  const name = /^table\/([a-zA-Z0-9_.-]{3,255})$/.exec(parsed.resource)?.[1];
  if (name === undefined) throw badRequest('Table ARN is invalid.');
  const table = parsed.region === ctx.region ? ctx.records(tables).get([name]) : undefined;
  if (!table || isBeingFilled(table)) throw fault('TableNotFoundException', `Table not found: ${arn}`);
  return table;
}

function checkSettings({
  S3SseAlgorithm,
  S3SseKmsKeyId,
  ExportType: type,
  IncrementalExportSpecification: changes,
}: ExportTableToPointInTimeInput): void {
  if (S3SseKmsKeyId !== undefined && S3SseAlgorithm !== 'KMS') throw badRequest('KMS Key Id is not supported for this encryption type');
  if (changes && type === undefined)
    throw badRequest('Export Type expected to be Incremental Export when incremental export specification is provided');
  if (changes && type === 'FULL_EXPORT')
    throw badRequest('When Export Type is Full Export , Incremental Export Specification should not be provided');
  if (!changes && type === 'INCREMENTAL_EXPORT')
    throw badRequest('Incremental Export Specification expected when export type is set as Incremental Export');
  if (changes && !changes.ExportFromTime) throw badRequest('ExportFromTime must be provided in IncrementalExportSpecification');
}

type Span = Pick<Export, 'atMs' | 'changes' | 'position' | 'held'>;

/** The time or the span that is exported. @throws Fault InvalidExportTimeException */
function spanOf(input: ExportTableToPointInTimeInput, pointInTime: NonNullable<Frozen<Table>['pointInTime']>, ctx: Ctx): Span {
  const nowMs = ctx.now();
  const { sinceMs } = pointInTime;
  // Clients may say times in whole seconds: the second in which recovery was enabled counts.
  const firstMs = Math.max(Math.floor(sinceMs / 1000) * 1000, nowMs - pointInTime.days * MAX_WINDOW_MS);
  const given = input.IncrementalExportSpecification;
  if (!given) {
    const atMs = input.ExportTime?.getTime() ?? nowMs;
    if (!(atMs >= firstMs && atMs <= nowMs)) throw badTime('Export Time is invalid');
    const position = positionAfter(Math.max(atMs, sinceMs));
    return { atMs, position, held: position };
  }
  const fromMs = given.ExportFromTime!.getTime();
  const toMs = given.ExportToTime?.getTime() ?? nowMs;
  if (!(fromMs >= firstMs && fromMs <= toMs))
    throw badTime(
      `Incremental export period from time cannot be less than the table creation time : ${Number.isFinite(fromMs) ? shown(fromMs) : 'null'}`,
    );
  if (toMs > nowMs) throw badTime(`Incremental export period to time cannot be greater than the current time : ${shown(toMs)}`);
  if (toMs - fromMs < MIN_WINDOW_MS)
    throw badTime('Difference between export period from time and export period to time is less than 15 minutes');
  if (toMs - fromMs > MAX_WINDOW_MS)
    throw badTime('Difference between export period from time and export period to time is more than 24 hours');
  const withOldImages = given.ExportViewType !== 'NEW_IMAGE';
  return { atMs: toMs, changes: { fromMs, toMs, withOldImages }, position: positionOf(toMs), held: positionOf(fromMs) };
}

/** The export that this token began. @throws Fault ExportConflictException for another request */
function begunWith(token: string | undefined, request: string, ctx: Ctx): Frozen<Export> | undefined {
  const begun =
    token === undefined
      ? undefined
      : ctx
          .records(exports)
          .range()
          .find((each) => each.token === token);
  if (begun && begun.request !== request)
    throw fault('ExportConflictException', 'Export conflict: Duplicate request detected with conflicting parameters');
  return begun;
}

export const ExportTableToPointInTime = operation('ExportTableToPointInTime', (input, ctx) => {
  const { ClientToken: token, ...rest } = input;
  if (input.FilterSpecification)
    throw invalid('FilterSpecification is refused by the emulator: all items are exported. Leave the parameter out.');
  checkSettings(input);
  const request = JSON.stringify(
    rest,
    Object.keys(rest)
      .concat(Object.keys(rest.IncrementalExportSpecification ?? {}))
      .sort(),
  );
  const begun = begunWith(token, request, ctx);
  if (begun) return { ExportDescription: describeExport(begun, ctx) };
  const table = findSource(input.TableArn, ctx);
  if (!table.pointInTime)
    throw fault('PointInTimeRecoveryUnavailableException', `Point in time recovery is not enabled for table '${table.name}'`);
  const job: Export = {
    id: `${String(ctx.now()).padStart(ID_DIGITS, '0')}-${ctx.random(ID_RANDOM)}`,
    table: table.name,
    tableId: table.id,
    storeId: table.storeId,
    key: table.key.map(({ name }) => name),
    token: token ?? ctx.id(),
    request,
    format: (input.ExportFormat ?? 'DYNAMODB_JSON') as Export['format'],
    bucket: input.S3Bucket,
    owner: input.S3BucketOwner,
    prefix: input.S3Prefix,
    encryption: (input.S3SseAlgorithm ?? 'AES256') as Export['encryption'],
    encryptionKey: input.S3SseKmsKeyId,
    ...spanOf(input, table.pointInTime, ctx),
    startedMs: ctx.now(),
    trace: ctx.trace,
    status: 'IN_PROGRESS',
  };
  ctx.write((tx) => {
    tx.put(ctx.records(exports), [job.table, job.id], job);
    tx.put(ctx.records(moments), [job.storeId, job.held, job.id], { kept: true });
    ctx.later(tx, 'dynamodb.export', [job.table, job.id], ctx.now());
  });
  return { ExportDescription: describeExport(job, ctx) };
});

export const DescribeExport = operation('DescribeExport', ({ ExportArn: arn }, ctx) => {
  const parsed = parseArn(arn);
  const [, table, id] = (parsed?.service === 'dynamodb' && /^table\/([a-zA-Z0-9_.-]+)\/export\/(.+)$/.exec(parsed.resource)) || [];
  if (!parsed || table === undefined || id === undefined) throw invalid('Invalid Export ARN');
  if (parsed.account !== ctx.account) throw accessDenied();
  if (parsed.region !== ctx.region) throw fault('ExportNotFoundException', 'Export not found: Invalid export arn');
  const job = ctx.records(exports).get([table, id]);
  if (!job) throw fault('ExportNotFoundException', `Export not found: Export not found: ${arn}`);
  return { ExportDescription: describeExport(job, ctx) };
});

/** Exports of tables that were deleted are described and not listed by table. */
export const ListExports = operation('ListExports', ({ TableArn, MaxResults: limit = MAX_LISTED, NextToken: token }, ctx) => {
  const badToken = () => badRequest(`Provided nextToken is invalid: ${token ?? ''}`);
  const name = TableArn === undefined ? undefined : parseArn(TableArn)?.resource.replace(/^table\//, '');
  if (TableArn !== undefined && name === undefined) throw invalidParameter('tableArn is not a valid ARN');
  const present = name === undefined ? undefined : ctx.records(tables).get([name]);
  const keep = ({ tableId }: Frozen<Export>): boolean => name === undefined || tableId === present?.id;
  const { items, next } = pageOfRecords(ctx.records(exports), name === undefined ? [] : [name], { limit, token }, badToken, { keep });
  return {
    ExportSummaries: items.map(([, job]) => ({
      ExportArn: exportArn(job, ctx),
      ExportStatus: job.status,
      ExportType: job.changes ? 'INCREMENTAL_EXPORT' : 'FULL_EXPORT',
    })),
    ...(next !== undefined && { NextToken: next }),
  };
});

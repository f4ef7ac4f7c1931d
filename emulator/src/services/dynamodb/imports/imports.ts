// ImportTable, DescribeImport and ListImports: tables that are filled from the objects of a bucket. Texts as probed in October 2026 (ack-api-quirks).
import type { Ctx } from '#core/ctx';
import { pageOfRecords } from '#core/page';
import type { Frozen } from '#core/records';
import { formatArn, parseArn } from '#lib/arn';
import { fault, type ImportTableDescription, type ImportTableInput, operation } from '#model/dynamodb';
import { tableArn } from '#services/dynamodb/catalog/find-table';
import { accessDenied, invalid, invalidParameter } from '#services/dynamodb/faults';
import { tables } from '#services/dynamodb/state';
import { newTable } from '#services/dynamodb/tables/create-table';
import { createZstdDecompress } from './compression.ts';
import { type Import, imports } from './state.ts';

const ID_DIGITS = 14;
const ID_RANDOM = 8;
/** Limit: imports of a page of ListImports. */
const MAX_LISTED = 10;
export const LOG_GROUP = '/aws-dynamodb/imports';

export const importArn = ({ id, table }: Pick<Frozen<Import>, 'id' | 'table'>, { region, account }: Pick<Ctx, 'region' | 'account'>) =>
  formatArn({ service: 'dynamodb', region, account, resource: `table/${table.name}/import/${id}` });

function checkFormat({ InputFormat: format, InputFormatOptions: options, InputCompressionType: compression }: ImportTableInput): void {
  if (options && format !== 'CSV') throw invalid(`Invalid Request: Unsupported InputFormatOptions for the given input format: ${format}.`);
  if (format === 'ION')
    throw invalid('InputFormat ION is refused by the emulator: it reads DYNAMODB_JSON and CSV. Export the items as DYNAMODB_JSON.');
  if (compression === 'ZSTD' && !createZstdDecompress)
    throw invalid(
      'InputCompressionType ZSTD is refused by the emulator: this version of Node.js cannot read it. Use GZIP, or Node.js 22.15.',
    );
}

/** The import that the token began, as long as its table does not exist. @throws Fault ImportConflictException for another table */
function begunWith(token: string | undefined, name: string, ctx: Ctx): Frozen<Import> | undefined {
  if (token === undefined) return undefined;
  const begun = ctx
    .records(imports)
    .range()
    .find((each) => each.token === token);
  if (begun && begun.table.name !== name)
    throw fault('ImportConflictException', 'Import conflict: Duplicate request detected with conflicting parameters');
  return begun;
}

export const ImportTable = operation('ImportTable', ({ ClientToken: token, ...request }, ctx) => {
  const { TableCreationParameters: given } = request;
  checkFormat(request);
  if (given.OnDemandThroughput && given.BillingMode !== 'PAY_PER_REQUEST')
    throw invalidParameter('MaxWriteRequestUnits for OnDemandThroughput cannot be specified when table BillingMode is PROVISIONED.');
  const table = newTable(given, ctx);
  const present = ctx.records(tables).get([table.name]);
  if (present && !present.importing) throw fault('ResourceInUseException', `Table already exists: ${table.name}`);
  const begun = begunWith(token, table.name, ctx);
  if (begun) return { ImportTableDescription: describeImport(begun, ctx) };
  const job: Import = {
    id: `${String(ctx.now()).padStart(ID_DIGITS, '0')}-${ctx.random(ID_RANDOM)}`,
    token: token ?? ctx.id(),
    request,
    table,
    startedMs: ctx.now(),
    trace: ctx.trace,
    status: 'IN_PROGRESS',
    ...{ bytes: 0, processed: 0, imported: 0, errors: 0 },
  };
  ctx.write((tx) => {
    tx.put(ctx.records(imports), [job.id], job);
    ctx.later(tx, 'dynamodb.import', [job.id], ctx.now());
  });
  return { ImportTableDescription: describeImport(job, ctx) };
});

const summaryOf = (job: Frozen<Import>, ctx: Ctx) => ({
  ImportArn: importArn(job, ctx),
  ImportStatus: job.status,
  TableArn: tableArn(job.table.name, ctx),
  S3BucketSource: { ...job.request.S3BucketSource, S3BucketOwner: job.request.S3BucketSource.S3BucketOwner ?? ctx.account },
  CloudWatchLogGroupArn: formatArn({ service: 'logs', region: ctx.region, account: ctx.account, resource: `log-group:${LOG_GROUP}:*` }),
  InputFormat: job.request.InputFormat,
  StartTime: new Date(job.startedMs),
  ...(job.endedMs !== undefined && { EndTime: new Date(job.endedMs) }),
});

const describeImport = (job: Frozen<Import>, ctx: Ctx): ImportTableDescription => ({
  ...summaryOf(job, ctx),
  TableId: job.table.id,
  ClientToken: job.token,
  ErrorCount: job.errors,
  ...(job.request.InputFormatOptions && { InputFormatOptions: job.request.InputFormatOptions }),
  InputCompressionType: job.request.InputCompressionType ?? 'NONE',
  TableCreationParameters: job.request.TableCreationParameters,
  ProcessedSizeBytes: job.bytes,
  ProcessedItemCount: job.processed,
  ImportedItemCount: job.imported,
  ...(job.failure && { FailureCode: job.failure.code, FailureMessage: job.failure.message }),
});

export const DescribeImport = operation('DescribeImport', ({ ImportArn: arn }, ctx) => {
  const parsed = parseArn(arn);
  const id = parsed?.service === 'dynamodb' ? /^table\/[a-zA-Z0-9_.-]+\/import\/(.+)$/.exec(parsed.resource)?.[1] : undefined;
  if (!parsed || id === undefined) throw invalid('Invalid Import ARN');
  if (parsed.account !== ctx.account) throw accessDenied();
  const job = parsed.region === ctx.region ? ctx.records(imports).get([id]) : undefined;
  if (!job || importArn(job, ctx) !== arn) throw fault('ImportNotFoundException', `Import not found: ${arn}`);
  return { ImportTableDescription: describeImport(job, ctx) };
});

const TOKEN_DIGITS = 16;
const MIN_TOKEN_LENGTH = 112;
/** Tokens are hexadecimal, at least 112 digits, in groups of 16. */
function sendToken(token: string): string {
  const digits = Buffer.from(token).toString('hex');
  return digits.padEnd(Math.max(MIN_TOKEN_LENGTH, Math.ceil(digits.length / TOKEN_DIGITS) * TOKEN_DIGITS), '0');
}
const readToken = (token: string): string => Buffer.from(token, 'hex').toString().replace(/\0+$/, '');

/** The newest first, those of deleted tables included. */
export const ListImports = operation('ListImports', ({ TableArn, PageSize: limit = MAX_LISTED, NextToken: token }, ctx) => {
  const badToken = () => invalid(`Invalid Request: Provided nextToken is invalid: ${token ?? ''}`);
  const keep = ({ table }: Frozen<Import>): boolean => TableArn === undefined || tableArn(table.name, ctx) === TableArn;
  const page = { limit, token: token === undefined ? undefined : readToken(token) };
  const { items, next } = pageOfRecords(ctx.records(imports), [], page, badToken, { keep, reverse: true });
  return { ImportSummaryList: items.map(([, job]) => summaryOf(job, ctx)), ...(next !== undefined && { NextToken: sendToken(next) }) };
});

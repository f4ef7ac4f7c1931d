// Lookup tables: tables of texts that queries could look values up in. They are kept and told: the command `lookup` is not emulated.
import type { Ctx } from '#core/ctx';
import { pager } from '#core/pager';
import type { BlobRef, Frozen } from '#core/records';
import { formatArn, parseArn } from '#lib/arn';
import { Turns } from '#lib/next-turn';
import { fault, operation } from '#model/logs';
import { type LookupTable, lookupTables, queries, rowsOf } from './query-state.ts';
import { LOG_TAGS } from './tag-rules.ts';

/** Limit: lookup tables of a region. */
const MAX_TABLES = 1000;
/** Longer tables are stored as blobs. */
const MAX_INLINE_CHARACTERS = 65_536;
/** Limit: characters of a table. */
const MAX_CHARACTERS = 10_485_760;

const invalid = (message: string) => fault('ValidationException', message);

const tooLong = () => invalid(`A lookup table can have at most ${MAX_CHARACTERS} characters.`);

const tableArn = (name: string, { account, region }: Ctx): string =>
  formatArn({ service: 'logs', region, account, resource: `lookup-table:${name}` });

function findTable(arn: string, ctx: Ctx): { readonly name: string; readonly table: Frozen<LookupTable> } {
  const name = /^lookup-table:(.+)$/.exec(parseArn(arn)?.resource ?? '')?.[1] ?? '';
  const table = ctx.records(lookupTables).get([name]);
  if (!table) throw fault('ResourceNotFoundException', `Lookup table ${arn} does not exist.`);
  return { name, table };
}

interface Content {
  readonly body: string | BlobRef;
  readonly fields: readonly string[];
  readonly records: number;
  readonly sizeBytes: number;
}

/** The content of a table: the text of a request, or the results of a query. @throws Fault ValidationException */
async function contentOf(
  { tableBody, queryId }: { readonly tableBody?: string | undefined; readonly queryId?: string | undefined },
  ctx: Ctx,
): Promise<Content> {
  if ((tableBody === undefined) === (queryId === undefined)) throw invalid('Exactly one of tableBody and queryId must be given.');
  const text = tableBody ?? (await csvOf(queryId!, ctx));
  if (text.length > MAX_CHARACTERS) throw tooLong();
  const { fields, records } = measure(text);
  const body = text.length > MAX_INLINE_CHARACTERS ? await ctx.blobs.put(Buffer.from(text)) : text;
  return { body, fields, records, sizeBytes: Buffer.byteLength(text) };
}

/** The names in the first line of a table, and the number of the others. A line ends where no quotation is open. */
function measure(text: string): { fields: string[]; records: number } {
  let [lines, isQuoted, start, head] = [0, false, 0, ''];
  const end = (at: number): void => {
    if (text.slice(start, at).trim() !== '') {
      if (lines === 0) head = text.slice(start, at);
      lines++;
    }
    start = at + 1;
  };
  for (let at = 0; at < text.length; at++) {
    if (text[at] === '"') isQuoted = !isQuoted;
    else if (text[at] === '\n' && !isQuoted) end(at);
  }
  end(text.length);
  if (isQuoted) throw invalid('tableBody must be CSV: a quotation does not end.');
  const fields = head.split(',').map((name) => name.trim().replace(/^"(.*)"$/, '$1'));
  if (lines === 0 || fields.some((name) => name === ''))
    throw invalid('tableBody must be CSV, with the names of its fields in the first line.');
  if (new Set(fields).size < fields.length) throw invalid('The names of the fields of a lookup table must be unique.');
  return { fields, records: lines - 1 };
}

/** @throws Fault ValidationException before it has made more than a table can hold */
async function csvOf(queryId: string, ctx: Ctx): Promise<string> {
  const query = ctx.records(queries).get([queryId]);
  if (!query) throw fault('ResourceNotFoundException', `Query with ID ${queryId} does not exist.`);
  if (query.status !== 'Complete') throw invalid(`Query with ID ${queryId} is not complete.`);
  const turns = new Turns();
  const names = new Set<string>();
  for (const row of rowsOf(queryId, ctx)) {
    for (const { field } of row) if (field !== '@ptr') names.add(field);
    await turns.next();
  }
  if (names.size === 0) throw invalid(`Query with ID ${queryId} has no results.`);
  const fields = [...names];
  const lines = [lineOf(fields)];
  let length = 0;
  for (const row of rowsOf(queryId, ctx)) {
    const values = new Map(row.map(({ field, value }) => [field, value]));
    const line = lineOf(fields.map((name) => values.get(name) ?? ''));
    length += line.length + 1;
    if (length > MAX_CHARACTERS) throw tooLong();
    lines.push(line);
    await turns.next();
  }
  return lines.join('\n');
}

const lineOf = (values: readonly string[]): string =>
  values.map((value) => (/[",\n]/.test(value) ? `"${value.replaceAll('"', '""')}"` : value)).join(',');

export const CreateLookupTable = operation('CreateLookupTable', async (input, ctx) => {
  const { lookupTableName: name, description, kmsKeyId, tags } = input;
  const content = await contentOf(input, ctx);
  const records = ctx.records(lookupTables);
  const arn = tableArn(name, ctx);
  if (records.has([name])) throw fault('ConflictException', `A lookup table ${name} exists already.`);
  if (records.count() >= MAX_TABLES) throw fault('ServiceQuotaExceededException', `A region can have at most ${MAX_TABLES} lookup tables.`);
  const table: LookupTable = { ...content, description, kmsKeyId, modifiedMs: ctx.now(), tags: LOG_TAGS.ofNew(tags, ctx, arn) };
  ctx.write((tx) => {
    if (typeof content.body !== 'string') tx.hold(content.body);
    tx.put(records, [name], table);
  });
  return { lookupTableArn: arn, createdAt: table.modifiedMs };
});

export const UpdateLookupTable = operation('UpdateLookupTable', async (input, ctx) => {
  const { name } = findTable(input.lookupTableArn, ctx);
  const content = await contentOf(input, ctx);
  const { table } = findTable(input.lookupTableArn, ctx);
  const { description = table.description, kmsKeyId = table.kmsKeyId } = input;
  const after: LookupTable = { ...table, ...content, description, kmsKeyId, modifiedMs: ctx.now() };
  ctx.write((tx) => {
    if (typeof content.body !== 'string') tx.hold(content.body);
    if (typeof table.body !== 'string') tx.release(table.body);
    tx.put(ctx.records(lookupTables), [name], after);
  });
  return { lookupTableArn: tableArn(name, ctx), lastUpdatedTime: after.modifiedMs };
});

export const GetLookupTable = operation('GetLookupTable', async ({ lookupTableArn }, ctx) => {
  const { name, table } = findTable(lookupTableArn, ctx);
  const tableBody = typeof table.body === 'string' ? table.body : Buffer.from(await ctx.blobs.read(table.body)).toString();
  const { description, sizeBytes, modifiedMs: lastUpdatedTime, kmsKeyId } = table;
  return { lookupTableArn: tableArn(name, ctx), lookupTableName: name, description, tableBody, sizeBytes, lastUpdatedTime, kmsKeyId };
});

export const DeleteLookupTable = operation('DeleteLookupTable', ({ lookupTableArn }, ctx) => {
  const { name, table } = findTable(lookupTableArn, ctx);
  ctx.write((tx) => {
    tx.delete(ctx.records(lookupTables), [name]);
    if (typeof table.body !== 'string') tx.release(table.body);
  });
});

interface Page {
  readonly maxResults?: number | undefined;
  readonly nextToken?: string | undefined;
}

const { pageOfRecords } = pager({
  request: ({ maxResults = 100, nextToken }: Page) => ({ limit: maxResults, token: nextToken }),
  end: (next) => ({ nextToken: next }),
  invalidToken: () => invalid('The specified nextToken is invalid.'),
});

export const DescribeLookupTables = operation('DescribeLookupTables', ({ lookupTableNamePrefix: startsWith, ...page }, ctx) => {
  const { items, nextToken } = pageOfRecords(ctx.records(lookupTables), [], page, startsWith === undefined ? {} : { startsWith });
  return {
    nextToken,
    lookupTables: items.map(([[name], { description, fields, records, sizeBytes, modifiedMs, kmsKeyId }]) => ({
      ...{ lookupTableArn: tableArn(name, ctx), lookupTableName: name, description, tableFields: fields },
      ...{ recordsCount: records, sizeBytes, lastUpdatedTime: modifiedMs, kmsKeyId },
    })),
  };
});

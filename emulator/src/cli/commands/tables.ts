// `emulator tables` and `emulator tables scan`: the tables of the region with what they hold, and the items of one as plain JSON.

import { plainJson, type WireItem } from '#cli/attribute-json';
import { cloudRequest } from '#cli/cloud-request';
import { endpoint } from '#cli/endpoint';
import { TABLES_UNREADABLE } from '#cli/messages';
import { print } from '#cli/print';
import { type ChosenRegion, chosenRegion } from '#cli/region';
import { OPTION_INVALID } from '#config/messages';
import { EmulatorError } from '#lib/emulator-error';

interface TablesOptions {
  readonly endpoint?: string;
  readonly json?: boolean;
}

interface ScanOptions extends TablesOptions {
  readonly query?: string;
  readonly limit?: string;
}

interface TableLine {
  readonly name: string;
  readonly items: number;
  readonly bytes: number;
  readonly stream?: string | undefined;
}

interface Described {
  readonly TableName: string;
  readonly ItemCount: number;
  readonly TableSizeBytes: number;
  readonly LatestStreamArn?: string;
  readonly StreamSpecification?: { readonly StreamEnabled: boolean };
}

type Call = <T>(operation: string, input: object) => Promise<T>;

export async function listTables({ endpoint: given, json }: TablesOptions): Promise<void> {
  const chosen = chosenRegion();
  const lines = await linesOf(callTo(endpoint(given), chosen));
  if (json) return print(JSON.stringify({ region: chosen.region, tables: lines }));
  if (lines.length === 0) return print(`There are no tables in ${chosen.region} (${chosen.from}).`);
  const width = Math.max(...lines.map(({ name }) => name.length));
  const counted = (count: number): string => `${count.toLocaleString('en')} item${count === 1 ? '' : 's'}`;
  const counts = Math.max(...lines.map(({ items }) => counted(items).length));
  for (const { name, items, bytes, stream } of lines)
    print(
      `${name.padEnd(width)}  ${counted(items).padStart(counts)}  ${bytes.toLocaleString('en')} bytes${stream ? '  with a stream' : ''}`,
    );
}

async function linesOf(call: Call): Promise<TableLine[]> {
  const lines: TableLine[] = [];
  let from: string | undefined;
  do {
    const page = await call<{ TableNames: string[]; LastEvaluatedTableName?: string }>('ListTables', { ExclusiveStartTableName: from });
    for (const TableName of page.TableNames) {
      const { Table } = await call<{ Table: Described }>('DescribeTable', { TableName });
      const stream = Table.StreamSpecification?.StreamEnabled ? Table.LatestStreamArn : undefined;
      lines.push({ name: TableName, items: Table.ItemCount, bytes: Table.TableSizeBytes, stream });
    }
    from = page.LastEvaluatedTableName;
  } while (from !== undefined);
  return lines;
}

/** `query` is the condition behind the WHERE of a PartiQL statement. */
export async function scanTable(table: string, { endpoint: given, json, query, limit }: ScanOptions): Promise<void> {
  if (limit !== undefined && !/^[1-9]\d*$/.test(limit))
    throw new EmulatorError(OPTION_INVALID, `--limit ${limit} is not a number of items.`, { hint: 'It takes a whole number from 1.' });
  const most = limit === undefined ? Number.POSITIVE_INFINITY : Number(limit);
  const call = callTo(endpoint(given), chosenRegion());
  const documents: string[] = [];
  let count = 0;
  for await (const item of items(table, query, call)) {
    const text = plainJson(item);
    if (json) documents.push(text);
    else print(text);
    if (++count >= most) break;
  }
  if (json) print(`[${documents.join(',')}]`);
}

async function* items(table: string, query: string | undefined, call: Call): AsyncGenerator<WireItem> {
  if (query === undefined) {
    let ExclusiveStartKey: WireItem | undefined;
    do {
      const page = await call<{ Items: WireItem[]; LastEvaluatedKey?: WireItem }>('Scan', { TableName: table, ExclusiveStartKey });
      yield* page.Items;
      ExclusiveStartKey = page.LastEvaluatedKey;
    } while (ExclusiveStartKey !== undefined);
    return;
  }
  const Statement = `SELECT * FROM "${table.replaceAll('"', '""')}" WHERE ${query}`;
  let NextToken: string | undefined;
  do {
    const page = await call<{ Items: WireItem[]; NextToken?: string }>('ExecuteStatement', { Statement, NextToken });
    yield* page.Items;
    ({ NextToken } = page);
  } while (NextToken !== undefined);
}

/** @throws EmulatorError NOT_RUNNING, TABLES_UNREADABLE */
function callTo(url: string, { region, from }: ChosenRegion): Call {
  return async <T>(operation: string, input: object): Promise<T> => {
    const headers = { 'content-type': 'application/x-amz-json-1.0', 'x-amz-target': `DynamoDB_20120810.${operation}` };
    const answer = await cloudRequest(url, { service: 'dynamodb', region, headers, body: JSON.stringify(input), isLook: true });
    const body = (await answer.json()) as T & { message?: string; Message?: string };
    if (answer.ok) return body;
    throw new EmulatorError(TABLES_UNREADABLE, `${operation} in ${region} (${from}): ${body.message ?? body.Message ?? answer.status}`, {
      hint: '`emulator tables` lists the tables of the region.',
    });
  };
}

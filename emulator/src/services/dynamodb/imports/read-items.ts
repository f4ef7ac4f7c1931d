// Items of an object: lines of DynamoDB JSON, or rows of CSV under a header.
import type { Frozen } from '#core/records';
import { isObject } from '#lib/json-object';
import { skipBlank, valueEnd } from '#lib/json-slice';
import type { ImportTableInput } from '#model/dynamodb';
import type { Schema } from '#services/dynamodb/catalog/schema';
import { checkItem } from '#services/dynamodb/engine/check-value';
import { MAX_ITEM_BYTES } from '#services/dynamodb/engine/size';
import type { Item } from '#services/dynamodb/engine/value';
import { invalid } from '#services/dynamodb/faults';
import type { NewItem } from '#services/dynamodb/items/item-change';
import { type ItemLocation, placeOfItem } from '#services/dynamodb/items/place';
import { MAX_LINE_LENGTH } from './compression.ts';

/** An item with its place. */
export interface ReadItem {
  readonly place: ItemLocation;
  readonly next: NewItem;
  /** Characters that were read for it. */
  readonly length: number;
}

/** An item, or why there is none; `fatal` where nothing behind it can be read. */
export type Reading = ReadItem | { readonly error: string; readonly fatal?: true; readonly length: number };

function checked(item: Item, schema: Schema, length: number): Reading {
  try {
    const bytes = checkItem(item, 'older');
    const place = placeOfItem(item, schema);
    if (bytes > MAX_ITEM_BYTES) throw invalid('Item size has exceeded the maximum allowed size');
    return { place, next: { item, bytes }, length };
  } catch (error) {
    return { error: (error as Error).message, length };
  }
}

interface Written {
  readonly item: Item | undefined;
  readonly length: number;
}

/** The objects of a line, which may follow each other without anything between them; the last one is undefined where the line goes on otherwise. */
function* itemsOfLine(line: string): Generator<Written> {
  for (let at = skipBlank(line, 0); at < line.length; ) {
    const end = valueEnd(line, at);
    const item = itemOf(line.slice(at, end));
    yield { item, length: end - at };
    if (!item) return;
    at = skipBlank(line, end);
  }
}

function itemOf(text: string): Item | undefined {
  try {
    const { Item: item } = JSON.parse(text) as { Item?: unknown };
    return isObject<Item>(item) ? item : undefined;
  } catch {
    return undefined;
  }
}

async function* jsonItems(lines: AsyncIterable<string>, schema: Schema): AsyncGenerator<Reading> {
  for await (const line of lines)
    for (const { item, length } of itemsOfLine(line)) {
      if (!item) return yield { error: 'The line is not an item in DynamoDB JSON: {"Item": …}', fatal: true, length };
      yield checked(item, schema, length);
    }
}

/** Whether a quote is open behind a text that begins inside of one, or outside. */
const opensQuote = (line: string, isOpen: boolean): boolean => (line.split('"').length % 2 === 0) !== isOpen;

/** Fields of a row; quotes within quotes are doubled (RFC 4180). */
export function fieldsOf(row: string, delimiter: string): string[] {
  const fields: string[] = [];
  let field = '';
  let isQuoted = false;
  for (let at = 0; at < row.length; at++) {
    const char = row[at];
    if (char === '"' && isQuoted && row[at + 1] === '"') field += row[at++];
    else if (char === '"') isQuoted = !isQuoted;
    else if (char === delimiter && !isQuoted) {
      fields.push(field);
      field = '';
    } else field += char;
  }
  return [...fields, field];
}

async function* rowsOf(lines: AsyncIterable<string>): AsyncGenerator<string> {
  let row: string | undefined;
  let isOpen = false;
  for await (const line of lines) {
    row = row === undefined ? line : `${row}\n${line}`;
    isOpen = opensQuote(line, isOpen);
    if (row.length > MAX_LINE_LENGTH) throw new Error(`A row is longer than ${MAX_LINE_LENGTH} characters`);
    if (isOpen) continue;
    if (row !== '') yield row;
    row = undefined;
  }
  if (row !== undefined) yield row;
}

/** Attributes of keys have the types of their definitions; all others are strings. */
async function* csvItems(lines: AsyncIterable<string>, schema: Schema, options: Frozen<ImportTableInput>['InputFormatOptions']) {
  const { Delimiter: delimiter = ',', HeaderList } = options?.Csv ?? {};
  const types = new Map([schema, ...schema.indexes].flatMap(({ all }) => all).map(({ name, type }) => [name, type] as const));
  let header: readonly string[] | undefined = HeaderList;
  for await (const row of rowsOf(lines)) {
    const { length } = row;
    const fields = fieldsOf(row, delimiter);
    if (!header) {
      header = fields;
      continue;
    }
    const names = header;
    if (fields.length !== names.length) yield { error: `The row has ${fields.length} fields, and the header ${names.length}`, length };
    else
      yield checked(Object.fromEntries(names.map((name, at) => [name, { [types.get(name) ?? 'S']: fields[at]! }])) as Item, schema, length);
  }
}

export const readItems = (
  lines: AsyncIterable<string>,
  schema: Schema,
  { InputFormat, InputFormatOptions }: Pick<Frozen<ImportTableInput>, 'InputFormat' | 'InputFormatOptions'>,
): AsyncIterable<Reading> => (InputFormat === 'CSV' ? csvItems(lines, schema, InputFormatOptions) : jsonItems(lines, schema));

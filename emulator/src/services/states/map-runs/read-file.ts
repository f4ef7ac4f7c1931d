// The items of a file: a JSON list, lines of JSON, or rows of comma-separated values.
import { StringDecoder } from 'node:string_decoder';
import { isList, isObject, type Json, type JsonObject, memberOf } from '#services/states/language/json';
import { readJson as parseJson } from '#services/states/language/read-json';
import { CsvReader, DELIMITERS } from './csv.ts';
import { MapRunFailure } from './map-run-failure.ts';

/** Characters of a JSON file: it is parsed in one piece. */
const MAX_JSON = 16 * 1024 * 1024;
const BYTE_ORDER_MARK = '\ufeff';

export type TextPieces = AsyncIterable<Uint8Array> | Iterable<Uint8Array>;

export const readerFailed = (cause: string): MapRunFailure => new MapRunFailure('States.ItemReaderFailed', cause);

/** @throws MapRunFailure */
export async function* readFile(body: TextPieces, config: JsonObject): AsyncGenerator<readonly Json[]> {
  const pieces = decoded(body);
  const type = config['InputType'];
  if (type === 'CSV') yield* readCsv(pieces, config);
  else if (type === 'JSONL') yield* readLines(pieces);
  else yield itemsAt(await readJson(pieces), config['ItemsPointer']);
}

async function* decoded(body: TextPieces): AsyncGenerator<string> {
  const decoder = new StringDecoder('utf8');
  let isFirst = true;
  for await (const chunk of body) {
    const text = decoder.write(Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength));
    yield isFirst && text.startsWith(BYTE_ORDER_MARK) ? text.slice(1) : text;
    isFirst &&= text === '';
  }
  yield decoder.end();
}

async function readJson(pieces: AsyncIterable<string>): Promise<Json> {
  let text = '';
  for await (const piece of pieces) {
    text += piece;
    if (text.length > MAX_JSON) throw readerFailed(`A JSON file may have ${MAX_JSON} characters here: use JSONL for longer ones.`);
  }
  return parsed(text);
}
export const readJsonFile = (body: TextPieces): Promise<Json> => readJson(decoded(body));

/** `pointer` is a JSON pointer to the list: `/orders/items`. */
function itemsAt(value: Json, pointer: Json | undefined): readonly Json[] {
  let items: Json | undefined = value;
  const names = typeof pointer === 'string' ? pointer.split('/').slice(1) : [];
  for (const name of names) {
    const plain = name.replaceAll('~1', '/').replaceAll('~0', '~');
    if (isList(items)) items = items[Number(plain)];
    else items = isObject(items) ? memberOf(items, plain) : undefined;
  }
  if (!isList(items)) throw readerFailed('Attempting to map over non-iterable node.');
  return items;
}

async function* readLines(pieces: AsyncIterable<string>): AsyncGenerator<readonly Json[]> {
  for await (const lines of linesOf(pieces)) yield lines.map(parsed);
}
export const readTextLines = (body: TextPieces): AsyncGenerator<readonly string[]> => linesOf(decoded(body));

/** Lines with more than white space. */
async function* linesOf(pieces: AsyncIterable<string>): AsyncGenerator<readonly string[]> {
  let rest = '';
  for await (const piece of pieces) {
    const lines = `${rest}${piece}`.split('\n');
    rest = lines.pop()!;
    if (rest.length > MAX_JSON) throw readerFailed(`A line may have ${MAX_JSON} characters here.`);
    yield lines.filter((line) => line.trim() !== '');
  }
  if (rest.trim() !== '') yield [rest];
}

function parsed(text: string): Json {
  try {
    return parseJson(text);
  } catch {
    throw readerFailed('Attempting to map over non-iterable node.');
  }
}

/** Short rows are filled with empty texts, and cells without a header are left out (recorded). */
async function* readCsv(pieces: AsyncIterable<string>, config: JsonObject): AsyncGenerator<readonly Json[]> {
  const reader = new CsvReader(DELIMITERS[String(config['CSVDelimiter'] ?? 'COMMA')] ?? ',');
  const given = config['CSVHeaderLocation'] === 'GIVEN' ? config['CSVHeaders'] : undefined;
  let headers = isList(given) ? given.map(String) : undefined;
  const itemsOf = (rows: string[][]): Json[] => {
    headers ??= rows.shift();
    if (!headers) return [];
    if (new Set(headers).size < headers.length) throw readerFailed('CSV headers cannot contain duplicates.');
    const names = headers;
    return rows.map((row) => Object.fromEntries(names.map((name, index) => [name, row[index] ?? ''])));
  };
  for await (const piece of pieces) yield itemsOf(reader.read(piece));
  yield itemsOf(reader.end());
}

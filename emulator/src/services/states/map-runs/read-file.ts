// The items of a file: a JSON list, lines of JSON, or rows of comma-separated values.
import { StringDecoder } from 'node:string_decoder';
import { withoutMark } from '#lib/read-text';
import { isList, type Json, type JsonObject } from '#services/states/language/json';
import { CsvReader, DELIMITERS } from './csv.ts';
import { orderedHeaders } from './csv-order.ts';
import { itemsAt, MAX_ITEM, parsed, readerFailed, tooLong } from './json/json-items.ts';
import { readLargeJson } from './json/read-large-json.ts';

/** Limit: characters of a JSON file: it is held whole. */
const MAX_JSON = 16 * 1024 * 1024;
/** Characters that are parsed in some 50 ms; longer ones have a thread. */
const MAX_SMALL_JSON = 512 * 1024;
/** Bytes that are looked at in one turn. */
const PIECE = 256 * 1024;

export type TextPieces = AsyncIterable<Uint8Array> | Iterable<Uint8Array>;

/** @throws MapRunFailure */
export async function* readFile(body: TextPieces, config: JsonObject): AsyncGenerator<readonly Json[]> {
  const pieces = decoded(body);
  const type = config['InputType'];
  if (type === 'CSV') yield* readCsv(pieces, config);
  else if (type === 'JSONL') yield* readLines(pieces);
  else yield* readList(await textOf(pieces, MAX_JSON), config['ItemsPointer']);
}

async function* decoded(body: TextPieces): AsyncGenerator<string> {
  const decoder = new StringDecoder('utf8');
  let isFirst = true;
  for await (const chunk of body)
    for (let at = 0; at < chunk.byteLength; at += PIECE) {
      const piece = chunk.subarray(at, at + PIECE);
      const text = decoder.write(Buffer.from(piece.buffer, piece.byteOffset, piece.byteLength));
      yield isFirst ? withoutMark(text) : text;
      isFirst &&= text === '';
    }
  yield decoder.end();
}

async function textOf(pieces: AsyncIterable<string>, most: number): Promise<string> {
  let text = '';
  for await (const piece of pieces) {
    text += piece;
    if (text.length > most) throw readerFailed(`A JSON file may have ${most} characters here: use JSONL for longer ones.`);
  }
  return text;
}

/** A file that other files are named in. @throws MapRunFailure */
export const readJsonFile = async (body: TextPieces): Promise<Json> => parsed(await textOf(decoded(body), MAX_ITEM));

async function* readList(text: string, pointer: Json | undefined): AsyncGenerator<readonly Json[]> {
  if (text.length <= MAX_SMALL_JSON) yield itemsAt(parsed(text), pointer);
  else yield* readLargeJson({ text, pointer });
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
    if (rest.length > MAX_ITEM) throw tooLong('A line');
    yield lines.filter((line) => line.trim() !== '');
  }
  if (rest.trim() !== '') yield [rest];
}

/** Short rows are filled with empty texts, and cells without a header are left out (recorded). */
async function* readCsv(pieces: AsyncIterable<string>, config: JsonObject): AsyncGenerator<readonly Json[]> {
  const reader = new CsvReader(DELIMITERS[String(config['CSVDelimiter'] ?? 'COMMA')] ?? ',');
  const given = config['CSVHeaderLocation'] === 'GIVEN' ? config['CSVHeaders'] : undefined;
  let headers = isList(given) ? given.map(String) : undefined;
  let ordered: ReturnType<typeof orderedHeaders> | undefined;
  const itemsOf = (rows: string[][]): Json[] => {
    headers ??= rows.shift();
    if (!headers) return [];
    if (new Set(headers).size < headers.length) throw readerFailed('CSV headers cannot contain duplicates.');
    const members = (ordered ??= orderedHeaders(headers));
    return rows.map((row) => Object.fromEntries(members.map(({ name, column }) => [name, row[column] ?? ''])));
  };
  for await (const piece of pieces) {
    yield itemsOf(reader.read(piece));
    if (reader.rowLength > MAX_ITEM) throw tooLong('A row');
  }
  yield itemsOf(reader.end());
}

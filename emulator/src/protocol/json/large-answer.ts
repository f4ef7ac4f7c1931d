// Long answers of JSON leave in pieces, those of many megabytes in chunks: other requests are served in between, and no copy of the whole is made.
import { crc32 } from 'node:zlib';
import { jsonPieces } from '#lib/json-text';
import { nextTurn } from '#lib/next-turn';
import type { WireResponse } from '#protocol/http/wire';

/** Characters of an answer that is written at once, in a few milliseconds, and of a chunk of a larger one. */
const MAX_AT_ONCE = 1_000_000;

/** Elements of a list that are one piece, and of a list that is written in pieces. */
const PIECE_ELEMENTS = 50;
const LONG_LIST = 200;

/** The document as JSON, in pieces. Undefined where none of its members is a long list. */
export function listPieces(document: unknown): readonly string[] | undefined {
  if (typeof document !== 'object' || document === null || !Object.values(document).some(isLongList)) return undefined;
  const pieces: string[] = [];
  let before = '{';
  for (const [name, member] of Object.entries(document)) {
    if (member === undefined) continue;
    const head = `${before}${JSON.stringify(name)}:`;
    before = ',';
    if (isLongList(member)) {
      for (let at = 0; at < member.length; at += PIECE_ELEMENTS)
        pieces.push(`${at === 0 ? `${head}[` : ','}${JSON.stringify(member.slice(at, at + PIECE_ELEMENTS)).slice(1, -1)}`);
      before = '],';
    } else pieces.push(head + JSON.stringify(member));
  }
  pieces.push(before.startsWith(']') ? ']}' : '}');
  return pieces;
}

const isLongList = (value: unknown): value is readonly unknown[] => Array.isArray(value) && value.length >= LONG_LIST;

interface LargeJson {
  readonly chunks: AsyncIterable<Uint8Array>;
  /** Length and checksum of all chunks. */
  readonly bytes: number;
  readonly crc32: number;
}

/** The value as JSON: text, or chunks of bytes. */
export function largeJson(value: unknown): string | LargeJson {
  const pieces = jsonPieces(value);
  const length = pieces.reduce((sum, piece) => sum + piece.length, 0);
  if (length <= MAX_AT_ONCE) return pieces.join('');
  return {
    chunks: chunksOf(pieces),
    bytes: pieces.reduce((sum, piece) => sum + Buffer.byteLength(piece), 0),
    crc32: pieces.reduce((sum, piece) => crc32(piece, sum), 0),
  };
}

/** The same as the body of an answer, and its headers, with the checksum of its bytes. */
export function largeBody(value: unknown, headers: Record<string, string>): Pick<WireResponse, 'headers' | 'body'> {
  const written = largeJson(value);
  if (typeof written === 'string') {
    // Encoded once: for the checksum, for its length and for the connection.
    const body = Buffer.from(written);
    return { headers: { ...headers, 'x-amz-crc32': String(crc32(body)) }, body };
  }
  const more = { 'content-length': String(written.bytes), 'x-amz-crc32': String(written.crc32) };
  return { headers: { ...headers, ...more }, body: written.chunks };
}

async function* chunksOf(pieces: readonly string[]): AsyncGenerator<Uint8Array> {
  let [start, length] = [0, 0];
  for (const [at, piece] of pieces.entries()) {
    length += piece.length;
    if (length < MAX_AT_ONCE && at < pieces.length - 1) continue;
    yield Buffer.from(pieces.slice(start, at + 1).join(''));
    // A client that reads fast takes each chunk at once.
    await nextTurn();
    [start, length] = [at + 1, 0];
  }
}

// Answers of many megabytes of JSON leave in chunks: other requests are served in between, and no copy of the whole is made.
import { setImmediate as nextTurn } from 'node:timers/promises';
import { jsonPieces } from '#lib/json-text';
import type { WireResponse } from '#protocol/http/wire';

/** Characters of an answer that is written at once, in a few milliseconds, and of a chunk of a larger one. */
const MAX_AT_ONCE = 1_000_000;

/** The value as JSON: text, or chunks of bytes with the length of all. */
export function largeJson(value: unknown): string | { readonly chunks: AsyncIterable<Uint8Array>; readonly bytes: number } {
  const pieces = jsonPieces(value);
  const length = pieces.reduce((sum, piece) => sum + piece.length, 0);
  if (length <= MAX_AT_ONCE) return pieces.join('');
  return { chunks: chunksOf(pieces), bytes: pieces.reduce((sum, piece) => sum + Buffer.byteLength(piece), 0) };
}

/** The same as the body of an answer, and its headers. */
export function largeBody(value: unknown, headers: Record<string, string>): Pick<WireResponse, 'headers' | 'body'> {
  const written = largeJson(value);
  if (typeof written === 'string') return { headers, body: written };
  return { headers: { ...headers, 'content-length': String(written.bytes) }, body: written.chunks };
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

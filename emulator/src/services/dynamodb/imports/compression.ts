// Objects of a bucket as lines of text, after decompression. Zstandard is there from Node.js 22.15 on.
import { Readable, type Transform } from 'node:stream';
import { StringDecoder } from 'node:string_decoder';
import * as zlib from 'node:zlib';

export const createZstdDecompress = (zlib as { readonly createZstdDecompress?: () => Transform }).createZstdDecompress;

/** Limit: characters of a line of an imported file. An item of 400 KB is shorter in any format. */
export const MAX_LINE_LENGTH = 8_000_000;

/** Small objects come in one piece. */
type Body = Uint8Array | AsyncIterable<Uint8Array>;

function decompressed(body: Body, compression: string): AsyncIterable<Uint8Array> | Iterable<Uint8Array> {
  const pieces = body instanceof Uint8Array ? [body] : body;
  const transform = compression === 'GZIP' ? zlib.createGunzip() : compression === 'ZSTD' ? createZstdDecompress?.() : undefined;
  if (!transform) return pieces;
  const source = Readable.from(pieces);
  source.on('error', (error) => transform.destroy(error));
  return source.pipe(transform);
}

/** Lines without their ends, which may be of either kind. @throws Error for a body that is not compressed as said, or a line without end */
export async function* linesOf(body: Body, compression: string, count: (bytes: number) => void): AsyncGenerator<string> {
  const decoder = new StringDecoder('utf8');
  let rest = '';
  for await (const piece of decompressed(body, compression)) {
    count(piece.length);
    const lines = (rest + decoder.write(Buffer.from(piece))).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) yield line.replace(/\r$/, '');
    if (rest.length > MAX_LINE_LENGTH) throw new Error(`A line is longer than ${MAX_LINE_LENGTH} characters`);
  }
  rest += decoder.end();
  if (rest !== '') yield rest.replace(/\r$/, '');
}

// Decodes aws-chunked bodies (signed or not, with or without trailers). Chunk signatures are verified where a verifier is given.
import { createHash } from 'node:crypto';
import { Fault } from '#core/fault';
import type { ChunkVerifier } from '#protocol/signature/chunks';
import type { WireHeaders } from './wire.ts';

/** Limit: characters of the head of a signed chunk, which is a size and a signature. */
const MAX_LINE = 8192;
/** Limit: trailers of a body in signed chunks. */
const MAX_TRAILERS = 64;
const TRAILER_SIGNATURE = 'x-amz-trailer-signature';

export const isAwsChunked = (headers: WireHeaders): boolean =>
  Boolean(headers['content-encoding']?.includes('aws-chunked') || headers['x-amz-content-sha256']?.startsWith('STREAMING-'));

const incomplete = (): Fault => new Fault('IncompleteBody', 'The request body terminated unexpectedly', { status: 400 });

const badChunk = (): Fault => new Fault('InvalidRequest', 'The chunk framing of the request body is not valid', { status: 400 });

export interface ChunkedBody {
  readonly body: AsyncIterable<Uint8Array>;
  /** Names in lower case; complete once `body` has been read to its end. */
  trailers(): Readonly<Record<string, string>>;
}

/** Reads lines and byte ranges from a stream of pieces of any size. */
class PieceReader {
  readonly #source: AsyncIterator<Uint8Array>;
  #rest: Buffer = Buffer.alloc(0);

  constructor(source: AsyncIterable<Uint8Array>) {
    this.#source = source[Symbol.asyncIterator]();
  }

  async #more(): Promise<boolean> {
    const { done, value } = await this.#source.next();
    if (done) return false;
    const piece = Buffer.from(value.buffer, value.byteOffset, value.byteLength);
    this.#rest = this.#rest.length > 0 ? Buffer.concat([this.#rest, piece]) : piece;
    return true;
  }

  /** Undefined at the end of the body. */
  async line(): Promise<string | undefined> {
    for (;;) {
      const end = this.#rest.indexOf('\r\n', 0, 'latin1');
      if (end >= 0) {
        const line = this.#rest.toString('latin1', 0, end);
        this.#rest = this.#rest.subarray(end + 2);
        return line;
      }
      if (this.#rest.length > MAX_LINE) throw badChunk();
      if (!(await this.#more())) return undefined;
    }
  }

  async *bytes(count: number): AsyncGenerator<Uint8Array> {
    for (let left = count; left > 0; ) {
      if (this.#rest.length === 0 && !(await this.#more())) throw incomplete();
      const piece = this.#rest.subarray(0, left);
      this.#rest = this.#rest.subarray(piece.length);
      left -= piece.length;
      if (piece.length > 0) yield piece;
    }
  }

  async close(): Promise<void> {
    await this.#source.return?.();
  }
}

async function readTrailers(reader: PieceReader, trailers: Record<string, string>, verifier: ChunkVerifier | undefined): Promise<void> {
  let signed = '';
  for (let count = 0; count <= MAX_TRAILERS; count++) {
    const line = await reader.line();
    if (line === undefined || line === '') {
      if (verifier && signed !== '') verifier.trailer(signed, trailers[TRAILER_SIGNATURE]);
      return;
    }
    const colon = line.indexOf(':');
    if (colon <= 0) continue;
    const [name, value] = [line.slice(0, colon).trim().toLowerCase(), line.slice(colon + 1).trim()];
    trailers[name] = value;
    if (name !== TRAILER_SIGNATURE) signed += `${name}:${value}\n`;
  }
  throw badChunk();
}

/** The bytes of one chunk, hashed on the way where a verifier needs it. They are handed out before the signature is verified. */
async function* chunk(reader: PieceReader, count: number, signature: string | undefined, verifier: ChunkVerifier | undefined) {
  if (!verifier) return yield* reader.bytes(count);
  const hash = createHash('sha256');
  for await (const piece of reader.bytes(count)) {
    hash.update(piece);
    yield piece;
  }
  verifier.chunk(hash.digest('hex'), signature);
}

async function* decode(
  source: AsyncIterable<Uint8Array>,
  trailers: Record<string, string>,
  verifier: ChunkVerifier | undefined,
): AsyncGenerator<Uint8Array> {
  const reader = new PieceReader(source);
  try {
    for (;;) {
      const head = await reader.line();
      if (head === undefined) throw incomplete();
      const size = /^([0-9a-fA-F]{1,13})(?:;|$)/.exec(head)?.[1];
      if (size === undefined) throw badChunk();
      const count = Number.parseInt(size, 16);
      yield* chunk(reader, count, /;chunk-signature=([0-9a-f]+)/.exec(head)?.[1], verifier);
      if (count === 0) break;
      if ((await reader.line()) !== '') throw badChunk();
    }
    await readTrailers(reader, trailers, verifier);
  } finally {
    await reader.close();
  }
}

/** With a `verifier`, reading rejects with SignatureDoesNotMatch where the signature of a chunk or of the trailers is wrong. */
export function decodeAwsChunked(source: AsyncIterable<Uint8Array>, verifier?: ChunkVerifier): ChunkedBody {
  const trailers = Object.create(null) as Record<string, string>;
  return { body: decode(source, trailers, verifier), trailers: () => trailers };
}

// Parses a JSON body that is large because it holds a file as base64 (the zip of a function): in pieces, so that other requests are
// answered in between.
import { Fault } from '#core/fault';
import { nextTurn } from '#lib/next-turn';
import { serialization } from '#protocol/refusals';
import { parseJson } from './json-body.ts';

/** Larger bodies are parsed in pieces. */
const MAX_WHOLE_BYTES = 8 * 1024 * 1024;
/** Limit: bytes of a JSON request besides its long texts. */
const MAX_REST_BYTES = 1024 * 1024;
/** Characters of base64 per piece, a multiple of 4. Longer texts are large objects of the heap: each costs new memory and a collection. */
const PIECE_BYTES = 64 * 1024;
/** Decoded without a pause, in about 2 ms. */
const TURN_BYTES = 32 * PIECE_BYTES;
const QUOTE = 34;

export const isLarge = (body: Uint8Array): boolean => body.length > MAX_WHOLE_BYTES;

const tooLarge = (): Fault =>
  new Fault('RequestEntityTooLargeException', `Request must be smaller than ${MAX_REST_BYTES} bytes besides its file`, { status: 413 });

/**
 * The document with its long texts decoded: they are `Uint8Array`s in it. They lie in the memory of the body, whose text is gone then: a file of
 * 70 MB is in memory once.
 * @throws Fault SerializationException, RequestEntityTooLarge (413)
 */
export async function parseLargeJson(body: Uint8Array): Promise<unknown> {
  const bytes = Buffer.from(body.buffer, body.byteOffset, body.byteLength);
  const files: Buffer[] = [];
  const rest: Buffer[] = [];
  let copied = 0;
  let restBytes = 0;
  const keep = (end: number): void => {
    restBytes += end - copied;
    if (restBytes > MAX_REST_BYTES) throw tooLarge();
    rest.push(bytes.subarray(copied, end));
    copied = end;
  };
  for (let at = MAX_REST_BYTES; at < bytes.length; at += MAX_REST_BYTES / 2) {
    const start = copied + bytes.subarray(copied, at).lastIndexOf(QUOTE) + 1;
    const end = bytes.indexOf(QUOTE, at);
    if (end < 0 || end - start <= MAX_REST_BYTES) {
      if (end < 0 || at - copied > 2 * MAX_REST_BYTES) throw tooLarge();
      continue;
    }
    keep(start);
    rest.push(Buffer.from(placeholder(files.length)));
    files.push(await decoded(bytes.subarray(start, end)));
    copied = end;
    at = end;
  }
  keep(bytes.length);
  return withFiles(parseJson(Buffer.concat(rest)), files);
}

/**
 * In place: what is written is shorter than what has been read. Nothing but base64 is between the quotes, so a text that is no string of the
 * document leaves a document that is no JSON.
 */
async function decoded(text: Buffer): Promise<Buffer> {
  let size = 0;
  for (let at = 0; at < text.length; at += PIECE_BYTES) {
    const piece = text.toString('latin1', at, Math.min(at + PIECE_BYTES, text.length));
    const written = text.write(piece, size, 'base64');
    const padding = at + PIECE_BYTES < text.length ? 0 : piece.endsWith('==') ? 2 : piece.endsWith('=') ? 1 : 0;
    if (written !== Math.floor(((piece.length - padding) * 3) / 4)) throw serialization("Can't decode base64 string");
    size += written;
    if (at % TURN_BYTES === 0) await nextTurn();
  }
  return text.subarray(0, size);
}

/** No client gains by writing one itself: it stands for a file of the same request. */
const placeholder = (index: number): string => `\\u0000${index}`;

function withFiles(value: unknown, files: readonly Buffer[]): unknown {
  if (typeof value === 'string') return (value.startsWith('\0') && files[Number(value.slice(1))]) || value;
  if (Array.isArray(value)) return value.map((item) => withFiles(item, files));
  if (typeof value !== 'object' || value === null) return value;
  for (const [key, item] of Object.entries(value))
    if (typeof item !== 'number') (value as Record<string, unknown>)[key] = withFiles(item, files);
  return value;
}

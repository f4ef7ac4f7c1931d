// The rows of a Parquet file, which a thread of its own reads.
import type { Json } from '#services/states/language/json';
import { readerFailed } from '#services/states/map-runs/json/json-items';
import type { TextPieces } from '#services/states/map-runs/read-file';
import { portionsOf } from '#services/states/map-runs/reading-thread';

/** Limit: bytes of a Parquet file: it is held whole. */
const MAX_BYTES = 256 * 1024 * 1024;

/** @throws MapRunFailure */
export async function* readParquet(body: TextPieces): AsyncGenerator<readonly Json[]> {
  const file = await collected(body);
  try {
    yield* portionsOf<readonly Json[]>({ entry: 'parquet-worker', from: import.meta.url, file, transfer: [file] });
  } catch (error) {
    throw readerFailed(`The Parquet file cannot be read: ${(error as Error).message}`);
  }
}

async function collected(body: TextPieces): Promise<ArrayBuffer> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of body) {
    length += chunk.byteLength;
    if (length > MAX_BYTES) throw readerFailed(`A Parquet file may have ${MAX_BYTES} bytes here.`);
    chunks.push(chunk);
  }
  const bytes = new Uint8Array(length);
  let at = 0;
  for (const chunk of chunks) {
    bytes.set(chunk, at);
    at += chunk.byteLength;
  }
  return bytes.buffer;
}

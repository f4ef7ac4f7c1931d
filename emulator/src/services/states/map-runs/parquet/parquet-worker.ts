// The entry of the thread that reads Parquet files, because a group of rows may take seconds. It says when it is ready, takes a file, and answers
// each request for rows with a `PortionAnswer`.
import { parentPort } from 'node:worker_threads';
import zlib from 'node:zlib';
import { type Compressors, parquetMetadataAsync, parquetReadObjects } from 'hyparquet';
import type { Json } from '#services/states/language/json';
import type { PortionAnswer } from '#services/states/map-runs/reading-thread';

const PORTION = 500;

type Decompress = (input: Uint8Array) => Uint8Array;
/** Not in every version of Node that runs the emulator. */
const { zstdDecompressSync } = zlib as unknown as { readonly zstdDecompressSync?: Decompress };
const COMPRESSORS: Compressors = {
  GZIP: (input) => zlib.gunzipSync(input),
  BROTLI: (input) => zlib.brotliDecompressSync(input),
  ...(zstdDecompressSync && { ZSTD: (input: Uint8Array) => zstdDecompressSync(input) }),
};

/** Portions of rows, one group of rows of the file after the other. */
async function* rowsOf(bytes: ArrayBuffer): AsyncGenerator<readonly Json[]> {
  const file = { byteLength: bytes.byteLength, slice: (start: number, end?: number) => bytes.slice(start, end) };
  const metadata = await parquetMetadataAsync(file);
  let rowStart = 0;
  for (const { num_rows } of metadata.row_groups) {
    const rowEnd = rowStart + Number(num_rows);
    const rows = await parquetReadObjects({ file, metadata, rowStart, rowEnd, compressors: COMPRESSORS, utf8: false });
    for (let at = 0; at < rows.length; at += PORTION) yield rows.slice(at, at + PORTION).map(asJson);
    rowStart = rowEnd;
  }
}

/** Numbers beyond those of JSON as text, times as ISO 8601, bytes as text where they are UTF-8, and in base64 otherwise. */
function asJson(value: unknown): Json {
  if (value === null || value === undefined) return null;
  if (typeof value === 'bigint') return Number.isSafeInteger(Number(value)) ? Number(value) : String(value);
  if (typeof value === 'number') return Number.isFinite(value) ? value : String(value);
  if (typeof value !== 'object') return value as Json;
  if (value instanceof Date) return value.toISOString();
  if (value instanceof Uint8Array) return textOf(value);
  if (Array.isArray(value)) return value.map(asJson);
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, asJson(member)]));
}

const UTF_8 = new TextDecoder('utf-8', { fatal: true });

function textOf(bytes: Uint8Array): string {
  try {
    return UTF_8.decode(bytes);
  } catch {
    return Buffer.from(bytes).toString('base64');
  }
}

const post = (answer: PortionAnswer<readonly Json[]>): void => parentPort?.postMessage(answer);

async function answerNext(portions: AsyncGenerator<readonly Json[]>): Promise<void> {
  try {
    const { value, done } = await portions.next();
    post(done ? {} : { portion: value });
  } catch (error) {
    post({ problem: (error as Error).message });
  }
}

parentPort?.once('message', (file: ArrayBuffer) => {
  const portions = rowsOf(file);
  parentPort?.on('message', () => void answerNext(portions));
});
parentPort?.postMessage('ready');

// The rows of a Parquet file, which a thread of its own reads.
import { once } from 'node:events';
import type { Worker } from 'node:worker_threads';
import { startWorker } from '#lib/start-worker';
import type { Json } from '#services/states/language/json';
import { readerFailed, type TextPieces } from '#services/states/map-runs/read-file';

export interface ParquetAnswer {
  readonly rows?: readonly Json[];
  readonly isEnd?: boolean;
  readonly problem?: string;
}

/** Bytes of a file: it is held whole. */
const MAX_BYTES = 256 * 1024 * 1024;
const THREAD_MEMORY_MB = 1024;
/** Milliseconds until the thread has started, and until a group of rows has been read. */
const MAX_WAIT = 60_000;

/** @throws MapRunFailure */
export async function* readParquet(body: TextPieces): AsyncGenerator<readonly Json[]> {
  const bytes = await collected(body);
  const worker = startWorker('parquet-worker', import.meta.url, {
    execArgv: [],
    resourceLimits: { maxOldGenerationSizeMb: THREAD_MEMORY_MB },
  });
  try {
    await messageOf(worker);
    worker.postMessage(bytes, [bytes]);
    for (;;) {
      worker.postMessage('next');
      const { rows, problem } = (await messageOf(worker)) as ParquetAnswer;
      if (problem !== undefined) throw unreadable(problem);
      if (!rows) return;
      yield rows;
    }
  } finally {
    await worker.terminate();
  }
}

async function messageOf(worker: Worker): Promise<unknown> {
  try {
    const [message] = await once(worker, 'message', { signal: AbortSignal.timeout(MAX_WAIT) });
    return message;
  } catch (error) {
    const { name, message } = error as Error;
    throw unreadable(name === 'AbortError' ? `it takes more than ${MAX_WAIT / 1000} s.` : message);
  }
}

const unreadable = (problem: string): Error => readerFailed(`The Parquet file cannot be read: ${problem}`);

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

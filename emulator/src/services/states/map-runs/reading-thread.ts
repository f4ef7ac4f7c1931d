// Reads a file in a thread of its own, which hands it over portion by portion, each when it is asked for.
import { once } from 'node:events';
import type { TransferListItem, Worker } from 'node:worker_threads';
import { startWorker } from '#lib/start-worker';

/** The answer to each request; neither member after the last portion. */
export interface PortionAnswer<T> {
  readonly portion?: T;
  readonly problem?: string;
}

interface ReadingThread {
  /** The entry, and the `import.meta.url` of the file beside it: see `startWorker`. */
  readonly entry: string;
  readonly from: string;
  readonly file: unknown;
  readonly transfer?: readonly TransferListItem[];
}

const MEMORY_MB = 1024;
/** Milliseconds until the thread has started, and until a portion has been read. */
const MAX_WAIT = 60_000;

/** The thread says when it is ready, takes the file, and answers each `next`. @throws Error whose message is the problem */
export async function* portionsOf<T>({ entry, from, file, transfer = [] }: ReadingThread): AsyncGenerator<T> {
  const worker = startWorker(entry, from, { execArgv: [], resourceLimits: { maxOldGenerationSizeMb: MEMORY_MB } });
  try {
    await messageOf(worker);
    worker.postMessage(file, transfer);
    for (;;) {
      worker.postMessage('next');
      const { portion, problem } = (await messageOf(worker)) as PortionAnswer<T>;
      if (problem !== undefined) throw new Error(problem);
      if (portion === undefined) return;
      yield portion;
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
    throw (error as Error).name === 'AbortError' ? new Error(`Reading takes more than ${MAX_WAIT / 1000} s.`) : error;
  }
}

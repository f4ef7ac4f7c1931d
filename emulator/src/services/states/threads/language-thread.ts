// One thread of the language: it answers one request at a time, and is ended where it takes too long or too much memory.
import { once } from 'node:events';
import type { Worker } from 'node:worker_threads';
import { startWorker } from '#lib/start-worker';
import type { ChanceSeed } from '#services/states/language/chance';
import type { CheckOptions } from '#services/states/language/definition/check-definition';
import type { OutcomeData, QueryData } from '#services/states/language/queries/query-data';
import { limitProcessorTime } from './thread-clock.ts';

export interface QueryRequest {
  readonly query: QueryData;
  readonly chance: ChanceSeed;
  /** The engine is needed. */
  readonly usesExpressions: boolean;
}
export interface CheckRequest {
  readonly definition: string;
  readonly options: Omit<CheckOptions, 'expressions'>;
  readonly usesExpressions: boolean;
}
export type LanguageRequest = QueryRequest | CheckRequest;

export interface ThreadReady {
  /** The number of the thread at the system; undefined where that does not tell. */
  readonly systemId: string | undefined;
}
export interface ThreadAnswer {
  readonly outcome: OutcomeData;
  readonly steps: number;
  readonly ms: number;
}
/** The reason why a thread did not come to an answer, and how many expressions it began. */
export interface Unfinished {
  readonly because: 'time' | 'memory';
  readonly begun: number;
}

/** Limit: processor time that a state's expressions take in a thread. */
const MAX_MS = 5000;
/** To start a thread takes longer on a busy machine. */
const MAX_START_MS = 60_000;
const MEMORY_MB = 256;

export class LanguageThread {
  readonly #begun = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));
  readonly #worker: Worker;
  readonly #ready: Promise<ThreadReady>;
  readonly #ending = new AbortController();
  #isEnded = false;

  constructor() {
    const options = { workerData: this.#begun, execArgv: [], resourceLimits: { maxOldGenerationSizeMb: MEMORY_MB } };
    this.#worker = startWorker('language-worker', import.meta.url, options);
    this.#worker.unref();
    // Callers that wait for an answer hear of the error by listeners of their own.
    this.#worker.on('error', () => undefined);
    this.#worker.once('exit', () => (this.#isEnded = true));
    this.#ready = once(this.#worker, 'message', { signal: AbortSignal.timeout(MAX_START_MS) }).then(([ready]) => ready as ThreadReady);
    this.#ready.catch(() => undefined);
  }

  get isEnded(): boolean {
    return this.#isEnded;
  }

  /** @throws what ends the thread, but for too little memory */
  async answer(request: LanguageRequest): Promise<ThreadAnswer | Unfinished> {
    const { systemId } = await this.#ready;
    let because: Unfinished['because'] | undefined;
    const callOff = limitProcessorTime(systemId, MAX_MS, () => {
      because = 'time';
      void this.end();
    });
    try {
      const answered = once(this.#worker, 'message', { signal: this.#ending.signal });
      this.#worker.postMessage(request);
      const [answer] = (await answered) as [ThreadAnswer];
      return answer;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ERR_WORKER_OUT_OF_MEMORY') because = 'memory';
      await this.end();
      if (because === undefined) throw error;
      return { because, begun: this.#begun[0]! };
    } finally {
      callOff();
    }
  }

  async end(): Promise<void> {
    this.#isEnded = true;
    this.#ending.abort();
    await this.#worker.terminate();
  }
}

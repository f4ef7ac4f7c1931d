// Runs programs of jq in a thread of their own: a program that never ends, or takes all memory, costs its records and nobody else.
import { once } from 'node:events';
import type { Worker } from 'node:worker_threads';
import type { Ctx } from '#core/ctx';
import type { Owned } from '#core/owned';
import { isObject } from '#lib/json-object';
import { startWorker } from '#lib/start-worker';

/** Limit: time that a jq query takes. The thread's clock is that of the machine. */
const MAX_RUN_MS = 10_000;
/** To start the thread and to compile jq takes longer on a busy machine. */
const MAX_START_MS = 60_000;
const THREAD_MEMORY_MB = 256;

/** The keys of one record, or why there are none. */
export type Extraction = { readonly keys: Readonly<Record<string, string>> } | { readonly problem: string };

/** A request to the thread. Its answer has a result per record: JSON, or undefined where the program failed. */
export interface JqRequest {
  readonly query: string;
  readonly texts: readonly string[];
}
export type JqAnswer = { readonly results: readonly (string | undefined)[] } | { readonly problem: string };

const NOT_RUN = 'The query took too long or too much memory';
const NO_OBJECT = 'The query did not make an object of partition keys';

class Jq implements Owned {
  #worker: Promise<Worker> | undefined;
  /** Requests are answered one after the other. */
  #last: Promise<unknown> = Promise.resolve();

  /** The keys that the program extracts from each JSON text. */
  async extract(query: string, texts: readonly string[]): Promise<Extraction[]> {
    if (texts.length === 0) return [];
    const answer = await this.#inTurn({ query, texts });
    if ('problem' in answer) return texts.map(() => answer);
    return answer.results.map(readKeys);
  }

  /** Why the program cannot be compiled; undefined where it can. */
  async problemOf(query: string): Promise<string | undefined> {
    const answer = await this.#inTurn({ query, texts: [] });
    return 'problem' in answer ? answer.problem : undefined;
  }

  #inTurn(request: JqRequest): Promise<JqAnswer> {
    const answer = this.#last.then(() => this.#run(request));
    this.#last = answer;
    return answer;
  }

  async #run(request: JqRequest): Promise<JqAnswer> {
    this.#worker ??= this.#start();
    const worker = await this.#worker;
    const end = new AbortController();
    const timer = setTimeout(() => end.abort(), MAX_RUN_MS);
    try {
      worker.postMessage(request);
      const [answer] = (await once(worker, 'message', { signal: end.signal })) as [JqAnswer];
      return answer;
    } catch {
      await this.stop();
      return { problem: NOT_RUN };
    } finally {
      clearTimeout(timer);
    }
  }

  async #start(): Promise<Worker> {
    const worker = startWorker('jq-worker', import.meta.url, {
      execArgv: [],
      resourceLimits: { maxOldGenerationSizeMb: THREAD_MEMORY_MB },
    });
    worker.unref();
    await once(worker, 'message', { signal: AbortSignal.timeout(MAX_START_MS) });
    // A caller that waits for an answer hears of the error by a listener of its own; otherwise the thread is only forgotten.
    worker.on('error', () => undefined);
    worker.once('exit', () => (this.#worker = undefined));
    return worker;
  }

  async stop(): Promise<void> {
    const worker = this.#worker;
    this.#worker = undefined;
    await (await worker?.catch(() => undefined))?.terminate();
  }
}

function readKeys(result: string | undefined): Extraction {
  const value: unknown = result === undefined ? undefined : JSON.parse(result);
  if (!isObject(value)) return { problem: NO_OBJECT };
  const keys = Object.entries(value).flatMap(([key, each]: [string, unknown]) =>
    each === null || typeof each === 'object' ? [] : [[key, String(each)] as const],
  );
  return { keys: Object.fromEntries(keys) };
}

export const jqOf = (ctx: Ctx): Jq => ctx.own('firehose.jq', () => new Jq());

// The entry of the thread that runs programs of jq over records. It says when it is ready, and answers each `JqRequest` with a `JqAnswer`.
import { parentPort } from 'node:worker_threads';
import { raw } from 'jq-wasm';
import type { JqAnswer, JqRequest } from './jq.ts';

const PAGE_BYTES = 65_536;
/** Limit: bytes of memory of a jq query. */
const MAX_MEMORY_BYTES = 256 * 1024 * 1024;

/** The types of Node have no WebAssembly. */
interface Memory {
  readonly buffer: ArrayBuffer;
  grow(this: Memory, pages: number): number;
}

limitMemory();
await raw('null', '.');
parentPort?.on('message', (request: JqRequest) => void answer(request));
parentPort?.postMessage('ready');

/** Compiled code has no limit of its own below four gigabytes. */
function limitMemory(): void {
  const { prototype } = (globalThis as unknown as { WebAssembly: { Memory: { prototype: Memory } } }).WebAssembly.Memory;
  const { grow } = prototype;
  prototype.grow = function (pages) {
    if (this.buffer.byteLength + pages * PAGE_BYTES > MAX_MEMORY_BYTES) throw new RangeError('no more memory');
    return grow.call(this, pages);
  };
}

async function answer({ query, texts }: JqRequest): Promise<void> {
  parentPort?.postMessage(await run(query, texts));
}

/**
 * One call for all records: each is tried by itself, and gives one line. The program stands on lines of its own, because it may end in a
 * comment. Errors of the machine below jq end this thread.
 */
async function run(query: string, texts: readonly string[]): Promise<JqAnswer> {
  const program = `def extracted: (\n${query}\n); .[] | [try first(extracted) catch null]`;
  try {
    const lines = (await raw(`[${texts.join(',')}]`, program, ['-c'])).split('\n').filter((line) => line !== '');
    if (lines.length === texts.length) return { results: lines.map(firstOf) };
    return { problem: 'The query did not make one value of each record' };
  } catch (error) {
    const [, problem] = /jq: (?:error: )?([^\n]*)/.exec((error as Error).message) ?? [];
    if (problem === undefined) throw error;
    return { problem };
  }
}

/** `[null]` where the program failed, `[]` where it made nothing. */
function firstOf(line: string): string | undefined {
  const [value] = JSON.parse(line) as unknown[];
  return value === undefined || value === null ? undefined : JSON.stringify(value);
}

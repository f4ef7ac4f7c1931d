// The memory of ten thousand requests as they are remembered: their steps, their inputs and answers, and a full ledger of problems.
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { createCallers } from '../../emulator/src/core/callers.ts';
import { ProblemLog } from '../../emulator/src/core/problems/problem-log.ts';
import { PayloadLog } from '../../emulator/src/core/traces/payload-log.ts';
import { TraceLog } from '../../emulator/src/core/traces/trace-log.ts';
import type { BenchRow } from './row.ts';

const LIMIT_MB = 40;
const REQUESTS = 10_000;
/** A request over HTTP, the function that it leads to, and a call of that. */
const CALLS = 3;
/** Every tenth one fails, so that the ledger is full. */
const FAILING = 10;

/** A text of its own in memory. */
const text = (n: number, length: number): string => Buffer.from(`${n} `.padEnd(length, 'x')).toString();

export function traceMemoryBench(): BenchRow[] {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  const bytes = (): number => {
    collect();
    const { heapUsed, external } = process.memoryUsage();
    return heapUsed + external;
  };
  // The first requests compile the code, which is no part of it.
  remember(FAILING);
  const before = bytes();
  const kept = remember(REQUESTS);
  const mb = (bytes() - before) / 2 ** 20;
  const { traces, problems } = kept;
  const what = `MB of ${traces.recent(REQUESTS).length} traces with ${problems.recent(REQUESTS).length} problems`;
  return [{ what, figure: `${mb.toFixed(1)} MB`, ratio: mb, limit: LIMIT_MB, floor: 'nothing' }];
}

function remember(requests: number): { traces: TraceLog; problems: ProblemLog; payloads: PayloadLog } {
  const traces = new TraceLog(createCallers());
  const problems = new ProblemLog();
  const payloads = new PayloadLog(true);
  for (let n = 0; n < requests; n++) {
    const id = text(n, 36);
    const failed = n % FAILING === 0;
    for (let depth = 0; depth < CALLS; depth++) {
      const principal = { kind: 'key', account: '000000000000', accessKeyId: text(n, 20) };
      const facts = { service: 'sqs', operation: 'SendMessage', account: '000000000000', region: 'us-east-1', principal };
      const call = { ...facts, requestId: text(n, 36), trace: { id, depth } };
      traces.noteCall(call as never, text(n, 80), n, 0, failed, failed ? text(n, 300) : undefined);
    }
    const rawHeaders = ['Host', '127.0.0.1:4566', 'Content-Type', 'application/x-amz-json-1.0', 'Authorization', text(n, 200)];
    payloads.note(id, {
      request: { method: 'POST', url: '/', rawHeaders, status: 200 },
      input: Buffer.from(text(n, 500)),
      output: text(n, 300),
    });
    if (!failed) continue;
    const failure = {
      what: 'function',
      trace: id,
      atMs: n,
      code: 'FUNCTION_FAILED',
      resource: text(n, 80),
      depth: 1,
      startedMs: n,
    } as const;
    problems.note({
      ...{ ...failure, cause: text(n, 2000), requestId: text(n, 36), remedy: text(n, 300) },
      lines: Array.from({ length: 8 }, (_, line) => text(line, 300)),
    });
    for (let step = 0; step < 5; step++)
      problems.note({ ...failure, what: 'problem', code: `STEP_${step}`, cause: text(step, 300), attempts: [text(n, 36)], sentBy: [id] });
  }
  return { traces, problems, payloads };
}

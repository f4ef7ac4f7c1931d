// The memory of the last requests and problems: bounded, however long their names and messages are.
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, it } from 'vitest';
import type { Call } from '#core/call';
import { createCallers } from '#core/callers';
import { TraceLog } from '#core/traces/trace-log';
import { ProblemLog } from './problem-log.ts';

const REQUESTS = 10_000;
const MAX_BYTES = 40 * 2 ** 20;

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;

/** A text of its own in memory. */
const text = (n: number, length: number): string => Buffer.from(`${n} `.padEnd(length, 'x')).toString();

it('takes 40 MB at most for ten thousand requests with three calls each and a full ledger', () => {
  collect();
  const before = process.memoryUsage().heapUsed;
  const traces = new TraceLog(createCallers());
  const problems = new ProblemLog();
  for (let n = 0; n < REQUESTS; n++) {
    const id = text(n, 36);
    for (let depth = 0; depth < 3; depth++) {
      const principal = { kind: 'key', account: '0', accessKeyId: text(n, 20) };
      const call = {
        service: 'sqs',
        operation: 'SendMessage',
        account: '0',
        region: 'r',
        requestId: text(n, 36),
        trace: { id, depth },
        principal,
      };
      traces.noteCall(call as unknown as Call, text(n, 60), 0, 0, true, text(n, 150));
    }
    const facts = { what: 'function', trace: id, atMs: n, code: 'FUNCTION_FAILED', resource: text(n, 80), depth: 1, startedMs: n } as const;
    const lines = Array.from({ length: 8 }, (_, line) => text(line, 300));
    problems.note({ ...facts, cause: text(n, 2000), requestId: text(n, 36), remedy: text(n, 300), lines });
    for (let step = 0; step < 5; step++)
      problems.note({ ...facts, what: 'problem', code: `STEP_${step}`, cause: text(step, 300), attempts: [text(n, 36)], sentBy: [id] });
  }
  collect();
  expect(process.memoryUsage().heapUsed - before).toBeLessThan(MAX_BYTES);
  expect([traces.recent(REQUESTS).length, problems.recent(REQUESTS).length]).toEqual([REQUESTS, 1000]);
});

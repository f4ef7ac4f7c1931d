// The message about a failed invocation, and the facts that it takes from the end of the log.
import { expect, it } from 'vitest';
import { nearNames } from '#cli/locate-function';
import { failureOf } from './failure.ts';
import { readLog } from './report-line.ts';

const SETTINGS = { FunctionName: 'orders', Timeout: 3, MemorySize: 128 };
const OK = { initFailed: false };
const exit = (message: string) => ({ errorType: 'Runtime.ExitError', errorMessage: `RequestId: 7c1 Error: ${message}` });

it.each([
  ['error', { errorType: 'TypeError', errorMessage: 'no such order' }, OK, 'orders failed: TypeError: no such order'],
  [
    'timeout',
    { errorType: 'Sandbox.Timedout', errorMessage: 'RequestId: 7c1 Error: Task timed out after 3.00 seconds' },
    OK,
    'time-out of 3 s',
  ],
  ['memory', exit('Runtime exited with error: signal: killed'), { ...OK, maxMemoryMb: 131 }, 'more than its 128 MB of memory'],
  [
    'exit',
    exit('Runtime exited with error: signal: killed'),
    { ...OK, maxMemoryMb: 40 },
    'ended before it answered: Runtime exited with error: signal: killed',
  ],
  ['exit', exit('Runtime exited with error: exit status 7'), OK, 'exit status 7'],
  ['init', exit('Runtime exited with error: exit status 1'), { initFailed: true }, 'could not be loaded'],
  [
    'init',
    { errorType: 'Runtime.ImportModuleError', errorMessage: "Unable to import module 'app'" },
    OK,
    'could not be loaded: Runtime.ImportModuleError',
  ],
  ['size', { errorType: 'Function.ResponseSizeTooLarge', errorMessage: 'Response payload size exceeded' }, OK, 'too large'],
])('a failure of the kind %s is told by its answer %j', (kind, answer, report, sentence) => {
  const failure = failureOf(answer, report, SETTINGS);
  expect(failure).toMatchObject({ kind, sentence: expect.stringContaining(sentence) });
});

it('takes the stack of every runtime, without the lines that repeat the message', () => {
  const node = {
    errorType: 'TypeError',
    errorMessage: 'two\nlines',
    trace: ['TypeError: two', 'lines', '    at handler (/var/task/index.js:1:9)'],
  };
  expect(failureOf(node, OK, SETTINGS).stack).toEqual(['    at handler (/var/task/index.js:1:9)']);
  const python = {
    errorType: 'KeyError',
    errorMessage: "'id'",
    stackTrace: ['  File "/var/task/app.py", line 3, in handler\n    return event["id"]\n'],
  };
  expect(failureOf(python, OK, SETTINGS).stack).toEqual(['  File "/var/task/app.py", line 3, in handler', '    return event["id"]']);
});

it('reads the figures of a report as text and as JSON, and keeps the lines of the function', () => {
  const text = [
    'INIT_REPORT Init Duration: 12.00 ms\tPhase: init\tStatus: error\tError Type: Runtime.ExitError',
    'START RequestId: 7c1 Version: $LATEST',
    '2026-01-01T00:00:00.000Z\t7c1\tINFO\thello',
    'END RequestId: 7c1',
    'REPORT RequestId: 7c1\tDuration: 3.20 ms\tBilled Duration: 4 ms\tMemory Size: 128 MB\tMax Memory Used: 40 MB\tInit Duration: 31.50 ms\t',
    '',
  ].join('\n');
  expect(readLog(text)).toEqual({
    lines: ['2026-01-01T00:00:00.000Z\t7c1\tINFO\thello'],
    report: { durationMs: 3.2, initMs: 31.5, memoryMb: 128, maxMemoryMb: 40, initFailed: true },
  });
  const record = { metrics: { durationMs: 3.2, memorySizeMB: 128, maxMemoryUsedMB: 40 }, status: 'success' };
  const json = `{"level":"INFO","message":"hello"}\n${JSON.stringify({ time: 'now', type: 'platform.report', record })}\n`;
  expect(readLog(json)).toMatchObject({ lines: ['{"level":"INFO","message":"hello"}'], report: { durationMs: 3.2, maxMemoryMb: 40 } });
});

it('suggests names that are near', () => {
  const names = ['orders-handler', 'invoices', 'OrdersFunction', 'archive'];
  expect(nearNames('order', names)).toEqual(['orders-handler', 'OrdersFunction']);
  expect(nearNames('invoice', names)).toEqual(['invoices']);
  expect(nearNames('arhcive', names)).toEqual(['archive']);
  expect(nearNames('payments', names)).toEqual([]);
});

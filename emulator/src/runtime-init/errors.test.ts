import { expect, it } from 'vitest';
import { describeExit, errorTypeOf, exitError, timeoutError } from './errors.ts';
import { failureLine, initReportLine, reportLines } from './telemetry/platform-lines.ts';

it.each([
  [{ code: 1 }, 'Runtime exited with error: exit status 1'],
  [{ code: 0 }, 'Runtime exited without providing a reason'],
  [{ signal: 'SIGKILL' }, 'Runtime exited with error: signal: killed'],
  [{ signal: 'SIGSEGV' }, 'Runtime exited with error: signal: segmentation fault'],
  [{ error: '[/var/task/bootstrap /opt/bootstrap]' }, "Couldn't find valid bootstrap(s): [/var/task/bootstrap /opt/bootstrap]"],
])('words the end %j', (exit, sentence) => {
  expect(describeExit(exit)).toBe(sentence);
});

it('names the request', () => {
  expect(exitError({ code: 2 }, 'id').errorMessage).toBe('RequestId: id Error: Runtime exited with error: exit status 2');
  expect(exitError({ code: 2 }).errorMessage).toBe('Error: Runtime exited with error: exit status 2');
  expect(timeoutError(3000, 'id').errorMessage).toBe('RequestId: id Error: Task timed out after 3.00 seconds');
});

it.each<[string | undefined, string, string]>([
  ['Runtime.ImportModuleError', '{}', 'Runtime.ImportModuleError'],
  ['TypeError', '{"errorType":"TypeError"}', 'TypeError'],
  [undefined, '{"errorType":"Mine"}', 'Mine'],
  ['Function.bad type', 'no json', 'Function.Unknown'],
  ['anything', '[]', 'Runtime.Unknown'],
])('error type of header %s and body %s', (header, body, expected) => {
  expect(errorTypeOf(header, Buffer.from(body))).toBe(expected);
});

const report = {
  requestId: 'id',
  kind: 'exit',
  errorType: 'Runtime.ExitError',
  durationMs: 1.234,
  billedDurationMs: 2,
  memorySizeMb: 128,
  maxMemoryUsedMb: 60,
} as const;

it('writes the report', () => {
  expect(reportLines('Text', 0, report)).toEqual([
    'END RequestId: id',
    'REPORT RequestId: id\tDuration: 1.23 ms\tBilled Duration: 2 ms\tMemory Size: 128 MB\tMax Memory Used: 60 MB\tStatus: error\tError Type: Runtime.ExitError\t',
  ]);
  expect(JSON.parse(reportLines('JSON', 0, report)[0]!)).toEqual({
    time: '1970-01-01T00:00:00.000Z',
    type: 'platform.report',
    record: {
      requestId: 'id',
      metrics: { durationMs: 1.234, billedDurationMs: 2, memorySizeMB: 128, maxMemoryUsedMB: 60 },
      status: 'error',
      errorType: 'Runtime.ExitError',
    },
  });
});

it('writes failures', () => {
  expect(failureLine('Text', 0, 'id', timeoutError(3000, 'id'), 3000)).toBe(
    '1970-01-01T00:00:00.000Z id Task timed out after 3.00 seconds\n',
  );
  expect(failureLine('JSON', 0, 'id', timeoutError(3000, 'id'), 3000)).toBeUndefined();
  expect(initReportLine('Text', 12.345, 'error', 'Runtime.ExitError')).toBe(
    'INIT_REPORT Init Duration: 12.35 ms\tPhase: init\tStatus: error\tError Type: Runtime.ExitError',
  );
});

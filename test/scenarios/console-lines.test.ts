// Lines of the console are written in batches. None is lost when the process ends, in whichever way it does.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { SQS } from '@aws-sdk/client-sqs';
import { expect, it } from 'vitest';
import { startChild } from '../support/child.ts';

const CONSOLE = new URL('../../emulator/src/console.ts', import.meta.url).href;
const LINES = 500;

/** Writes its last lines in the turn in which it ends. */
const program = (end: string): string => `
  const { consoleSink } = await import(${JSON.stringify(CONSOLE)});
  const log = consoleSink();
  process.on('SIGTERM', () => process.exit(7));
  for (let n = 0; n < ${LINES}; n++) log({ atMs: 0, level: 'info', scope: 'test', text: 'line ' + n, depth: 0 });
  ${end}`;

it.each([
  ['by its own decision', 'process.exit(7);', 7],
  ['by an uncaught error', "queueMicrotask(() => { throw new Error('on purpose'); });", 1],
  ['by a rejected promise', "void Promise.reject(new Error('on purpose'));", 1],
  ['because nothing is left to do', '', 0],
  ['by a signal that it takes', "process.kill(process.pid, 'SIGTERM'); await new Promise((done) => setTimeout(done, 60_000));", 7],
])('a process that ends %s has written every line', async (_, end, code) => {
  const child = spawn(process.execPath, ['--import', 'tsx', '--input-type=module', '-e', program(end)], {
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const [written, [ended]] = await Promise.all([text(child.stderr), once(child, 'exit')]);
  expect(ended).toBe(code);
  expect([...written.matchAll(/^\S+ test: line (\d+)$/gm)].map(([, n]) => Number(n))).toEqual(Array.from({ length: LINES }, (__, n) => n));
});

it('an emulator that is told to stop has written a line for every call that it answered', async () => {
  const child = await startChild({}, [], [], []);
  const sqs = new SQS({ endpoint: child.url, region: 'us-east-1', credentials: { accessKeyId: 'test', secretAccessKey: 'test' } });
  await Promise.all(Array.from({ length: 100 }, () => sqs.listQueues({})));
  sqs.destroy();
  const read = once(child.process.stderr!, 'end');
  await child.kill('SIGTERM');
  await read;
  expect(child.exit).toEqual({ code: 0, signal: null });
  expect(child.log().match(/ sqs\.ListQueues .* ok /g)).toHaveLength(100);
});

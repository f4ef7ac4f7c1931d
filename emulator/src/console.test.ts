import { expect, it } from 'vitest';
import { createLog, type LogLine } from '#core/log';
import { defineMessage } from '#lib/message';
import { consoleSink } from './console.ts';

const RED = '\x1b[31m';
const YELLOW = '\x1b[33m';

function written(line: Omit<LogLine, 'atMs' | 'scope' | 'depth'>): string {
  const pieces: string[] = [];
  const out = { isTTY: true, write: (piece: string) => pieces.push(piece) } as unknown as NodeJS.WriteStream;
  consoleSink(out)({ atMs: 0, scope: 'lambda', depth: 0, ...line });
  return pieces.join('');
}

it.skipIf(process.env['NO_COLOR'])('shows errors and failed calls red, warnings and notices yellow', () => {
  expect(written({ level: 'error', text: 'thr timed out' })).toContain(`${RED}error lambda: thr timed out`);
  expect(written({ level: 'info', tone: 'failure', id: 'abc', text: 'lambda.Invoke' })).toContain(`${RED}lambda.Invoke`);
  expect(written({ level: 'warn', text: 'no role' })).toContain(`${YELLOW}warn lambda: no role`);
  expect(written({ level: 'info', tone: 'notice', text: 'again in 60 s' })).toContain(`${YELLOW}lambda: again in 60 s`);
  expect(written({ level: 'info', text: 'all is well' })).toContain('\x1b[0mlambda: all is well');
});

it('makes the text of a message only when it is read, once', () => {
  let made = 0;
  const MADE = defineMessage({
    code: 'MADE',
    level: 'info',
    description: 'A test.',
    text: ({ name }: { name: string }) => `${name} was made ${++made} time`,
  });
  const lines: LogLine[] = [];
  createLog((line) => lines.push(line), '', Date.now)
    .in('test')
    .write(MADE, { name: 'it' });
  expect(made).toBe(0);
  expect([lines[0]!.text, lines[0]!.text]).toEqual(['it was made 1 time', 'it was made 1 time']);
  expect(JSON.parse(JSON.stringify(lines[0]))).toMatchObject({ scope: 'test', code: 'MADE', level: 'info', text: 'it was made 1 time' });
});

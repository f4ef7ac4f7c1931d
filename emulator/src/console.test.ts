import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { createLog, type LogLine } from '#core/log';
import { defineMessage } from '#lib/message';
import { consoleSink } from './console.ts';

const RED = '\x1b[31m';
const YELLOW = '\x1b[33m';

type Facts = Pick<LogLine, 'level' | 'text'> & Partial<LogLine>;

function collecting(isTTY: boolean): { pieces: string[]; log: (line: Facts) => void } {
  const pieces: string[] = [];
  const out = { isTTY, write: (piece: string) => pieces.push(piece) } as unknown as NodeJS.WriteStream;
  const sink = consoleSink(out);
  return { pieces, log: (line) => sink({ atMs: 0, scope: 'lambda', depth: 0, ...line }) };
}

async function written(line: Facts): Promise<string> {
  const { pieces, log } = collecting(true);
  log(line);
  await nextTurn();
  return pieces.join('');
}

it.skipIf(process.env['NO_COLOR'])('shows errors and failed calls red, warnings and notices yellow', async () => {
  expect(await written({ level: 'error', text: 'thr timed out' })).toContain(`${RED}error lambda: thr timed out`);
  expect(await written({ level: 'info', tone: 'failure', id: 'abc', text: 'lambda.Invoke' })).toContain(`${RED}lambda.Invoke`);
  expect(await written({ level: 'warn', text: 'no role' })).toContain(`${YELLOW}warn lambda: no role`);
  expect(await written({ level: 'info', tone: 'notice', text: 'again in 60 s' })).toContain(`${YELLOW}lambda: again in 60 s`);
  expect(await written({ level: 'info', text: 'all is well' })).toContain('\x1b[0mlambda: all is well');
});

it('writes the lines of one turn together, and warnings at once behind what waits', async () => {
  const { pieces, log } = collecting(false);
  log({ level: 'info', text: 'one' });
  log({ level: 'info', text: 'two' });
  expect(pieces).toEqual([]);
  await nextTurn();
  expect(pieces).toEqual(['00:00:00.000 lambda: one\n00:00:00.000 lambda: two\n']);
  log({ level: 'info', text: 'three' });
  log({ level: 'warn', text: 'four' });
  expect(pieces.slice(1)).toEqual(['00:00:00.000 lambda: three\n00:00:00.000 warn lambda: four\n']);
  await nextTurn();
  expect(pieces).toHaveLength(2);
});

it('leaves no listener behind', async () => {
  const before = process.listenerCount('exit');
  const { log } = collecting(false);
  log({ level: 'info', text: 'one' });
  expect(process.listenerCount('exit')).toBe(before + 1);
  await nextTurn();
  expect(process.listenerCount('exit')).toBe(before);
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

it('shows control characters instead of sending them to the terminal, and lets no line look like another', async () => {
  const text = 'fn: \x1b]0;owned\x07\x1b[2J\r\n00:00:00.000 error emulator: not mine \x1b[32mgreen';
  expect(await written({ level: 'info', text })).toContain(
    'lambda: fn: \\x1b]0;owned\\x07\\x1b[2J\\x0d\n  00:00:00.000 error emulator: not mine \x1b[32mgreen\x1b[0m',
  );
});

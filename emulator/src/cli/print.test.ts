import { PassThrough } from 'node:stream';
import { expect, it } from 'vitest';
import { printTo } from './print.ts';

const TEXT = '{"a":"\u0085\u009b2J"}\u001b]0;owned\u0007\n';

it.each([
  [true, '{"a":"\\x85\\x9b2J"}\\x1b]0;owned\\x07\n'],
  [false, TEXT],
])('a terminal shows control characters, programs get them: %s', (isTTY, text) => {
  const stream = Object.assign(new PassThrough({ encoding: 'utf8' }), { isTTY }) as unknown as NodeJS.WriteStream;
  printTo(stream, TEXT);
  expect(stream.read()).toBe(text);
});

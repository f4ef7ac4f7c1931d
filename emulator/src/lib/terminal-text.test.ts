import { expect, it } from 'vitest';
import { terminalText } from './terminal-text.ts';

it.each([
  ['plain text\tand\nlines', 'plain text\tand\nlines'],
  ['a title \u001b]0;owned\u0007', 'a title \\x1b]0;owned\\x07'],
  ['the clipboard \u001b]52;c;aGk=\u001b\\', 'the clipboard \\x1b]52;c;aGk=\\x1b\\'],
  ['a cleared screen \u001b[2J\u001b[H', 'a cleared screen \\x1b[2J\\x1b[H'],
  ['back to the beginning\rnothing here', 'back to the beginning\\x0dnothing here'],
  ['the second set \u009b2J \u009d0;t\u009c', 'the second set \\x9b2J \\x9d0;t\\x9c'],
  ['deleted\b\b\u007f', 'deleted\\x08\\x08\\x7f'],
  ['\u001b[31mred\u001b[39m', '\u001b[31mred\u001b[39m\u001b[0m'],
  ['\u001b[1;38:5:9mred\u001b[0m', '\u001b[1;38:5:9mred\u001b[0m'],
  ['half \u001b[31', 'half \\x1b[31'],
  ['\t[1m and \n[1m', '\t[1m and \n[1m'],
  ['ü 漢 🎉 \u200f', 'ü 漢 🎉 \u200f'],
])('%j', (text, shown) => {
  expect(terminalText(text)).toBe(shown);
});

import { expect, it } from 'vitest';
import { jsonProblem } from './json-text.ts';

it.each(['{}', '[]', '"a"', ' -1.5e3 ', 'true', 'null', '{"a": [1, {"b": "\\u00e9\\n"}], "c": ""}'])('%s is JSON', (text) => {
  expect(jsonProblem(text)).toBeUndefined();
});

it.each([
  ['', 'a value is missing', 1, 1],
  ["{'a': 1}", 'a key in double quotes is missing', 1, 2],
  ["['a']", 'strings have double quotes', 1, 2],
  ['{"a": 1,\n "a": 2}', 'the key "a" is there twice', 2, 2],
  ['{"a" 1}', 'a colon is missing', 1, 6],
  ['{"a": 1\n "b": 2}', 'a comma or } is missing', 2, 2],
  ['[1, 2', 'a comma or ] is missing', 1, 6],
  ['[1] x', 'text after the end of the value', 1, 5],
  ['"a', 'a string has no end', 1, 1],
  ['"\\x"', 'an unknown escape', 1, 2],
  ['01', 'this is no value', 1, 1],
  ['{"a": 1,}', 'a key in double quotes is missing', 1, 9],
])('%s is none: %s, line %i, column %i', (text, message, line, column) => {
  expect(jsonProblem(text)).toEqual({ message, line, column });
});

it('judges as JSON.parse does', () => {
  const texts = ['[1,]', '{"a":}', 'nul', '1.', '.5', '-', '"\n"', '{"a":1}}', '[', ']', '1e5', '-0', '"\\ud83d"'];
  const parses = (text: string): boolean => {
    try {
      JSON.parse(text);
      return true;
    } catch {
      return false;
    }
  };
  expect(texts.map((text) => [text, jsonProblem(text) === undefined])).toEqual(texts.map((text) => [text, parses(text)]));
});

it('refuses what is nested too deeply', () => {
  expect(jsonProblem('['.repeat(5_000))?.message).toBe('nested too deeply');
});

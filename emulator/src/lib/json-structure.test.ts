import { expect, it } from 'vitest';
import { hasMoreValues, isJson } from './json-structure.ts';

const accepted = (text: string): boolean => {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
};

const PARTS = [
  '{',
  '}',
  '[',
  ']',
  ',',
  ':',
  '"a"',
  '"',
  '\\',
  '1',
  '-0.5e3',
  '01',
  '-',
  'true',
  'null',
  'nul',
  ' ',
  '\n',
  '"\\u00e9"',
  '"\\x"',
  '"\t"',
  '{}',
  '[]',
];

it.each([
  '',
  ' ',
  '{}',
  '[ ]',
  '{"a":[1,{"b":null}],"c":"\\n"}',
  '[1,]',
  '{"a"}',
  '{"a":1,}',
  '[1 2]',
  '"a" "b"',
  '[[[]]]',
  '[}',
  '1.',
  '1e',
  '\ufeff1',
  '"a',
])('takes %j as JSON.parse does', (text) => {
  expect(isJson(text)).toBe(accepted(text));
});

it('takes texts of random parts as JSON.parse does', () => {
  let seed = 7;
  const below = (n: number): number => {
    seed = (seed * 1_103_515_245 + 12_345) % 2 ** 31;
    return Math.floor((seed / 2 ** 31) * n);
  };
  for (let round = 0; round < 20_000; round++) {
    const text = Array.from({ length: 1 + below(7) }, () => PARTS[below(PARTS.length)]).join('');
    expect([text, isJson(text)]).toEqual([text, accepted(text)]);
  }
});

it('counts commas and brackets outside of strings', () => {
  const bytes = (text: string): Uint8Array => Buffer.from(text);
  expect(hasMoreValues(bytes('[1,2,[],{}]'), 6)).toBe(false);
  expect(hasMoreValues(bytes('[1,2,[],{}]'), 5)).toBe(true);
  expect(hasMoreValues(bytes('["a,b,c,d","\\",,,,"]'), 2)).toBe(false);
});

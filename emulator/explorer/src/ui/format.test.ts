import { expect, it } from 'vitest';
import { counted, pretty } from './format.ts';

it.each([
  [{ a: ['x', 1], b: [] }, '{\n  "a": ["x", 1],\n  "b": []\n}'],
  [[['a'], { b: ['{', 'c, \n d'] }], '[\n  ["a"],\n  {\n    "b": [\n      "{",\n      "c, \\n d"\n    ]\n  }\n]'],
  ['no JSON', 'no JSON'],
  ['7', '7'],
  [undefined, ''],
])('%j is shown indented, with short lists on a line', (value, text) => {
  expect(pretty(value)).toBe(text);
  if (typeof value === 'object') expect(JSON.parse(text)).toEqual(value);
});

it('names are in the plural unless there is one', () => {
  expect([1, 2].map((count) => counted(count, 'bus'))).toEqual(['1 bus', '2 buses']);
  expect(['queue', 'key', 'repository', 'REST API'].map((one) => counted(3, one))).toEqual([
    '3 queues',
    '3 keys',
    '3 repositories',
    '3 REST APIs',
  ]);
});

// The fields found in JSON messages.
import { expect, it } from 'vitest';
import { discoveredFields } from './discovered-fields.ts';

it.each<[string, string[]]>([
  ['plain', []],
  ['{ broken', []],
  ['[1]', []],
  ['{"a":1,"b":{"c":null,"d":[5,{"e":true}]}}', ['a', 'b.c', 'b.d.0', 'b.d.1.e']],
])('%s', (message, fields) => expect([...discoveredFields(message)]).toEqual(fields));

it('are not too many', () => {
  const wide = JSON.stringify(Object.fromEntries(Array.from({ length: 1000 }, (_, i) => [`k${i}`, i])));
  expect(discoveredFields(wide).size).toBe(200);
});

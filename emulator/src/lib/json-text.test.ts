import { expect, test } from 'vitest';
import { JsonText, writeJson } from './json-text.ts';

test.each([[{ a: 1, b: [null, 'x"y', true], c: { d: undefined, e: {} } }], [[]], ['text'], [null], [{ 'a"b': 1.5, __proto__: 2 }]])(
  '%j is written as JSON.stringify writes it',
  (value) => {
    expect(writeJson(value)).toBe(JSON.stringify(value));
  },
);

test('prepared JSON stays as it is', () => {
  expect(writeJson({ Items: [new JsonText('{"a": 1}'), new JsonText('{}')], Count: 2 })).toBe('{"Items":[{"a": 1},{}],"Count":2}');
});

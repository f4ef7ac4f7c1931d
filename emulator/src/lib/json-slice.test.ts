import fc from 'fast-check';
import { expect, it } from 'vitest';
import { splitObject } from './json-slice.ts';

it('an object is split into its long members and the rest', () => {
  const value = fc.oneof(fc.jsonValue(), fc.constant('x'.repeat(60)), fc.constant(['"', '\\', '}{', { a: ['ä'.repeat(50)] }]));
  fc.assert(
    fc.property(fc.dictionary(fc.string(), value), (object) => {
      const text = JSON.stringify(object);
      const { rest, long } = splitObject(text, 50);
      const parts = Object.fromEntries(long.map(({ key, start, end }) => [key, JSON.parse(text.slice(start, end))]));
      for (const [key, { length }] of Object.entries(JSON.parse(rest)).map(([key, part]) => [key, JSON.stringify(part)] as const)) {
        expect(length).toBeLessThan(51);
        expect(Object.hasOwn(parts, key)).toBe(false);
      }
      expect(JSON.stringify({ ...JSON.parse(rest), ...parts }).length).toBe(text.length);
      expect({ ...JSON.parse(rest), ...parts }).toEqual(JSON.parse(text));
    }),
  );
});

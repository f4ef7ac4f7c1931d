import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { sortRange } from './conditions.ts';
import { joinKey, type KeyType, segmentStart } from './key.ts';
import { canonicalNumber } from './number.ts';
import { compareValues, type Value } from './value.ts';

const strings = fc.string({ unit: 'binary', minLength: 1, maxLength: 12 }).map((S): Value => ({ S }));
const numbers = fc
  .tuple(fc.integer({ min: -10_000, max: 10_000 }), fc.integer({ min: -120, max: 120 }))
  .map(([digits, exponent]): Value => ({ N: canonicalNumber(`${digits}e${exponent}`, 'current') }));
const binaries = fc.uint8Array({ minLength: 1, maxLength: 6 }).map((bytes): Value => ({ B: Buffer.from(bytes).toString('base64') }));
const KINDS: [KeyType, fc.Arbitrary<Value>][] = [
  ['S', strings],
  ['N', numbers],
  ['B', binaries],
];
const text = (type: KeyType, value: Value): string => joinKey([{ name: 'k', type }], { k: value })!;
const sign = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

describe.each(KINDS)('keys of type %s', (type, values) => {
  it('sort as their values do', () => {
    fc.assert(fc.property(values, values, (a, b) => sign(text(type, a), text(type, b)) === Math.sign(compareValues(a, b))));
  });

  it('sort as their values do behind another part', () => {
    const attributes = [
      { name: 'a', type: 'S' as const },
      { name: 'b', type },
    ];
    fc.assert(
      fc.property(strings, strings, values, values, (a, b, x, y) => {
        const expected = Math.sign(compareValues(a, b)) || Math.sign(compareValues(x, y));
        expect(sign(joinKey(attributes, { a, b: x })!, joinKey(attributes, { a: b, b: y })!)).toBe(expected);
      }),
    );
  });

  it('are selected by conditions as their values are', () => {
    const tests = {
      '=': (order: number) => order === 0,
      '<': (order: number) => order < 0,
      '<=': (order: number) => order <= 0,
      '>': (order: number) => order > 0,
      '>=': (order: number) => order >= 0,
    };
    fc.assert(
      fc.property(values, values, (value, other) => {
        for (const [operator, test] of Object.entries(tests)) {
          const range = sortRange([{ name: 'k', type }], [{ operator: operator as '=', first: other[type]! }]);
          const key = text(type, value);
          expect(key >= range.from && (range.to === undefined || key < range.to)).toBe(test(compareValues(value, other)));
        }
      }),
    );
  });
});

it('begins_with selects by bytes', () => {
  fc.assert(
    fc.property(binaries, binaries, (value, start) => {
      const { from, to } = sortRange([{ name: 'k', type: 'B' }], [{ operator: 'begins_with', first: start.B! }]);
      const key = text('B', value);
      const [bytes, first] = [Buffer.from(value.B!, 'base64'), Buffer.from(start.B!, 'base64')];
      expect(key >= from && key < to!).toBe(bytes.subarray(0, first.length).equals(first));
    }),
  );
});

it('segments divide the hashes of partitions evenly', () => {
  expect([0, 1, 2, 3].map((segment) => segmentStart(segment, 4))).toEqual(['00000000', '40000000', '80000000', 'c0000000']);
  expect(segmentStart(999_999, 1_000_000) < 'ffffffff').toBe(true);
});

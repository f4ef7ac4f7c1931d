import fc from 'fast-check';
import { expect, test } from 'vitest';
import { compareKeys } from '../../../test/support/store/key-order.ts';
import { decodeKey, encodeKey, fromDisk, startingWith, toDisk } from './key.ts';

const text = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 80 }),
  fc.string({ maxLength: 4 }),
  fc.constantFrom('', '\0', '\0\0', 'a', 'a\0', 'a\u0001', '\u00ff', '\ud7ff', '\ue000', '\uff5e', '\uffff', '\u{1F600}', '\u{10ffff}'),
  fc.constantFrom('a'.repeat(70), `${'a'.repeat(70)}\0`, `${'a'.repeat(70)}\u0001`),
);
const key = fc.array(fc.oneof(text, fc.nat(), fc.maxSafeNat()), { minLength: 1, maxLength: 4 });
const sign = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

test('a key keeps its parts and its order, in memory and as bytes on disk', () => {
  fc.assert(
    fc.property(key, key, (a, b) => {
      const [x, y] = [encodeKey(a), encodeKey(b)];
      expect(decodeKey(x)).toEqual(a);
      expect(fromDisk(toDisk(x))).toBe(x);
      expect(sign(x, y)).toBe(compareKeys(a, b));
      expect(Buffer.compare(Buffer.from(toDisk(x)), Buffer.from(toDisk(y)))).toBe(compareKeys(a, b));
    }),
    { numRuns: 8000 },
  );
});

test('the span of a start holds the texts that start so, and no other', () => {
  const short = fc.string({ unit: fc.constantFrom('\0', 'a', '\ud7ff', '\ue000', '\uffff', '\u{1F600}', '\u{10ffff}'), maxLength: 3 });
  fc.assert(
    fc.property(short, short, fc.array(short, { maxLength: 1 }), (start, part, more) => {
      const { low, high } = startingWith(encodeKey(['p']), start);
      const encoded = encodeKey(['p', part, ...more]);
      expect(encoded >= low && encoded < high).toBe(part.startsWith(start));
      const [bytes, from, to] = [encoded, low, high].map((each) => Buffer.from(toDisk(each))) as [Buffer, Buffer, Buffer];
      expect(Buffer.compare(bytes, from) >= 0 && Buffer.compare(bytes, to) < 0).toBe(part.startsWith(start));
    }),
    { numRuns: 8000 },
  );
});

test('what has no place in a key is refused', () => {
  for (const part of [-1, 1.5, Number.NaN, 2 ** 53, '\ud800']) expect(() => encodeKey(['a', part])).toThrow(/key/);
});

import fc from 'fast-check';
import { expect, it } from 'vitest';
import { includesText } from './text-search.ts';

const LONG = 3_000;

it('finds what `includes` finds, in texts that repeat themselves', () => {
  const letters = fc.string({ unit: fc.constantFrom('a', 'b'), maxLength: 12 });
  fc.assert(
    fc.property(letters, letters, fc.integer({ min: 1, max: LONG }), (one, other, times) => {
      const text = one.repeat(LONG) + other.repeat(LONG);
      const part = other.repeat(times) + one;
      expect(includesText(text, part)).toBe(text.includes(part));
      expect(includesText(text, part.repeat(3))).toBe(text.includes(part.repeat(3)));
    }),
    { numRuns: 50 },
  );
});

it('takes no longer for texts that nearly match everywhere', () => {
  const half = 'a'.repeat(100_000);
  expect(includesText('a'.repeat(400_000), `${half}b${half}`)).toBe(false);
  expect(includesText(`${half}b${half}`, `${half}b`)).toBe(true);
  expect(includesText('ab', half)).toBe(false);
});

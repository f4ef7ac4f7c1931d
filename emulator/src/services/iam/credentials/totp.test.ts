import { expect, test } from 'vitest';
import { areConsecutive, codeAt, decodeBase32 } from './totp.ts';

// The secret of RFC 6238, appendix B: the ASCII text 12345678901234567890.
const SEED = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ';

test('base 32', () => {
  expect(Buffer.from(decodeBase32(SEED)).toString()).toBe('12345678901234567890');
});

test.each([
  [59, '287082'],
  [1_111_111_109, '081804'],
  [1_234_567_890, '005924'],
  [20_000_000_000, '353130'],
])('RFC 6238 at %i s', (seconds, code) => {
  expect(codeAt(SEED, seconds * 1000)).toBe(code);
});

test('two codes must follow one another, not too long ago', () => {
  const now = 1_234_567_890_000;
  const at = (steps: number) => codeAt(SEED, now + steps * 30_000);
  expect(areConsecutive(SEED, at(-1), at(0), now)).toBe(true);
  expect(areConsecutive(SEED, at(0), at(-1), now)).toBe(false);
  expect(areConsecutive(SEED, at(-40), at(-39), now)).toBe(false);
});

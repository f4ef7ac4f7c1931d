import { expect, test } from 'vitest';
import { newTotpSecret, stepOf, totpAt } from './totp.ts';

/** The secret of the examples in RFC 6238, appendix B: the ASCII text 12345678901234567890. */
const SECRET = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ';

test.each([
  [59, '287082'],
  [1_111_111_109, '081804'],
  [1_234_567_890, '005924'],
  [20_000_000_000, '353130'],
])('the code of second %d of RFC 6238', (second, code) => {
  expect(totpAt(SECRET, Math.floor(second / 30))).toBe(code);
  expect(stepOf(SECRET, code, second * 1000)).toBe(Math.floor(second / 30));
});

test('a code is taken a step early or late, and once', () => {
  const code = totpAt(SECRET, 100);
  expect([stepOf(SECRET, code, 99 * 30_000), stepOf(SECRET, code, 101 * 30_000)]).toEqual([100, 100]);
  expect([stepOf(SECRET, code, 98 * 30_000), stepOf(SECRET, code, 102 * 30_000)]).toEqual([undefined, undefined]);
  expect(stepOf(SECRET, code, 100 * 30_000, 100)).toBeUndefined();
});

test('secrets are text that authenticator apps take', () => {
  expect(newTotpSecret((length, alphabet) => alphabet[7]!.repeat(length))).toMatch(/^[A-Z2-7]{52}$/);
});

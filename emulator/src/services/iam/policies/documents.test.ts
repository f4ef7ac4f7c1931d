import fc from 'fast-check';
import { expect, test } from 'vitest';
import { percentEncoded } from '#lib/percent-encoding';
import { documentSize, readIdentityPolicy, readTrustPolicy } from './documents.ts';

test('encoded by RFC 3986 and decoded to the very same text', () => {
  expect(percentEncoded("a b!'()*~-._é")).toBe('a%20b%21%27%28%29%2A~-._%C3%A9');
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), (text) => {
      expect(percentEncoded(text)).toMatch(/^[A-Za-z0-9\-._~%]*$/);
      expect(decodeURIComponent(percentEncoded(text))).toBe(text);
    }),
  );
});

test('white space does not count', () => {
  expect(documentSize('{ "a" :\n\t1 }')).toBe(7);
});

test('the two kinds word a broken document differently', () => {
  expect(() => readIdentityPolicy('{')).toThrow('Syntax errors in policy.');
  expect(() => readTrustPolicy('{')).toThrow('This policy contains invalid Json');
});

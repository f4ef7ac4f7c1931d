// Metadata in headers: decoded words of requests, encoded words of answers. The pairs are recorded.
// Source: localstack/localstack, tests/aws/services/s3/test_s3.py::TestS3::test_user_metadata_rfc2047_encoded,
// TestS3PresignedPost::test_post_object_with_unicode_metadata (February 2026).

import { expect, it } from 'vitest';
import { decodeWords, encodeWords } from './encoded-words.ts';

const RECORDED = [
  ['ÄMÄZÕÑ S3', '=?UTF-8?Q?=C3=84M=C3=84Z=C3=95=C3=91_S3?='],
  ['test_—_file%E2%80%94_é_2👑.pdf', '=?UTF-8?Q?test=5F=E2=80=94=5Ffile%E2%80%94=5F=C3=A9=5F2=F0=9F=91=91.pdf?='],
  ['test_—_file%E2%80%94_é_2?.pdf', '=?UTF-8?Q?test=5F=E2=80=94=5Ffile%E2%80%94=5F=C3=A9=5F2=3F.pdf?='],
  ['\0\x01\x02\x03\x04', '=?UTF-8?B?AAECAwQ=?='],
  ['\ufffd'.repeat(7), '=?UTF-8?B?77+977+977+977+977+977+977+9?='],
] as const;

it.each(RECORDED)('%j is shown as %s, and read back', (text, header) => {
  expect(encodeWords(text)).toBe(header);
  expect(decodeWords(header)).toBe(text);
});

it('words of ASCII are decoded, and ASCII is never encoded', () => {
  expect(decodeWords('=?UTF-8?Q?actually-ascii?=')).toBe('actually-ascii');
  expect(decodeWords('=?UTF-8?B?YWJj?=')).toBe('abc');
  expect(encodeWords('=?UTF-8?B?YWJj?=')).toBe('=?UTF-8?B?YWJj?=');
  expect(encodeWords('a\tb ~')).toBe('a\tb ~');
});

it('a long text becomes several words, which are read as one', () => {
  const text = 'ein längerer Text über Österreich 👑 '.repeat(5);
  expect(encodeWords(text).split(' ').length).toBeGreaterThan(2);
  expect(decodeWords(encodeWords(text))).toBe(text);
});

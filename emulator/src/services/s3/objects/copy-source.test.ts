import { expect, it } from 'vitest';
import { parseCopySource } from './copy-source.ts';

it.each([
  ['b/k', { Bucket: 'b', Key: 'k' }],
  ['/b/k/l', { Bucket: 'b', Key: 'k/l' }],
  ['b/a%20b%2Bc', { Bucket: 'b', Key: 'a b+c' }],
  ['b/a+b', { Bucket: 'b', Key: 'a b' }],
  ['b/k?versionId=v1', { Bucket: 'b', Key: 'k', VersionId: 'v1' }],
  ['b/what%3FversionId=no', { Bucket: 'b', Key: 'what?versionId=no' }],
])('%s', (header, source) => expect(parseCopySource(header)).toEqual(source));
it.each(['b', '/b', 'b/', '/', '%zz/k'])('%s is none', (header) => expect(() => parseCopySource(header)).toThrow(/copy source/i));

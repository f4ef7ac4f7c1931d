import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { checkScope } from './session-request.ts';

const policy = (more = '') =>
  `{"Version":"2012-10-17","Statement":{"Sid":"${more}","Effect":"Allow","Action":"s3:*","Resource":"arn:aws:s3:::b/*"}}`;

test('nothing to pack has no packed size', () => {
  expect(checkScope({})).toEqual({});
});

test('a larger policy packs into more', () => {
  const small = checkScope({ Policy: policy() }).PackedPolicySize ?? 0;
  const large = checkScope({ Policy: policy(randomBytes(300).toString('hex')) }).PackedPolicySize ?? 0;
  expect(small).toBeGreaterThan(0);
  expect(large).toBeGreaterThan(small);
});

test('too much is refused in words', () => {
  const Tags = Array.from({ length: 50 }, (_, index) => ({ Key: `key${index}`, Value: randomBytes(60).toString('hex') }));
  expect(() => checkScope({ Tags })).toThrow(/^Packed size of session policies and tags consumes \d+% of allotted space/);
});

test.each([
  [
    {
      Tags: [
        { Key: 'a', Value: '1' },
        { Key: 'A', Value: '2' },
      ],
    },
    'Duplicate tag keys',
  ],
  [{ Tags: [{ Key: 'aws:x', Value: '1' }] }, 'reserved'],
  [{ PolicyArns: [{ arn: 'arn:aws:iam::aws:role/no-policy' }] }, 'PolicyArns is invalid'],
  [{ Policy: '[' }, 'Syntax errors in policy.'],
])('%j', (scope, message) => {
  expect(() => checkScope(scope)).toThrow(message);
});

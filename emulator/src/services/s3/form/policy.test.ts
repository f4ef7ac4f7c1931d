import { describe, expect, it } from 'vitest';
import { checkFormPolicy } from './policy.ts';

const NOW = Date.parse('2026-01-01T00:00:00Z');
const check = (conditions: unknown, fields: Record<string, string>, expiration: unknown = '2026-01-02T00:00:00Z') =>
  checkFormPolicy(Buffer.from(JSON.stringify({ expiration, conditions })).toString('base64'), new Map(Object.entries(fields)), NOW);

describe('a form', () => {
  it('that keeps to its policy', () =>
    expect(
      check([{ bucket: 'b' }, ['starts-with', '$key', 'user/'], { acl: 'private' }, ['content-length-range', 1, 10]], {
        bucket: 'b',
        key: 'user/a',
        acl: 'private',
      }),
    ).toEqual({ min: 1, max: 10 }));
  it('with another value', () =>
    expect(() => check([['eq', '$key', 'a']], { key: 'b' })).toThrow(
      'Invalid according to Policy: Policy Condition failed: ["eq", "$key", "a"]',
    ));
  // As recorded (LocalStack's suite, s3/test_s3.py::TestS3PresignedPost::test_post_object_policy_conditions_validation_eq, …_size, 2026-02)
  it('with a condition that lacks its dollar sign, or names no numbers', () => {
    expect(() => check([['eq', 'success_action_redirect', 'http://a']], { success_action_redirect: 'http://a' })).toThrow(
      'Invalid according to Policy: Policy Condition failed: ["eq", "success_action_redirect", "http://a"]',
    );
    expect(() => check([['content-length-range', 'test', 10]], {})).toThrow(
      'Invalid according to Policy: Policy Condition failed: ["content-length-range", "test", "10"]',
    );
  });
  it('with a condition of two fields', () =>
    expect(() => check([{ bucket: 'b', acl: 'private' }], {})).toThrow(
      'Invalid Policy: Invalid Simple-Condition: Simple-Conditions must have exactly one property specified.',
    ));
  it('with another beginning', () => expect(() => check([['starts-with', '$key', 'a/']], { key: 'b' })).toThrow('Condition failed'));
  it('with more fields', () => expect(() => check([{ key: 'a' }], { key: 'a', acl: 'private' })).toThrow('Extra input fields: acl'));
  it('without a field', () => expect(() => check([{ key: 'a' }, { acl: 'private' }], { key: 'a' })).toThrow('"$acl"'));
  it('too late', () => expect(() => check([], {}, '2025-12-31T00:00:00Z')).toThrow('Policy expired'));
  it('without an end', () => expect(() => check([], {}, null)).toThrow('missing expiration'));
  it('may ignore', () => expect(() => check([{ key: 'a' }], { key: 'a', 'x-ignore-me': '1', policy: 'x' })).not.toThrow());
});

it('no JSON', () => expect(() => checkFormPolicy('e30=x', new Map(), NOW)).toThrow('Invalid Policy'));

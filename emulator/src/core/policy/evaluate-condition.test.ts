// biome-ignore-all lint/suspicious/noTemplateCurlyInString: policy variables are spelled like this
// Every condition operator against values that are there, that differ and that are missing.
import { describe, expect, it } from 'vitest';
import { processorMs } from '../../../../test/support/processor-time.ts';
import { OPERATOR_NAMES, parseOperator } from './condition-operator.ts';
import { conditionHolds } from './evaluate-condition.ts';
import { type ContextValues, requestContext } from './request-context.ts';

const holds = (operator: string, values: string | string[], context: ContextValues, variables = true) =>
  conditionHolds({ operator, key: 'k', values: [values].flat() }, requestContext(context), variables);

describe('a condition', () => {
  it.each<[operator: string, expected: string | string[], found: string | string[] | undefined, verdict: boolean]>([
    ['StringEquals', 'a', 'a', true],
    ['StringEquals', 'a', 'A', false],
    ['StringEquals', ['a', 'b'], 'b', true],
    ['StringEquals', 'a*', 'ab', false],
    ['StringEquals', 'a*', 'a*', true],
    ['StringEquals', 'a', undefined, false],
    ['StringNotEquals', 'a', 'b', true],
    ['StringNotEquals', ['a', 'b'], 'b', false],
    ['StringNotEquals', 'a', undefined, true],
    ['StringEqualsIgnoreCase', 'aB', 'Ab', true],
    ['StringNotEqualsIgnoreCase', 'aB', 'Ab', false],
    ['StringLike', 'a*/?', 'abc/d', true],
    ['StringLike', 'a*', 'Ab', false],
    ['StringLike', 'a${*}', 'a*', true],
    ['StringLike', 'a${*}', 'ab', false],
    ['StringLike', 'a${?}', 'ab', false],
    ['StringLike', '${$}{x}', '${x}', true],
    ['StringNotLike', 'a*', 'b', true],
    ['NumericEquals', '10', '10.0', true],
    ['NumericNotEquals', '10', '11', true],
    ['NumericLessThan', '10', '9', true],
    ['NumericLessThan', '10', '10', false],
    ['NumericLessThanEquals', '10', '10', true],
    ['NumericGreaterThan', '10', '9', false],
    ['NumericGreaterThanEquals', '10', '10', true],
    ['NumericLessThan', '10', 'x', false],
    ['NumericLessThan', '10', '', false],
    ['DateEquals', '2026-01-01T00:00:00Z', '1767225600', true],
    ['DateEquals', '2026-01-01', '2026-01-01T01:00:00+01:00', true],
    ['DateNotEquals', '2026-01-01', '2026-01-02', true],
    ['DateLessThan', '2026-01-02T00:00:00Z', '2026-01-01T00:00:00Z', true],
    ['DateLessThanEquals', '2026-01-01T00:00:00Z', '2026-01-01T00:00:00.000Z', true],
    ['DateGreaterThan', '2026-01-01T00:00:00Z', '2026-01-01T00:00:00.5Z', true],
    ['DateGreaterThanEquals', '2026-01-01T00:00:00Z', '2025-12-31T23:59:59Z', false],
    ['Bool', 'true', 'True', true],
    ['Bool', 'false', 'true', false],
    ['Bool', 'false', undefined, false],
    ['BinaryEquals', 'QmluYXJ5', 'QmluYXJ5', true],
    ['BinaryEquals', 'QmluYXJ5', 'QmluYXJz', false],
    ['IpAddress', '203.0.113.0/24', '203.0.113.9', true],
    ['IpAddress', '203.0.113.0/24', '203.0.114.9', false],
    ['IpAddress', '203.0.113.9', '203.0.113.9', true],
    ['IpAddress', '2001:db8::/32', '2001:db8:1::1', true],
    ['IpAddress', '2001:db8::/32', '203.0.113.9', false],
    ['IpAddress', '203.0.113.0/99', '203.0.113.9', false],
    ['NotIpAddress', ['203.0.113.0/24', '198.51.100.0/24'], '192.0.2.1', true],
    ['NotIpAddress', '203.0.113.0/24', undefined, true],
    ['ArnEquals', 'arn:aws:events:us-east-1:1:rule/r', 'arn:aws:events:us-east-1:1:rule/r', true],
    ['ArnEquals', 'arn:aws:events:*:1:rule/*', 'arn:aws:events:us-east-1:1:rule/a/b', true],
    ['ArnLike', 'arn:aws:s3:*:*:bucket', 'arn:aws:s3:::bucket', true],
    ['ArnLike', 'arn:*:rule/r', 'arn:aws:events:us-east-1:1:rule/r', false],
    ['ArnLike', 'arn:aws:events:*', 'arn:aws:events:us-east-1:1:rule/r', true],
    ['ArnLike', 'arn:aws:logs:*:*:log-group:*', 'arn:aws:logs:us-east-1:1:log-group:x:y', true],
    ['ArnLike', 'arn:aws:s3:*:*:bucket', 'bucket', false],
    ['ArnNotLike', 'arn:aws:s3:*:*:bucket', 'arn:aws:s3:::other', true],
    ['ArnNotEquals', 'arn:aws:s3:*:*:bucket', 'arn:aws:s3:::bucket', false],
    ['Null', 'true', undefined, true],
    ['Null', 'true', 'x', false],
    ['Null', 'false', 'x', true],
    ['Null', 'true', [], true],
    ['StringEqualsIfExists', 'a', undefined, true],
    ['StringEqualsIfExists', 'a', 'b', false],
    ['BoolIfExists', 'true', undefined, true],
    ['ForAllValues:StringEquals', ['a', 'b'], ['a', 'b', 'a'], true],
    ['ForAllValues:StringEquals', ['a', 'b'], ['a', 'c'], false],
    ['ForAllValues:StringEquals', 'a', undefined, true],
    ['ForAllValues:StringEquals', 'a', '', true],
    ['ForAllValues:StringNotEquals', 'a', ['b', 'c'], true],
    ['ForAllValues:StringNotEquals', 'a', ['a', 'c'], false],
    ['ForAnyValue:StringLike', 'a*', ['b', 'ab'], true],
    ['ForAnyValue:StringLike', 'a*', undefined, false],
    ['ForAnyValue:StringNotEquals', 'a', ['a', 'b'], true],
    ['ForAnyValue:StringNotEquals', 'a', undefined, false],
    ['ForAnyValue:StringEqualsIfExists', 'a', undefined, true],
    ['ForAllValues:ArnLike', 'arn:aws:sns:*:*:*', ['arn:aws:sns:r:1:a', 'arn:aws:sns:r:1:b'], true],
  ])('%s %j against %j: %s', (operator, expected, found, verdict) => {
    expect(holds(operator, expected, found === undefined ? {} : { K: found })).toBe(verdict);
  });

  it.each(OPERATOR_NAMES)('knows %s with and without IfExists and set qualifiers', (name) => {
    for (const set of ['', 'ForAllValues:', 'ForAnyValue:']) {
      expect(parseOperator(`${set}${name}`)).toBeDefined();
      expect(parseOperator(`${set}${name}IfExists`) !== undefined).toBe(name !== 'Null');
    }
    expect(parseOperator(name.toLowerCase())).toBeUndefined();
  });

  it('is the complement of its negation wherever the key is present', () => {
    const values = ['a', 'A', 'a*', '10', '11', '2026-01-01', '203.0.113.9', 'arn:aws:s3:::bucket', ''];
    for (const negated of OPERATOR_NAMES.filter((name) => name.includes('Not'))) {
      for (const found of values) {
        for (const expected of values) {
          const plain = negated.replace('Not', '');
          expect(holds(negated, expected, { k: found }), `${negated} ${expected} ${found}`).toBe(!holds(plain, expected, { k: found }));
        }
      }
    }
  });
});

describe('a policy variable', () => {
  const context = { k: 'alice/x', 'aws:username': 'alice', 'aws:PrincipalTag/Team': 'red', many: ['a', 'b'], star: '*' };
  it.each([
    ['StringLike', '${aws:username}/*', true],
    ['StringLike', '${AWS:USERNAME}/*', true],
    ['StringEquals', '${aws:username}/x', true],
    ['StringEqualsIgnoreCase', '${aws:username}/X', true],
    ['StringLike', "${aws:userid, 'alice'}/*", true],
    ['StringLike', "${aws:username, 'bob'}/*", true],
    ['StringLike', '${aws:userid}/*', false],
    ['StringNotLike', '${aws:userid}/*', true],
    ['StringLike', '${star}', false],
    ['StringLike', '${many}*', false],
    ['StringLike', '${aws:username', false],
    ['NumericEquals', '${aws:username}', false],
  ])('%s %s: %s', (operator, value, verdict) => expect(holds(operator, value, context)).toBe(verdict));

  it('is plain text in documents of 2008-10-17', () => {
    expect(holds('StringEquals', '${aws:username}', { k: 'alice', 'aws:username': 'alice' }, false)).toBe(false);
    expect(holds('StringEquals', '${aws:username}', { k: '${aws:username}' }, false)).toBe(true);
  });

  it('that never closes costs no more than its length', () => {
    expect(
      processorMs(() => {
        expect(holds('StringLike', '${'.repeat(60_000), context)).toBe(false);
      }),
    ).toBeLessThan(1000);
  });
});

// Comparison operators of Choice rules: kinds never mix.
import { expect, it } from 'vitest';
import { Effort, TooMuchWork } from '#services/states/language/effort';
import { operatorOf } from './comparisons.ts';
import { stringMatches } from './string-matches.ts';

it.each([
  ['StringEquals', 'a', 'a', true],
  ['StringLessThan', 'a', 'b', true],
  ['StringEquals', 1, 1, false],
  ['NumericGreaterThan', 2, 1, true],
  ['NumericGreaterThan', '2', 1, false],
  ['NumericLessThanEquals', 1, 1, true],
  ['BooleanEquals', false, false, true],
  ['BooleanEquals', null, false, false],
  ['TimestampEquals', '2026-01-01T00:00:00Z', '2026-01-01T01:00:00+01:00', true],
  ['TimestampLessThan', '2026-01-01', '2027-01-01T00:00:00Z', false],
  ['IsTimestamp', '2026-02-30T00:00:00Z', true, false],
  ['IsNull', null, true, true],
  ['IsNumeric', '1', false, true],
  ['IsPresent', undefined, false, true],
])('%s of %j and %j', (name, value, expected, holds) => {
  expect(operatorOf(name)!.compare(value, expected, Effort.inThread())).toBe(holds);
});

it('knows the operators with paths', () => {
  expect(operatorOf('NumericEqualsPath')?.isPath).toBe(true);
  expect([operatorOf('IsNullPath'), operatorOf('StringMatchesPath'), operatorOf('Variable')]).toEqual([undefined, undefined, undefined]);
});

it.each([
  ['log-*.txt', 'log-1.txt', true],
  ['log-*.txt', 'log-1.txt.gz', false],
  ['a\\*b', 'a*b', true],
  ['a\\*b', 'axb', false],
  ['*', '', true],
  ['a*b*c', 'a-b-b-c', true],
  ['(x)+', '(x)+', true],
])('%s and %s', (pattern, text, matches) => {
  expect(stringMatches(pattern, text, Effort.inThread())).toBe(matches);
});

it('matches many stars in a long text within bounded time', () => {
  expect(stringMatches(`${'a*'.repeat(50)}b`, 'a'.repeat(20_000), Effort.inThread())).toBe(false);
  const slow = (effort: Effort) => () => stringMatches(`*${'a'.repeat(5_000)}b`, 'a'.repeat(100_000), effort);
  expect(slow(Effort.inThread())).toThrow('more than 8,000,000 values');
  expect(slow(Effort.onMainThread())).toThrow(TooMuchWork);
});

// Rules of composite alarms, true and false, and rules that are refused.
import { expect, it } from 'vitest';
import type { StateValue } from '#services/cloudwatch/state';
import { parseRule, RuleError } from './composite-rule.ts';

const STATES = new Map<string, StateValue>([
  ['a', 'ALARM'],
  ['b', 'OK'],
  ['c d', 'INSUFFICIENT_DATA'],
]);

it.each([
  ['ALARM(a) AND ALARM(b)', false],
  ['ALARM(a) AND NOT ALARM(b)', true],
  ['(ALARM(a) OR ALARM(b)) AND OK(b)', true],
  ['ALARM("arn:aws:cloudwatch:us-east-1:1:alarm:a") AND ALARM("arn:aws:cloudwatch:us-east-1:1:alarm:b")', false],
  ['INSUFFICIENT_DATA("c d")', true],
  ['TRUE', true],
  ['false', false],
  ['NOT NOT ALARM(a)', true],
  ['AT_LEAST(2, ALARM, (a, b, "c d"))', false],
  ['AT_LEAST(60%, NOT OK, (a, b, "c d"))', true],
  ['ALARM(a) OR ALARM(b) AND ALARM(b)', true],
] as const)('%s is %s', (rule, wanted) => expect(parseRule(rule).test((name) => STATES.get(name))).toBe(wanted));

it.each(['ALARM(a', 'ALARM()', 'FOO(a)', 'ALARM(a) ALARM(b)', '', 'ALARM("a', 'AT_LEAST(x, ALARM, (a))', `${'('.repeat(200)}TRUE`])(
  'refuses %.20s',
  (rule) => expect(() => parseRule(rule)).toThrow(RuleError),
);

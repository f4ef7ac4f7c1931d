// The comparison operators of path Choice rules. A comparison between kinds is false, never an error (491 recorded comparisons).
import { table } from '#lib/table';
import type { Effort } from '#services/states/language/effort';
import type { Json } from '#services/states/language/json';
import { stringMatches } from './string-matches.ts';
import { readTimestamp } from './timestamps.ts';

/** `value` is undefined where the rule's variable is absent: only IsPresent is asked then. */
export type Comparison = (value: Json | undefined, expected: Json | undefined, effort: Effort) => boolean;

type Ordered = string | number;

const ORDERS: Readonly<Record<string, (a: Ordered, b: Ordered) => boolean>> = table({
  Equals: (a, b) => a === b,
  LessThan: (a, b) => a < b,
  GreaterThan: (a, b) => a > b,
  LessThanEquals: (a, b) => a <= b,
  GreaterThanEquals: (a, b) => a >= b,
});

const KINDS: Readonly<Record<string, (value: Json | undefined) => Ordered | undefined>> = table({
  String: (value) => (typeof value === 'string' ? value : undefined),
  Numeric: (value) => (typeof value === 'number' ? value : undefined),
  Timestamp: readTimestamp,
});

const TESTS: Readonly<Record<string, (value: Json | undefined) => boolean>> = table({
  IsNull: (value) => value === null,
  IsPresent: (value) => value !== undefined,
  IsString: (value) => typeof value === 'string',
  IsNumeric: (value) => typeof value === 'number',
  IsBoolean: (value) => typeof value === 'boolean',
  IsTimestamp: (value) => readTimestamp(value) !== undefined,
});

const ordered = Object.entries(KINDS).flatMap(([kind, read]) =>
  Object.entries(ORDERS).map(([order, holds]): [string, Comparison] => [
    `${kind}${order}`,
    (value, expected) => {
      const [a, b] = [read(value), read(expected)];
      return a !== undefined && b !== undefined && holds(a, b);
    },
  ]),
);

/** By the operator's name, without `Path`. */
export const COMPARISONS: ReadonlyMap<string, Comparison> = new Map<string, Comparison>([
  ...ordered,
  ['BooleanEquals', (value, expected) => typeof value === 'boolean' && value === expected],
  [
    'StringMatches',
    (value, expected, effort) => typeof value === 'string' && typeof expected === 'string' && stringMatches(expected, value, effort),
  ],
  ...Object.entries(TESTS).map(([name, test]): [string, Comparison] => [name, (value, expected) => test(value) === expected]),
]);

/** Operators that exist a second time with `Path`, where a path names the expected value. */
export const PATH_OPERATORS: ReadonlySet<string> = new Set(['BooleanEquals', ...ordered.map(([name]) => name)]);

export interface Operator {
  readonly compare: Comparison;
  readonly isPath: boolean;
}

/** The operator of a rule's member; undefined for members that are none. */
export function operatorOf(member: string): Operator | undefined {
  const plain = COMPARISONS.get(member);
  if (plain) return { compare: plain, isPath: false };
  const name = member.endsWith('Path') ? member.slice(0, -'Path'.length) : '';
  return PATH_OPERATORS.has(name) ? { compare: COMPARISONS.get(name)!, isPath: true } : undefined;
}

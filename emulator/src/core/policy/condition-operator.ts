// Every condition operator: the meaning of its name, and how it compares one value of the policy with one value of the request.
import { BlockList, isIP } from 'node:net';
import { endsInStar, type Glob, matchesGlob, splitGlob } from '#lib/glob';
import { table } from '#lib/table';
import { parseDate } from './parse-date.ts';

/** Compares text, after variables have been replaced: with `*` and `?` where they are wildcards. */
interface TextComparison {
  readonly wildcards: boolean;
  readonly ignoreCase: boolean;
  readonly compareText: (expected: Glob, found: string) => boolean;
}
/** Compares plain values: no wildcards, no variables. */
interface ValueComparison {
  readonly compareValue: (expected: string, found: string) => boolean;
}
type Comparison = TextComparison | ValueComparison | 'null';

export interface ConditionOperator {
  readonly set: 'ForAllValues' | 'ForAnyValue' | undefined;
  readonly ifExists: boolean;
  /** The condition holds where the comparison does not: `StringNotEquals`. */
  readonly negated: boolean;
  readonly comparison: Comparison;
}

const text = (options: Partial<TextComparison> = {}): TextComparison => ({
  wildcards: false,
  ignoreCase: false,
  compareText: matchesGlob,
  ...options,
});
const value = (compareValue: ValueComparison['compareValue']): ValueComparison => ({ compareValue });

const numbers = (holds: (found: number, expected: number) => boolean) => value((expected, found) => holds(number(found), number(expected)));
const compareDates = (holds: (found: number, expected: number) => boolean) =>
  value((expected, found) => holds(parseDate(found) ?? Number.NaN, parseDate(expected) ?? Number.NaN));
/** Both ARN operators are the same: each of the six parts may hold wildcards. */
const arn = text({ wildcards: true, compareText: matchesArn });

const equal = (a: number, b: number) => a === b;
const COMPARISONS: Readonly<Record<string, Comparison>> = table({
  StringEquals: text(),
  StringEqualsIgnoreCase: text({ ignoreCase: true }),
  StringLike: text({ wildcards: true }),
  NumericEquals: numbers(equal),
  NumericLessThan: numbers((found, expected) => found < expected),
  NumericLessThanEquals: numbers((found, expected) => found <= expected),
  NumericGreaterThan: numbers((found, expected) => found > expected),
  NumericGreaterThanEquals: numbers((found, expected) => found >= expected),
  DateEquals: compareDates(equal),
  DateLessThan: compareDates((found, expected) => found < expected),
  DateLessThanEquals: compareDates((found, expected) => found <= expected),
  DateGreaterThan: compareDates((found, expected) => found > expected),
  DateGreaterThanEquals: compareDates((found, expected) => found >= expected),
  Bool: text({ ignoreCase: true, compareText: (expected, found) => isBoolean(found) && matchesGlob(expected, found) }),
  BinaryEquals: value((expected, found) => Buffer.from(expected, 'base64').equals(Buffer.from(found, 'base64'))),
  IpAddress: value(isInRange),
  ArnEquals: arn,
  ArnLike: arn,
  Null: 'null',
});
const NEGATIONS: Readonly<Record<string, string>> = table({
  StringNotEquals: 'StringEquals',
  StringNotEqualsIgnoreCase: 'StringEqualsIgnoreCase',
  StringNotLike: 'StringLike',
  NumericNotEquals: 'NumericEquals',
  DateNotEquals: 'DateEquals',
  NotIpAddress: 'IpAddress',
  ArnNotEquals: 'ArnEquals',
  ArnNotLike: 'ArnLike',
});

/** The names of all operators, without `IfExists` and without set qualifiers. */
export const OPERATOR_NAMES: readonly string[] = [...Object.keys(COMPARISONS), ...Object.keys(NEGATIONS)];

const OPERATORS: ReadonlyMap<string, ConditionOperator> = new Map(OPERATOR_NAMES.flatMap(variantsOf));

/** Undefined where the language has no such operator. */
export const parseOperator = (written: string): ConditionOperator | undefined => OPERATORS.get(written);

function variantsOf(name: string): [string, ConditionOperator][] {
  const comparison = COMPARISONS[NEGATIONS[name] ?? name] ?? 'null';
  const negated = Object.hasOwn(NEGATIONS, name);
  return ([undefined, 'ForAllValues', 'ForAnyValue'] as const).flatMap((set) => {
    const written = set === undefined ? name : `${set}:${name}`;
    const plain: [string, ConditionOperator] = [written, { set, negated, comparison, ifExists: false }];
    return name === 'Null' ? [plain] : [plain, [`${written}IfExists`, { set, negated, comparison, ifExists: true }]];
  });
}

const isBoolean = (text: string): boolean => text === 'true' || text === 'false';

const number = (text: string): number => (/^\s*[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?\s*$/i.test(text) ? Number(text) : Number.NaN);

const ARN_SEPARATORS = 5;
/** Compares part by part. A shorter pattern whose last character is `*` matches all that follows, like `arn:aws:sns:*`. */
function matchesArn(pattern: Glob, found: string): boolean {
  const expected = splitGlob(pattern, ':', ARN_SEPARATORS);
  const parts = found.split(':');
  if (parts.length <= ARN_SEPARATORS) return false;
  const last = expected.length - 1;
  if (last < ARN_SEPARATORS && !endsInStar(pattern)) return false;
  return expected.every((part, index) => matchesGlob(part, index === last ? parts.slice(index).join(':') : (parts[index] ?? '')));
}

function isInRange(expected: string, found: string): boolean {
  const [network = '', prefix] = expected.split('/');
  const [family, foundFamily] = [isIP(network), isIP(found)];
  const most = family === 6 ? 128 : 32;
  const bits = prefix === undefined ? most : /^\d{1,3}$/.test(prefix) ? Number(prefix) : -1;
  if (family === 0 || family !== foundFamily || bits < 0 || bits > most) return false;
  const range = new BlockList();
  range.addSubnet(network, bits, family === 6 ? 'ipv6' : 'ipv4');
  return range.check(found, family === 6 ? 'ipv6' : 'ipv4');
}

// The parameters that came before expressions: Expected, KeyConditions, QueryFilter, ScanFilter and their ConditionalOperator.
import { table } from '#lib/table';
import type { Condition, ExpectedAttributeValue } from '#model/dynamodb';
import { checkValue } from '#services/dynamodb/engine/check-value';
import { attribute, compareValues, equalValues, type Item, typeOf, type Value } from '#services/dynamodb/engine/value';
import { invalid, invalidParameter, type Wording } from '#services/dynamodb/faults';
import { beginsWith, contains } from './functions.ts';
import type { ItemTest } from './item-test.ts';

type Operator = NonNullable<Condition['ComparisonOperator']>;
type Test = (item: Item) => boolean;

const ORDERED = ['S', 'N', 'B'];
const SCALARS = [...ORDERED, 'BOOL', 'NULL'];
interface Rule {
  readonly least: number;
  readonly most: number;
  /** Types of operands; any where absent. */
  readonly types?: readonly string[];
}
const one = (types?: readonly string[]): Rule => ({ least: 1, most: 1, ...(types && { types }) });
const RULES: Readonly<Record<string, Rule>> = table({
  NULL: { least: 0, most: 0 },
  NOT_NULL: { least: 0, most: 0 },
  EQ: one(),
  NE: one(),
  LE: one(ORDERED),
  LT: one(ORDERED),
  GE: one(ORDERED),
  GT: one(ORDERED),
  CONTAINS: one(SCALARS),
  NOT_CONTAINS: one(SCALARS),
  BEGINS_WITH: one(['S', 'B']),
  IN: { least: 1, most: Number.POSITIVE_INFINITY, types: ORDERED },
  BETWEEN: { least: 2, most: 2, types: ORDERED },
});

/** @throws Fault ValidationException: operands of a wrong number, type or order */
function checkOperands(operator: Operator, values: readonly Value[]): void {
  const { least, most, types } = RULES[operator]!;
  if (values.length < least || values.length > most)
    throw invalidParameter(`Invalid number of argument(s) for the ${operator} ComparisonOperator`);
  if (values.some((value) => typeOf(value) !== typeOf(values[0]!)))
    throw invalidParameter('AttributeValues inside AttributeValueList must be of same type');
  for (const value of values)
    if (types && !types.includes(typeOf(value)))
      throw invalidParameter(`ComparisonOperator ${operator} is not valid for ${typeOf(value)} AttributeValue type`);
  if (operator === 'BETWEEN' && compareValues(values[0]!, values[1]!) > 0)
    throw invalid('The BETWEEN condition was provided a range where the lower bound is greater than the upper bound');
}

/** The tests of conditions whose attribute is there. */
const TESTS: Readonly<Record<string, (value: Value, operands: readonly Value[]) => boolean>> = table({
  EQ: (value, [other]) => equalValues(value, other!),
  NE: (value, [other]) => !equalValues(value, other!),
  LT: (value, [other]) => compareValues(value, other!) < 0,
  LE: (value, [other]) => compareValues(value, other!) <= 0,
  GT: (value, [other]) => compareValues(value, other!) > 0,
  GE: (value, [other]) => compareValues(value, other!) >= 0,
  BETWEEN: (value, [low, high]) => compareValues(value, low!) >= 0 && compareValues(value, high!) <= 0,
  IN: (value, operands) => operands.some((operand) => equalValues(value, operand)),
  BEGINS_WITH: (value, [start]) => beginsWith(value, start!),
  CONTAINS: (value, [part]) => contains(value, part!),
  NOT_CONTAINS: (value, [part]) => !contains(value, part!),
  NULL: () => false,
  NOT_NULL: () => true,
});
const HOLDS_WHERE_ABSENT: ReadonlySet<string> = new Set(['NULL', 'NE']);

function testOf(name: string, operator: Operator, operands: readonly Value[]): Test {
  const test = TESTS[operator]!;
  const absent = HOLDS_WHERE_ABSENT.has(operator);
  return (item) => {
    const value = attribute(item, name);
    return value === undefined ? absent : test(value, operands);
  };
}

type Combine = string | undefined;
function combined(tests: readonly Test[], operator: Combine): ItemTest {
  const either = operator === 'OR';
  return {
    parts: tests.length,
    holds: (item) => (either ? tests.some((test) => test(item)) : tests.every((test) => test(item))),
    *steps(item) {
      for (const test of tests) {
        yield;
        if (test(item) === either) return either;
      }
      return !either;
    },
  };
}

/** Key conditions and filters, checked. */
export function checkConditions(conditions: Readonly<Record<string, Condition>>, wording: Wording): void {
  for (const { AttributeValueList: values = [], ComparisonOperator: operator } of Object.values(conditions)) {
    for (const value of values) checkValue(value, wording);
    checkOperands(operator, values);
  }
}

/** @throws Fault ValidationException */
export function filterTest(conditions: Readonly<Record<string, Condition>>, operator: Combine, wording: Wording): ItemTest {
  checkConditions(conditions, wording);
  assertSeveral('', conditions, operator);
  const tests = Object.entries(conditions).map(([name, each]) => testOf(name, each.ComparisonOperator, each.AttributeValueList ?? []));
  return combined(tests, operator);
}

/** @throws Fault ValidationException */
export function expectedTest(expected: Readonly<Record<string, ExpectedAttributeValue>>, operator: Combine, wording: Wording): ItemTest {
  const tests = Object.entries(expected).map(([name, each]) => expectation(name, each, wording));
  assertSeveral('Expected', expected, operator);
  return combined(tests, operator);
}

function assertSeveral(_member: string, conditions: object, operator: Combine): void {
  if (operator !== undefined && Object.keys(conditions).length === 0)
    throw invalid('ConditionalOperator cannot be used without Filter or Expected');
}

function expectation(name: string, expected: ExpectedAttributeValue, wording: Wording): Test {
  const { Value: value, Exists: exists, ComparisonOperator: operator, AttributeValueList: list } = expected;
  for (const each of [...(value ? [value] : []), ...(list ?? [])]) checkValue(each, wording);
  const refuse = (words: string) => invalidParameter(`${words} for Attribute: ${name}`);
  if (operator === undefined) {
    if (list) throw refuse('AttributeValueList can only be used with a ComparisonOperator');
    if (exists !== false && !value) throw refuse(`Value must be provided when Exists is ${exists ?? null}`);
    if (exists === false && value) throw refuse('Value cannot be used when Exists is false');
    return exists === false ? testOf(name, 'NULL', []) : testOf(name, 'EQ', [value!]);
  }
  if (exists !== undefined) throw refuse('Exists and ComparisonOperator cannot be used together');
  if (list && value) throw refuse('Value and AttributeValueList cannot be used together');
  const operands = list ?? (value ? [value] : []);
  if (operands.length === 0 && !list && operator !== 'NULL' && operator !== 'NOT_NULL')
    throw refuse(`Value or AttributeValueList must be used with ComparisonOperator: ${operator}`);
  checkOperands(operator, operands);
  return testOf(name, operator, operands);
}

// The conditions on keys of a Query: by attribute, whichever way they were given.
import { dictionary, table } from '#lib/table';
import type { Condition } from '#model/dynamodb';
import type { KeyCondition } from '#services/dynamodb/engine/conditions';
import type { KeyAttribute } from '#services/dynamodb/engine/key';
import { typeOf, type Value } from '#services/dynamodb/engine/value';
import { invalid, invalidParameter } from '#services/dynamodb/faults';
import type { BoundExpression } from './compiled.ts';
import { checkConditions } from './older-conditions.ts';
import type { Node } from './syntax.ts';

type KeyOperator = KeyCondition['operator'];
export interface ValueCondition {
  readonly operator: KeyOperator;
  readonly first: Value;
  readonly second?: Value | undefined;
}
export type KeyConditions = ReadonlyMap<string, ValueCondition>;

const FLIPPED: Readonly<Record<string, KeyOperator>> = table({ '=': '=', '<': '>', '<=': '>=', '>': '<', '>=': '<=' });
const badOperator = (operator: string) => invalid(`Invalid operator used in KeyConditionExpression: ${operator}`);

/** @throws Fault ValidationException for conditions that no key can have */
export function expressionConditions({ parsed, binding }: BoundExpression): KeyConditions {
  const found = new Map<string, ValueCondition>();
  const visit = (node: Node): void => {
    if (node.kind === 'and') {
      for (const part of node.parts) visit(part);
      return;
    }
    const { name, condition } = readCondition(node, binding.paths, binding.values);
    if (found.has(name)) throw invalid('Invalid KeyConditionExpression: KeyConditionExpressions must only contain one condition per key');
    found.set(name, condition);
  };
  visit(parsed.root!);
  return found;
}

function readCondition(
  node: Node,
  paths: BoundExpression['binding']['paths'],
  values: readonly Value[],
): { name: string; condition: ValueCondition } {
  if (node.kind === 'or' || node.kind === 'not' || node.kind === 'in') throw badOperator(node.kind.toUpperCase());
  if (node.kind === 'compare' && node.operator === '<>') throw badOperator('<>');
  if (node.kind === 'call' && node.name !== 'begins_with' && node.name !== 'size') throw badOperator(node.name);
  const parts = 'parts' in node ? node.parts : [];
  if (parts.some(({ kind }) => kind === 'call')) throw invalid('KeyConditionExpressions cannot contain nested operations');
  const named = parts.filter((part) => part.kind === 'path');
  if (named.length > 1) throw invalid('Invalid condition in KeyConditionExpression: Multiple attribute names used in one condition');
  if (named.length === 0) throw invalid('Invalid condition in KeyConditionExpression: No key attribute specified');
  const leads = parts[0]!.kind === 'path';
  if (!leads && node.kind !== 'compare')
    throw invalid(
      `Invalid condition in KeyConditionExpression: ${node.kind === 'between' ? 'BETWEEN' : 'begins_with'} operator must have the key attribute as its first operand`,
    );
  const path = paths[(named[0] as { index: number }).index]!;
  if (path.length > 1) throw invalid('KeyConditionExpressions cannot have conditions on nested attributes');
  const [first, second] = parts.filter(({ kind }) => kind === 'value').map((part) => values[(part as { index: number }).index]!);
  const written = node.kind === 'compare' ? node.operator : node.kind === 'between' ? 'BETWEEN' : 'begins_with';
  return { name: path[0] as string, condition: { operator: leads ? (written as KeyOperator) : FLIPPED[written]!, first: first!, second } };
}

const OLDER_OPERATORS: Readonly<Record<string, KeyOperator>> = table({
  EQ: '=',
  LT: '<',
  LE: '<=',
  GT: '>',
  GE: '>=',
  BETWEEN: 'BETWEEN',
  BEGINS_WITH: 'begins_with',
});

const badLength = () => invalid('Conditions can be of length 1 or 2 only');

/** KeyConditions. @throws Fault ValidationException */
export function olderConditions(conditions: Readonly<Record<string, Condition>>): KeyConditions {
  checkConditions(conditions, 'current');
  if (Object.keys(conditions).length === 0) throw badLength();
  return new Map(
    Object.entries(conditions).map(([name, { ComparisonOperator, AttributeValueList: values = [] }]) => {
      const operator = OLDER_OPERATORS[ComparisonOperator];
      if (!operator) throw invalid('Attempted conditional constraint is not an indexable operation');
      return [name, { operator, first: values[0]!, second: values[1] }];
    }),
  );
}

export interface KeyPlan {
  /** The values of the HASH attributes, by name. */
  readonly hash: Readonly<Record<string, Value>>;
  /** On the leading RANGE attributes. */
  readonly range: readonly KeyCondition[];
}

interface Key {
  readonly hash: readonly KeyAttribute[];
  readonly range: readonly KeyAttribute[];
}

/** Fits conditions to a key; `older` says that they came as KeyConditions. @throws Fault ValidationException */
export function planKey({ hash, range }: Key, conditions: KeyConditions, older: boolean): KeyPlan {
  const attributes = hash.length + range.length;
  if (older && conditions.size > Math.max(2, attributes)) throw badLength();
  if (conditions.size > attributes)
    throw invalid(
      `The number of query conditions (${conditions.size}) exceeds the number of key attributes defined in the schema (${attributes})`,
    );
  const values: Record<string, Value> = dictionary();
  for (const attribute of hash) {
    const condition = conditions.get(attribute.name);
    if (!condition) throw invalid(`Query condition missed key schema element: ${attribute.name}`);
    typed(attribute, condition);
    if (condition.operator !== '=') throw invalid('Query key condition not supported');
    values[attribute.name] = condition.first;
  }
  const ranged = range.slice(0, range.findLastIndex(({ name }) => conditions.has(name)) + 1);
  const unequal = ranged.slice(0, -1).filter(({ name }) => conditions.get(name)?.operator !== '=');
  if (unequal.length > 0)
    throw invalid(
      `RANGE key attributes ${unequal.map(({ name }) => name).join(', ')} must have equality conditions specified in the query because a condition is present on key attribute ${ranged.at(-1)!.name}`,
    );
  if (hash.length + ranged.length < conditions.size) {
    const missed = range[ranged.length];
    if (range.length <= 1 && missed) throw invalid(`Query condition missed key schema element: ${missed.name}`);
    throw invalid('Query key condition not supported');
  }
  return { hash: values, range: ranged.map((attribute) => typed(attribute, conditions.get(attribute.name)!)) };
}

function typed({ name, type }: KeyAttribute, { operator, first, second }: ValueCondition): KeyCondition {
  const textOf = (value: Value): string => {
    const text = value[type];
    if (text === undefined || typeOf(value) !== type) throw invalidParameter('Condition parameter type does not match schema type');
    if (text === '' && operator === '=')
      throw invalid(
        `One or more parameter values are not valid. The AttributeValue for a key attribute cannot contain an empty ${type === 'B' ? 'binary' : 'string'} value. Key: ${name}`,
      );
    return text;
  };
  if (operator === 'begins_with' && type === 'N') throw invalidParameter('Condition parameter type does not match schema type');
  return { operator, first: textOf(first), second: second && textOf(second) };
}

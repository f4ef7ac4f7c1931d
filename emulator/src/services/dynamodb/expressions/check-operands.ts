// Checks the types of constant operands, and operators whose operands contradict each other.
import { compareValues, typeOf, type Value, type ValueType } from '#services/dynamodb/engine/value';
import type { Binding } from './binding.ts';
import { CONDITIONS } from './functions.ts';
import { type Node, showPath } from './syntax.ts';

export type Fail = (message: string) => never;

export const LONG_TYPE_NAMES: Readonly<Record<ValueType, string>> = {
  S: 'STRING',
  N: 'NUMBER',
  B: 'BINARY',
  NULL: 'NULL',
  BOOL: 'BOOLEAN',
  L: 'LIST',
  M: 'MAP',
  SS: 'SS',
  NS: 'NS',
  BS: 'BS',
};

const partsOf = (node: Node): readonly Node[] => ('parts' in node ? node.parts : []);
const nameOf = (node: Node): string => {
  if (node.kind === 'compare') return node.operator;
  return node.kind === 'call' ? node.name : node.kind.toUpperCase();
};

/** The type that an operand has whatever the item is; undefined where the item decides. */
function constantType(node: Node | undefined, { values }: Binding): ValueType | undefined {
  if (node?.kind === 'value') return typeOf(values[node.index]!);
  if (node === undefined || node.kind === 'path') return undefined;
  if (node.kind === '+' || node.kind === '-') return undefined;
  if (node.kind !== 'call' || CONDITIONS.has(node.name)) return 'BOOL';
  return node.name === 'size' ? 'N' : node.name === 'list_append' ? 'L' : undefined;
}

/** Two equal paths as the operands of one operator make no sense. */
export function checkDistinct(node: Node, { paths }: Binding, fail: Fail): void {
  const [first, second, ...rest] = partsOf(node);
  if (rest.length > 0 || first?.kind !== 'path' || second?.kind !== 'path') return;
  const [path, other] = [paths[first.index]!, paths[second.index]!];
  if (path.length === other.length && path.every((part, at) => part === other[at]))
    fail(
      `The first operand must be distinct from the remaining operands for this operator or function; operator: ${nameOf(node)}, first operand: ${showPath(path)}`,
    );
}

const ORDERED: readonly (ValueType | undefined)[] = ['S', 'N', 'B', undefined];
const wrongType = (node: Node, type: string): string =>
  `Incorrect operand type for operator or function; operator or function: ${nameOf(node)}, operand type: ${type}`;
const needsPath = (name: string): string => `Operator or function requires a document path; operator or function: ${name}`;

export function checkCondition(node: Node, binding: Binding, fail: Fail): void {
  const assertTypes = (allowed: readonly (ValueType | undefined)[]): void => {
    for (const part of partsOf(node)) {
      const type = constantType(part, binding);
      if (!allowed.includes(type)) fail(wrongType(node, type!));
    }
  };
  if (node.kind === 'compare' && node.operator !== '=' && node.operator !== '<>') assertTypes(ORDERED);
  if (node.kind === 'between') {
    assertTypes(ORDERED);
    checkBounds(node.parts, binding, fail);
  }
  if (node.kind !== 'call') return;
  const [first, second] = node.parts;
  if (node.name === 'attribute_exists' || node.name === 'attribute_not_exists') {
    if (first?.kind !== 'path') fail(needsPath(node.name));
  } else if (node.name === 'begins_with') assertTypes(['S', 'B', undefined]);
  else if (node.name === 'attribute_type') checkTypeName(node, second, binding, fail);
  else if (node.name === 'size') {
    const type = constantType(first, binding);
    if (type === 'N' || type === 'BOOL' || type === 'NULL') fail(wrongType(node, type));
  }
}

function checkTypeName(node: Node, operand: Node | undefined, binding: Binding, fail: Fail): void {
  const type = constantType(operand, binding);
  if (operand?.kind !== 'value' || type !== 'S') fail(wrongType(node, type ?? '{NS,SS,L,BS,N,M,B,BOOL,NULL,S}'));
  const name = binding.values[operand.index]!.S!;
  if (!Object.hasOwn(LONG_TYPE_NAMES, name))
    fail(`Invalid attribute type name found; type: ${name}, valid types: {B,NULL,SS,BOOL,L,BS,N,NS,S,M}`);
}

const showBound = (value: Value): string => {
  const type = typeOf(value);
  return `AttributeValue: {${type}:${String(value[type])}}`;
};

function checkBounds([, low, high]: readonly Node[], { values }: Binding, fail: Fail): void {
  if (low?.kind !== 'value' || high?.kind !== 'value') return;
  const [lower, upper] = [values[low.index]!, values[high.index]!];
  const bounds = `lower bound operand: ${showBound(lower)}, upper bound operand: ${showBound(upper)}`;
  if (typeOf(lower) !== typeOf(upper)) fail(`The BETWEEN operator requires same data type for lower and upper bounds; ${bounds}`);
  if (compareValues(lower, upper) > 0)
    fail(`The BETWEEN operator requires upper bound to be greater than or equal to lower bound; ${bounds}`);
}

/** A function or sum in an update. */
export function checkCall(node: Node, binding: Binding, fail: Fail): void {
  const parts = partsOf(node);
  if (node.kind === 'call' && node.name === 'if_not_exists') {
    if (parts[0]?.kind !== 'path') fail(needsPath(node.name));
    return;
  }
  const expected = node.kind === 'call' ? 'L' : 'N';
  for (const part of parts) {
    const type = constantType(part, binding);
    if (type !== undefined && type !== expected) fail(wrongType(node, type));
  }
}

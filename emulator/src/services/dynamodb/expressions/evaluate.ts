// Compiles parsed conditions and right sides of updates to closures.
import { addNumbers } from '#services/dynamodb/engine/number';
import { MAX_ITEM_BYTES } from '#services/dynamodb/engine/size';
import { compareValues, equalValues, type Item, typeOf, type Value } from '#services/dynamodb/engine/value';
import { invalid } from '#services/dynamodb/faults';
import type { Binding } from './binding.ts';
import { beginsWith, CONDITIONS, contains, sizeOf } from './functions.ts';
import { valueAt } from './path.ts';
import type { Comparator, Node } from './syntax.ts';

export type Test = (item: Item, binding: Binding) => boolean;
export type Operand = (item: Item, binding: Binding) => Value | undefined;

const compilePair = <T>(parts: readonly Node[], compile: (node: Node) => T): readonly [T, T] => [compile(parts[0]!), compile(parts[1]!)];

export function compileCondition(node: Node): Test {
  switch (node.kind) {
    case 'and': {
      const [left, right] = compilePair(node.parts, compileCondition);
      return (item, binding) => left(item, binding) && right(item, binding);
    }
    case 'or': {
      const [left, right] = compilePair(node.parts, compileCondition);
      return (item, binding) => left(item, binding) || right(item, binding);
    }
    case 'not': {
      const inner = compileCondition(node.parts[0]!);
      return (item, binding) => !inner(item, binding);
    }
    case 'compare':
      return compileComparison(node.operator, node.parts);
    case 'between': {
      const [value, low, high] = node.parts.map(compileOperand) as [Operand, Operand, Operand];
      const test = present2((a, b) => compareValues(a, b) >= 0);
      return (item, binding) => {
        const given = value(item, binding);
        return test(given, low(item, binding)) && test(high(item, binding), given);
      };
    }
    case 'in': {
      const [value, ...list] = node.parts.map(compileOperand) as [Operand, ...Operand[]];
      const equal = present2(equalValues);
      return (item, binding) => {
        const given = value(item, binding);
        return list.some((member) => equal(given, member(item, binding)));
      };
    }
    case 'call':
      return compileCall(node.name, node.parts);
    default:
      throw new TypeError(`no condition: ${node.kind}`);
  }
}

/** False where either value is missing. */
const present2 =
  (test: (a: Value, b: Value) => boolean) =>
  (a: Value | undefined, b: Value | undefined): boolean =>
    a !== undefined && b !== undefined && test(a, b);

const COMPARISONS: Readonly<Record<Comparator, (a: Value | undefined, b: Value | undefined) => boolean>> = {
  '=': present2(equalValues),
  // The only comparison that holds where an operand is missing.
  '<>': (a, b) => a === undefined || b === undefined || !equalValues(a, b),
  '<': present2((a, b) => compareValues(a, b) < 0),
  '<=': present2((a, b) => compareValues(a, b) <= 0),
  '>': present2((a, b) => compareValues(a, b) > 0),
  '>=': present2((a, b) => compareValues(a, b) >= 0),
};

function compileComparison(operator: Comparator, parts: readonly Node[]): Test {
  const [left, right] = compilePair(parts, compileOperand);
  const compare = COMPARISONS[operator];
  return (item, binding) => compare(left(item, binding), right(item, binding));
}

function compileCall(name: string, parts: readonly Node[]): Test {
  const [value, other = () => undefined] = parts.map(compileOperand) as [Operand, Operand?];
  const pair = (test: (a: Value, b: Value) => boolean): Test => {
    const both = present2(test);
    return (item, binding) => both(value(item, binding), other(item, binding));
  };
  switch (name) {
    case 'attribute_exists':
      return (item, binding) => value(item, binding) !== undefined;
    case 'attribute_not_exists':
      return (item, binding) => value(item, binding) === undefined;
    case 'attribute_type':
      return pair((given, type) => typeOf(given) === type.S);
    case 'begins_with':
      return pair(beginsWith);
    case 'contains':
      return pair(contains);
    default:
      throw new TypeError(`no condition: ${name}`);
  }
}

const badType = () => invalid('An operand in the update expression has an incorrect data type');
export const tooLarge = () => invalid('Item size to update has exceeded the maximum allowed size');

/** @throws Fault ValidationException for an attribute that the item does not have */
export function assertPresent(value: Value | undefined): Value {
  if (value === undefined) throw invalid('The provided expression refers to an attribute that does not exist in the item');
  return value;
}

/** An operand of a condition, or the right side of an update. */
export function compileOperand(node: Node): Operand {
  switch (node.kind) {
    case 'path': {
      const { index } = node;
      return (item, { paths }) => valueAt(item, paths[index]!);
    }
    case 'value': {
      const { index } = node;
      return (_item, { values }) => values[index];
    }
    case '+':
    case '-': {
      const subtract = node.kind === '-';
      return compileTwo(node.parts, (a, b) => {
        if (a.N === undefined || b.N === undefined) throw badType();
        return { N: addNumbers(a.N, b.N, subtract) };
      });
    }
    case 'call':
      return CONDITIONS.has(node.name) ? asBoolean(node) : compileFunction(node.name, node.parts);
    default:
      return asBoolean(node);
  }
}

/** The result of a condition as a value, which only PartiQL compares. */
function asBoolean(node: Node): Operand {
  const test = compileCondition(node);
  return (item, binding) => ({ BOOL: test(item, binding) });
}

function compileFunction(name: string, parts: readonly Node[]): Operand {
  if (name === 'list_append') return compileAppend(parts);
  const value = compileOperand(parts[0]!);
  if (name === 'if_not_exists') {
    const fallback = compileOperand(parts[1]!);
    return (item, binding) => value(item, binding) ?? fallback(item, binding);
  }
  return (item, binding) => {
    const given = value(item, binding);
    const size = given && sizeOf(given);
    return size === undefined ? undefined : { N: String(size) };
  };
}

/** Lists that are appended to each other become one list at once: each inner one would be copied as often as it is nested. */
function compileAppend(parts: readonly Node[]): Operand {
  const operands = appended(parts).map(compileOperand);
  return (item, binding) => {
    const values = operands.map((operand) => assertPresent(operand(item, binding)));
    const lists = values.map(({ L: list }) => {
      if (!list) throw badType();
      return list;
    });
    // Each member takes a byte at least.
    if (lists.reduce((sum, { length }) => sum + length, 0) > MAX_ITEM_BYTES) throw tooLarge();
    return { L: ([] as Value[]).concat(...lists) };
  };
}

const appended = (parts: readonly Node[]): Node[] =>
  parts.flatMap((part) => (part.kind === 'call' && part.name === 'list_append' ? appended(part.parts) : [part]));

function compileTwo(parts: readonly Node[], combine: (a: Value, b: Value) => Value): Operand {
  const [left, right] = compilePair(parts, compileOperand);
  return (item, binding) => combine(assertPresent(left(item, binding)), assertPresent(right(item, binding)));
}

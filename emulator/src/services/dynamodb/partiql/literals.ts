// Literals of PartiQL statements as attribute values.
import { Fault } from '#core/fault';
import { canonicalNumber } from '#services/dynamodb/engine/number';
import { type Item, openItem, type Value } from '#services/dynamodb/engine/value';
import { invalid, invalidParameter } from '#services/dynamodb/faults';
import type { Expression } from './syntax.ts';

/** How the service names what is no literal. */
const KINDS: Partial<Record<Expression['kind'], string>> = {
  parameter: 'Parameter',
  path: 'Id',
  is: 'IsType',
  missing: 'Missing',
  star: 'Star',
  query: 'Select',
  write: 'Dml',
};

const nameOf = (expression: Expression): string => {
  if (expression.kind === 'call') return expression.name;
  return expression.kind === 'operation' ? expression.operator : KINDS[expression.kind]!;
};

export const isLiteral = ({ kind }: Expression): boolean =>
  kind === 'string' || kind === 'number' || kind === 'boolean' || kind === 'null' || kind === 'list' || kind === 'bag' || kind === 'struct';

/** `path` is where the literal lies in the value of an attribute. @throws Fault ValidationException */
export function literalValue(literal: Expression, path = 'root'): Value {
  switch (literal.kind) {
    case 'string':
      return { S: literal.text };
    case 'number':
      return { N: numberIn(literal.text, path) };
    case 'boolean':
      return { BOOL: literal.value };
    case 'null':
      return { NULL: true };
    case 'list':
      return { L: literal.parts.map((part, at) => literalValue(part, `${path}[${at}]`)) };
    case 'struct':
      return { M: structItem(literal.members, path, (value, name) => literalValue(value, `${path}.${name}`)) };
    case 'bag':
      return setOf(literal.parts, path);
    default:
      throw invalid(`Unsupported data type: ${nameOf(literal)} under key ${path} at ${literal.at}`);
  }
}

/** The members of a struct by their keys. @throws Fault ValidationException */
export function structItem(
  members: readonly (readonly [key: Expression, value: Expression])[],
  path: string,
  readValue: (value: Expression, name: string) => Value,
): Item {
  const item = openItem();
  for (const [key, value] of members) {
    if (key.kind !== 'string') throw invalid(`Tuple keys must be of type String. Actual type: ${nameOf(key) ?? key.kind} under ${path}`);
    if (Object.hasOwn(item, key.text)) throw invalid(`Duplicate keys in tuple. Key: ${key.text} under ${path}`);
    item[key.text] = readValue(value, key.text);
  }
  return item;
}

function numberIn(text: string, path: string): string {
  try {
    return canonicalNumber(text, 'older');
  } catch (error) {
    if (!(error instanceof Fault)) throw error;
    throw invalid(`${error.message} under ${path}`);
  }
}

function setOf(parts: readonly Expression[], path: string): Value {
  if (parts.length === 0) throw invalid('Empty bags are not supported');
  const texts = parts.map((part) => (part.kind === 'string' || part.kind === 'number' ? part.text : ''));
  const shown = `Input collection [${texts.join(', ')}] contains duplicates`;
  if (parts.every(({ kind }) => kind === 'string')) {
    if (new Set(texts).size < texts.length) throw invalidParameter(`${shown}.`);
    return { SS: texts };
  }
  if (!parts.every(({ kind }) => kind === 'number'))
    throw invalid('Unsupported data type in Bag. DynamoDB only supports either numbers or strings in bags');
  const numbers = texts.map((text) => numberIn(text, path));
  if (new Set(numbers).size < numbers.length) throw invalidParameter(`${shown}! under ${path}`);
  return { NS: numbers };
}

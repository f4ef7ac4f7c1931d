// Attribute values of requests of resolvers and of the tables' API, and plain data.
import type { AttributeValue } from '#model/dynamodb';

export type Attributes = Record<string, AttributeValue>;
type Loose = Readonly<Record<string, unknown>>;

const textOf = (value: unknown): string => (typeof value === 'string' ? value : (JSON.stringify(value) ?? ''));
const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

/** Requests may have numbers as numbers, and a null without its flag. Bytes are base64. */
export function attributeValue(given: unknown): AttributeValue {
  const value = (typeof given === 'object' && given !== null ? given : {}) as Loose;
  const [kind = ''] = Object.keys(value);
  const inner = value[kind];
  switch (kind) {
    case 'S':
      return { S: textOf(inner) };
    case 'N':
      return { N: String(inner) };
    case 'B':
      return { B: textOf(inner) };
    case 'BOOL':
      return { BOOL: inner === true || inner === 'true' };
    case 'SS':
      return { SS: listOf(inner).map(textOf) };
    case 'NS':
      return { NS: listOf(inner).map(String) };
    case 'BS':
      return { BS: listOf(inner).map(textOf) };
    case 'L':
      return { L: listOf(inner).map(attributeValue) };
    case 'M':
      return { M: attributes(inner) };
    default:
      return { NULL: true };
  }
}

export const attributes = (map: unknown): Attributes =>
  Object.fromEntries(Object.entries((map ?? {}) as Loose).map(([name, value]) => [name, attributeValue(value)]));

function plainValue(value: AttributeValue): unknown {
  if (value.S !== undefined) return value.S;
  if (value.N !== undefined) return Number(value.N);
  if (value.BOOL !== undefined) return value.BOOL;
  if (value.M !== undefined) return plainItem(value.M);
  if (value.L !== undefined) return value.L.map(plainValue);
  if (value.SS !== undefined) return value.SS;
  if (value.NS !== undefined) return value.NS.map(Number);
  return value.B ?? value.BS ?? null;
}

export const plainItem = (item: Readonly<Attributes>): Record<string, unknown> =>
  Object.fromEntries(Object.entries(item).map(([name, value]) => [name, plainValue(value)]));

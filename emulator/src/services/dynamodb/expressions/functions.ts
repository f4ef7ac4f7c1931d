// The functions of conditions, and what the older parameters call by other names.
import { includesText } from '#services/dynamodb/engine/text-search';
import { equalValues, typeOf, type Value } from '#services/dynamodb/engine/value';

export function beginsWith(value: Value, start: Value): boolean {
  if (value.S !== undefined && start.S !== undefined) return value.S.startsWith(start.S);
  if (value.B === undefined || start.B === undefined) return false;
  const first = Buffer.from(start.B, 'base64');
  return Buffer.from(value.B, 'base64').subarray(0, first.length).equals(first);
}

/** Bytes as a text of one character each. */
const asUnits = (base64: string): string => Buffer.from(base64, 'base64').toString('latin1');

export function contains(value: Value, part: Value): boolean {
  switch (typeOf(value)) {
    case 'S':
      return part.S !== undefined && includesText(value.S!, part.S);
    case 'B':
      return part.B !== undefined && includesText(asUnits(value.B!), asUnits(part.B));
    case 'SS':
      return part.S !== undefined && value.SS!.includes(part.S);
    case 'NS':
      return part.N !== undefined && value.NS!.includes(part.N);
    case 'BS':
      return part.B !== undefined && value.BS!.includes(part.B);
    case 'L':
      return value.L!.some((member) => equalValues(member, part));
    default:
      return false;
  }
}

/** Characters, bytes or members; undefined for types that have no size. */
export function sizeOf(value: Value): number | undefined {
  if (value.S !== undefined) return value.S.length;
  if (value.B !== undefined) return Buffer.byteLength(value.B, 'base64');
  if (value.M) return Object.keys(value.M).length;
  return (value.L ?? value.SS ?? value.NS ?? value.BS)?.length;
}

/** Functions that are conditions. */
export const CONDITIONS: ReadonlySet<string> = new Set([
  'attribute_exists',
  'attribute_not_exists',
  'attribute_type',
  'begins_with',
  'contains',
]);

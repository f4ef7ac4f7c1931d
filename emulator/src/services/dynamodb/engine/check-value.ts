// Checks attribute values as clients send them, makes their numbers canonical, and adds up their sizes: one pass over each value.

import { isObject } from '#lib/json-object';
import { invalid, invalidParameter, serialization, type Wording } from '#services/dynamodb/faults';
import { canonicalNumber, numberSize } from './number.ts';
import { base64Bytes, utf8Bytes } from './size.ts';
import { compareStrings, type Item, type ValueType } from './value.ts';

/** Limit: levels of lists and maps above the innermost value of an attribute, which is on level 32 (paritysuite/dynamodb-conformance, nestingDepth). */
export const MAX_DEPTH = 31;
export const TOO_DEEP = 'Nesting Levels have exceeded supported limits';
/** Limit: bytes of an attribute's name. */
const MAX_NAME_BYTES = 65_535;
const BASE64 = /^[A-Za-z0-9+/]*={0,2}$/;
const TYPES = new Set<string>(['S', 'N', 'B', 'SS', 'NS', 'BS', 'L', 'M', 'BOOL', 'NULL']);

type Open = Record<string, unknown>;

/** Bytes of the value. Numbers in it become canonical. @throws Fault ValidationException or SerializationException */
export function checkValue(value: unknown, wording: Wording, depth = 0): number {
  if (!isObject(value)) throw mistyped(value, 'structure');
  const open = value as Open;
  const type = onlyType(open);
  const given = open[type];
  switch (type) {
    case 'S':
      return utf8Bytes(text(given));
    case 'N':
      open['N'] = canonicalNumber(text(given), wording);
      return numberSize(open['N'] as string);
    case 'B':
      return binarySize(given);
    case 'BOOL':
      if (typeof given !== 'boolean') throw mistyped(given, 'Boolean');
      return 1;
    case 'NULL':
      if (typeof given !== 'boolean') throw mistyped(given, 'Boolean');
      if (!given) throw invalidParameter('Null attribute value types must have the value of true');
      return 1;
    case 'L':
      return listSize(given, wording, depth);
    case 'M':
      return mapSize(given, wording, depth);
    default:
      return setSize(open, type, given, wording);
  }
}

/** The one type of a value. Members that are null count as absent, and are removed. */
function onlyType(open: Open): ValueType {
  let found: string | undefined;
  for (const type in open) {
    if (open[type] === null || open[type] === undefined || !TYPES.has(type)) {
      delete open[type];
      continue;
    }
    if (found !== undefined)
      throw invalid('Supplied AttributeValue has more than one datatypes set, must contain exactly one of the supported datatypes');
    found = type;
  }
  if (found === undefined) throw invalid('Supplied AttributeValue is empty, must contain exactly one of the supported datatypes');
  return found as ValueType;
}

function text(value: unknown): string {
  if (typeof value !== 'string') throw mistyped(value, 'String');
  return value;
}

function binarySize(value: unknown): number {
  if (typeof value !== 'string') throw mistyped(value, 'Blob');
  if (value.length % 4 !== 0) throw serialization(`Base64 encoded length is expected a multiple of 4 bytes but found: ${value.length}`);
  if (!BASE64.test(value)) throw serialization('Invalid Base64 character');
  return base64Bytes(value);
}

function assertDepth(depth: number): void {
  if (depth >= MAX_DEPTH) throw invalid(`${TOO_DEEP}: Attributes in the item have nested levels beyond supported limit`);
}

function listSize(value: unknown, wording: Wording, depth: number): number {
  if (!Array.isArray(value)) throw mistyped(value, 'list');
  assertDepth(depth);
  let size = 3;
  for (const member of value as unknown[]) size += 1 + checkValue(member, wording, depth + 1);
  return size;
}

function mapSize(value: unknown, wording: Wording, depth: number): number {
  if (!isObject(value)) throw mistyped(value, 'map');
  assertDepth(depth);
  let size = 3;
  for (const name in value) size += 1 + nameSize(name) + checkValue((value as Open)[name], wording, depth + 1);
  return size;
}

const SETS = { SS: 'string', NS: 'number', BS: 'binary' } as const;

function setSize(open: Open, type: ValueType, value: unknown, wording: Wording): number {
  if (!Array.isArray(value)) throw mistyped(value, 'list');
  const sent = value as unknown[];
  if (sent.length === 0)
    throw invalidParameter(type === 'BS' ? 'Binary sets should not be empty' : `An ${SETS[type as 'SS']} set  may not be empty`);
  let size = 0;
  const members = sent.map((member) => {
    if (type === 'BS') size += binarySize(member);
    else if (type === 'SS') size += utf8Bytes(text(member));
    else {
      const number = canonicalNumber(text(member), wording);
      size += numberSize(number);
      return number;
    }
    return member as string;
  });
  if (new Set(members).size !== members.length) throw duplicates(type, sent as string[], wording);
  open[type] = members;
  return size;
}

function duplicates(type: ValueType, sent: readonly string[], wording: Wording): Error {
  const of = type === 'BS' ? 'of type BS' : '';
  if (wording === 'older') {
    if (type === 'NS') return invalid('Input collection contains duplicates');
    return invalidParameter(`Input collection [${sent.join(', ')}]${of} contains duplicates.`);
  }
  if (type === 'NS') return invalidParameter('Input collection contains duplicates.');
  const shown = sortedToRepeat(sent, type === 'BS').map((member) => JSON.stringify(member));
  return invalidParameter(`Input collection [${shown.join(type === 'BS' ? ',' : ', ')}]${of} contains duplicates.`);
}

/** The members in byte order up to the first repeat, then the repeat, then the others as sent. */
function sortedToRepeat(sent: readonly string[], binary: boolean): string[] {
  const seen = new Set<string>();
  const repeat = sent.findIndex((member) => seen.size === seen.add(member).size);
  const compare = binary ? (a: string, b: string) => Buffer.compare(Buffer.from(a, 'base64'), Buffer.from(b, 'base64')) : compareStrings;
  return [...sent.slice(0, repeat).sort(compare), ...sent.slice(repeat)];
}

const tokenOf = (value: unknown): string =>
  typeof value === 'boolean' ? `${String(value).toUpperCase()}_VALUE` : typeof value === 'string' ? 'STRING_VALUE' : 'NUMBER_VALUE';

/** In the words of the JSON reader in front of the service. */
function mistyped(value: unknown, expected: 'String' | 'Boolean' | 'Blob' | 'list' | 'map' | 'structure'): Error {
  if (Array.isArray(value)) return serialization('Unrecognized collection type class java.util.ArrayList');
  if (typeof value === 'object' && value !== null) return serialization('Start of structure or map found where not expected');
  if (expected === 'structure') return serialization('Unexpected value type in payload');
  if (expected === 'list' || expected === 'map') return serialization('Unexpected field type');
  return serialization(`${tokenOf(value)} cannot be converted to ${expected}`);
}

export function nameSize(name: string): number {
  if (name === '') throw invalidParameter('Empty attribute name');
  const bytes = utf8Bytes(name);
  if (bytes > MAX_NAME_BYTES) throw invalid(`Attribute name is too large, must be less than ${MAX_NAME_BYTES + 1} bytes: ${bytes}`);
  return bytes;
}

/** Bytes of a whole item. @throws Fault ValidationException or SerializationException */
export function checkItem(item: Item, wording: Wording): number {
  if (wording === 'older') checkShape(item);
  let size = 0;
  for (const name in item) size += nameSize(name) + checkValue(item[name], wording);
  return size;
}

/** The older layer looks at the names of an item and how deep it is before anything else (paritysuite/dynamodb-conformance, deepRequests). */
function checkShape(item: Item): void {
  if ('' in item) throw invalid('Empty attribute name');
  for (const name in item) assertDepth(levelsOf(item[name], MAX_DEPTH + 1) - 1);
}

/** Levels of lists and maps in a value that nobody has checked, at most `limit`. */
export function levelsOf(value: unknown, limit: number): number {
  if (limit === 0 || typeof value !== 'object' || value === null) return 0;
  const { L: list, M: map } = value as Open;
  const inner = Array.isArray(list) ? (list as unknown[]) : typeof map === 'object' && map !== null ? Object.values(map) : undefined;
  if (!inner) return 0;
  let most = 0;
  for (const member of inner) {
    most = Math.max(most, levelsOf(member, limit - 1));
    if (most === limit - 1) break;
  }
  return 1 + most;
}

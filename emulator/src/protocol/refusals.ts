// The Faults of bodies that cannot be read, in the words of the real services.
import { Fault } from '#core/fault';
import type { SimpleKind } from './ir.ts';
import { KIND_NAMES } from './scalars.ts';

/** JSON and CBOR. Without a message where the body is no JSON at all: the real services say nothing either. */
export const serialization = (message = ''): Fault => new Fault('SerializationException', message, { status: 400 });

const LIST_UNEXPECTED = 'Start of list found where not expected';
const MAP_UNEXPECTED = 'Start of structure or map found where not expected.';

function tokenName(value: unknown): string {
  if (typeof value === 'boolean') return value ? 'TRUE_VALUE' : 'FALSE_VALUE';
  return typeof value === 'string' ? 'STRING_VALUE' : 'NUMBER_VALUE';
}

/** A value of another type than the model's, where a scalar belongs. */
export function notScalar(value: unknown, kind: SimpleKind): Fault {
  if (Array.isArray(value)) return serialization(LIST_UNEXPECTED);
  if (typeof value === 'object' && value !== null && !(value instanceof Uint8Array) && !(value instanceof Date))
    return serialization(MAP_UNEXPECTED);
  return serialization(`${tokenName(value)} can not be converted to ${KIND_NAMES[kind]}`);
}

/** A value where a list, a map or a structure belongs. */
export function notContainer(value: unknown, expected: 'list' | 'map' | 'structure'): Fault {
  if (Array.isArray(value)) return serialization(LIST_UNEXPECTED);
  if (typeof value === 'object' && value !== null && !(value instanceof Uint8Array)) return serialization(MAP_UNEXPECTED);
  return serialization(expected === 'structure' ? 'Expected null' : `Expected ${expected} or null`);
}

export const malformedXml = (): Fault =>
  new Fault('MalformedXML', 'The XML you provided was not well-formed or did not validate against our published schema', { status: 400 });

export const malformedQuery = (message = 'Keys may not contain so many parts'): Fault =>
  new Fault('MalformedQueryString', message, { status: 400 });

export const malformedInput = (text: string): Fault => new Fault('MalformedInput', `For input string: "${text}"`, { status: 400 });

/** Text of a path, query or header that is no such kind, on JSON services. */
export const notText = (_text: string, kind: SimpleKind): Fault =>
  serialization(`STRING_VALUE can not be converted to ${KIND_NAMES[kind]}`);

// Faults for bodies that cannot be read, in the words of the real services.
import { Fault } from '#core/fault';
import type { Profile, SimpleKind } from './ir.ts';
import { KIND_NAMES } from './scalars.ts';
import { MAX_VALUES } from './text.ts';

/** For JSON and CBOR. Has no message where the body is not JSON at all, like the real services. */
export const serialization = (message = ''): Fault => new Fault('SerializationException', message, { status: 400 });

const LIST_UNEXPECTED = 'Start of list found where not expected';
const MAP_UNEXPECTED = 'Start of structure or map found where not expected.';

function tokenName(value: unknown): string {
  if (typeof value === 'boolean') return value ? 'TRUE_VALUE' : 'FALSE_VALUE';
  return typeof value === 'string' ? 'STRING_VALUE' : 'NUMBER_VALUE';
}

/** For a value of the wrong type where the model has a scalar. */
export function notScalar(value: unknown, kind: SimpleKind): Fault {
  if (Array.isArray(value)) return serialization(LIST_UNEXPECTED);
  if (typeof value === 'object' && value !== null && !(value instanceof Uint8Array) && !(value instanceof Date))
    return serialization(MAP_UNEXPECTED);
  return serialization(`${tokenName(value)} can not be converted to ${KIND_NAMES[kind]}`);
}

/** For a value of the wrong type where the model has a list, a map or a structure. */
export function notContainer(value: unknown, expected: 'list' | 'map' | 'structure'): Fault {
  if (Array.isArray(value)) return serialization(LIST_UNEXPECTED);
  if (typeof value === 'object' && value !== null && !(value instanceof Uint8Array)) return serialization(MAP_UNEXPECTED);
  return serialization(expected === 'structure' ? 'Expected null' : `Expected ${expected} or null`);
}

/** For an operation that the service does not have, or not at the address of the request. */
export const unknownAction = ({ unknownOperation: { code, status, message } }: Profile, operation: string, otherwise = ''): Fault =>
  new Fault(code, message?.replace('{operation}', operation) ?? otherwise, { status });

/** For a query call without an action, which is answered in no protocol's form. */
export const noAction = (): Fault => new Fault('UnknownOperationException', '', { status: 404 });

export const malformedXml = (): Fault =>
  new Fault('MalformedXML', 'The XML you provided was not well-formed or did not validate against our published schema', { status: 400 });

export const malformedQuery = (message = 'Keys may not contain so many parts'): Fault =>
  new Fault('MalformedQueryString', message, { status: 400 });

/** Ours: the services refuse such bodies by their size, in bytes. */
export const tooManyValues = (): Fault =>
  new Fault('RequestEntityTooLargeException', `Request must have fewer than ${MAX_VALUES} values`, { status: 413 });

export const malformedInput = (text: string): Fault => new Fault('MalformedInput', `For input string: "${text}"`, { status: 400 });

/** For malformed text in a path, query or header of a JSON service. */
export const notText = (_text: string, kind: SimpleKind): Fault =>
  serialization(`STRING_VALUE can not be converted to ${KIND_NAMES[kind]}`);

// Message attributes: the rules for names, types and values, in the words of the real service.
import type { Fault } from '#core/fault';
import type { MessageAttributeValue } from '#model/sns';
import { invalidAttribute } from '#services/sns/faults';

export interface StoredAttribute {
  readonly type: string;
  readonly value: string | Uint8Array;
}
export type Attributes = ReadonlyMap<string, StoredAttribute>;

/** Limit: bytes of the name of a message attribute, exclusive. */
const MAX_NAME_BYTES = 256;
const TYPES = ['Binary', 'Number', 'String'];

/** @throws ParameterValueInvalid */
export function readAttributes(given: Readonly<Record<string, MessageAttributeValue>> = {}): Attributes {
  const read = new Map<string, StoredAttribute>();
  for (const [name, value] of Object.entries(given)) {
    checkName(name);
    read.set(name, readValue(name, value));
  }
  return read;
}

function checkName(name: string): void {
  if (Buffer.byteLength(name) >= MAX_NAME_BYTES) throw invalidAttribute('Length of message attribute name must be less than 256 bytes.');
  const odd = /[^A-Za-z0-9_.-]/u.exec(name);
  if (odd)
    throw invalidAttribute(
      `Invalid non-alphanumeric character '#x${odd[0].codePointAt(0)!.toString(16).toUpperCase()}' was found in the message attribute name. Can only include alphanumeric characters, hyphens, underscores, or dots.`,
    );
  if (name.startsWith('.')) throw invalidAttribute("Invalid message attribute name starting with character '.' was found.");
  if (name.endsWith('.')) throw invalidAttribute("Invalid message attribute name ending with character '.' was found.");
  if (name.includes('..')) throw invalidAttribute("Message attribute name can not have successive '.' character.");
}

function readValue(name: string, { DataType: type, StringValue, BinaryValue }: MessageAttributeValue): StoredAttribute {
  const [base = '', label] = type.split('.');
  if (!TYPES.includes(base) || label === '')
    throw invalidAttribute(
      `The message attribute '${name}' has an invalid message attribute type, the set of supported type prefixes is Binary, Number, and String.`,
    );
  const isBinary = base === 'Binary';
  const value = isBinary ? BinaryValue : StringValue;
  if (value === undefined && (isBinary ? StringValue : BinaryValue) !== undefined)
    throw invalidAttribute(`The message attribute '${name}' with type '${type}' must use field '${isBinary ? 'Binary' : 'String'}'.`);
  if (value === undefined || value.length === 0) throw emptyValue(name, type);
  if (base === 'Number' && !Number.isFinite(Number(value)))
    throw invalidAttribute(`Could not cast message attribute '${name}' value to number.`);
  if (type === 'String.Array' && !isList(value as string))
    throw invalidAttribute(`Message attribute '${name}' with type 'String.Array' must be a JSON array.`);
  return { type, value };
}

const emptyValue = (name: string, type: string): Fault =>
  invalidAttribute(`The message attribute '${name}' must contain non-empty message attribute value for message attribute type '${type}'.`);

function isList(text: string): boolean {
  try {
    return Array.isArray(JSON.parse(text));
  } catch {
    return false;
  }
}

const lengthOf = (value: string | Uint8Array): number => (typeof value === 'string' ? Buffer.byteLength(value) : value.length);

/** Names, types and values all count towards the size of a message. */
export function attributesBytes(attributes: Attributes): number {
  let bytes = 0;
  for (const [name, { type, value }] of attributes) bytes += Buffer.byteLength(name) + Buffer.byteLength(type) + lengthOf(value);
  return bytes;
}

/** As envelopes show them: bytes in base64. */
export const shownAttributes = (attributes: Attributes): Record<string, { Type: string; Value: string }> =>
  Object.fromEntries(
    [...attributes].map(([name, { type, value }]) => [
      name,
      { Type: type, Value: typeof value === 'string' ? value : Buffer.from(value).toString('base64') },
    ]),
  );

const JSON_NUMBER = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/;

/** The event that filter policies test: texts, numbers and lists; bytes are never compared. */
export function filterableAttributes(attributes: Attributes): string {
  const parts: string[] = [];
  for (const [name, { type, value }] of attributes) {
    if (typeof value !== 'string') continue;
    const json = type === 'String.Array' ? value : type.startsWith('Number') ? numberJson(value) : JSON.stringify(value);
    parts.push(`${JSON.stringify(name)}:${json}`);
  }
  return `{${parts.join(',')}}`;
}

const numberJson = (text: string): string => (JSON_NUMBER.test(text) ? text : JSON.stringify(Number(text)));

// Message attributes: the rules for names, types and values, their size, and their checksum.
import { hash } from 'node:crypto';
import type { Fault } from '#core/fault';
import type { MessageAttributeValue } from '#model/sqs';
import { invalidParameter } from '#services/sqs/faults';
import type { StoredAttribute } from '#services/sqs/state';

/** Limit: attributes of a message. */
const MAX_ATTRIBUTES = 10;
/** Limit: bytes of the name of a message attribute. */
const MAX_NAME_BYTES = 256;
const NUMBER_FORM = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?$/;
const STRING_TRANSPORT = 1;
const BINARY_TRANSPORT = 2;

/** The sender gives `user` attributes. `system` attributes (AWSTraceHeader) are the service's own. */
type AttributeKind = 'user' | 'system';

/** Checks the attributes and returns them as stored, sorted by name. */
export function readAttributes(given: Readonly<Record<string, MessageAttributeValue>> | undefined): readonly StoredAttribute[] {
  if (given === undefined) return [];
  const names = Object.keys(given);
  if (names.length > MAX_ATTRIBUTES)
    throw invalidParameter(`Number of message attributes [${names.length}] exceeds the allowed maximum [${MAX_ATTRIBUTES}].`);
  return names.sort(byBytes).map((name) => {
    checkName(name);
    return readAttribute(name, given[name]!, 'user');
  });
}

/** AWSTraceHeader is the only system attribute of a message that exists. */
export function readTraceHeader(given: Readonly<Record<string, MessageAttributeValue>> | undefined): StoredAttribute | undefined {
  const names = Object.keys(given ?? {});
  const stranger = names.find((name) => name !== 'AWSTraceHeader');
  if (stranger !== undefined) throw invalidParameter(`Message system attribute name '${stranger}' is invalid.`);
  if (names.length === 0) return undefined;
  const attribute = readAttribute('AWSTraceHeader', given!['AWSTraceHeader']!, 'system');
  if (attribute.type !== 'String')
    throw invalidParameter(
      "The type of message (system) attribute 'AWSTraceHeader' is invalid. You must use only the following supported type: String.",
    );
  return attribute;
}

function checkName(name: string): void {
  if (name === '') throw invalidParameter('The request must contain non-empty message (user) attribute names.');
  if (Buffer.byteLength(name) > MAX_NAME_BYTES) throw invalidParameter('Message (user) attribute name must be shorter than 256 bytes.');
  if (/^(?:aws\.|amazon)/i.test(name))
    throw invalidParameter(
      "You can't use message attribute names beginning with 'AWS.' or 'Amazon'. These strings are reserved for internal use.",
    );
  const odd = /[^\p{L}\p{N}_.-]/u.exec(name);
  if (odd)
    throw invalidParameter(
      `Invalid non-alphanumeric character '#x${odd[0].codePointAt(0)!.toString(16).toUpperCase()}' was found in the message attribute name. Can only include alphanumeric characters, hyphens, underscores, or dots.`,
    );
  if (name.startsWith('.') || name.endsWith('.'))
    throw invalidParameter("You can't use message attribute names beginning or ending with a dot.");
  if (name.includes('..')) throw invalidParameter("Message attribute name can not have successive '.' character. ");
}

function readAttribute(name: string, given: MessageAttributeValue, kind: AttributeKind): StoredAttribute {
  const { DataType: type, StringValue, BinaryValue, StringListValues, BinaryListValues } = given;
  if (StringListValues?.length || BinaryListValues?.length)
    throw invalidParameter('Message attribute list values in SendMessage operation are not supported.');
  if (!type) throw invalidParameter(`The message (${kind}) attribute '${name}' must contain a non-empty message attribute value.`);
  const [base] = type.split('.', 1);
  if (base !== 'String' && base !== 'Number' && base !== 'Binary')
    throw invalidParameter(
      `The type of message (${kind}) attribute '${name}' is invalid. You must use only the following supported type prefixes: Binary, Number, String.`,
    );
  if (Buffer.byteLength(type) > MAX_NAME_BYTES) throw invalidParameter(`Message (${kind}) attribute type must be shorter than 256 bytes.`);
  if (StringValue !== undefined && BinaryValue !== undefined)
    throw invalidParameter(`Message (${kind}) attribute '${name}' has multiple values.`);
  const value = base === 'Binary' ? BinaryValue : StringValue;
  if (value === undefined || value.length === 0) throw emptyValue(name, base, kind);
  if (typeof value === 'string') checkText(name, value, base, kind);
  return { name, type, value };
}

const emptyValue = (name: string, base: string, kind: AttributeKind): Fault =>
  invalidParameter(
    `Message (${kind}) attribute '${name}' must contain a non-empty value of type '${base === 'Binary' ? 'Binary' : 'String'}'.`,
  );

function checkText(name: string, value: string, base: string, kind: AttributeKind): void {
  if (base === 'Number' && !NUMBER_FORM.test(value))
    throw invalidParameter(`Can't cast the value of message (${kind}) attribute '${name}' to a number.`);
  if (hasForbiddenCharacters(value))
    throw invalidParameter(`Message (${kind}) attribute '${name}' contains characters outside the allowed set.`);
}

const FORBIDDEN = /[\0-\x08\v\f\x0e-\x1f\uFFFE\uFFFF]/;

/** Whether the text has characters outside #x9 | #xA | #xD | #x20 to #xD7FF | #xE000 to #xFFFD | #x10000 to #x10FFFF. */
export const hasForbiddenCharacters = (text: string): boolean => !text.isWellFormed() || FORBIDDEN.test(text);

const byBytes = (a: string, b: string): number => Buffer.compare(Buffer.from(a), Buffer.from(b));

const lengthOf = (value: string | Uint8Array): number => (typeof value === 'string' ? Buffer.byteLength(value) : value.length);

/** Names, types and values all count towards the size of a message. */
export const attributesBytes = (attributes: readonly StoredAttribute[]): number =>
  attributes.reduce((sum, { name, type, value }) => sum + Buffer.byteLength(name) + Buffer.byteLength(type) + lengthOf(value), 0);

/**
 * `attributes` must be sorted by name. https://docs.aws.amazon.com/AWSSimpleQueueService/latest/SQSDeveloperGuide/sqs-message-metadata.html
 */
export function attributesMd5(attributes: readonly StoredAttribute[]): string {
  if (attributes.length === 0) return '';
  const parts: Uint8Array[] = [];
  const add = (value: string | Uint8Array): void => {
    const bytes = typeof value === 'string' ? Buffer.from(value) : value;
    const length = Buffer.alloc(4);
    length.writeUInt32BE(bytes.length);
    parts.push(length, bytes);
  };
  for (const { name, type, value } of attributes) {
    add(name);
    add(type);
    parts.push(Buffer.of(type.startsWith('Binary') ? BINARY_TRANSPORT : STRING_TRANSPORT));
    add(value);
  }
  return hash('md5', Buffer.concat(parts));
}

const ALL_NAMES = ['All', '*', '.*'];

/** The attributes that a receiver asked for, by names, `All`, `*`, `.*` or prefixes such as `order.*`. */
export function askedFor(attributes: readonly StoredAttribute[], names: readonly string[]): readonly StoredAttribute[] {
  if (names.length === 0 || attributes.length === 0) return [];
  if (names.some((name) => ALL_NAMES.includes(name))) return attributes;
  const prefixes = names.filter((name) => name.endsWith('.*')).map((name) => name.slice(0, -2));
  return attributes.filter(({ name }) => names.includes(name) || prefixes.some((prefix) => name.startsWith(prefix)));
}

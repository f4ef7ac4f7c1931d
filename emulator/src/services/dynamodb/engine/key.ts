// Keys as texts: the order of `<` on them is the order of the service, by bytes of strings and binaries and by the value of numbers.
import { hash } from 'node:crypto';
import { decimalOf } from './number.ts';
import type { Item } from './value.ts';

export type KeyType = 'S' | 'N' | 'B';
export interface KeyAttribute {
  readonly name: string;
  readonly type: KeyType;
}

/** Ends a part of a key: lower than any character in one, so a shorter part sorts first. */
const END = '\0';
const NEEDS_CARE = /[\0\u0001\u0080-\uffff]/;

/** One character per byte. 00 and 01 are written as two characters, so that no part contains `END`. */
const bytesText = (bytes: Buffer): string =>
  bytes.toString('latin1').replace(/[\0\u0001]/g, (byte) => (byte === '\0' ? '\u0001\u0001' : '\u0001\u0002'));

/** A text whose order is the order of numbers. The exponent is at most 125, at least -130. */
function numberText(canonical: string): string {
  const { negative, digits, exponent } = decimalOf(canonical);
  if (digits === '') return '\u0003';
  if (!negative) return `\u0004${String.fromCharCode(exponent + 132)}${digits}`;
  // Below zero a larger magnitude comes first, and a longer text of the same start comes first as well.
  const complement = digits.replace(/\d/g, (digit) => String.fromCharCode(105 - digit.charCodeAt(0)));
  return `\u0002${String.fromCharCode(127 - exponent)}${complement}\u0103`;
}

/** One key attribute's value. The text of `ab` starts with the text of `a`. */
export function keyText(type: KeyType, value: string): string {
  if (type === 'N') return numberText(value);
  if (type === 'B') return bytesText(Buffer.from(value, 'base64'));
  return NEEDS_CARE.test(value) ? bytesText(Buffer.from(value)) : value;
}

export const keyPart = (type: KeyType, value: string): string => keyText(type, value) + END;

/** The texts of these attributes, one after another. Undefined where the item lacks one, or has it with another type. */
export function joinKey(attributes: readonly KeyAttribute[], item: Item): string | undefined {
  let joined = '';
  for (const { name, type } of attributes) {
    const value = Object.hasOwn(item, name) ? item[name]![type] : undefined;
    if (value === undefined) return undefined;
    joined += keyPart(type, value);
  }
  return joined;
}

/** The lowest text above all that start with this one. */
export const above = (text: string): string => text.slice(0, -1) + String.fromCharCode(text.charCodeAt(text.length - 1) + 1);

const MAX_PLAIN_LENGTH = 64;

/** Stands for a text where only equality counts: long ones would not fit into a record's key. */
export const shortText = (text: string): string => (text.length <= MAX_PLAIN_LENGTH ? text : `\u0001${hash('sha256', text, 'base64')}`);

/**
 * The text under which a partition is stored. It starts with the hash by which the service orders a scan (architect/dynalite, db/index.js),
 * so that a scan reads partitions in the order in which they lie.
 */
export function partitionText(attributes: readonly KeyAttribute[], item: Item): string | undefined {
  const joined = joinKey(attributes, item);
  if (joined === undefined) return undefined;
  const [first, ...more] = attributes;
  if (more.length === 0 && first!.type === 'S') return hashText(OUTLIERS + item[first!.name]!.S!) + shortText(joined);
  const bytes = attributes.map(({ name, type }) => scanBytes(type, item[name]![type]!));
  return hashText(Buffer.concat([Buffer.from(OUTLIERS), ...bytes])) + shortText(joined);
}

/** Digits of a partition's hash, in hexadecimal. */
export const SCAN_HASH_DIGITS = 8;
const hashText = (hashed: string | Buffer): string => hash('md5', hashed, 'hex').slice(0, SCAN_HASH_DIGITS);
const OUTLIERS = 'Outliers';

/** The first hash of segment `segment` of `total`. */
export function segmentStart(segment: number, total: number): string {
  const first = Math.ceil((segment * 16 ** SCAN_HASH_DIGITS) / total);
  return first.toString(16).padStart(SCAN_HASH_DIGITS, '0');
}

function scanBytes(type: KeyType, value: string): Buffer {
  if (type === 'S') return Buffer.from(value);
  if (type === 'B') return Buffer.from(value, 'base64');
  return numberBytes(value);
}

/** The service's own form of a number: an exponent of base 100, and digits in pairs, each one up. */
function numberBytes(canonical: string): Buffer {
  const { negative, digits, exponent } = decimalOf(canonical);
  if (digits === '') return Buffer.from([0x80]);
  const power = exponent + 1;
  const padded = (power % 2 === 0 ? '' : '0') + digits;
  const pairs = (padded.length % 2 === 0 ? padded : `${padded}0`).match(/../g)!.map(Number);
  const first = Math.ceil(power / 2) - 64;
  const head = negative ? ~first : first;
  const body = pairs.map((pair) => (negative ? 101 - pair : pair + 1));
  return Buffer.from([head & 0xff, ...body, ...(negative && pairs.length < 20 ? [102] : [])]);
}

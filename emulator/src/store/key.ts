// Keys as texts: a tuple of strings and whole numbers becomes one string that `<` sorts as the tuple sorts, in memory and,
// as UTF-8, on disk: numbers before strings, strings by code point (what S3 and DynamoDB list by), a shorter tuple first.

import type { Key } from '#core/records';

// A part is either NUMBER and eight 7-bit digits, or TEXT, the text with \0 written as \0\u00ff, and a closing \0.
const NUMBER_CODE = 1;
const NUMBER = String.fromCharCode(NUMBER_CODE);
const TEXT = '\u0002';
const ABOVE_PARTS = '\u0003';
const NUMBER_LENGTH = 9;

const NEEDS_CARE = /[\u0000\ud800-\uffff]/;
const LONE_SURROGATE = /\p{Surrogate}/u;
const HIGH_UNITS = /[\ud800-\uffff]/;

/** No record can have this key. */
class ImpossibleKey extends RangeError {}

/** @throws RangeError for half a surrogate pair, and for a number that is not whole, negative or above 2^53. */
export function encodeKey(key: Key): string {
  let text = '';
  for (const part of key) {
    if (typeof part === 'number') text += numbered(part);
    else text += `${TEXT}${careful(part)}\0`;
  }
  return text;
}

/** The result of `read`, or `absent` where its key cannot belong to any record: clients send such names and numbers, too. */
export function unlessImpossible<T>(absent: T, read: () => T): T {
  try {
    return read();
  } catch (error) {
    if (error instanceof ImpossibleKey) return absent;
    throw error;
  }
}

export function decodeKey(text: string): (string | number)[] {
  const key: (string | number)[] = [];
  let at = 0;
  while (at < text.length) {
    if (text[at] === NUMBER) {
      key.push(numberAt(text, at + 1));
      at += NUMBER_LENGTH;
    } else {
      const close = closingAt(text, at + 1);
      key.push(plain(text.slice(at + 1, close)));
      at = close + 1;
    }
  }
  return key;
}

/** An upper bound for every key that continues this prefix by another part. */
export const abovePrefix = (prefix: string): string => prefix + ABOVE_PARTS;

/** The lowest text above this key. */
export const justAfter = (text: string): string => `${text}\0`;

/** The range (high end exclusive) of keys whose part after `prefix` is a string with this start. */
export function startingWith(prefix: string, start: string): { low: string; high: string } {
  const low = prefix + TEXT + careful(start);
  const after = successor(start.replaceAll('\0', '\0\u00ff'));
  return { low, high: after === undefined ? abovePrefix(prefix) : prefix + TEXT + lift(after) };
}

/** lmdb's limit at 8 KB pages; the same in every mode. */
export const MAX_KEY_BYTES = 4026;
const MAX_UTF8_BYTES_PER_UNIT = 3;

/** No record has this key. */
export const isTooLong = (text: string): boolean =>
  text.length * MAX_UTF8_BYTES_PER_UNIT > MAX_KEY_BYTES && Buffer.byteLength(text) > MAX_KEY_BYTES;

/** The text for the disk: valid Unicode whose UTF-8 bytes sort as our texts do in memory. */
export const toDisk = (text: string): string => (HIGH_UNITS.test(text) ? sink(text) : text);
export const fromDisk = (text: string): string => (HIGH_UNITS.test(text) ? lift(text) : text);

/** The smallest text above all that start with this one. */
function successor(text: string): string | undefined {
  const points = [...text];
  for (let last = points.pop(); last !== undefined; last = points.pop()) {
    const point = last.codePointAt(0) as number;
    if (point < 0x10ffff) return points.join('') + String.fromCodePoint(point === 0xd7ff ? 0xe000 : point + 1);
  }
  return undefined;
}

function careful(part: string): string {
  if (!NEEDS_CARE.test(part)) return part;
  // Texts of keys of tables end in one.
  if (part.indexOf('\0') === part.length - 1 && !HIGH_UNITS.test(part)) return `${part}\u00ff`;
  const escaped = part.replaceAll('\0', '\0\u00ff');
  if (!HIGH_UNITS.test(part)) return escaped;
  if (LONE_SURROGATE.test(part)) throw new ImpossibleKey('a key may not hold half a surrogate pair');
  return lift(escaped);
}

const plain = (part: string): string => (NEEDS_CARE.test(part) ? toDisk(part.replaceAll('\0\u00ff', '\0')) : part);

function closingAt(text: string, from: number): number {
  let close = text.indexOf('\0', from);
  while (text[close + 1] === '\u00ff') close = text.indexOf('\0', close + 1);
  return close;
}

function numbered(value: number): string {
  if (!Number.isSafeInteger(value) || value < 0) throw new ImpossibleKey(`a number in a key is a whole number from 0, not ${value}`);
  const upper = Math.floor(value / 2 ** 28);
  const lower = value % 2 ** 28;
  return String.fromCharCode(
    NUMBER_CODE,
    (upper >>> 21) & 127,
    (upper >>> 14) & 127,
    (upper >>> 7) & 127,
    upper & 127,
    (lower >>> 21) & 127,
    (lower >>> 14) & 127,
    (lower >>> 7) & 127,
    lower & 127,
  );
}

function numberAt(text: string, from: number): number {
  let value = 0;
  for (let at = from; at < from + NUMBER_LENGTH - 1; at++) value = value * 128 + text.charCodeAt(at);
  return value;
}

// JavaScript sorts by UTF-16 unit, which puts surrogates (characters from U+10000) below U+E000-U+FFFF; UTF-8 puts them above.
// In memory the two blocks of units change places.
const lift = (text: string): string =>
  text.replace(/[\ud800-\uffff]/g, (unit) => (unit < '\ue000' ? shift(unit, 0x2000) : shift(unit, -0x800)));
const sink = (text: string): string =>
  text.replace(/[\ud800-\uffff]/g, (unit) => (unit < '\uf800' ? shift(unit, 0x800) : shift(unit, -0x2000)));

const shift = (unit: string, by: number): string => String.fromCharCode(unit.charCodeAt(0) + by);

// The grammar of JSON over UTF-8 bytes: functions that skip one construct, or throw. The text ends with a zero byte, which fits nowhere.
import { MalformedEvent } from './malformed-event.ts';
import { MAX_DEPTH } from './pattern.ts';

/** A text as bytes, and as words of four bytes for what may be long. A few unused bytes follow its end. */
export interface ByteText {
  readonly bytes: Buffer;
  readonly words: DataView;
}

export function byteText(room: number): ByteText {
  const bytes = Buffer.allocUnsafeSlow(room);
  return { bytes, words: new DataView(bytes.buffer, bytes.byteOffset, bytes.length) };
}

// A byte in each quarter of a word.
const QUOTES = 0x22222222;
const BACKSLASHES = 0x5c5c5c5c;
export const DOTS = 0x2e2e2e2e;
const SPACES = 0x20202020;
const ONES = 0x01010101;
const HIGH_BITS = 0x80808080;

/**
 * The position of the first byte that does not simply belong to the string: a quote, a backslash, or a control character.
 * `also` holds one more such byte, in each quarter. Subtracting sets the high bit of each quarter that held less than what is subtracted;
 * a borrow reaches later quarters only.
 */
export function stringStop(words: DataView, from: number, also = QUOTES): number {
  for (let at = from; ; at += 4) {
    const word = words.getInt32(at, true);
    const quote = word ^ QUOTES;
    const backslash = word ^ BACKSLASHES;
    const other = word ^ also;
    const stops =
      (((quote - ONES) & ~quote) | ((backslash - ONES) & ~backslash) | ((other - ONES) & ~other) | ((word - SPACES) & ~word)) & HIGH_BITS;
    if (stops !== 0) return at + ((31 - Math.clz32(stops & -stops)) >> 3);
  }
}

/** Value of a hexadecimal digit, -1 for other bytes. */
export const HEX = new Int8Array(256).fill(-1);
for (let digit = 0; digit < 16; digit++)
  for (const text of [digit.toString(16), digit.toString(16).toUpperCase()]) HEX[text.charCodeAt(0)] = digit;
const PLAIN_ESCAPE = new Uint8Array(256);
for (const char of '"\\/bfnrt') PLAIN_ESCAPE[char.charCodeAt(0)] = 1;

const IN_OBJECT = 1;
const IN_ARRAY = 2;

export function unexpected(at: number): never {
  throw new MalformedEvent(`unexpected character at byte ${at}`);
}

export function skipSpace(text: Uint8Array, from: number): number {
  let at = from;
  let byte = text[at]!;
  while (byte === 32 || byte === 10 || byte === 13 || byte === 9) byte = text[++at]!;
  return at;
}

/** Starts inside a string; returns the position after its closing quote. */
export function skipString({ bytes, words }: ByteText, from: number): number {
  for (let at = from; ; ) {
    at = stringStop(words, at);
    if (bytes[at] === 34) return at + 1;
    if (bytes[at] !== 92) unexpected(at);
    at = skipEscape(bytes, at + 1);
  }
}

/** Starts after the backslash; returns the position after the escape. */
export function skipEscape(text: Uint8Array, at: number): number {
  const byte = text[at]!;
  if (PLAIN_ESCAPE[byte] === 1) return at + 1;
  if (byte !== 117) unexpected(at);
  for (let digit = 1; digit <= 4; digit++) if (HEX[text[at + digit]!]! < 0) unexpected(at + digit);
  return at + 5;
}

export function checkNumber(text: Uint8Array, from: number): number {
  let at = from;
  let byte = text[at]!;
  if (byte === 45) byte = text[++at]!;
  if (byte === 48) byte = text[++at]!;
  else {
    if (byte < 49 || byte > 57) unexpected(at);
    do byte = text[++at]!;
    while (byte >= 48 && byte <= 57);
  }
  if (byte === 46) {
    at = skipDigits(text, at + 1);
    byte = text[at]!;
  }
  if (byte !== 101 && byte !== 69) return at;
  byte = text[++at]!;
  return skipDigits(text, byte === 43 || byte === 45 ? at + 1 : at);
}

function skipDigits(text: Uint8Array, from: number): number {
  let at = from;
  while (text[at]! >= 48 && text[at]! <= 57) at++;
  if (at === from) unexpected(at);
  return at;
}

export function skipLiteral(text: Uint8Array, at: number): number {
  const byte = text[at]!;
  if (byte === 116 && text[at + 1] === 114 && text[at + 2] === 117 && text[at + 3] === 101) return at + 4;
  if (byte === 110 && text[at + 1] === 117 && text[at + 2] === 108 && text[at + 3] === 108) return at + 4;
  if (byte === 102 && text[at + 1] === 97 && text[at + 2] === 108 && text[at + 3] === 115 && text[at + 4] === 101) return at + 5;
  return unexpected(at);
}

/** Skips one value without recursion; `depth` levels are open around it; `open` is room for the kinds of the open brackets. */
export function skipValue(given: ByteText, from: number, depth: number, open: Uint8Array): number {
  const text = given.bytes;
  const most = MAX_DEPTH - depth;
  let at = from;
  let level = 0;
  for (;;) {
    let byte = text[at]!;
    if (byte === 123 || byte === 91) {
      const isObject = byte === 123;
      at = skipSpace(text, at + 1);
      byte = text[at]!;
      if (level >= most) throw new MalformedEvent(`more than ${MAX_DEPTH} levels`);
      if (byte === (isObject ? 125 : 93)) {
        at++;
      } else {
        open[level++] = isObject ? IN_OBJECT : IN_ARRAY;
        if (isObject) at = skipKey(given, at);
        continue;
      }
    } else {
      at = skipScalar(given, at, byte);
    }
    for (;;) {
      if (level === 0) return at;
      byte = text[at]!;
      if (byte <= 32) {
        at = skipSpace(text, at);
        byte = text[at]!;
      }
      if (byte === 44) {
        at = skipSpace(text, at + 1);
        if (open[level - 1] === IN_OBJECT) at = skipKey(given, at);
        break;
      }
      if (byte !== (open[level - 1] === IN_OBJECT ? 125 : 93)) unexpected(at);
      level--;
      at++;
    }
  }
}

function skipScalar(text: ByteText, from: number, first: number): number {
  if (first === 34) return skipString(text, from + 1);
  return first === 45 || (first >= 48 && first <= 57) ? checkNumber(text.bytes, from) : skipLiteral(text.bytes, from);
}

/** Starts at a key's opening quote; returns the position of the value after its colon. */
function skipKey(given: ByteText, from: number): number {
  const text = given.bytes;
  if (text[from] !== 34) unexpected(from);
  let at = skipString(given, from + 1);
  if (text[at]! <= 32) at = skipSpace(text, at);
  if (text[at] !== 58) unexpected(at);
  at++;
  return text[at]! <= 32 ? skipSpace(text, at) : at;
}

// The grammar of JSON over UTF-8 bytes: functions that skip one construct, or throw. The text ends with a zero byte, which fits nowhere.
import { MalformedEvent } from './malformed-event.ts';
import { MAX_DEPTH } from './pattern.ts';

/** Class of each byte inside a string: 0 goes on, 1 quote, 2 backslash, 3 not allowed. */
export const STRING_CLASS = Uint8Array.from({ length: 256 }, (_, byte) => (byte < 32 ? 3 : byte === 34 ? 1 : byte === 92 ? 2 : 0));
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
export function skipString(text: Uint8Array, from: number): number {
  for (let at = from; ; ) {
    let byte = text[at]!;
    while (STRING_CLASS[byte] === 0) byte = text[++at]!;
    if (byte === 34) return at + 1;
    if (byte !== 92) unexpected(at);
    at = skipEscape(text, at + 1);
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
export function skipValue(text: Uint8Array, from: number, depth: number, open: Uint8Array): number {
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
        if (isObject) at = skipKey(text, at);
        continue;
      }
    } else {
      at = skipScalar(text, at, byte);
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
        if (open[level - 1] === IN_OBJECT) at = skipKey(text, at);
        break;
      }
      if (byte !== (open[level - 1] === IN_OBJECT ? 125 : 93)) unexpected(at);
      level--;
      at++;
    }
  }
}

function skipScalar(text: Uint8Array, from: number, first: number): number {
  if (first === 34) {
    let at = from + 1;
    while (STRING_CLASS[text[at]!] === 0) at++;
    return text[at] === 34 ? at + 1 : skipString(text, at);
  }
  return first === 45 || (first >= 48 && first <= 57) ? checkNumber(text, from) : skipLiteral(text, from);
}

/** Starts at a key's opening quote; returns the position of the value after its colon. */
function skipKey(text: Uint8Array, from: number): number {
  let at = from;
  if (text[at] !== 34) unexpected(at);
  let byte = text[++at]!;
  while (STRING_CLASS[byte] === 0) byte = text[++at]!;
  at = byte === 34 ? at + 1 : skipString(text, at);
  if (text[at]! <= 32) at = skipSpace(text, at);
  if (text[at] !== 58) unexpected(at);
  at++;
  return text[at]! <= 32 ? skipSpace(text, at) : at;
}

// One pass over the UTF-8 text of an event: checks its grammar everywhere, builds no object, and notes the leaves of the fields in use.
import { isUtf8 } from 'node:buffer';
import type { ExactValues } from './exact-values.ts';
import {
  type ByteText,
  byteText,
  checkNumber,
  DOTS,
  HEX,
  skipEscape,
  skipLiteral,
  skipSpace,
  skipString,
  skipValue,
  stringStop,
  unexpected,
} from './json-text.ts';
import { type KeyTrie, ROOT } from './key-trie.ts';
import { type Leaves, LITERAL, NUMBER, STRING } from './leaves.ts';
import { MalformedEvent } from './malformed-event.ts';
import { MAX_DEPTH } from './pattern.ts';

const QUOTE = 34;
const COMMA = 44;
const MINUS = 45;
const COLON = 58;
const OPEN_ARRAY = 91;
const BACKSLASH = 92;
const CLOSE_ARRAY = 93;
const OPEN_OBJECT = 123;
const CLOSE_OBJECT = 125;
const SPACE = 32;
const LARGE = 16_384;
const UNESCAPED = Uint8Array.from({ length: 256 }, (_, byte) => byte);
for (const [letter, byte] of Object.entries({ n: 10, t: 9, r: 13, b: 8, f: 12 })) UNESCAPED[letter.charCodeAt(0)] = byte;

export class Scanner {
  readonly #trie: KeyTrie;
  readonly #leaves: Leaves;
  readonly #values: ExactValues;
  readonly #open = new Uint8Array(MAX_DEPTH);
  readonly #encoder = new TextEncoder();
  #text: ByteText;
  /** Where the next unescaped string goes: behind the event. */
  #scratch = 0;
  /** Members of the event's own object, repeated ones included. */
  members = 0;

  constructor(trie: KeyTrie, leaves: Leaves, values: ExactValues) {
    this.#trie = trie;
    this.#leaves = leaves;
    this.#values = values;
    this.#text = leaves.byteText;
  }

  /** Fills the leaves. @throws MalformedEvent */
  scan(event: string | Uint8Array): void {
    const length = this.#load(event);
    const text = this.#text.bytes;
    this.#scratch = length + 1;
    this.#leaves.clear();
    this.members = 0;
    const start = skipSpace(text, 0);
    if (text[start] !== OPEN_OBJECT) throw new MalformedEvent('it does not start with {');
    const end = skipSpace(text, this.#object(ROOT, start + 1, 0, 1));
    if (end !== length) throw new MalformedEvent(`text after its end, at byte ${end}`);
  }

  /** Copies the event into the text buffer and appends a byte that no JSON holds. */
  #load(event: string | Uint8Array): number {
    const room = roomFor(event);
    const known = this.#text.bytes.length;
    if (room * 2 + 8 > known) this.#text = this.#leaves.byteText = byteText(Math.max(room * 2 + 8, known * 2));
    const { bytes } = this.#text;
    let { length } = event;
    if (typeof event === 'string') length = this.#encoder.encodeInto(event, bytes).written;
    else if (isUtf8(event)) bytes.set(event);
    else throw new MalformedEvent('it is not UTF-8');
    bytes[length] = 0;
    return length;
  }

  /** Starts after `{` and ends after `}`. */
  #object(node: number, from: number, element: number, depth: number): number {
    const { bytes: text, words } = this.#text;
    if (depth > MAX_DEPTH) throw new MalformedEvent(`more than ${MAX_DEPTH} levels`);
    const lengths = this.#trie.lengths(node);
    let at = text[from]! <= SPACE ? skipSpace(text, from) : from;
    if (text[at] === CLOSE_OBJECT) return at + 1;
    for (;;) {
      if (text[at] !== QUOTE) unexpected(at);
      if (depth === 1) this.members++;
      const start = ++at;
      at = stringStop(words, at, DOTS);
      let child = -1;
      if (text[at] === QUOTE) {
        const length = at - start;
        if (((lengths >>> (length & 31)) & 1) !== 0) child = this.#trie.child(node, text, start, at);
        at++;
      } else {
        at = skipString(this.#text, at);
        child = this.#slowKey(node, start, at - 1);
      }
      if (text[at]! <= SPACE) at = skipSpace(text, at);
      if (text[at] !== COLON) unexpected(at);
      at++;
      if (text[at]! <= SPACE) at = skipSpace(text, at);
      at = child < 0 ? skipValue(this.#text, at, depth, this.#open) : this.#value(child, at, element, depth);
      if (text[at]! <= SPACE) at = skipSpace(text, at);
      if (text[at] === CLOSE_OBJECT) return at + 1;
      if (text[at] !== COMMA) unexpected(at);
      at++;
      if (text[at]! <= SPACE) at = skipSpace(text, at);
    }
  }

  /** A key with dots or escapes, in `[start, end)`. */
  #slowKey(node: number, start: number, end: number): number {
    const text = this.#text.bytes;
    if (!text.subarray(start, end).includes(BACKSLASH)) return this.#trie.dottedChild(node, text, start, end);
    const scratch = this.#scratch;
    this.#unescape(start, end);
    const child = this.#trie.dottedChild(node, text, scratch, this.#scratch);
    this.#scratch = scratch;
    return child;
  }

  #value(node: number, at: number, element: number, depth: number): number {
    const text = this.#text.bytes;
    const byte = text[at]!;
    const field = this.#trie.field(node);
    if (byte === QUOTE) return field < 0 ? skipString(this.#text, at + 1) : this.#string(field, at + 1, element);
    if (byte === OPEN_OBJECT)
      return this.#trie.isEnd(node) ? skipValue(this.#text, at, depth, this.#open) : this.#object(node, at + 1, element, depth + 1);
    if (byte === OPEN_ARRAY) return this.#array(node, at + 1, element, depth + 1);
    if (byte === MINUS || (byte >= 48 && byte <= 57)) {
      const end = checkNumber(text, at);
      if (field >= 0) this.#values.markNumber(this.#leaves, this.#leaves.add(field, NUMBER, at, end, element), field);
      return end;
    }
    const end = skipLiteral(text, at);
    if (field >= 0) {
      const leaf = this.#leaves.add(field, LITERAL, at, end, element);
      this.#values.markLiteral(this.#leaves, leaf, field, byte === 116 ? 0 : byte === 102 ? 1 : 2);
    }
    return end;
  }

  #string(field: number, start: number, element: number): number {
    const { bytes: text, words } = this.#text;
    let at = stringStop(words, start);
    let leaf: number;
    if (text[at] === QUOTE) {
      leaf = this.#leaves.add(field, STRING, start, at, element);
      at++;
    } else {
      at = skipString(this.#text, at);
      const scratch = this.#scratch;
      this.#unescape(start, at - 1);
      leaf = this.#leaves.add(field, STRING, scratch, this.#scratch, element);
    }
    this.#values.markString(this.#leaves, leaf, field);
    return at;
  }

  /** Starts after `[` and ends after `]`; only objects and arrays are elements of their own. */
  #array(node: number, from: number, element: number, depth: number): number {
    const text = this.#text.bytes;
    if (depth > MAX_DEPTH) throw new MalformedEvent(`more than ${MAX_DEPTH} levels`);
    const leaves = this.#leaves;
    const array = leaves.arrayCount++;
    let at = skipSpace(text, from);
    if (text[at] === CLOSE_ARRAY) return at + 1;
    for (let index = 0; ; index++) {
      const byte = text[at];
      if (byte === OPEN_OBJECT) {
        if (this.#trie.isEnd(node)) at = skipValue(this.#text, at, depth, this.#open);
        else at = this.#object(node, at + 1, leaves.addElement(element, array, index, node), depth + 1);
      } else if (byte === OPEN_ARRAY) {
        at = this.#array(node, at + 1, leaves.addElement(element, array, index, node), depth + 1);
      } else {
        at = this.#value(node, at, element, depth);
      }
      if (text[at]! <= SPACE) at = skipSpace(text, at);
      if (text[at] === CLOSE_ARRAY) return at + 1;
      if (text[at] !== COMMA) unexpected(at);
      at = skipSpace(text, at + 1);
    }
  }

  /** Writes the string in `[start, end)`, whose grammar was checked, to the scratch space. */
  #unescape(start: number, end: number): void {
    const text = this.#text.bytes;
    let to = this.#scratch;
    for (let at = start; at < end; ) {
      const byte = text[at++]!;
      if (byte !== BACKSLASH) {
        text[to++] = byte;
        continue;
      }
      const escaped = text[at]!;
      if (escaped !== 117) text[to++] = UNESCAPED[escaped]!;
      else to = writeCodePoint(text, to, codePointAt(text, at + 1, end));
      at = skipEscape(text, at);
      if (escaped === 117 && isPair(text, at - 4, end)) at += 6;
    }
    this.#scratch = to;
  }
}

/** Bytes that the event may take; counted only where an estimate would waste much. */
function roomFor(event: string | Uint8Array): number {
  if (typeof event !== 'string') return event.length;
  return event.length < LARGE ? event.length * 3 : Buffer.byteLength(event);
}

const hexUnit = (text: Uint8Array, at: number): number =>
  (HEX[text[at]!]! << 12) | (HEX[text[at + 1]!]! << 8) | (HEX[text[at + 2]!]! << 4) | HEX[text[at + 3]!]!;

/** Whether the four digits at `at` are a high surrogate with an escaped low one behind it. */
function isPair(text: Uint8Array, at: number, end: number): boolean {
  if ((hexUnit(text, at) & 0xfc00) !== 0xd800 || at + 10 > end) return false;
  return text[at + 4] === BACKSLASH && text[at + 5] === 117 && (hexUnit(text, at + 6) & 0xfc00) === 0xdc00;
}

/** A lone surrogate becomes the replacement character, as in any encoded text. */
function codePointAt(text: Uint8Array, at: number, end: number): number {
  const unit = hexUnit(text, at);
  if ((unit & 0xf800) !== 0xd800) return unit;
  return isPair(text, at, end) ? 0x10000 + ((unit - 0xd800) << 10) + (hexUnit(text, at + 6) - 0xdc00) : 0xfffd;
}

function writeCodePoint(text: Uint8Array, to: number, code: number): number {
  let at = to;
  if (code < 0x80) {
    text[at++] = code;
    return at;
  }
  if (code < 0x800) {
    text[at++] = 0xc0 | (code >> 6);
  } else {
    if (code < 0x10000) {
      text[at++] = 0xe0 | (code >> 12);
    } else {
      text[at++] = 0xf0 | (code >> 18);
      text[at++] = 0x80 | ((code >> 12) & 63);
    }
    text[at++] = 0x80 | ((code >> 6) & 63);
  }
  text[at++] = 0x80 | (code & 63);
  return at;
}

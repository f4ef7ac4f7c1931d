// The leaves of one event at the fields in use (flat arrays, reused from event to event), and the array elements around them.
import { grown } from './bytes.ts';
import { isComparable, shortDecimal } from './decimal.ts';
import { type ByteText, byteText } from './json-text.ts';

export const STRING = 1;
export const NUMBER = 2;
export const LITERAL = 3;

/** Words per leaf. */
export const LEAF = 7;
export const KIND = 0;
/** Byte range in `text`. */
export const START = 1;
export const END = 2;
/** Id of the value among the exact values of its field, or -1. */
export const VALUE = 3;
/** Innermost array element around the leaf, 0 when there is none. */
export const ELEMENT = 4;
/** Next leaf of the same field, or -1. */
export const NEXT = 5;
const NUMBER_STATE = 6;
const UNREAD = 0;
const READ = 1;
const COMPARABLE = 2;
const INCOMPARABLE = 3;

/** Words per element: enclosing element, array, index in it, nesting level, node of the array in the key trie. */
const ELEMENT_WORDS = 5;

export class Leaves {
  /** UTF-8 text of the event, then scratch space for unescaped strings. */
  byteText: ByteText = byteText(4096);
  words = new Int32Array(32 * LEAF);
  count = 0;
  /** Leaves inside array elements. */
  inElements = 0;
  /** Fields that have leaves. */
  touched = new Int32Array(16);
  touchedCount = 0;
  elementCount = 1;
  arrayCount = 0;
  #numbers = new Float64Array(32);
  #heads = new Int32Array(16).fill(-1);
  #elements = new Int32Array(16 * ELEMENT_WORDS);

  get text(): Buffer {
    return this.byteText.bytes;
  }

  clear(): void {
    for (let i = 0; i < this.touchedCount; i++) this.#heads[this.touched[i]!] = -1;
    this.touchedCount = 0;
    this.count = 0;
    this.inElements = 0;
    this.elementCount = 1;
    this.arrayCount = 0;
  }

  /** Makes room for a field number. */
  reserveField(field: number): void {
    if (field < this.#heads.length) return;
    const old = this.#heads.length;
    this.#heads = grown(this.#heads, field);
    this.#heads.fill(-1, old);
    this.touched = grown(this.touched, this.#heads.length - 1);
  }

  /** The field's last leaf (`NEXT` leads to the others), or -1. */
  first(field: number): number {
    return this.#heads[field]!;
  }

  add(field: number, kind: number, start: number, end: number, element: number): number {
    const leaf = this.count++;
    const at = leaf * LEAF;
    if (at + LEAF > this.words.length) this.#grow();
    const words = this.words;
    const next = this.#heads[field]!;
    words[at + KIND] = kind;
    words[at + START] = start;
    words[at + END] = end;
    words[at + VALUE] = -1;
    words[at + ELEMENT] = element;
    words[at + NEXT] = next;
    words[at + NUMBER_STATE] = UNREAD;
    if (element !== 0) this.inElements++;
    if (next < 0) this.touched[this.touchedCount++] = field;
    this.#heads[field] = leaf;
    return leaf;
  }

  addElement(parent: number, array: number, index: number, node: number): number {
    const element = this.elementCount++;
    const at = element * ELEMENT_WORDS;
    this.#elements = grown(this.#elements, at + ELEMENT_WORDS - 1);
    const elements = this.#elements;
    elements[at] = parent;
    elements[at + 1] = array;
    elements[at + 2] = index;
    elements[at + 3] = parent === 0 ? 1 : elements[parent * ELEMENT_WORDS + 3]! + 1;
    elements[at + 4] = node;
    return element;
  }

  parentElement(element: number): number {
    return this.#elements[element * ELEMENT_WORDS]!;
  }

  arrayOf(element: number): number {
    return this.#elements[element * ELEMENT_WORDS + 1]!;
  }

  indexOf(element: number): number {
    return this.#elements[element * ELEMENT_WORDS + 2]!;
  }

  levelOf(element: number): number {
    return this.#elements[element * ELEMENT_WORDS + 3]!;
  }

  /** The key trie's node at which the element's array stands. */
  nodeOf(element: number): number {
    return this.#elements[element * ELEMENT_WORDS + 4]!;
  }

  textOf(leaf: number): string {
    const at = leaf * LEAF;
    return this.text.toString('utf8', this.words[at + START]!, this.words[at + END]!);
  }

  /** The value of a number leaf, as near as a double gets; see isComparable. */
  numberOf(leaf: number): number {
    const at = leaf * LEAF;
    const words = this.words;
    if (words[at + NUMBER_STATE] !== UNREAD) return this.#numbers[leaf]!;
    const short = shortDecimal(this.text, words[at + START]!, words[at + END]!);
    const value = Number.isNaN(short) ? Number(this.textOf(leaf)) + 0 : short;
    words[at + NUMBER_STATE] = Number.isNaN(short) ? READ : COMPARABLE;
    this.#numbers[leaf] = value;
    return value;
  }

  /** Whether the number leaf compares by value; otherwise only its spelling counts. */
  isComparable(leaf: number): boolean {
    this.numberOf(leaf);
    const at = leaf * LEAF + NUMBER_STATE;
    if (this.words[at] === READ) this.words[at] = isComparable(this.textOf(leaf)) ? COMPARABLE : INCOMPARABLE;
    return this.words[at] === COMPARABLE;
  }

  #grow(): void {
    this.words = grown(this.words, this.words.length);
    const numbers = new Float64Array(Math.ceil(this.words.length / LEAF));
    numbers.set(this.#numbers);
    this.#numbers = numbers;
  }
}

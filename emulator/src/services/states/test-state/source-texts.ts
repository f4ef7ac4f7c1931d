// The texts of the lists and objects that a test gives: parts that a state hands on are shown as they were written (recorded).
import { isList, isObject, type Json } from '#services/states/language/json';

const BLANKS = /[ \t\n\r]*/y;
const STRING = /"(?:[^"\\]|\\.)*"/y;
const SCALAR = /[^,\]} \t\n\r]+/y;

/** One per test. */
export class SourceTexts {
  readonly #texts = new WeakMap<object, string>();

  /** Notes the texts of the value and its parts. `text` is valid JSON of this value. */
  note(text: string, value: Json): void {
    new SourceReader(text, (part, source) => this.#texts.set(part, source)).read(value);
  }
  textOf(value: Json): string {
    return (typeof value === 'object' && value !== null ? this.#texts.get(value) : undefined) ?? JSON.stringify(value);
  }
}

/** Walks through a text and its value together. */
class SourceReader {
  readonly #text: string;
  readonly #found: (value: object, source: string) => void;
  #at = 0;

  constructor(text: string, found: (value: object, source: string) => void) {
    this.#text = text;
    this.#found = found;
  }

  /** The value is undefined for a member that a later one of the same name replaces, and within it. */
  read(value: Json | undefined): void {
    this.#take(BLANKS);
    const start = this.#at;
    const first = this.#text[start];
    if (first === '[') this.#readParts(']', (index) => this.read(isList(value) ? value[index] : undefined));
    else if (first === '{') this.#readParts('}', () => this.#readMember(value));
    else this.#take(first === '"' ? STRING : SCALAR);
    if ((first === '[' && isList(value)) || (first === '{' && isObject(value))) this.#found(value, this.#text.slice(start, this.#at));
    this.#take(BLANKS);
  }

  #readParts(end: string, read: (index: number) => void): void {
    this.#at++;
    this.#take(BLANKS);
    for (let index = 0; this.#text[this.#at] !== end; index++) {
      read(index);
      if (this.#text[this.#at] === ',') this.#at++;
    }
    this.#at++;
  }
  #readMember(value: Json | undefined): void {
    this.#take(BLANKS);
    const name = JSON.parse(this.#take(STRING)) as string;
    this.#take(BLANKS);
    this.#at++;
    this.read(isObject(value) && Object.hasOwn(value, name) ? value[name] : undefined);
  }
  #take(pattern: RegExp): string {
    pattern.lastIndex = this.#at;
    const taken = pattern.exec(this.#text)![0];
    this.#at += taken.length;
    return taken;
  }
}

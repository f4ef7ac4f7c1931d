// Reads JSON into values of templates: members keep their order (JavaScript moves names that are numbers), `1.0` keeps its point, and large
// whole numbers keep their digits.
import { type Budget, Double, List, type Value, type ValueMap } from './values.ts';

/** Limit: levels of the JSON that a mapping template parses. */
const MAX_DEPTH = 500;
const BLANK = /[ \t\r\n]*/y;
const NUMBER = /-?(?:0|[1-9]\d*)(\.\d+)?([eE][+-]?\d+)?/y;
const PLAIN = /[^"\\\u0000-\u001f]*/y;
const WORDS = new Map<string, Value>([
  ['true', true],
  ['false', false],
  ['null', null],
]);

class NotJson extends Error {}

/** Undefined for a text that is no JSON. */
export function readJson(text: string, budget: Budget): Value | undefined {
  try {
    return new Reader(text, budget).whole();
  } catch (error) {
    if (error instanceof NotJson) return undefined;
    throw error;
  }
}

class Reader {
  readonly #text: string;
  readonly #budget: Budget;
  #at = 0;
  #depth = 0;

  constructor(text: string, budget: Budget) {
    this.#text = text;
    this.#budget = budget;
  }

  whole(): Value {
    const value = this.#value();
    if (this.#next() !== undefined) throw new NotJson();
    return value;
  }

  #take(pattern: RegExp): RegExpExecArray | null {
    pattern.lastIndex = this.#at;
    const match = pattern.exec(this.#text);
    if (match) this.#at += match[0].length;
    return match;
  }

  /** The next character that is no blank. */
  #next(): string | undefined {
    this.#take(BLANK);
    return this.#text[this.#at];
  }

  #expect(character: string): void {
    if (this.#next() !== character) throw new NotJson();
    this.#at++;
  }

  #value(): Value {
    this.#budget.spend(1);
    const first = this.#next();
    if (first === '{') return this.#nested(() => this.#map());
    if (first === '[') return this.#nested(() => this.#list());
    if (first === '"') return this.#string();
    const word = first === 't' || first === 'n' ? this.#text.slice(this.#at, this.#at + 4) : this.#text.slice(this.#at, this.#at + 5);
    const known = WORDS.get(word);
    if (known === undefined) return this.#number();
    this.#at += word.length;
    return known;
  }

  #nested<T>(read: () => T): T {
    if (++this.#depth > MAX_DEPTH) throw new NotJson();
    const value = read();
    this.#depth--;
    return value;
  }

  #map(): ValueMap {
    const map: ValueMap = new Map();
    this.#at++;
    if (this.#next() === '}') {
      this.#at++;
      return map;
    }
    for (;;) {
      if (this.#next() !== '"') throw new NotJson();
      const name = this.#string();
      this.#expect(':');
      map.set(name, this.#value());
      if (this.#next() === ',') this.#at++;
      else break;
    }
    this.#expect('}');
    return map;
  }

  #list(): List {
    const items: Value[] = [];
    this.#at++;
    if (this.#next() === ']') this.#at++;
    else {
      for (;;) {
        items.push(this.#value());
        if (this.#next() === ',') this.#at++;
        else break;
      }
      this.#expect(']');
    }
    return new List(items, { isJson: true });
  }

  #string(): string {
    const start = this.#at++;
    for (;;) {
      this.#take(PLAIN);
      const end = this.#text[this.#at];
      if (end === '"') break;
      if (end !== '\\') throw new NotJson();
      this.#at += 2;
    }
    this.#at++;
    const quoted = this.#text.slice(start, this.#at);
    if (!quoted.includes('\\')) return quoted.slice(1, -1);
    try {
      return JSON.parse(quoted) as string;
    } catch {
      throw new NotJson();
    }
  }

  #number(): Value {
    const match = this.#take(NUMBER);
    if (!match) throw new NotJson();
    if (match[1] !== undefined || match[2] !== undefined) return new Double(Number(match[0]));
    const whole = Number(match[0]);
    return Number.isSafeInteger(whole) ? whole : BigInt(match[0]);
  }
}

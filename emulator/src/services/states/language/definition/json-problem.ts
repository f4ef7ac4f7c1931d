// Says what is wrong with a text that is no JSON, in the words of the parser that the real service uses (recorded for a token and a quote).

export interface JsonProblem {
  readonly message: string;
  /** Both from 1. */
  readonly line: number;
  readonly column: number;
}

const TOKEN = /[\p{L}\p{N}_$]+/uy;
const SCALAR = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null/y;
const VALUES = `(JSON String, Number, Array, Object or token 'null', 'true' or 'false')`;
/** Limit: levels of lists and objects in a definition. */
const MAX_DEPTH = 1000;

class ProblemAt extends Error {
  readonly at: number;
  constructor(message: string, at: number) {
    super(message);
    this.at = at;
  }
}

class Reader {
  readonly #text: string;
  #at = 0;
  #depth = 0;

  constructor(text: string) {
    this.#text = text;
  }

  document(): void {
    this.#value();
    this.#blanks();
    if (this.#at < this.#text.length) this.#token(VALUES);
  }

  #blanks(): void {
    while (' \t\r\n'.includes(this.#text[this.#at] ?? '.')) this.#at++;
  }
  #unexpected(expected: string): never {
    const character = this.#text[this.#at];
    if (character === undefined) throw new ProblemAt('Unexpected end-of-input', this.#at);
    throw new ProblemAt(
      `Unexpected character ('${character}' (code ${character.codePointAt(0)})): was expecting ${expected}`,
      this.#at + 1,
    );
  }
  #token(expected: string): never {
    TOKEN.lastIndex = this.#at;
    const token = TOKEN.exec(this.#text)?.[0];
    if (token === undefined) return this.#unexpected('a valid value');
    throw new ProblemAt(`Unrecognized token '${token}': was expecting ${expected}`, this.#at + token.length);
  }

  #value(): void {
    if (++this.#depth > MAX_DEPTH) throw new ProblemAt(`Document nesting depth (${this.#depth}) exceeds the maximum allowed`, this.#at);
    this.#blanks();
    const next = this.#text[this.#at];
    if (next === '{') this.#object();
    else if (next === '[') this.#list();
    else if (next === '"') this.#string();
    else {
      SCALAR.lastIndex = this.#at;
      if (!SCALAR.test(this.#text)) this.#token(VALUES);
      this.#at = SCALAR.lastIndex;
    }
    this.#depth--;
  }
  #object(): void {
    this.#at++;
    for (let isFirst = true; !this.#closes('}', isFirst); isFirst = false) {
      this.#blanks();
      if (this.#text[this.#at] !== '"') this.#unexpected('double-quote to start field name');
      this.#string();
      this.#blanks();
      if (this.#text[this.#at] !== ':') this.#unexpected('a colon to separate field name and value');
      this.#at++;
      this.#value();
    }
  }
  #list(): void {
    this.#at++;
    for (let isFirst = true; !this.#closes(']', isFirst); isFirst = false) this.#value();
  }
  /** Whether the container ends here; otherwise reads the comma before its next part. */
  #closes(closer: string, isFirst: boolean): boolean {
    this.#blanks();
    if (this.#text[this.#at] === closer) {
      this.#at++;
      return true;
    }
    if (isFirst) return false;
    if (this.#text[this.#at] !== ',') this.#unexpected(`comma to separate ${closer === '}' ? 'Object' : 'Array'} entries`);
    this.#at++;
    return false;
  }
  #string(): void {
    for (this.#at++; this.#at < this.#text.length; this.#at++) {
      const character = this.#text[this.#at]!;
      if (character === '"') {
        this.#at++;
        return;
      }
      if (character === '\\') this.#at++;
      else if (character < ' ')
        throw new ProblemAt(
          `Illegal unquoted character ((CTRL-CHAR, code ${character.charCodeAt(0)})): has to be escaped using backslash to be included in string value`,
          this.#at + 1,
        );
    }
    throw new ProblemAt('Unexpected end-of-input: was expecting closing quote for a string value', this.#at);
  }
}

/** For a text that JSON.parse has refused. */
export function jsonProblem(text: string): JsonProblem {
  try {
    new Reader(text).document();
  } catch (error) {
    if (!(error instanceof ProblemAt)) throw error;
    const before = text.slice(0, error.at);
    const line = before.split('\n').length;
    return { message: error.message, line, column: error.at - before.lastIndexOf('\n') };
  }
  return { message: 'Unexpected character', line: 1, column: 1 };
}

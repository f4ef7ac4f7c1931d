// A pull parser for pattern texts: one token at a time, raw number texts, every key in order (repeated ones too), and errors in the words
// and at the positions of the service's parser. Strings are read lazily: an error found before a string is read points at its start.
import { table } from '#lib/table';
import { MAX_DEPTH } from './pattern.ts';
import { describePosition, PatternError, positionAt } from './pattern-error.ts';

export type Token = '{' | '}' | '[' | ']' | 'field' | 'string' | 'number' | 'true' | 'false' | 'null' | 'end';

const VALID_VALUE = "(JSON String, Number, Array, Object or token 'null', 'true' or 'false')";
const ESCAPES: Readonly<Record<string, string>> = table({ n: '\n', t: '\t', r: '\r', b: '\b', f: '\f', '"': '"', '\\': '\\', '/': '/' });
const SPACE = /[ \n\r\t]*/y;
const WORD = /[A-Za-z0-9_$]*/y;
const NUMBER_START = /[-0-9]/;
const DIGITS = /[0-9]*/y;
const WORDS: readonly Token[] = ['true', 'false', 'null'];

interface Frame {
  readonly kind: 'Object' | 'Array';
  readonly close: '}' | ']';
  readonly start: number;
}

export class PatternReader {
  /** The token just read. */
  token: Token = 'end';
  /** The name of the field just read. */
  name = '';
  readonly source: string;
  readonly #prefix: string;
  readonly #frames: Frame[] = [];
  #at = 0;
  #text = '';
  #stringStart = -1;
  #afterValue = false;
  /** The value behind a field name, already begun when the field is reported. */
  #ahead: Token | undefined;

  constructor(source: string, messagePrefix: string) {
    this.source = source;
    this.#prefix = messagePrefix;
  }

  next(): Token {
    this.token = this.#read();
    return this.token;
  }

  #read(): Token {
    this.#finishString();
    if (this.#ahead !== undefined) return this.#enter(this.#takeAhead());
    this.#skip(SPACE);
    const frame = this.#frames.at(-1);
    if (this.#at >= this.source.length) return this.#atEnd(frame);
    const char = this.source[this.#at]!;
    if (char === '}' || char === ']') return this.#close(char, frame);
    if (this.#afterValue && frame) this.#comma(frame);
    if (frame?.kind !== 'Object') return this.#enter(this.#beginValue());
    this.name = this.#fieldName();
    this.#ahead = this.#beginValue();
    return 'field';
  }

  /** The text of the string, number or literal just read. */
  text(): string {
    this.#finishString();
    return this.#text;
  }

  /** Throws the reason with the current position. */
  fail(reason: string): never {
    throw this.error(reason, positionAt(this.source, this.#at));
  }

  /** Throws the reason without a position. */
  failPlain(reason: string): never {
    throw this.error(reason);
  }

  error(reason: string, position?: { line: number; column: number }): PatternError {
    return new PatternError({ prefix: this.#prefix, reason, source: this.source, position });
  }

  #takeAhead(): Token {
    const token = this.#ahead!;
    this.#ahead = undefined;
    return token;
  }

  #enter(token: Token): Token {
    this.#afterValue = true;
    if (token === '{') this.#open({ kind: 'Object', close: '}', start: this.#at - 1 });
    else if (token === '[') this.#open({ kind: 'Array', close: ']', start: this.#at - 1 });
    else if (token === 'string') this.#stringStart = this.#at;
    return token;
  }

  #open(frame: Frame): void {
    this.#frames.push(frame);
    this.#afterValue = false;
    if (this.#frames.length > MAX_DEPTH) {
      this.fail(
        `Document nesting depth (${MAX_DEPTH + 1}) exceeds the maximum allowed (${MAX_DEPTH}, from \`StreamReadConstraints.getMaxNestingDepth()\`)`,
      );
    }
  }

  #close(char: '}' | ']', frame: Frame | undefined): Token {
    if (frame?.close !== char) {
      if (!frame)
        this.fail(`Unexpected close marker '${char}': expected '${char === '}' ? ']' : '}'}' (for root starting at ${this.#place(0)})`);
      this.fail(`Unexpected close marker '${char}': expected '${frame.close}' (for ${frame.kind} starting at ${this.#place(frame.start)})`);
    }
    this.#at++;
    this.#frames.pop();
    this.#afterValue = true;
    return char;
  }

  #atEnd(frame: Frame | undefined): Token {
    if (!frame) return 'end';
    return this.fail(`Unexpected end-of-input: expected close marker for ${frame.kind} (start marker at ${this.#place(frame.start)})`);
  }

  #comma(frame: Frame): void {
    if (this.source[this.#at] !== ',') this.#unexpected(`was expecting comma to separate ${frame.kind} entries`);
    this.#at++;
    this.#skip(SPACE);
    this.#afterValue = false;
  }

  #fieldName(): string {
    this.#needMore();
    if (this.source[this.#at] !== '"') this.#unexpected('was expecting double-quote to start field name');
    this.#at++;
    const name = this.#readString();
    this.#skip(SPACE);
    this.#needMore();
    if (this.source[this.#at] !== ':') this.#unexpected('was expecting a colon to separate field name and value');
    this.#at++;
    this.#skip(SPACE);
    return name;
  }

  /** Skips the first character of a string, object or array, and the whole of any other value. */
  #beginValue(): Token {
    this.#needMore();
    const char = this.source[this.#at]!;
    if (char === '"' || char === '{' || char === '[') {
      this.#at++;
      return char === '"' ? 'string' : char;
    }
    if (NUMBER_START.test(char)) return this.#number();
    for (const word of WORDS) {
      if (!this.source.startsWith(word, this.#at)) continue;
      this.#at += word.length;
      this.#text = word;
      return word;
    }
    const token = this.#skip(WORD);
    if (token === 'NaN' || token === 'Infinity') {
      this.fail(`Non-standard token '${token}': enable \`JsonReadFeature.ALLOW_NON_NUMERIC_NUMBERS\` to allow`);
    }
    if (token !== '') this.fail(`Unrecognized token '${token}': was expecting ${VALID_VALUE}`);
    return this.#unexpected(`expected a valid value ${VALID_VALUE}`);
  }

  #number(): Token {
    const start = this.#at;
    if (this.source[this.#at] === '-') this.#at++;
    const whole = this.#digits('expected digit (0-9) to follow minus sign, for valid numeric value');
    if (whole.length > 1 && whole[0] === '0') {
      this.#at -= whole.length - 1;
      this.fail('Invalid numeric value: Leading zeroes not allowed');
    }
    if (this.source[this.#at] === '.') {
      this.#at++;
      this.#digits('Decimal point not followed by a digit');
    }
    if (/[eE]/.test(this.source[this.#at] ?? '')) {
      this.#at++;
      if (/[+-]/.test(this.source[this.#at] ?? '')) this.#at++;
      this.#digits('Exponent indicator not followed by a digit');
    }
    this.#text = this.source.slice(start, this.#at);
    return 'number';
  }

  #digits(missing: string): string {
    const digits = this.#skip(DIGITS);
    this.#needMore();
    if (digits === '') this.fail(`Unexpected character (${this.#describe()}) in numeric value: ${missing}`);
    return digits;
  }

  #finishString(): void {
    if (this.#stringStart < 0) return;
    this.#stringStart = -1;
    this.#text = this.#readString();
  }

  /** Starts after the opening quote and ends after the closing one. */
  #readString(): string {
    const { source } = this;
    let text = '';
    for (let start = this.#at; ; ) {
      const code = source.charCodeAt(this.#at);
      if (Number.isNaN(code)) this.fail('Unexpected end-of-input: was expecting closing quote for a string value');
      if (code < 32) this.#control(code);
      if (code !== 34 && code !== 92) {
        this.#at++;
        continue;
      }
      text += source.slice(start, this.#at);
      this.#at++;
      if (code === 34) return text;
      text += this.#escape();
      start = this.#at;
    }
  }

  #control(code: number): never {
    this.#at++;
    return this.fail(
      `Illegal unquoted character ((CTRL-CHAR, code ${code})): has to be escaped using backslash to be included in string value`,
    );
  }

  #escape(): string {
    const char = this.source[this.#at];
    if (char === undefined) return this.fail('Unexpected end-of-input in character escape sequence');
    const plain = ESCAPES[char];
    if (plain !== undefined) {
      this.#at++;
      return plain;
    }
    if (char !== 'u') return this.fail(`Unrecognized character escape ${this.#describe()}`);
    this.#at++;
    for (let digit = 0; digit < 4; digit++, this.#at++) {
      if (this.#at >= this.source.length) this.fail('Unexpected end-of-input in character escape sequence');
      if (!/[0-9a-fA-F]/.test(this.source[this.#at]!)) this.#unexpected('expected a hex-digit for character escape sequence');
    }
    return String.fromCharCode(Number.parseInt(this.source.slice(this.#at - 4, this.#at), 16));
  }

  #skip(what: RegExp): string {
    what.lastIndex = this.#at;
    const found = what.exec(this.source)?.[0] ?? '';
    this.#at += found.length;
    return found;
  }

  #needMore(): void {
    if (this.#at < this.source.length) return;
    this.fail(`Unexpected end-of-input within/between ${this.#frames.at(-1)?.kind ?? 'root'} entries`);
  }

  #unexpected(expected: string): never {
    return this.fail(`Unexpected character (${this.#describe()}): ${expected}`);
  }

  /** The current character: `'x' (code 120)`. */
  #describe(): string {
    const code = this.source.charCodeAt(this.#at);
    if (code < 32 || (code >= 127 && code < 160)) return `(CTRL-CHAR, code ${code})`;
    return `'${this.source[this.#at]}' (code ${code}${code > 255 ? ` / 0x${code.toString(16)}` : ''})`;
  }

  #place(offset: number): string {
    return describePosition(this.source, positionAt(this.source, offset));
  }
}

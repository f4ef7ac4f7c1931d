// Splits the text of a query into tokens, one ahead. Comments begin with `#` and end with their line.
import { type Period, periodOf } from './period.ts';
import { QueryError } from './query-error.ts';

export type Token =
  | { readonly kind: 'string' | 'field' | 'word' | 'symbol' | 'end'; readonly text: string; readonly start: number; readonly end: number }
  | { readonly kind: 'number'; readonly text: string; readonly value: number; readonly start: number; readonly end: number }
  | { readonly kind: 'period'; readonly text: string; readonly period: Period; readonly start: number; readonly end: number };

const WORD = /[@A-Za-z_][\w@.]*/y;
const NUMBER = /\d+(?:\.\d+)?/y;
const UNIT = /[A-Za-z]+/y;
const SYMBOLS = ['=~', '!=', '<=', '>=', '==', '=', '<', '>', '+', '-', '*', '/', '%', '^', '(', ')', '[', ']', ',', '|'];
const BLANKS = ' \t\n\r\f\v\u00a0';

export class Scanner {
  readonly text: string;
  #at = 0;
  #peeked: Token | undefined;

  constructor(text: string) {
    this.text = text;
  }

  peek(): Token {
    this.#peeked ??= this.#read();
    return this.#peeked;
  }

  next(): Token {
    const token = this.peek();
    this.#at = token.end;
    this.#peeked = undefined;
    return token;
  }

  /** Whether a symbol or a word (in small letters) comes next. */
  is(text: string): boolean {
    const token = this.peek();
    return (token.kind === 'symbol' && token.text === text) || (token.kind === 'word' && token.text.toLowerCase() === text);
  }

  take(text: string): boolean {
    const found = this.is(text);
    if (found) this.next();
    return found;
  }

  expect(text: string): void {
    if (!this.take(text)) throw this.unexpected(this.peek(), text);
  }

  unexpected({ kind, text, start, end }: Token, expected?: string): QueryError {
    const before = this.text.slice(0, start);
    const line = before.split('\n').length;
    const position = start - (before.lastIndexOf('\n') + 1);
    const found = kind === 'end' ? 'end of query' : text;
    const wanted = expected === undefined ? '' : `, expected ${expected}`;
    return new QueryError(`unexpected symbol found ${found} at line ${line} and position ${position}${wanted}`, start, end);
  }

  /** The text between the slashes, only where an operand may stand: elsewhere a slash divides. Undefined if none comes next. */
  takeRegex(): { readonly source: string; readonly start: number; readonly end: number } | undefined {
    const token = this.peek();
    if (token.kind !== 'symbol' || token.text !== '/') return undefined;
    const { start } = token;
    let end = start + 1;
    while (end < this.text.length && this.text[end] !== '/') end += this.text[end] === '\\' ? 2 : 1;
    if (end >= this.text.length) throw new QueryError('unterminated regular expression', start, this.text.length);
    this.#at = end + 1;
    this.#peeked = undefined;
    return { source: this.text.slice(start + 1, end).replaceAll('\\/', '/'), start, end: end + 1 };
  }

  #skipBlanks(): void {
    for (; this.#at < this.text.length; this.#at++) {
      const character = this.text[this.#at]!;
      if (character === '#') {
        const end = this.text.indexOf('\n', this.#at);
        this.#at = end < 0 ? this.text.length - 1 : end;
      } else if (!BLANKS.includes(character)) return;
    }
  }

  #read(): Token {
    this.#skipBlanks();
    const [{ text }, start] = [this, this.#at];
    if (start >= text.length) return { kind: 'end', text: '', start: text.length, end: text.length };
    const first = text[start]!;
    if (first === '"' || first === "'" || first === '`') return this.#quoted(first, start);
    const number = matchAt(NUMBER, text, start);
    if (number !== undefined) return this.#number(number, start);
    const word = matchAt(WORD, text, start);
    if (word !== undefined) return { kind: 'word', text: word, start, end: start + word.length };
    const symbol = SYMBOLS.find((each) => text.startsWith(each, start));
    if (symbol !== undefined) return { kind: 'symbol', text: symbol, start, end: start + symbol.length };
    throw this.unexpected({ kind: 'symbol', text: String.fromCodePoint(text.codePointAt(start)!), start, end: start + 1 });
  }

  /** In texts, a backslash stands before the quote or another backslash; elsewhere it is one. */
  #quoted(quote: string, start: number): Token {
    const { text } = this;
    let value = '';
    for (let at = start + 1; at < text.length; at++) {
      const character = text[at]!;
      const after = text[at + 1];
      if (character === '\\' && quote !== '`' && (after === quote || after === '\\')) {
        value += after;
        at++;
      } else if (character === quote) return { kind: quote === '`' ? 'field' : 'string', text: value, start, end: at + 1 };
      else value += character;
    }
    throw new QueryError('unterminated string', start, text.length);
  }

  #number(number: string, start: number): Token {
    const end = start + number.length;
    const unit = matchAt(UNIT, this.text, end);
    if (unit === undefined) return { kind: 'number', text: number, value: Number(number), start, end };
    const period = periodOf(Number(number), unit);
    const token = { kind: 'period' as const, text: number + unit, start, end: end + unit.length };
    if (!period) throw this.unexpected({ ...token, period: {} });
    return { ...token, period };
  }
}

function matchAt(pattern: RegExp, text: string, at: number): string | undefined {
  pattern.lastIndex = at;
  return pattern.exec(text)?.[0];
}

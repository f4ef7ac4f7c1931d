// Reads conditions: the grammar common to JSON and space-delimited patterns.

import { type Comparison, globOperand, numberOperand, type Operand, regexOperand } from './operand.ts';
import { invalidPattern, invalidTerm } from './pattern-error.ts';

const COMPARISON = /!=|<=|>=|=|<|>/y;
const NUMBER = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?$/;
const BARE = /[^\s"%()&|,\]}=<>!]+/y;
const BARE_ALLOWED = /^[\w.*:/#@-]+$/;
/** Limit: levels of parentheses in a filter pattern. */
const MAX_DEPTH = 100;

export class Scanner {
  readonly text: string;
  at = 0;
  #depth = 0;

  constructor(text: string) {
    this.text = text;
  }

  get atEnd(): boolean {
    this.space();
    return this.at >= this.text.length;
  }
  space(): void {
    while (/\s/.test(this.text[this.at] ?? '')) this.at++;
  }
  take(token: string): boolean {
    this.space();
    if (!this.text.startsWith(token, this.at)) return false;
    this.at += token.length;
    return true;
  }
  /** Reads a keyword, in any case. */
  word(word: string): boolean {
    this.space();
    const found = this.text.slice(this.at, this.at + word.length);
    if (found.toUpperCase() !== word || /\w/.test(this.text[this.at + word.length] ?? '')) return false;
    this.at += word.length;
    return true;
  }
  match(pattern: RegExp): RegExpExecArray | undefined {
    this.space();
    pattern.lastIndex = this.at;
    const found = pattern.exec(this.text);
    if (found) this.at += found[0].length;
    return found ?? undefined;
  }
  comparison(): Comparison | undefined {
    return this.match(COMPARISON)?.[0] as Comparison | undefined;
  }

  operand(): Operand {
    const quoted = this.match(/"((?:[^"\\]|\\.)*)"/y);
    if (quoted) return globOperand((quoted[1] ?? '').replace(/\\(["\\])/g, '$1'));
    const regex = this.match(/%([^%]*)%/y);
    if (regex) return regexOperand(regex[1] ?? '');
    const bare = this.match(BARE)?.[0];
    if (bare === undefined) throw invalidPattern();
    if (NUMBER.test(bare)) return numberOperand(bare);
    if (!BARE_ALLOWED.test(bare)) throw invalidTerm(bare);
    return globOperand(bare);
  }

  /** `a && b || (c && d)`: `&&` binds tighter. */
  expression<T>(condition: () => (value: T) => boolean): (value: T) => boolean {
    if (++this.#depth > MAX_DEPTH) throw invalidPattern();
    const any = [this.#conjunction(condition)];
    while (this.take('||')) any.push(this.#conjunction(condition));
    this.#depth--;
    return any.length === 1 ? any[0]! : (value) => any.some((test) => test(value));
  }
  #conjunction<T>(condition: () => (value: T) => boolean): (value: T) => boolean {
    const all = [this.#unit(condition)];
    while (this.take('&&')) all.push(this.#unit(condition));
    return all.length === 1 ? all[0]! : (value) => all.every((test) => test(value));
  }
  #unit<T>(condition: () => (value: T) => boolean): (value: T) => boolean {
    if (!this.take('(')) return condition();
    const inner = this.expression(condition);
    if (!this.take(')')) throw invalidPattern();
    return inner;
  }
}

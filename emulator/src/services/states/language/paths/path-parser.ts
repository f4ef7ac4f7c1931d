// Reads the text of a path. Filters nest, so their depth is bounded.
import { memoize } from '#lib/memoize';
import { Regex, RegexSyntaxError } from '#lib/regex/regex';
import { PathError } from '#services/states/language/faults';
import {
  COMPARISONS,
  type FilterOperand,
  PATH_FUNCTIONS,
  type Path,
  type PathFilter,
  type PathFunction,
  type PathRoot,
  type PathStep,
} from './path.ts';

const MAX_PARSED = 5000;
/** Limit: levels of the filter of a path. */
const MAX_DEPTH = 50;
const VARIABLE = /[\p{ID_Start}_][\p{ID_Continue}]*/uy;
const NAME = /[^\s.[\]()'",@?:*=<>!&|~]+/y;
const SCALAR = /true|false|null|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
const REGEX = /\/((?:\\.|[^/\\])*)\/([imsx]*)/y;

const isDefiniteStep = (step: PathStep): boolean =>
  step.kind === 'function' || (step.kind === 'names' && step.names.length === 1) || (step.kind === 'indexes' && step.indexes.length === 1);

class PathParser {
  readonly #text: string;
  #at = 0;
  #depth = 0;

  constructor(text: string) {
    this.#text = text;
  }

  /** @throws PathError */
  parse(): Path {
    const path = this.#path();
    this.#blanks();
    if (this.#at < this.#text.length) this.#refuse(`unexpected '${this.#text[this.#at]}' at ${this.#at}`);
    return path;
  }

  #refuse(problem: string): never {
    throw new PathError(`Invalid path '${this.#text}' : ${problem}`);
  }
  #blanks(): void {
    while (' \t\r\n'.includes(this.#text[this.#at] ?? '.')) this.#at++;
  }
  #takes(text: string): boolean {
    if (!this.#text.startsWith(text, this.#at)) return false;
    this.#at += text.length;
    return true;
  }
  #expect(text: string): void {
    this.#blanks();
    if (!this.#takes(text)) this.#refuse(`expected '${text}' at ${this.#at}`);
  }
  #match(expression: RegExp): RegExpExecArray | undefined {
    expression.lastIndex = this.#at;
    const match = expression.exec(this.#text) ?? undefined;
    if (match) this.#at = expression.lastIndex;
    return match;
  }

  #path(): Path {
    const start = this.#at;
    const { root, variable } = this.#root();
    const steps: PathStep[] = [];
    for (;;) {
      if (this.#takes('..')) {
        steps.push({ kind: 'descend' });
        if (this.#text[this.#at] !== '[') steps.push(this.#afterDot());
        // A dot before a bracket means nothing: `$.[0]` is `$[0]`, as in the library that the cloud uses (Jayway's).
      } else if (this.#takes('.[') || this.#takes('[')) steps.push(this.#inBrackets());
      else if (this.#takes('.')) steps.push(this.#afterDot());
      else break;
    }
    return { text: this.#text.slice(start, this.#at), root, variable, steps, isDefinite: steps.every(isDefiniteStep) };
  }
  #root(): { root: PathRoot; variable: string | undefined } {
    if (this.#takes('$$')) return { root: '$$', variable: undefined };
    if (this.#takes('@')) return { root: '@', variable: undefined };
    if (!this.#takes('$')) this.#refuse('a path starts with $');
    const variable = this.#match(VARIABLE)?.[0];
    return { root: variable === undefined ? '$' : 'variable', variable };
  }
  #afterDot(): PathStep {
    if (this.#takes('*')) return { kind: 'wildcard' };
    const name = this.#match(NAME)?.[0] ?? this.#refuse(`expected a name at ${this.#at}`);
    if (!this.#takes('()')) return { kind: 'names', names: [name] };
    if (!(PATH_FUNCTIONS as readonly string[]).includes(name)) this.#refuse(`Function with name: ${name} does not exist.`);
    return { kind: 'function', name: name as PathFunction };
  }

  #inBrackets(): PathStep {
    this.#blanks();
    if (this.#takes('*')) {
      this.#expect(']');
      return { kind: 'wildcard' };
    }
    if (this.#takes('?')) {
      this.#expect('(');
      const filter = this.#or();
      this.#expect(')');
      this.#expect(']');
      return { kind: 'filter', filter };
    }
    if (`'"`.includes(this.#text[this.#at] ?? '.')) return this.#names();
    return this.#indexes();
  }
  #names(): PathStep {
    const names: string[] = [];
    do {
      this.#blanks();
      names.push(this.#quoted());
      this.#blanks();
    } while (this.#takes(','));
    this.#expect(']');
    return { kind: 'names', names };
  }
  #indexes(): PathStep {
    const end = this.#text.indexOf(']', this.#at);
    if (end < 0) this.#refuse(`expected ']'`);
    const body = this.#text.slice(this.#at, end);
    this.#at = end + 1;
    const whole = (text: string): number => (/^\s*-?\d{1,15}\s*$/.test(text) ? Number(text) : this.#refuse(`'${text}' is no index`));
    if (!body.includes(':')) return { kind: 'indexes', indexes: body.split(',').map(whole) };
    const parts = body.split(':');
    const [from, to, by] = parts.map((part) => (part.trim() === '' ? undefined : whole(part)));
    if (parts.length > 3 || (by !== undefined && by < 1)) this.#refuse(`'${body}' is no slice`);
    return { kind: 'slice', from, to, by: by ?? 1 };
  }
  /** A backslash is an ordinary character, except before the quote and before itself. */
  #quoted(): string {
    const quote = this.#text[this.#at];
    if (quote !== "'" && quote !== '"') this.#refuse(`expected a quoted name at ${this.#at}`);
    let content = '';
    for (this.#at++; this.#at < this.#text.length; this.#at++) {
      const character = this.#text[this.#at]!;
      if (character === quote) {
        this.#at++;
        return content;
      }
      const next = this.#text[this.#at + 1];
      if (character === '\\' && (next === quote || next === '\\')) {
        content += next;
        this.#at++;
      } else content += character;
    }
    return this.#refuse('a quote is not closed');
  }

  #or(): PathFilter {
    let left = this.#and();
    for (this.#blanks(); this.#takes('||'); this.#blanks()) left = { kind: 'or', left, right: this.#and() };
    return left;
  }
  #and(): PathFilter {
    let left = this.#unary();
    for (this.#blanks(); this.#takes('&&'); this.#blanks()) left = { kind: 'and', left, right: this.#unary() };
    return left;
  }
  #unary(): PathFilter {
    if (++this.#depth > MAX_DEPTH) this.#refuse('the filter is nested too deeply');
    this.#blanks();
    const filter = this.#text.startsWith('!=', this.#at) ? this.#comparison() : this.#takes('!') ? this.#negation() : this.#group();
    this.#depth--;
    return filter;
  }
  #negation(): PathFilter {
    return { kind: 'not', filter: this.#unary() };
  }
  #group(): PathFilter {
    if (!this.#takes('(')) return this.#comparison();
    const filter = this.#or();
    this.#expect(')');
    return filter;
  }
  #comparison(): PathFilter {
    const left = this.#operand();
    this.#blanks();
    const operator = COMPARISONS.find((text) => this.#takes(text));
    return operator === undefined ? { kind: 'exists', operand: left } : { kind: 'compare', operator, left, right: this.#operand() };
  }
  #operand(): FilterOperand {
    this.#blanks();
    const next = this.#text[this.#at] ?? '';
    if (next === '@' || next === '$') return { kind: 'path', path: this.#path() };
    if (next === "'" || next === '"') return { kind: 'value', value: this.#quoted() };
    if (next === '/') return this.#regex();
    if (this.#takes('[')) return this.#list();
    const scalar = this.#match(SCALAR)?.[0] ?? this.#refuse(`unexpected '${next}' at ${this.#at}`);
    return { kind: 'value', value: JSON.parse(scalar) };
  }
  #regex(): FilterOperand {
    const [, source, flags] = this.#match(REGEX) ?? this.#refuse('a regular expression is not closed');
    try {
      return { kind: 'regex', regex: new Regex(flags === '' ? source! : `(?${flags})${source}`, { whole: true }) };
    } catch (error) {
      if (error instanceof RegexSyntaxError) this.#refuse(error.message);
      throw error;
    }
  }
  #list(): FilterOperand {
    if (++this.#depth > MAX_DEPTH) this.#refuse('the filter is nested too deeply');
    const items: FilterOperand[] = [];
    for (this.#blanks(); !this.#takes(']'); this.#blanks()) {
      if (items.length > 0) this.#expect(',');
      items.push(this.#operand());
    }
    this.#depth--;
    return { kind: 'list', items };
  }
}

const parsed = memoize((text: string) => new PathParser(text).parse(), MAX_PARSED);

/** @throws PathError */
export const parsePath = (text: string): Path => parsed(text);

// The rules of composite alarms: ALARM(x) AND NOT (OK("y") OR TRUE), AT_LEAST(2, ALARM, (a, b, c)).
import { alarmName } from '#services/cloudwatch/arns';
import type { StateValue } from '#services/cloudwatch/state';

export class RuleError extends Error {}

type StateOf = (name: string) => StateValue | undefined;
type Test = (stateOf: StateOf) => boolean;

export interface CompositeRule {
  readonly test: Test;
  /** Alarms in the rule, by name. */
  readonly names: readonly string[];
}

/** Limit: depth of a composite alarm's rule. */
const MAX_DEPTH = 100;
const STATES: readonly StateValue[] = ['ALARM', 'OK', 'INSUFFICIENT_DATA'];
const WORD = /[A-Za-z_]+/y;
const PLAIN_NAME = /[^()\s,"]+/y;
const COUNT = /\d{1,6}%?/y;

export function parseRule(text: string): CompositeRule {
  const parser = new RuleParser(text);
  const test = parser.whole();
  return { test, names: [...parser.names] };
}

class RuleParser {
  readonly names = new Set<string>();
  readonly #text: string;
  #at = 0;
  #depth = 0;

  constructor(text: string) {
    this.#text = text;
  }

  whole(): Test {
    const test = this.#or();
    this.#skip();
    if (this.#at < this.#text.length) throw this.#unexpected();
    return test;
  }

  #unexpected(): RuleError {
    const rest = this.#text.slice(this.#at, this.#at + 12);
    return new RuleError(`unexpected ${rest === '' ? 'end' : `'${rest}'`} at ${this.#at}`);
  }
  #skip(): void {
    while (/\s/.test(this.#text[this.#at] ?? '')) this.#at++;
  }
  #match(pattern: RegExp): string | undefined {
    this.#skip();
    pattern.lastIndex = this.#at;
    return pattern.exec(this.#text)?.[0];
  }
  #take(pattern: RegExp): string {
    const found = this.#match(pattern);
    if (found === undefined) throw this.#unexpected();
    this.#at += found.length;
    return found;
  }
  #takeWord(word: string): boolean {
    if (this.#match(WORD)?.toUpperCase() !== word) return false;
    this.#at += word.length;
    return true;
  }
  #takeSign(sign: string): boolean {
    this.#skip();
    if (this.#text[this.#at] !== sign) return false;
    this.#at++;
    return true;
  }
  #expect(sign: string): void {
    if (!this.#takeSign(sign)) throw this.#unexpected();
  }

  #or(): Test {
    if (++this.#depth > MAX_DEPTH) throw new RuleError(`a rule can be nested ${MAX_DEPTH} deep`);
    const tests = [this.#and()];
    while (this.#takeWord('OR')) tests.push(this.#and());
    this.#depth--;
    return tests.length === 1 ? tests[0]! : (stateOf) => tests.some((test) => test(stateOf));
  }
  #and(): Test {
    const tests = [this.#not()];
    while (this.#takeWord('AND')) tests.push(this.#not());
    return tests.length === 1 ? tests[0]! : (stateOf) => tests.every((test) => test(stateOf));
  }
  #not(): Test {
    let isNegated = false;
    while (this.#takeWord('NOT')) isNegated = !isNegated;
    const test = this.#primary();
    return isNegated ? (stateOf) => !test(stateOf) : test;
  }

  #primary(): Test {
    if (this.#takeSign('(')) {
      const test = this.#or();
      this.#expect(')');
      return test;
    }
    if (this.#takeWord('TRUE')) return () => true;
    if (this.#takeWord('FALSE')) return () => false;
    if (this.#takeWord('AT_LEAST')) return this.#atLeast();
    const state = this.#state();
    this.#expect('(');
    const name = this.#name();
    this.#expect(')');
    return (stateOf) => stateOf(name) === state;
  }

  #atLeast(): Test {
    this.#expect('(');
    const count = this.#take(COUNT);
    this.#expect(',');
    const isNegated = this.#takeWord('NOT');
    const state = this.#state();
    this.#expect(',');
    this.#expect('(');
    const names = [this.#name()];
    while (this.#takeSign(',')) names.push(this.#name());
    this.#expect(')');
    this.#expect(')');
    const least = count.endsWith('%') ? Math.ceil((Number.parseInt(count, 10) / 100) * names.length) : Number(count);
    return (stateOf) => names.filter((name) => (stateOf(name) === state) !== isNegated).length >= least;
  }

  #state(): StateValue {
    const state = STATES.find((each) => this.#takeWord(each));
    if (!state) throw this.#unexpected();
    return state;
  }

  #name(): string {
    this.#skip();
    const name = alarmName(this.#text[this.#at] === '"' ? this.#quoted() : this.#take(PLAIN_NAME));
    this.names.add(name);
    return name;
  }
  #quoted(): string {
    let name = '';
    for (this.#at++; this.#text[this.#at] !== '"'; this.#at++) {
      if (this.#text[this.#at] === '\\') this.#at++;
      if (this.#at >= this.#text.length) throw this.#unexpected();
      name += this.#text[this.#at];
    }
    this.#at++;
    if (name === '') throw this.#unexpected();
    return name;
  }
}

// The regular expressions of filter patterns: no groups, so a match costs text × expression at most. Simulated, never backtracked.
// Syntax: docs.aws.amazon.com/AmazonCloudWatch/latest/logs/FilterAndPatternSyntax.html
import { table } from '#lib/table';
import { invalidTerm } from './pattern-error.ts';

type Unit = (code: number) => boolean;
interface Step {
  readonly unit: Unit;
  /** Zero times is allowed. */
  readonly optional: boolean;
  /** More than once is allowed. */
  readonly repeats: boolean;
}
interface Branch {
  readonly fromStart: boolean;
  readonly toEnd: boolean;
  readonly steps: readonly Step[];
}

const PLAIN = /[A-Za-z0-9_#=@/;,:\- ]/;
const OPERATORS = '^$?[]{}|\\*+.';
/** Limit: steps of all branches of an expression in a filter pattern: `{n,m}` repeats its unit m times. */
const MAX_STEPS = 2048;

const isDigit: Unit = (code) => code >= 48 && code <= 57;
const isWord: Unit = (code) => isDigit(code) || (code >= 65 && code <= 90) || (code >= 97 && code <= 122) || code === 95;
const isSpace: Unit = (code) => code === 32 || (code >= 9 && code <= 13);
const CLASSES: Readonly<Record<string, Unit>> = table({
  d: isDigit,
  D: (code) => !isDigit(code),
  w: isWord,
  W: (code) => !isWord(code),
  s: isSpace,
  S: (code) => !isSpace(code),
});
const ESCAPES: Readonly<Record<string, number>> = table({ t: 9, n: 10, v: 11, f: 12, r: 13 });

/** Compiles the text between the `%` signs into a search. Throws FilterPatternError. */
export function compileRegex(source: string): (text: string) => boolean {
  if (source === '') throw invalidTerm(source);
  if (/^[A-Za-z0-9_#=@/;,:\- ]+$/.test(source)) return (text) => text.includes(source);
  const branches = new RegexReader(source).branches();
  return (text) => branches.some((branch) => search(branch, text));
}

/** A state is the number of steps taken; the search tracks all states that are possible after each character. */
function search({ fromStart, toEnd, steps }: Branch, text: string): boolean {
  let active = new Uint8Array(steps.length + 1);
  let next = new Uint8Array(steps.length + 1);
  const enter = (states: Uint8Array, from: number): void => {
    for (let state = from; states[state] === 0; state++) {
      states[state] = 1;
      if (!steps[state]?.optional) return;
    }
  };
  enter(active, 0);
  for (let at = 0; ; at++) {
    if (active[steps.length] === 1 && (!toEnd || at === text.length)) return true;
    if (at === text.length) return false;
    const code = text.charCodeAt(at);
    next.fill(0);
    for (let state = 0; state < steps.length; state++) {
      const step = steps[state] as Step;
      if (active[state] === 0 || !step.unit(code)) continue;
      if (step.repeats) enter(next, state);
      enter(next, state + 1);
    }
    if (!fromStart) enter(next, 0);
    [active, next] = [next, active];
  }
}

class RegexReader {
  readonly #source: string;
  #at = 0;
  #steps = 0;

  constructor(source: string) {
    this.#source = source;
  }

  branches(): Branch[] {
    const found = [this.#branch()];
    while (this.#take('|')) found.push(this.#branch());
    if (this.#at < this.#source.length) throw this.#error();
    return found;
  }

  #branch(): Branch {
    const fromStart = this.#take('^');
    const steps: Step[] = [];
    while (this.#at < this.#source.length && !'|$'.includes(this.#peek())) steps.push(...this.#quantified(this.#unit()));
    return { fromStart, toEnd: this.#take('$'), steps };
  }

  #quantified(unit: Unit): Step[] {
    const once: Step = { unit, optional: false, repeats: false };
    if (this.#take('*')) return this.#count([{ unit, optional: true, repeats: true }]);
    if (this.#take('+')) return this.#count([{ unit, optional: false, repeats: true }]);
    if (this.#take('?')) return this.#count([{ unit, optional: true, repeats: false }]);
    if (!this.#take('{')) return this.#count([once]);
    const [matched, least = '', comma, most = ''] = /^(\d{1,4})(,)?(\d{1,4})?\}/.exec(this.#source.slice(this.#at)) ?? [];
    if (matched === undefined || (!comma && most)) throw this.#error();
    this.#at += matched.length;
    const [min, max] = [Number(least), most === '' ? Number(least) : Number(most)];
    if (max < min || this.#steps + max > MAX_STEPS) throw this.#error();
    const steps = Array.from({ length: max }, (_, index) => ({ ...once, optional: index >= min }));
    return this.#count(comma && most === '' ? [...steps, { unit, optional: true, repeats: true }] : steps);
  }

  #unit(): Unit {
    const character = this.#next();
    if (character === '.') return () => true;
    if (character === '[') return this.#set();
    if (character === '\\') return this.#escape();
    if (!PLAIN.test(character)) throw this.#error();
    return same(character.charCodeAt(0));
  }

  #set(): Unit {
    const negated = this.#take('^');
    const units: Unit[] = [];
    while (!this.#take(']')) units.push(this.#member());
    if (units.length === 0) throw this.#error();
    return (code) => units.some((unit) => unit(code)) !== negated;
  }

  #member(): Unit {
    const first = this.#next();
    if (first === '\\') return this.#escape();
    if (!PLAIN.test(first) && !OPERATORS.includes(first)) throw this.#error();
    const from = first.charCodeAt(0);
    if (this.#peek() !== '-' || this.#source[this.#at + 1] === ']') return same(from);
    this.#at++;
    const to = this.#next().charCodeAt(0);
    if (to < from) throw this.#error();
    return (code) => code >= from && code <= to;
  }

  #escape(): Unit {
    const character = this.#next();
    const known = CLASSES[character];
    if (known) return known;
    if (character === 'x') {
      const digits = this.#source.slice(this.#at, this.#at + 2);
      if (!/^[0-9A-Fa-f]{2}$/.test(digits)) throw this.#error();
      this.#at += 2;
      return same(Number.parseInt(digits, 16));
    }
    if (/[A-Za-z0-9]/.test(character) && !Object.hasOwn(ESCAPES, character)) throw this.#error();
    return same(ESCAPES[character] ?? character.charCodeAt(0));
  }

  #count(steps: Step[]): Step[] {
    this.#steps += steps.length;
    if (this.#steps > MAX_STEPS) throw this.#error();
    return steps;
  }
  #peek(): string {
    return this.#source[this.#at] ?? '';
  }
  #take(character: string): boolean {
    if (this.#source[this.#at] !== character) return false;
    this.#at++;
    return true;
  }
  #next(): string {
    const character = this.#source[this.#at++];
    if (character === undefined) throw this.#error();
    return character;
  }
  #error(): Error {
    return invalidTerm(this.#source);
  }
}

const same =
  (wanted: number): Unit =>
  (code) =>
    code === wanted;

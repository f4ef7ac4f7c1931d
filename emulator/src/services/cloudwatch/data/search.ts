// SEARCH expressions: `{Namespace,Dimension} words, Name="exact", AND OR NOT`. Words are whole names or their parts, which begin at capitals and digits.
import type { UnitSeries } from '#core/metrics/metric-reader';
import { memoize } from '#lib/memoize';
import { MathError } from '#services/cloudwatch/math/math-error';

type Test = (metric: UnitSeries) => boolean;

/** Limit: words of a SEARCH expression. */
const MAX_TERMS = 200;
const KNOWN_TEXTS = 10_000;
const TOKEN = /\s*(?:"([^"]*)"|([()=])|([^\s()="]+))/y;
const SCHEMA = /^\s*\{([^}]*)\}/;

interface Token {
  readonly text: string;
  readonly kind: 'quoted' | 'sign' | 'word';
}

export interface CompiledSearch {
  readonly test: Test;
  /** Set where the search names the only namespace. */
  readonly namespace: string | undefined;
  /** How many words it has. */
  readonly terms: number;
}

export function compileSearch(text: string): CompiledSearch {
  const schema = SCHEMA.exec(text);
  const rest = tokens(schema ? text.slice(schema[0].length) : text);
  const test = new SearchParser(rest).whole();
  if (!schema) return { test, namespace: undefined, terms: rest.length };
  const [namespace, ...names] = schema[1]!.split(',').map((part) => part.trim().replace(/^"(.*)"$/, '$1'));
  const wanted = names
    .filter((name) => name !== '')
    .sort()
    .join('\n');
  const hasNames: Test = ({ dimensions }) =>
    dimensions
      .map(({ name }) => name)
      .sort()
      .join('\n') === wanted;
  return { test: (metric) => metric.namespace === namespace && hasNames(metric) && test(metric), namespace, terms: rest.length };
}

function tokens(text: string): Token[] {
  const found: Token[] = [];
  TOKEN.lastIndex = 0;
  while (text.slice(TOKEN.lastIndex).trim() !== '') {
    const at = TOKEN.lastIndex;
    const match = TOKEN.exec(text);
    if (!match) throw new MathError(`The search has an unexpected character at '${text.slice(at, at + 10)}'`);
    const [, quoted, sign, word] = match;
    found.push(
      quoted !== undefined ? { kind: 'quoted', text: quoted } : sign ? { kind: 'sign', text: sign } : { kind: 'word', text: word! },
    );
    if (found.length > MAX_TERMS) throw new MathError(`A search can have at most ${MAX_TERMS} words`);
  }
  return found;
}

class SearchParser {
  readonly #tokens: readonly Token[];
  #at = 0;
  constructor(tokens: readonly Token[]) {
    this.#tokens = tokens;
  }

  whole(): Test {
    if (this.#tokens.length === 0) return () => true;
    const test = this.#or(namesOf);
    if (this.#at < this.#tokens.length) throw new MathError(`The search has an unexpected '${this.#tokens[this.#at]!.text}'`);
    return test;
  }

  #is(kind: Token['kind'], text: string): boolean {
    const token = this.#tokens[this.#at];
    return token?.kind === kind && token.text === text;
  }
  #take(kind: Token['kind'], text: string): boolean {
    if (!this.#is(kind, text)) return false;
    this.#at++;
    return true;
  }

  #or(of: TextsOf): Test {
    let left = this.#and(of);
    while (this.#take('word', 'OR')) left = either(left, this.#and(of));
    return left;
  }
  /** Terms that follow each other must all match. */
  #and(of: TextsOf): Test {
    let left = this.#not(of);
    while (this.#at < this.#tokens.length && !this.#is('sign', ')') && !this.#is('word', 'OR')) {
      this.#take('word', 'AND');
      left = both(left, this.#not(of));
    }
    return left;
  }
  #not(of: TextsOf): Test {
    if (!this.#take('word', 'NOT')) return this.#term(of);
    const test = this.#not(of);
    return (metric) => !test(metric);
  }

  #term(of: TextsOf): Test {
    if (this.#take('sign', '(')) {
      const test = this.#or(of);
      if (!this.#take('sign', ')')) throw new MathError('The search lacks a closing parenthesis');
      return test;
    }
    const token = this.#tokens[this.#at++];
    if (!token || token.kind === 'sign') throw new MathError(`The search has an unexpected ${token ? `'${token.text}'` : 'end'}`);
    if (this.#take('sign', '=')) return this.#term(textsOfName(token.text));
    const matches = token.kind === 'quoted' ? (text: string) => text === token.text : wordMatcher(token.text);
    return (metric) => of(metric).some(matches);
  }
}

const either =
  (a: Test, b: Test): Test =>
  (metric) =>
    a(metric) || b(metric);
const both =
  (a: Test, b: Test): Test =>
  (metric) =>
    a(metric) && b(metric);

type TextsOf = (metric: UnitSeries) => readonly string[];
const namesOf: TextsOf = ({ namespace, name, dimensions }) => [namespace, name, ...dimensions.flatMap(({ name, value }) => [name, value])];
const textsOfName = (of: string): TextsOf =>
  of === 'MetricName'
    ? ({ name }) => [name]
    : of === 'Namespace'
      ? ({ namespace }) => [namespace]
      : ({ dimensions }) => dimensions.flatMap(({ name, value }) => (name === of ? [value] : []));

/** One word matches in any case; several, which begin at capitals or digits, as they are written. */
function wordMatcher(term: string): (text: string) => boolean {
  const [whole = '', ...parts] = searchWords(term);
  const wordsOf = memoize(searchWords, KNOWN_TEXTS);
  if (parts.length <= 1) return (text) => wordsOf(text).includes(whole);
  const written = writtenWords(term);
  return (text) => wordsOf(text)[0] === whole || containsRun(writtenWords(text), written);
}

const containsRun = (words: readonly string[], run: readonly string[]): boolean =>
  words.some((_, at) => run.every((word, offset) => words[at + offset] === word));

const writtenWords = (text: string): string[] =>
  text.split(/[^A-Za-z0-9]+/).flatMap((part) => part.match(/[A-Z]+(?![a-z])|[A-Z]?[a-z]+|\d+/g) ?? []);

/** The words of a name in lower case: the whole without signs, then its parts. */
export const searchWords = (text: string): string[] => [
  ...new Set([text.replace(/[^A-Za-z0-9]+/g, '').toLowerCase(), ...writtenWords(text).map((word) => word.toLowerCase())]),
];

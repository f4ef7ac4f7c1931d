// The grammar of filter expressions: OR over AND over ! over keywords, comparisons, service(…) { … }, edge(…, …) { … } and annotations.
import type { FindGroupFilter } from './group-filters.ts';
import { FilterError, scanFilter, type Token } from './scanner.ts';
import { annotationsOf, BOOLEANS, fits, NUMBERS, type Scope, type ServicePattern, segmentScope, TEXTS } from './scope.ts';

export type Test = (scope: Scope) => boolean;

/** The service, or the two ends of the call, that an expression selects. */
export type Selector =
  | { readonly kind: 'service'; readonly service: ServicePattern; readonly test: Test }
  | { readonly kind: 'edge'; readonly from: ServicePattern; readonly to: ServicePattern; readonly test: Test };

/** Limit: depth of a filter expression. */
const MAX_DEPTH = 50;
/** Limit: characters of a filter expression. */
const MAX_CHARACTERS = 4096;

type Compare = (value: unknown) => boolean;

/** For the filters of groups: a filter that names groups could take forever. */
export const noGroups: FindGroupFilter = () => {
  throw new FilterError('the filter of a group cannot name a group');
};

export class FilterParser {
  readonly #tokens: readonly Token[];
  readonly #findGroup: FindGroupFilter;
  #at = 0;
  #depth: number;

  constructor(text: string, findGroup: FindGroupFilter, depth = 0) {
    if (text.length > MAX_CHARACTERS) throw new FilterError(`it has more than ${MAX_CHARACTERS} characters`);
    this.#tokens = scanFilter(text);
    this.#findGroup = findGroup;
    this.#depth = depth;
  }

  whole(): Test {
    const test = this.#or();
    this.#end();
    return test;
  }

  selector(): Selector {
    const word = this.#takeAny('word').text.toLowerCase();
    if (word !== 'service' && word !== 'edge') throw new FilterError('it must be service(…) or edge(…, …)');
    const selector = word === 'service' ? this.#service() : this.#edge();
    this.#end();
    return selector;
  }

  get #next(): Token {
    return this.#tokens[this.#at]!;
  }
  #unexpected(): FilterError {
    const { kind, text, at } = this.#next;
    return new FilterError(`unexpected ${kind === 'end' ? 'end' : `'${text}'`} at ${at}`);
  }
  #end(): void {
    if (this.#next.kind !== 'end') throw this.#unexpected();
  }
  #takeAny(kind: Token['kind']): Token {
    const token = this.#next;
    if (token.kind !== kind) throw this.#unexpected();
    this.#at++;
    return token;
  }
  #takes(sign: string): boolean {
    if (this.#next.kind !== 'sign' || this.#next.text !== sign) return false;
    this.#at++;
    return true;
  }
  #expect(sign: string): void {
    if (!this.#takes(sign)) throw this.#unexpected();
  }
  #takesWord(word: string): boolean {
    if (this.#next.kind !== 'word' || this.#next.text.toUpperCase() !== word) return false;
    this.#at++;
    return true;
  }

  #or(): Test {
    if (++this.#depth > MAX_DEPTH) throw new FilterError(`it is nested more than ${MAX_DEPTH} deep`);
    const tests = [this.#and()];
    while (this.#takesWord('OR')) tests.push(this.#and());
    this.#depth--;
    return tests.length === 1 ? tests[0]! : (scope) => tests.some((test) => test(scope));
  }
  #and(): Test {
    const tests = [this.#not()];
    while (this.#takesWord('AND')) tests.push(this.#not());
    return tests.length === 1 ? tests[0]! : (scope) => tests.every((test) => test(scope));
  }
  #not(): Test {
    let isNegated = false;
    while (this.#takes('!')) isNegated = !isNegated;
    const test = this.#primary();
    return isNegated ? (scope) => !test(scope) : test;
  }

  #primary(): Test {
    if (this.#takes('(')) {
      const test = this.#or();
      this.#expect(')');
      return test;
    }
    const { text } = this.#takeAny('word');
    const word = text.toLowerCase();
    if (word === 'service') return inService(this.#service());
    if (word === 'edge') return inEdge(this.#edge());
    if (word === 'group.name' || word === 'group.arn') return this.#group(word === 'group.name' ? 'name' : 'arn');
    if (word === 'annotation' || word.startsWith('annotation.')) return this.#annotation(text);
    if (Object.hasOwn(BOOLEANS, word)) return this.#boolean(BOOLEANS[word]!);
    if (Object.hasOwn(NUMBERS, word)) {
      const read = NUMBERS[word]!;
      const compare = this.#number();
      return (scope) => compare(read(scope));
    }
    if (Object.hasOwn(TEXTS, word)) {
      const read = TEXTS[word]!;
      const compare = this.#text();
      return (scope) => read(scope).some(compare);
    }
    throw new FilterError(`the keyword ${text} is not known`);
  }

  /** A keyword by itself, or compared with true or false. */
  #boolean(read: Test): Test {
    const isNot = this.#takes('!=');
    if (!isNot && !this.#takes('=')) return read;
    const wanted = this.#truth();
    if (wanted === undefined) throw this.#unexpected();
    return (scope) => (read(scope) === wanted) !== isNot;
  }
  #truth(): boolean | undefined {
    if (this.#takesWord('TRUE')) return true;
    return this.#takesWord('FALSE') ? false : undefined;
  }

  #number(): Compare {
    const operator = this.#operator();
    const token = this.#takeAny('number') as Token & { kind: 'number' };
    return comparison(operator, token.value);
  }
  #text(): Compare {
    const operator = this.#operator();
    return comparison(operator, this.#takeAny('text').text);
  }
  #operator(): string {
    const sign = ['=', '!=', '<=', '>=', '<', '>'].find((each) => this.#takes(each));
    const operator = sign ?? ['CONTAINS', 'BEGINSWITH', 'ENDSWITH'].find((each) => this.#takesWord(each));
    if (operator === undefined) throw this.#unexpected();
    return operator;
  }

  /** `annotation.key` or `annotation[key]`: by itself true where the key is there. */
  #annotation(text: string): Test {
    let key = text.slice('annotation.'.length);
    if (this.#takes('[')) {
      key = this.#takeAny(this.#next.kind === 'text' ? 'text' : 'word').text;
      this.#expect(']');
    }
    if (key === '') throw this.#unexpected();
    if (!this.#isOperator()) return (scope) => annotationsOf(key, scope).length > 0;
    const operator = this.#operator();
    const truth = this.#truth();
    const value =
      truth ?? (this.#next.kind === 'number' ? (this.#takeAny('number') as Token & { kind: 'number' }).value : this.#takeAny('text').text);
    const compare = comparison(operator, value);
    return (scope) => annotationsOf(key, scope).some(compare);
  }
  #isOperator(): boolean {
    const { kind, text } = this.#next;
    if (kind === 'sign') return ['=', '!=', '<=', '>=', '<', '>'].includes(text);
    return kind === 'word' && ['CONTAINS', 'BEGINSWITH', 'ENDSWITH'].includes(text.toUpperCase());
  }

  #group(by: 'name' | 'arn'): Test {
    const isNot = this.#takes('!=');
    if (!isNot) this.#expect('=');
    const value = this.#takeAny('text').text;
    const filter = this.#findGroup(by, value);
    if (filter === undefined) throw new FilterError(`the group ${value} does not exist`);
    const test = filter === '' ? () => true : new FilterParser(filter, noGroups, this.#depth).whole();
    return (scope) => test(scope) !== isNot;
  }

  #service(): Selector & { kind: 'service' } {
    this.#expect('(');
    const service = this.#next.text === ')' ? {} : this.#pattern();
    this.#expect(')');
    return { kind: 'service', service, test: this.#inner() };
  }
  #edge(): Selector & { kind: 'edge' } {
    this.#expect('(');
    const from = this.#pattern();
    this.#expect(',');
    const to = this.#pattern();
    this.#expect(')');
    return { kind: 'edge', from, to, test: this.#inner() };
  }
  #inner(): Test {
    if (!this.#takes('{')) return () => true;
    const test = this.#or();
    this.#expect('}');
    return test;
  }

  /** `"name"`, or `id(name: "name", type: "AWS::EC2::Instance", account.id: "123456789012")`. */
  #pattern(): ServicePattern {
    if (this.#next.kind === 'text') return { name: this.#takeAny('text').text };
    if (!this.#takesWord('ID')) throw this.#unexpected();
    this.#expect('(');
    const found: { name?: string; type?: string; account?: string } = {};
    do {
      const key = this.#takeAny('word').text.toLowerCase();
      this.#expect(':');
      const { text } = this.#takeAny('text');
      if (key === 'name') found.name = text;
      else if (key === 'type') found.type = text;
      else if (key === 'account.id') found.account = text;
      else throw new FilterError(`id(…) has no ${key}`);
    } while (this.#takes(','));
    this.#expect(')');
    return found;
  }
}

const inService =
  ({ service, test }: Selector & { kind: 'service' }): Test =>
  ({ segments, trace }) =>
    segments.some((segment) => fits(service, segment.service) && test(segmentScope(segment, trace)));

const inEdge =
  ({ from, to, test }: Selector & { kind: 'edge' }): Test =>
  ({ segments, trace }) =>
    segments.some(
      (segment) => segment.caller && fits(from, segment.caller.service) && fits(to, segment.service) && test(segmentScope(segment, trace)),
    );

function comparison(operator: string, wanted: string | number | boolean): Compare {
  const ofType =
    (test: (value: never) => boolean): Compare =>
    (value) =>
      typeof value === typeof wanted && test(value as never);
  const text = typeof wanted === 'string' ? wanted : undefined;
  switch (operator) {
    case '=':
      return (value) => value === wanted;
    case '!=':
      return (value) => value !== undefined && value !== wanted;
    case '<':
      return ofType((value: number) => value < (wanted as number));
    case '<=':
      return ofType((value: number) => value <= (wanted as number));
    case '>':
      return ofType((value: number) => value > (wanted as number));
    case '>=':
      return ofType((value: number) => value >= (wanted as number));
    default:
      if (text === undefined) throw new FilterError(`${operator} needs a text`);
      if (operator === 'CONTAINS') return ofType((value: string) => value.includes(text));
      return operator === 'BEGINSWITH'
        ? ofType((value: string) => value.startsWith(text))
        : ofType((value: string) => value.endsWith(text));
  }
}

// Parses PartiQL expressions by the precedence of their operators. Errors are in the words of the service's parser.
import { table } from '#lib/table';
import { invalid } from '#services/dynamodb/faults';
import { malformed } from './faults.ts';
import { OPERATOR_KEYWORDS, TYPE_NAMES } from './keywords.ts';
import type { Expression, Operator, PathStep, SelectStatement, UpdateStatement } from './syntax.ts';
import { isName, namesFunction, type Token, tokensOf } from './tokens.ts';

const PRECEDENCE: Readonly<Record<string, number>> = table({
  or: 10,
  and: 20,
  '=': 40,
  '<>': 40,
  is: 40,
  in: 40,
  '<': 50,
  '<=': 50,
  '>': 50,
  '>=': 50,
  between: 50,
  like: 50,
  '+': 60,
  '-': 60,
  '||': 60,
  '*': 70,
  '/': 70,
  '%': 70,
});
const NOT_PRECEDENCE = 30;
const EQUALITY = 40;
const COMPARISON = 50;
/** Limit: levels of parentheses in a PartiQL statement. Deeper texts are refused before they fill the stack. */
const MAX_LEVELS = 200;
/** Limit: levels of lists and maps in a literal of a PartiQL statement. */
const MAX_LITERAL_LEVELS = 32;
/** Limit: index of a list in a path of a PartiQL statement. */
const MAX_LIST_INDEX = 2_147_483_647;
const BRACKETS = { ')': 'RIGHT_PAREN', ']': 'RIGHT_BRACKET', '}': 'RIGHT_CURLY', '>>': 'RIGHT_DOUBLE_ANGLE_BRACKET' } as const;

export abstract class ExpressionParser {
  readonly #tokens: readonly Token[];
  #position = 0;
  #level = 0;
  /** The members of literals that are being read: `.name` or `[0]`. */
  readonly #inside: string[] = [];
  parameters = 0;
  /** Levels of literals that are no value of an attribute: the item of an INSERT is one. */
  itemLevels = 0;

  constructor(text: string) {
    this.#tokens = tokensOf(text);
  }

  abstract select(): SelectStatement;
  abstract fromFirst(): UpdateStatement;

  get token(): Token {
    return this.#tokens[this.#position]!;
  }
  #after(count: number): Token {
    return this.#tokens[Math.min(this.#position + count, this.#tokens.length - 1)]!;
  }
  next(): Token {
    const { token } = this;
    if (token.kind !== 'end') this.#position++;
    return token;
  }
  isSign(text: string): boolean {
    return this.token.kind === 'sign' && this.token.text === text;
  }
  isWord(...words: readonly string[]): boolean {
    return words.every((word, at) => this.#after(at).kind === 'word' && this.#after(at).text === word);
  }
  takeSign(text: string): boolean {
    if (!this.isSign(text)) return false;
    this.#position++;
    return true;
  }
  takeWord(...words: readonly string[]): boolean {
    if (!this.isWord(...words)) return false;
    this.#position += words.length;
    return true;
  }

  /** @throws Fault ValidationException */
  expression(precedence = 0): Expression {
    if (++this.#level > MAX_LEVELS) throw malformed('');
    let left = this.#unary();
    for (;;) {
      const negated = this.isWord('not', 'in') || this.isWord('not', 'between') || this.isWord('not', 'like');
      const token = negated ? this.#after(1) : this.token;
      const power = token.kind === 'sign' || token.kind === 'word' ? PRECEDENCE[token.text] : undefined;
      if (power === undefined || power <= precedence || !Object.hasOwn(PRECEDENCE, token.text)) break;
      this.#position += negated ? 2 : 1;
      const node = this.#infix(left, token, power);
      left = negated ? { kind: 'operation', operator: 'not', parts: [node], at: token.at } : node;
    }
    this.#level--;
    return left;
  }

  #infix(left: Expression, token: Token, power: number): Expression {
    const { text, at } = token;
    if (this.token.kind === 'end') throw malformed('Missing right-hand side expression of infix operator');
    if (text === 'is') return this.#is(left, token);
    if (text === 'in' && this.isSign('(')) return { kind: 'operation', operator: 'in', parts: [left, this.#row()], at };
    if (text !== 'between') return { kind: 'operation', operator: text as Operator, parts: [left, this.expression(power)], at };
    const low = this.expression(COMPARISON);
    if (!this.takeWord('and')) throw malformed('Expected AND after BETWEEN');
    return { kind: 'operation', operator: 'between', parts: [left, low, this.expression(COMPARISON)], at };
  }

  #is(value: Expression, { at }: Token): Expression {
    const negated = this.takeWord('not');
    const type = this.next();
    const long = this.takeWord('precision') || this.takeWord('varying');
    const known = type.kind === 'word' && (type.text === 'missing' || type.text === 'null' || TYPE_NAMES.has(type.text));
    if (!known && !(long && type.text === 'double')) throw malformed('Expected type name');
    return { kind: 'is', value, type: type.text, negated, at };
  }

  #unary(): Expression {
    const { token } = this;
    if (this.takeWord('not')) return { kind: 'operation', operator: 'not', parts: [this.expression(NOT_PRECEDENCE)], at: token.at };
    if (!this.isSign('-') && !this.isSign('+')) return this.#path(this.#term());
    this.#position++;
    if (++this.#level > MAX_LEVELS) throw malformed('');
    const value = this.#unary();
    this.#level--;
    if (value.kind !== 'number') return { kind: 'operation', operator: token.text as Operator, parts: [value], at: token.at };
    if (token.text === '+') return value;
    return { ...value, text: value.text.startsWith('-') ? value.text.slice(1) : `-${value.text}` };
  }

  #term(): Expression {
    const { token } = this;
    const { at, text } = token;
    if (namesFunction(token) && this.#after(1).kind === 'sign' && this.#after(1).text === '(') return this.#call();
    if (isName(token)) {
      this.#position++;
      return { kind: 'path', steps: [{ kind: 'name', name: token.kind === 'name' ? text : token.source }], at };
    }
    if (this.isWord('select')) return { kind: 'query', select: this.select(), at };
    if (this.isWord('from')) return { kind: 'write', write: this.fromFirst(), at };
    if (token.kind === 'word' && (OPERATOR_KEYWORDS.has(text) || text === 'not')) throw malformed('Unexpected operator');
    const literal = this.#literal();
    if (literal) return literal;
    if (token.kind === 'word') throw malformed('Unexpected keyword');
    throw malformed(token.kind === 'sign' && Object.hasOwn(PRECEDENCE, text) ? 'Unexpected operator' : 'Unexpected term');
  }

  #literal(): Expression | undefined {
    const { kind, text, at } = this.token;
    if (kind === 'string' || kind === 'number') {
      this.#position++;
      return { kind, text, at };
    }
    if (this.takeWord('true') || this.takeWord('false')) return { kind: 'boolean', value: text === 'true', at };
    if (this.takeWord('null')) return { kind: 'null', at };
    if (this.takeWord('missing')) return { kind: 'missing', at };
    if (this.takeSign('?')) return { kind: 'parameter', index: this.parameters++, at };
    if (this.takeSign('[')) return { kind: 'list', parts: this.#members(']'), at };
    if (this.takeSign('<<')) return { kind: 'bag', parts: this.#members('>>'), at };
    if (this.takeSign('{')) return { kind: 'struct', members: this.#struct(), at };
    return this.takeSign('(') ? this.#parenthesis() : undefined;
  }

  /** A list in parentheses. */
  #row(): Expression {
    const { at } = this.next();
    const parts: Expression[] = [];
    do parts.push(this.expression());
    while (this.takeSign(','));
    this.#close(')');
    return { kind: 'list', parts, at };
  }

  #parenthesis(): Expression {
    const inner = this.expression();
    this.#close(')');
    return inner;
  }

  #close(bracket: keyof typeof BRACKETS): void {
    if (!this.takeSign(bracket)) throw malformed(`Expected ${BRACKETS[bracket]}`);
  }

  #members(end: ']' | '>>'): Expression[] {
    const parts: Expression[] = [];
    if (this.takeSign(end)) return parts;
    do parts.push(this.#member(`[${parts.length}]`));
    while (this.takeSign(','));
    this.#close(end);
    return parts;
  }

  #struct(): [Expression, Expression][] {
    const members: [Expression, Expression][] = [];
    if (this.takeSign('}')) return members;
    do {
      const key = this.expression();
      if (!this.takeSign(':')) throw malformed('Expected COLON');
      members.push([key, this.#member(key.kind === 'string' ? `.${key.text}` : '')]);
    } while (this.takeSign(','));
    this.#close('}');
    return members;
  }

  #member(step: string): Expression {
    this.#inside.push(step);
    const path = this.#inside.slice(this.itemLevels);
    if (path.length >= MAX_LITERAL_LEVELS) throw invalid(`Nesting Levels have exceeded supported limits under root${path.join('')}`);
    const value = this.expression(EQUALITY);
    this.#inside.pop();
    return value;
  }

  #call(): Expression {
    const name = this.next();
    this.#position++;
    const parts: Expression[] = [];
    if (!this.takeSign(')')) {
      do parts.push(this.isSign('*') ? { kind: 'star', at: this.next().at } : this.expression());
      while (this.takeSign(','));
      this.#close(')');
    }
    return { kind: 'call', name: name.text.toLowerCase(), parts, at: name.at };
  }

  #path(first: Expression): Expression {
    if (first.kind !== 'path' || (!this.isSign('.') && !this.isSign('['))) return first;
    const steps = [...first.steps];
    for (;;) {
      if (this.takeSign('.')) steps.push(this.#dotStep());
      else if (this.takeSign('[')) {
        steps.push(this.#bracketStep());
        this.#close(']');
      } else return { ...first, steps };
    }
  }

  #dotStep(): PathStep {
    if (this.takeSign('*')) return { kind: 'members' };
    if (!isName(this.token)) throw malformed('Invalid path dot component');
    const token = this.next();
    return { kind: 'name', name: token.kind === 'name' ? token.text : token.source };
  }

  #bracketStep(): PathStep {
    if (this.takeSign('*')) return { kind: 'all' };
    const inner = this.expression();
    if (inner.kind === 'string') return { kind: 'name', name: inner.text };
    if (inner.kind !== 'number') return { kind: 'computed', at: inner.at };
    const index = Number(inner.text);
    if (index < 0 || index > MAX_LIST_INDEX || !Number.isInteger(index))
      throw invalid(`List index is not within the allowable range; index: [${inner.text}] at ${inner.at}`);
    return { kind: 'index', index: index + 0 };
  }
}

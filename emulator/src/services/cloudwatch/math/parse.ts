// Parses an expression of metric math by operator precedence.
import { MathError } from './math-error.ts';
import { type Token, tokensOf } from './scanner.ts';

export type Expression =
  | { readonly kind: 'number'; readonly value: number }
  | { readonly kind: 'text'; readonly value: string }
  | { readonly kind: 'name'; readonly value: string }
  | { readonly kind: 'list'; readonly items: readonly Expression[] }
  | { readonly kind: 'call'; readonly name: string; readonly arguments: readonly Expression[] }
  | { readonly kind: 'minus'; readonly of: Expression }
  | { readonly kind: 'pair'; readonly operator: string; readonly left: Expression; readonly right: Expression };

/** How strongly each operator binds; `^` alone groups from the right. */
const POWERS: ReadonlyMap<string, number> = new Map([
  ...(['OR', '||'] as const).map((name): [string, number] => [name, 1]),
  ...(['AND', '&&'] as const).map((name): [string, number] => [name, 2]),
  ...(['==', '!=', '<', '<=', '>', '>='] as const).map((name): [string, number] => [name, 3]),
  ...(['+', '-'] as const).map((name): [string, number] => [name, 4]),
  ...(['*', '/'] as const).map((name): [string, number] => [name, 5]),
  ['^', 6],
]);
const MINUS_POWER = 5;
/** Limit: characters of an expression of metric math. */
export const MAX_EXPRESSION = 2048;
/** Limit: depth of expressions of metric math within each other. */
const MAX_DEPTH = 100;

export function parseExpression(text: string): Expression {
  if (text.length > MAX_EXPRESSION) throw new MathError(`An expression can have at most ${MAX_EXPRESSION} characters`);
  const parser = new Parser(tokensOf(text));
  return parser.whole();
}

class Parser {
  readonly #tokens: readonly Token[];
  #at = 0;
  #depth = 0;

  constructor(tokens: readonly Token[]) {
    this.#tokens = tokens;
  }

  whole(): Expression {
    const expression = this.#expression(0);
    if (this.#next.kind !== 'end') throw new MathError(`Unexpected ${describe(this.#next)} after the expression`);
    return expression;
  }

  get #next(): Token {
    return this.#tokens[this.#at]!;
  }

  #take(operator: string): boolean {
    const { kind, value } = this.#next as { kind: string; value?: unknown };
    if (kind !== 'operator' || value !== operator) return false;
    this.#at++;
    return true;
  }

  #expect(operator: string): void {
    if (!this.#take(operator)) throw new MathError(`Expected ${operator} before ${describe(this.#next)}`);
  }

  #expression(least: number): Expression {
    if (++this.#depth > MAX_DEPTH) throw new MathError(`An expression can be nested ${MAX_DEPTH} deep`);
    let left = this.#operand();
    for (;;) {
      const token = this.#next;
      const power = token.kind === 'operator' || token.kind === 'name' ? POWERS.get(token.value) : undefined;
      if (power === undefined || power <= least) break;
      this.#at++;
      const operator = (token as { value: string }).value;
      const right = this.#expression(operator === '^' ? power - 1 : power);
      left = { kind: 'pair', operator, left, right };
    }
    this.#depth--;
    return left;
  }

  #operand(): Expression {
    const token = this.#next;
    this.#at++;
    if (token.kind === 'number' || token.kind === 'text') return token;
    if (token.kind === 'name') return this.#take('(') ? { kind: 'call', name: token.value, arguments: this.#items(')') } : token;
    if (token.kind === 'operator') {
      if (token.value === '-') return { kind: 'minus', of: this.#expression(MINUS_POWER) };
      if (token.value === '+') return this.#expression(MINUS_POWER);
      if (token.value === '[') return { kind: 'list', items: this.#items(']') };
      if (token.value === '(') {
        const inner = this.#expression(0);
        this.#expect(')');
        return inner;
      }
    }
    this.#at--;
    throw new MathError(`Unexpected ${describe(token)}`);
  }

  #items(close: string): Expression[] {
    const items: Expression[] = [];
    if (this.#take(close)) return items;
    do items.push(this.#expression(0));
    while (this.#take(','));
    this.#expect(close);
    return items;
  }
}

const describe = (token: Token): string => (token.kind === 'end' ? 'end' : `'${token.value}'`);

/** Names of queries that the expression uses, and the functions that it calls. */
export function namesIn(expression: Expression): { names: Set<string>; calls: Set<string> } {
  const names = new Set<string>();
  const calls = new Set<string>();
  for (const each of partsOf(expression)) {
    if (each.kind === 'name') names.add(each.value);
    if (each.kind === 'call') calls.add(each.name);
  }
  return { names, calls };
}

/** The texts that the expression gives to a function, call by call. */
export const textCallsIn = (expression: Expression, name: string): string[][] =>
  [...partsOf(expression)].flatMap((each) =>
    each.kind === 'call' && each.name === name
      ? [each.arguments.flatMap((argument) => (argument.kind === 'text' ? [argument.value] : []))]
      : [],
  );

/** The expression, and all within it. */
function* partsOf(expression: Expression): Generator<Expression> {
  yield expression;
  const parts =
    expression.kind === 'list'
      ? expression.items
      : expression.kind === 'call'
        ? expression.arguments
        : expression.kind === 'minus'
          ? [expression.of]
          : expression.kind === 'pair'
            ? [expression.left, expression.right]
            : [];
  for (const part of parts) yield* partsOf(part);
}

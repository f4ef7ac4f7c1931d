// Splits an expression of metric math into tokens.
import { MathError } from './math-error.ts';

export type Token =
  | { readonly kind: 'number'; readonly value: number }
  | { readonly kind: 'text'; readonly value: string }
  | { readonly kind: 'name'; readonly value: string }
  | { readonly kind: 'operator'; readonly value: string }
  | { readonly kind: 'end' };

const NUMBER = /(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?/y;
const NAME = /[A-Za-z_]\w*/y;
const TEXT = /'[^']*'|"[^"]*"/y;
const OPERATOR = /==|!=|<=|>=|&&|\|\||[-+*/^<>()[\],]/y;
const BLANK = /\s*/y;

export function tokensOf(expression: string): Token[] {
  const tokens: Token[] = [];
  let at = 0;
  const take = (pattern: RegExp): string | undefined => {
    pattern.lastIndex = at;
    const found = pattern.exec(expression)?.[0];
    if (found !== undefined) at += found.length;
    return found;
  };
  for (;;) {
    take(BLANK);
    if (at >= expression.length) return [...tokens, { kind: 'end' }];
    const token = nextToken(take);
    if (!token) throw new MathError(`Unexpected character at '${expression.slice(at, at + 10)}'`);
    tokens.push(token);
  }
}

function nextToken(take: (pattern: RegExp) => string | undefined): Token | undefined {
  const number = take(NUMBER);
  if (number !== undefined) return { kind: 'number', value: Number(number) };
  const name = take(NAME);
  if (name !== undefined) return { kind: 'name', value: name };
  const text = take(TEXT);
  if (text !== undefined) return { kind: 'text', value: text.slice(1, -1) };
  const operator = take(OPERATOR);
  return operator === undefined ? undefined : { kind: 'operator', value: operator };
}

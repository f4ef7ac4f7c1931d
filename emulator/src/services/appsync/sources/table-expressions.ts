// Expressions of requests: `{ expression, expressionNames, expressionValues }`.
import { type Attributes, attributes } from './attribute-values.ts';

export interface Expression {
  readonly expression?: string | undefined;
  readonly ExpressionAttributeNames?: Record<string, string>;
  readonly ExpressionAttributeValues?: Attributes;
}

/** Without an expression for what is none. */
export function expressionOf(given: unknown): Expression {
  const { expression, expressionNames, expressionValues } = (given ?? {}) as Readonly<Record<string, unknown>>;
  if (typeof expression !== 'string' || expression === '') return {};
  const names = Object.entries((expressionNames ?? {}) as object);
  const values = attributes(expressionValues);
  return {
    expression,
    ...(names.length > 0 && { ExpressionAttributeNames: Object.fromEntries(names.map(([name, value]) => [name, String(value)])) }),
    ...(Object.keys(values).length > 0 && { ExpressionAttributeValues: values }),
  };
}

/** Names and values of all expressions of one request. */
export function merged(...all: readonly Expression[]): Omit<Expression, 'expression'> {
  const names = Object.assign({}, ...all.map(({ ExpressionAttributeNames }) => ExpressionAttributeNames)) as Record<string, string>;
  const values = Object.assign({}, ...all.map(({ ExpressionAttributeValues }) => ExpressionAttributeValues)) as Attributes;
  return {
    ...(Object.keys(names).length > 0 && { ExpressionAttributeNames: names }),
    ...(Object.keys(values).length > 0 && { ExpressionAttributeValues: values }),
  };
}

// Plain data, as it crosses the border of the sandbox. The functions of this folder run inside as their own text: they use parameters and the
// language, nothing else.

export type Plain = null | undefined | string | number | boolean | readonly Plain[] | { readonly [name: string]: Plain };
export type PlainMap = { readonly [name: string]: Plain };

/** `{ S: 'text' }`. */
export type AttributeValue = PlainMap;

/** An expression of a table's request. */
export interface TableExpression {
  readonly expression: string;
  readonly expressionNames: Record<string, string>;
  readonly expressionValues?: Record<string, AttributeValue>;
}

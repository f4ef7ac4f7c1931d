// A compiled expression of a query.
import type { Period } from './period.ts';
import type { Row } from './row.ts';

export interface Expression {
  readonly evaluate: (row: Row) => unknown;
  /** The name of the field that it is, and nothing more. */
  readonly field?: string | undefined;
  /** Whether that field is read from the JSON of the message. */
  readonly isJson?: boolean | undefined;
  readonly literal?: string | number | undefined;
  readonly period?: Period | undefined;
  /** `a and b`: both. */
  readonly both?: readonly [Expression, Expression] | undefined;
  /** `field = "text"` */
  readonly equals?: { readonly field: Expression; readonly text: string } | undefined;
}

/** A column of the results. */
export interface Column {
  readonly name: string;
  readonly value: Expression;
}

// Parsed PartiQL statements, as data.
import type { Position } from './tokens.ts';

export type PathStep =
  | { readonly kind: 'name'; readonly name: string }
  | { readonly kind: 'index'; readonly index: number }
  | { readonly kind: 'all' | 'members' }
  | { readonly kind: 'computed'; readonly at: Position };

export interface PathExpression {
  readonly kind: 'path';
  readonly steps: readonly PathStep[];
  readonly at: Position;
}

export type Operator =
  | 'and'
  | 'or'
  | 'not'
  | '='
  | '<>'
  | '<'
  | '<='
  | '>'
  | '>='
  | 'in'
  | 'between'
  | 'like'
  | '+'
  | '-'
  | '*'
  | '/'
  | '%'
  | '||';

export type Expression =
  | { readonly kind: 'string' | 'number'; readonly text: string; readonly at: Position }
  | { readonly kind: 'boolean'; readonly value: boolean; readonly at: Position }
  | { readonly kind: 'null' | 'missing' | 'star'; readonly at: Position }
  | { readonly kind: 'parameter'; readonly index: number; readonly at: Position }
  | PathExpression
  | { readonly kind: 'call'; readonly name: string; readonly parts: readonly Expression[]; readonly at: Position }
  | { readonly kind: 'operation'; readonly operator: Operator; readonly parts: readonly Expression[]; readonly at: Position }
  /** The type is in lower case: `missing`, `null`, `string`. */
  | { readonly kind: 'is'; readonly value: Expression; readonly type: string; readonly negated: boolean; readonly at: Position }
  | { readonly kind: 'list' | 'bag'; readonly parts: readonly Expression[]; readonly at: Position }
  | { readonly kind: 'struct'; readonly members: readonly (readonly [key: Expression, value: Expression])[]; readonly at: Position }
  | { readonly kind: 'query'; readonly select: SelectStatement; readonly at: Position }
  | { readonly kind: 'write'; readonly write: UpdateStatement; readonly at: Position };

/** `"table"."index"` */
export interface Source {
  readonly table: string;
  readonly index: string | undefined;
  /** The error in it, reported once the whole text was read. */
  readonly fault: string | undefined;
}

export interface OrderTerm {
  readonly value: Expression;
  readonly descending: boolean;
}

export interface SelectStatement {
  readonly kind: 'select';
  readonly source: Source;
  /** Undefined for `*`. */
  readonly columns: readonly Expression[] | undefined;
  readonly where: Expression | undefined;
  readonly order: readonly OrderTerm[];
}

export interface InsertStatement {
  readonly kind: 'insert';
  readonly source: Source;
  readonly item: Expression;
  readonly fault: string | undefined;
}

export type UpdateClause =
  | { readonly kind: 'set'; readonly target: Expression; readonly value: Expression }
  | { readonly kind: 'remove'; readonly target: Expression };

export type Returning = 'ALL OLD' | 'ALL NEW' | 'MODIFIED OLD' | 'MODIFIED NEW';

export interface UpdateStatement {
  readonly kind: 'update';
  readonly source: Source;
  readonly clauses: readonly UpdateClause[];
  readonly where: Expression | undefined;
  readonly returning: Returning | undefined;
}

export interface DeleteStatement {
  readonly kind: 'delete';
  readonly source: Source;
  readonly where: Expression | undefined;
  readonly returning: Returning | undefined;
}

export type Statement =
  | SelectStatement
  | InsertStatement
  | UpdateStatement
  | DeleteStatement
  | { readonly kind: 'exists'; readonly select: SelectStatement; readonly source: Source };

export interface ParsedStatement {
  readonly statement: Statement;
  /** The number of `?` in the text. */
  readonly parameters: number;
}

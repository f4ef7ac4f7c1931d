// Parsed expressions, as data. Paths and values are numbered in the order in which they stand in the text.

export type ExpressionKind = 'Condition' | 'KeyCondition' | 'SearchCondition' | 'Filter' | 'Update' | 'Projection';

/** A name of the text (`#n` stands for another one), or a list index. */
export type PathPart = string | number;
export type Path = readonly PathPart[];

export type Comparator = '=' | '<>' | '<' | '<=' | '>' | '>=';

export type Node =
  | { readonly kind: 'path' | 'value'; readonly index: number }
  | { readonly kind: 'call'; readonly name: string; readonly parts: readonly Node[] }
  | { readonly kind: 'compare'; readonly operator: Comparator; readonly parts: readonly Node[] }
  | { readonly kind: 'between' | 'in' | 'and' | 'or' | 'not' | '+' | '-'; readonly parts: readonly Node[] };

/** One condition without AND, OR and NOT: names, values and operands of each are checked before those of the next. */
export interface SimpleCondition {
  /** In the order of the text: `n` is path n, `-1 - n` is value n. */
  readonly order: readonly number[];
  /** Functions and the condition itself, inner ones first. */
  readonly checked: readonly Node[];
  /** The text has a wrong number of operands; said once its names and values are known. */
  readonly operandError: string | undefined;
}

export interface UpdateAction {
  readonly section: 'SET' | 'REMOVE' | 'ADD' | 'DELETE';
  readonly path: number;
  /** Absent for REMOVE. */
  readonly value: Node | undefined;
}

export interface ParsedExpression {
  readonly kind: ExpressionKind;
  /** The error that the text alone decides, without the name of the expression. */
  readonly error: string | undefined;
  readonly paths: readonly Path[];
  readonly values: readonly string[];
  /** Set for conditions. */
  readonly root: Node | undefined;
  readonly conditions: readonly SimpleCondition[];
  /** The actions of an update. */
  readonly actions: readonly UpdateAction[];
  /** Functions and sums of updates, inner ones first. */
  readonly calls: readonly Node[];
  /** A wrong number of operands in an update; said after errors of names and values. */
  readonly operandError: string | undefined;
}

export const showPath = (path: Path): string => `[${path.map((part) => (typeof part === 'number' ? `[${part}]` : part)).join(', ')}]`;

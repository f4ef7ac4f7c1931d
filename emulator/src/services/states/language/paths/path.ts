// A parsed path, as plain data. The dialect is Jayway's: `$.a['b'][0,1][?(@.price < 10)]..name.length()`.
import type { Regex } from '#lib/regex/regex';
import type { Json } from '#services/states/language/json';

export type PathStep =
  | { readonly kind: 'names'; readonly names: readonly string[] }
  | { readonly kind: 'indexes'; readonly indexes: readonly number[] }
  | { readonly kind: 'slice'; readonly from: number | undefined; readonly to: number | undefined; readonly by: number }
  | { readonly kind: 'wildcard' }
  | { readonly kind: 'descend' }
  | { readonly kind: 'filter'; readonly filter: PathFilter }
  | { readonly kind: 'function'; readonly name: PathFunction };

export const PATH_FUNCTIONS = ['length', 'min', 'max', 'sum', 'avg', 'keys', 'first', 'last'] as const;
export type PathFunction = (typeof PATH_FUNCTIONS)[number];

export const COMPARISONS = [
  ...['==', '!=', '<=', '>=', '=~', '<', '>', 'in', 'nin', 'anyof', 'noneof', 'subsetof', 'contains', 'size', 'empty'],
] as const;

export type FilterOperand =
  | { readonly kind: 'path'; readonly path: Path }
  | { readonly kind: 'value'; readonly value: Json }
  | { readonly kind: 'regex'; readonly regex: Regex }
  | { readonly kind: 'list'; readonly items: readonly FilterOperand[] };

export type PathFilter =
  | { readonly kind: 'and' | 'or'; readonly left: PathFilter; readonly right: PathFilter }
  | { readonly kind: 'not'; readonly filter: PathFilter }
  | { readonly kind: 'exists'; readonly operand: FilterOperand }
  | { readonly kind: 'compare'; readonly operator: string; readonly left: FilterOperand; readonly right: FilterOperand };

/** `$` is the state's input (or result), `$$` the context object, `@` the element that a filter looks at, `variable` a variable (`$total`). */
export type PathRoot = '$' | '$$' | '@' | 'variable';

export interface Path {
  readonly text: string;
  readonly root: PathRoot;
  /** Set where the root is a variable. */
  readonly variable: string | undefined;
  readonly steps: readonly PathStep[];
  /** A definite path selects one value at most; any other answers a list of all that it selects. */
  readonly isDefinite: boolean;
}

/** Whether the path may be written to: names and indexes only, below the state's input. */
export const isReferencePath = ({ root, isDefinite, steps }: Path): boolean =>
  root === '$' && isDefinite && steps.every(({ kind }) => kind === 'names' || kind === 'indexes');

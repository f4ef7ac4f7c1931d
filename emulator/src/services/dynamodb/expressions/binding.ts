// The paths and values of an expression in one request.
import type { Value } from '#services/dynamodb/engine/value';
import type { AttributePath } from './path.ts';

/** By their numbers in the expression. */
export interface Binding {
  readonly paths: readonly AttributePath[];
  readonly values: readonly Value[];
}

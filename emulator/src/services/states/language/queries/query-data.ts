// Queries and their outcomes as plain data, on the way to a thread and back.

import { tooManyValues } from '#services/states/language/effort';
import { type Bindings, expressionsOf, type PlacedExpression, thrownBy } from '#services/states/language/expressions/evaluate';
import { tooLong } from '#services/states/language/expressions/expression-limits';
import { IntrinsicError, NothingAtPath, PathError, QueryError, RUNTIME, StateFailure } from '#services/states/language/faults';
import { type Json, type JsonObject, memberOf } from '#services/states/language/json';
import type { Answer, Query, QueryRoots } from './query.ts';

interface RootsData {
  readonly $: Json | undefined;
  readonly context: Json;
  readonly variables: JsonObject;
}
type DataOf<Q> = Q extends { readonly roots: QueryRoots } ? Omit<Q, 'roots'> & { readonly roots: RootsData } : Q;
export type QueryData = DataOf<Query>;

/** The query with the values that it may read. */
export function dataOf(query: Query): QueryData {
  if ('roots' in query) {
    const { $, context, variables } = query.roots;
    return { ...query, roots: { $, context: context(), variables: variables() } };
  }
  return { ...query, bindings: bindingsRead(query.bindings, query) };
}

/** Variables that no expression names stay where they are: there may be ten megabytes of them. */
function bindingsRead(bindings: Bindings, query: Query): Bindings {
  const texts = [...expressionsIn(query)].map(({ text }) => text);
  return Object.fromEntries(Object.entries(bindings).filter(([name]) => texts.some((text) => text.includes(`$${name}`))));
}

export function queryOf(data: QueryData): Query {
  if (!('roots' in data)) return data;
  const { $, context, variables } = data.roots;
  const roots = { $, context: () => context, variables: () => variables, variable: (name: string) => memberOf(variables, name) };
  return { ...data, roots };
}

/** Expressions of the query, in the order in which they are evaluated, but for those of further items. */
export function* expressionsIn(query: Query): Generator<PlacedExpression> {
  if (query.kind === 'template') yield* expressionsOf(query.template, query.field);
  else if (query.kind === 'items') yield* expressionsOf(query.selector, 'ItemSelector');
  else if (query.kind === 'conditions')
    for (const [index, condition] of query.conditions.entries()) yield* expressionsOf(condition, `Choices[${index}]/Condition`);
}

/** The failure of a query that a thread did not end: `begun` counts the expressions that had begun. */
export function unfinished(query: Query, begun: number, failure = tooLong()): Error {
  const expressions = [...expressionsIn(query)];
  if (expressions.length === 0) return new PathError(tooManyValues());
  return thrownBy(expressions[Math.max(0, begun - 1) % expressions.length]!, failure);
}

export type OutcomeData = { readonly answer: Answer } | { readonly failure: FailureData };

interface FailureData {
  readonly kind: 'state' | 'query' | 'nothing' | 'path' | 'intrinsic' | 'bug';
  readonly message: string;
  readonly error?: string | undefined;
  readonly location?: string | undefined;
}

export function failureData(error: unknown): FailureData {
  const { message } = error as Error;
  if (error instanceof StateFailure) return { kind: 'state', message, error: error.error };
  if (error instanceof QueryError) return { kind: 'query', message, location: error.location };
  if (error instanceof NothingAtPath) return { kind: 'nothing', message: error.path };
  if (error instanceof PathError) return { kind: 'path', message };
  return { kind: error instanceof IntrinsicError ? 'intrinsic' : 'bug', message };
}

export function failureOf({ kind, message, error, location }: FailureData): Error {
  switch (kind) {
    case 'state':
      return new StateFailure(error ?? RUNTIME, message);
    case 'query':
      return new QueryError(message, location);
    case 'nothing':
      return new NothingAtPath(message);
    case 'path':
      return new PathError(message);
    case 'intrinsic':
      return new IntrinsicError(message);
    case 'bug':
      return new Error(message);
  }
}

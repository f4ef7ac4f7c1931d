// A query that is too much for the main thread stops the turn, which begins anew with the answer. Nothing of the turn has been kept until then.
import type { Answer, Query } from '#services/states/language/queries/query';

/** The outcome of a query of a turn. */
export interface Answered {
  readonly thread: number;
  readonly attempt: number;
  readonly kind: Query['kind'];
  readonly answer?: Answer;
  readonly error?: unknown;
}

export class HeavyQuery extends Error {
  readonly query: Query;
  readonly asker: Pick<Answered, 'thread' | 'attempt' | 'kind'>;
  /** Queries of the same state before it. */
  readonly before: readonly Answered[];
  /** States that have had their turn before this one; undefined where the happening itself asks, before any state begins. */
  transitions: number | undefined;
  /** The state began in an earlier turn. */
  hasBegun = false;

  constructor(query: Query, asker: HeavyQuery['asker'], before: readonly Answered[]) {
    super('a query takes long');
    this.query = query;
    this.asker = asker;
    this.before = before;
  }

  /** The answers with which the turn begins anew. */
  answered(outcome: { readonly answer: Answer } | { readonly error: unknown }): readonly Answered[] {
    return [...this.before, { ...this.asker, ...outcome }];
  }
}

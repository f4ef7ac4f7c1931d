// A query that cannot be read, and where in its text.

export class QueryError extends Error {
  /** The place of the wrong characters; its end is exclusive. */
  readonly location: { readonly startCharOffset: number; readonly endCharOffset: number };

  constructor(message: string, startCharOffset: number, endCharOffset: number) {
    super(message);
    this.name = 'QueryError';
    this.location = { startCharOffset, endCharOffset };
  }
}

/** A query that needs more memory or more steps for one event than it is allowed. */
export class QueryTooCostly extends Error {
  constructor(reason: string) {
    super(reason);
    this.name = 'QueryTooCostly';
  }
}

// An error that a resolver raises, or its data source.
import type { RaisedError } from '#services/appsync/code/run-result';

export class ResolverError extends Error {
  readonly raised: RaisedError;

  constructor(raised: RaisedError) {
    super(raised.message ?? '');
    this.raised = raised;
  }
}

export const resolverError = (errorType: string, message: string): ResolverError =>
  new ResolverError({ message, errorType, data: null, errorInfo: null });

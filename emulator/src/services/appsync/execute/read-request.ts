// The body of a request: a query with its variables.
import { readObject } from '#lib/json-object';

export interface QueryRequest {
  readonly query: string;
  readonly operationName: string | undefined;
  readonly variables: Readonly<Record<string, unknown>>;
}

/** A sentence for a body that is no request. */
export function readRequest(text: string): QueryRequest | string {
  const body = readObject(text);
  if (!body) return 'Request body contains invalid JSON.';
  const { query, operationName, variables } = body;
  if (typeof query !== 'string') return 'Query must be specified.';
  const given = variables ?? {};
  if (typeof given !== 'object' || Array.isArray(given)) return 'Variables must be an object.';
  return {
    query,
    operationName: typeof operationName === 'string' ? operationName : undefined,
    variables: given as Record<string, unknown>,
  };
}

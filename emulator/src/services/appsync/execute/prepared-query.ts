// Queries, parsed and validated: those of late are kept with the schema that they are for.
import { type DocumentNode, GraphQLError, type GraphQLSchema, Kind, type OperationDefinitionNode, parse } from 'graphql';
import type { ErrorEntry } from './error-entry.ts';
import { validateQuery } from './validate-query.ts';

/** Limit: tokens of a query, as the engine of the cloud counts them by default. */
const MAX_TOKENS = 15_000;
const MAX_KEPT = 200;

export type PreparedQuery = { readonly document: DocumentNode } | { readonly errors: readonly ErrorEntry[] } | { readonly malformed: true };

export class PreparedQueries {
  readonly #schema: GraphQLSchema;
  readonly #kept = new Map<string, PreparedQuery>();

  constructor(schema: GraphQLSchema) {
    this.#schema = schema;
  }

  of(query: string): PreparedQuery {
    const kept = this.#kept.get(query);
    if (kept) return kept;
    const prepared = prepare(query, this.#schema);
    if (this.#kept.size >= MAX_KEPT) this.#kept.delete(this.#kept.keys().next().value!);
    this.#kept.set(query, prepared);
    return prepared;
  }
}

function prepare(query: string, schema: GraphQLSchema): PreparedQuery {
  try {
    const document = parse(query, { maxTokens: MAX_TOKENS });
    const errors = validateQuery(schema, document);
    return errors.length > 0 ? { errors } : { document };
  } catch (error) {
    if (error instanceof GraphQLError || error instanceof RangeError) return { malformed: true };
    throw error;
  }
}

/** The operation of that name, or the only one. */
export function operationIn({ definitions }: DocumentNode, name: string | undefined): OperationDefinitionNode | undefined {
  const operations = definitions.filter((node) => node.kind === Kind.OPERATION_DEFINITION);
  if (name === undefined || name === '') return operations.length === 1 ? operations[0] : undefined;
  return operations.find((operation) => operation.name?.value === name);
}

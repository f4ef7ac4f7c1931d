// Answers a query: prepared, executed, and published to the subscriptions that follow its mutations.
import type { Ctx } from '#core/ctx';
import type { Frozen } from '#core/records';
import { admitFields } from '#services/appsync/authorize/admit-signer';
import type { ApiCaller } from '#services/appsync/authorize/caller';
import { placeOfAnswer } from '#services/appsync/cache/operation-cache';
import type { ErrorEntry } from '#services/appsync/execute/error-entry';
import { operationIn, PreparedQueries } from '#services/appsync/execute/prepared-query';
import { queryDepth } from '#services/appsync/execute/query-depth';
import type { QueryRequest } from '#services/appsync/execute/read-request';
import { type OperationRequest, runOperation } from '#services/appsync/execute/run-operation';
import { fragmentsOf, selectedFields } from '#services/appsync/execute/selected-fields';
import { type ApiProgram, programOf } from '#services/appsync/resolvers/program';
import type { Api } from '#services/appsync/state';
import { publish } from '#services/appsync/websocket/publish';

export interface QueryToAnswer {
  readonly api: Frozen<Api>;
  readonly query: QueryRequest;
  readonly caller: ApiCaller;
  readonly request: OperationRequest['request'];
}

export interface QueryAnswer {
  /** JSON. */
  readonly text: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly name: string;
  readonly reason: string | undefined;
}

interface Refused {
  readonly refused: { readonly type: string; readonly message: string };
}

const refused = (type: string, message: string): Refused => ({ refused: { type, message } });

/** @throws Unauthorized for a signer whose policies do not allow its fields */
export async function answerQuery({ api, query, caller, request }: QueryToAnswer, ctx: Ctx): Promise<QueryAnswer | Refused> {
  const program = programOf(api, ctx);
  if (!program) return refused('GraphQLSchemaException', 'There is no schema for the API: upload one by StartSchemaCreation.');
  const prepared = queriesOf(program, ctx).of(query.query);
  if ('malformed' in prepared) return refused('MalformedHttpRequestException', 'Unable to parse GraphQL query.');
  if ('errors' in prepared) return answerOf('a query', null, prepared.errors, {});
  const { document } = prepared;
  const operation = operationIn(document, query.operationName);
  if (!operation)
    return refused(
      'BadRequestException',
      query.operationName
        ? `Unknown operation named '${query.operationName}'.`
        : 'Must provide operation name if query contains multiple operations.',
    );
  if (operation.operation === 'subscription') return refused('UnsupportedOperation', 'Subscriptions are made over a WebSocket.');
  const name = `${operation.operation} ${operation.name?.value ?? operation.selectionSet.selections.map((each) => ('name' in each ? each.name?.value : '')).join(', ')}`;
  const limited = limitError(program, query, queryDepth(operation, document));
  if (limited !== undefined) return answerOf(name, null, [{ path: null, locations: null, message: limited }], {});
  const fields = () => [...new Set(selectedFields([operation.selectionSet], fragmentsOf(document)).map(({ field }) => field))];
  await admitFields(caller, program, operation.operation, fields, ctx);
  const place = operation.operation === 'query' ? placeOfAnswer(api.id, query, caller, ctx) : undefined;
  const kept = place?.find();
  if (kept !== undefined) return { text: kept, headers: {}, name: `${name} (from the cache)`, reason: undefined };
  const result = await runOperation({ program, document, operation, variables: query.variables, caller, request }, ctx);
  if (operation.operation === 'mutation' && result.data) publish({ program, operation, document, result }, ctx);
  const answer = answerOf(name, result.data, result.errors, result.headers, result.evicted);
  if (result.errors.length === 0 && Object.keys(result.headers).length === 0) place?.keep(answer.text);
  return answer;
}

/** Kept with the program: a change of the schema makes others. */
const queriesOf = (program: ApiProgram, ctx: Ctx): PreparedQueries => {
  const kept = ctx.own('appsync.queries', () => new QueriesByProgram());
  return kept.of(program);
};

class QueriesByProgram {
  #queries = new WeakMap<ApiProgram['schema'], PreparedQueries>();

  of({ schema }: ApiProgram): PreparedQueries {
    let queries = this.#queries.get(schema);
    if (!queries) this.#queries.set(schema, (queries = new PreparedQueries(schema)));
    return queries;
  }

  async stop(): Promise<void> {
    this.#queries = new WeakMap();
  }
}

function limitError({ api }: ApiProgram, { query }: QueryRequest, depth: number): string | undefined {
  const { queryDepthLimit, introspectionConfig } = api.settings;
  if (queryDepthLimit && depth > queryDepthLimit)
    return `Query depth limit exceeded: the operation is ${depth} levels deep, and ${queryDepthLimit} are allowed.`;
  if (introspectionConfig === 'DISABLED' && /\b__(?:schema|type)\b/.test(query)) return 'Introspection is disabled for the API.';
  return undefined;
}

function answerOf(
  name: string,
  data: unknown,
  errors: readonly ErrorEntry[],
  headers: Readonly<Record<string, unknown>>,
  evicted = 0,
): QueryAnswer {
  const extensions = evicted > 0 ? { apiCacheEntriesDeleted: evicted } : undefined;
  const text = JSON.stringify({ data, errors: errors.length > 0 ? errors : undefined, extensions });
  const [first] = errors;
  const added = Object.entries(headers).filter(
    ([header, value]) => /^[\w-]+$/.test(header) && value !== null && !/[\r\n]/.test(String(value)),
  );
  return {
    ...{ text, name },
    headers: Object.fromEntries(added.map(([header, value]) => [header.toLowerCase(), String(value)])),
    reason: first && `${first.errorType ? `${first.errorType}: ` : ''}${first.message ?? ''}`,
  };
}

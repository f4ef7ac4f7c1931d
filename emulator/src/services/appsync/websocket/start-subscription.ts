// Begins a subscription: who asks is let in, the query is checked, and the field's resolver runs once.
import { type GraphQLObjectType, getArgumentValues } from 'graphql';
import type { Ctx } from '#core/ctx';
import type { Frozen } from '#core/records';
import { readObject } from '#lib/json-object';
import { own } from '#lib/table';
import { admitFields } from '#services/appsync/authorize/admit-signer';
import { authorize } from '#services/appsync/authorize/authorize';
import { Unauthorized } from '#services/appsync/authorize/caller';
import { maySee } from '#services/appsync/authorize/field-access';
import { operationIn, PreparedQueries } from '#services/appsync/execute/prepared-query';
import { readRequest } from '#services/appsync/execute/read-request';
import { runOperation } from '#services/appsync/execute/run-operation';
import { programOf } from '#services/appsync/resolvers/program';
import { type Api, apis } from '#services/appsync/state';
import type { Handshake } from './handshake.ts';
import type { Subscription } from './subscription.ts';

type Begun = Omit<Subscription, 'id' | 'send' | 'end'>;

interface StartError {
  readonly errorType: string;
  readonly message: string;
}

export type StartOutcome = { readonly begun: Begun } | { readonly errors: readonly object[]; readonly reason: string };

const refuse = (errorType: string, message: string, reason = message): StartOutcome => {
  const error: StartError = { errorType, message };
  return { errors: [error], reason };
};

/** Headers of `extensions.authorization`, whose names clients spell in their own ways. */
export const headersIn = (given: unknown): Record<string, string> =>
  Object.fromEntries(
    Object.entries(typeof given === 'object' && given !== null ? given : {}).flatMap(([name, value]) =>
      typeof value === 'string' ? [[name.toLowerCase(), value]] : [],
    ),
  );

export async function startSubscription(
  payload: unknown,
  { apiId, sourceIp, path, verifyMessage }: Handshake,
  ctx: Ctx,
): Promise<StartOutcome> {
  const { data, extensions } = (payload ?? {}) as Readonly<Record<string, unknown>>;
  const body = typeof data === 'string' ? data : '';
  const query = readRequest(body);
  if (typeof query === 'string') return refuse('BadRequestException', query);
  const api: Frozen<Api> | undefined = ctx.records(apis).get([apiId]);
  const program = api && programOf(api, ctx);
  if (!api || !program) return refuse('NotFoundException', 'There is no schema for the API.');
  const headers = headersIn((extensions as Readonly<Record<string, unknown>> | undefined)?.['authorization']);
  try {
    const facts = { api, headers, sourceIp, operation: query, requestId: ctx.requestId, ctx };
    const caller = await authorize({ ...facts, verifySignature: () => verifyMessage({ path, headers, body }) });
    const prepared = new PreparedQueries(program.schema).of(query.query);
    if ('malformed' in prepared) return refuse('MalformedHttpRequestException', 'Unable to parse GraphQL query.');
    if ('errors' in prepared) return { errors: prepared.errors, reason: prepared.errors[0]?.message ?? '' };
    const { document } = prepared;
    const operation = operationIn(document, query.operationName);
    const [selection, ...others] = operation?.selectionSet.selections ?? [];
    if (operation?.operation !== 'subscription' || selection?.kind !== 'Field' || others.length > 0)
      return refuse('UnsupportedOperation', 'Only a subscription of one field can be started.');
    const type = program.schema.getSubscriptionType() as GraphQLObjectType;
    const field = own(type.getFields(), selection.name.value)!;
    if (!maySee(field, type, caller, api.settings.authenticationType))
      return refuse('Unauthorized', `Not Authorized to access ${field.name} on type ${type.name}`);
    await admitFields(caller, program, operation.operation, () => [field.name], ctx);
    const { variables } = query;
    const args = getArgumentValues(field, selection, variables);
    const common = {
      field: field.name,
      args,
      document,
      operation,
      variables,
      caller,
      key: JSON.stringify([query.query, variables, caller.mode, caller.groups, [...caller.deniedFields]]),
    };
    if (!program.resolvers.has(`${type.name}.${field.name}`))
      return { begun: { ...common, filter: undefined, invalidationFilter: undefined } };
    const request = { headers, domainName: null };
    const result = await runOperation({ program, document, operation, variables, caller, request }, ctx);
    if (result.errors.length > 0) return { errors: result.errors, reason: result.errors[0]?.message ?? '' };
    const set = result.extensions.get(field.name) ?? {};
    return { begun: { ...common, filter: set.filter, invalidationFilter: set.invalidationFilter } };
  } catch (error) {
    if (error instanceof Unauthorized) return refuse('UnauthorizedException', error.message, error.reason);
    throw error;
  }
}

/** The object that stands for the headers of a handshake, in base64. */
export const decodedHeader = (text: string | undefined): Record<string, string> =>
  text === undefined ? {} : headersIn(readObject(Buffer.from(text, 'base64').toString()));

// Publishes the results of mutations to the subscriptions that follow them: each with its own selection, over what the mutation has selected.
import type { DocumentNode, OperationDefinitionNode, SelectionSetNode } from 'graphql';
import type { Ctx } from '#core/ctx';
import { own } from '#lib/table';
import { type OperationResult, runOperation } from '#services/appsync/execute/run-operation';
import { type FragmentOf, fragmentsOf, selectedFields } from '#services/appsync/execute/selected-fields';
import type { ApiProgram } from '#services/appsync/resolvers/program';
import { matchesArguments, matchesFilter } from './filters.ts';
import { type Subscription, subscriptionsOf } from './subscription.ts';

export interface Publication {
  readonly program: ApiProgram;
  readonly operation: OperationDefinitionNode;
  readonly document: DocumentNode;
  readonly result: OperationResult;
}

type Members = Readonly<Record<string, unknown>>;

export function publish({ program, operation, document, result }: Publication, ctx: Ctx): void {
  const fragmentOf = fragmentsOf(document);
  for (const { name, field, selections } of selectedFields([operation.selectionSet], fragmentOf)) {
    const value = own(result.data ?? {}, name);
    const followers = program.subscriptions.get(field) ?? [];
    if (value === null || value === undefined || followers.length === 0) continue;
    const event = byNames(value, namesIn(selections, fragmentOf));
    for (const follower of followers) send(follower, event, program, ctx);
  }
  invalidate(result, program, ctx);
}

function send(field: string, event: unknown, program: ApiProgram, ctx: Ctx): void {
  const told = new Map<string, Promise<object>>();
  for (const subscription of subscriptionsOf(ctx).of(program.api.id, field)) {
    const { filter, args, key, id } = subscription;
    if (!(filter === undefined ? matchesArguments(args, event) : matchesFilter(filter, event))) continue;
    let payload = told.get(key);
    if (!payload) told.set(key, (payload = payloadFor(subscription, field, event, program, ctx)));
    void ctx.track(payload.then((made) => subscription.send({ id, type: 'data', payload: made })));
  }
}

async function payloadFor(
  { document, operation, variables, caller }: Subscription,
  field: string,
  event: unknown,
  program: ApiProgram,
  ctx: Ctx,
): Promise<object> {
  const request = { headers: {}, domainName: null };
  const { data, errors } = await runOperation({ program, document, operation, variables, caller, request, given: { [field]: event } }, ctx);
  return errors.length > 0 ? { data, errors } : { data };
}

interface FieldName {
  /** In the answer. */
  readonly name: string;
  /** In the schema. */
  readonly field: string;
  readonly inner: readonly FieldName[];
}

const namesIn = (sets: readonly SelectionSetNode[], fragmentOf: FragmentOf): FieldName[] =>
  selectedFields(sets, fragmentOf).map(({ selections, ...names }) => ({ ...names, inner: namesIn(selections, fragmentOf) }));

/** An answer has its fields by their aliases; subscriptions know their names. */
function byNames(value: unknown, names: readonly FieldName[]): unknown {
  if (Array.isArray(value)) return value.map((item) => byNames(item, names));
  if (typeof value !== 'object' || value === null || names.length === 0) return value;
  return Object.fromEntries(names.map(({ name, field, inner }) => [field, byNames(own(value as Members, name), inner)]));
}

/** `extensions.invalidateSubscriptions`: ends the subscriptions of a field whose invalidation filter the payload matches. */
function invalidate({ extensions }: OperationResult, { api }: ApiProgram, ctx: Ctx): void {
  for (const { invalidations = [] } of extensions.values())
    for (const each of invalidations) {
      const { subscriptionField, payload } = (each ?? {}) as Members;
      for (const subscription of subscriptionsOf(ctx).of(api.id, String(subscriptionField)))
        if (subscription.invalidationFilter !== undefined && matchesFilter(subscription.invalidationFilter, payload)) subscription.end();
    }
}

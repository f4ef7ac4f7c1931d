// Publishes the results of mutations to the subscriptions that follow them: each with its own selection, over what the mutation has selected.
import type { DocumentNode, FieldNode, OperationDefinitionNode, SelectionSetNode } from 'graphql';
import type { Ctx } from '#core/ctx';
import { own } from '#lib/table';
import { type OperationResult, runOperation } from '#services/appsync/execute/run-operation';
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
  for (const field of fieldsIn(operation.selectionSet, document)) {
    const value = own(result.data ?? {}, field.alias?.value ?? field.name.value);
    if (value === null || value === undefined) continue;
    const event = byNames(value, field.selectionSet, document);
    for (const name of program.subscriptions.get(field.name.value) ?? []) send(name, event, program, ctx);
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

/** The fields of a selection, those of fragments included. */
function fieldsIn(set: SelectionSetNode | undefined, document: DocumentNode, depth = 0): FieldNode[] {
  if (depth > 50) return [];
  return (set?.selections ?? []).flatMap((selection) => {
    if (selection.kind === 'Field') return [selection];
    if (selection.kind === 'InlineFragment') return fieldsIn(selection.selectionSet, document, depth + 1);
    const fragment = document.definitions.find((each) => each.kind === 'FragmentDefinition' && each.name.value === selection.name.value);
    return fragment?.kind === 'FragmentDefinition' ? fieldsIn(fragment.selectionSet, document, depth + 1) : [];
  });
}

/** An answer has its fields by their aliases; subscriptions know their names. */
function byNames(value: unknown, set: SelectionSetNode | undefined, document: DocumentNode): unknown {
  if (Array.isArray(value)) return value.map((item) => byNames(item, set, document));
  if (typeof value !== 'object' || value === null || !set) return value;
  return Object.fromEntries(
    fieldsIn(set, document).map((field) => {
      const inner = own(value as Members, field.alias?.value ?? field.name.value);
      return [field.name.value, byNames(inner, field.selectionSet, document)];
    }),
  );
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

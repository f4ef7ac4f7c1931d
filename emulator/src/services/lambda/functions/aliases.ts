// Aliases: names for versions, with a share of the traffic for a second version.
import type { Ctx } from '#core/ctx';
import type { Frozen } from '#core/records';
import { own } from '#lib/table';
import { type AliasConfiguration, type AliasRoutingConfiguration, operation } from '#model/lambda';
import { conflict, notFound, revisionMismatch } from '#services/lambda/faults';
import { findAlias, findFunction, findVersionNumbered, named } from '#services/lambda/lookup/find-function';
import { functionArn, versionName, versionNumber } from '#services/lambda/lookup/function-name';
import { pageOfKeyed } from '#services/lambda/lookup/pages';
import { checkWeights } from '#services/lambda/lookup/routing';
import { inOwnersAccount } from '#services/lambda/permissions/across-accounts';
import { forgetAllOf, movedKey } from '#services/lambda/provisioned/provision';
import { type AliasRecord, aliases, eventConfigs, policies } from '#services/lambda/state';
import { deleteUrlsOf } from '#services/lambda/urls/url-write';

const describe = (functionName: string, alias: Frozen<AliasRecord>, ctx: Ctx): AliasConfiguration => ({
  AliasArn: functionArn(ctx, functionName, alias.name),
  Name: alias.name,
  FunctionVersion: versionName(alias.version),
  Description: alias.description,
  ...(alias.weights && { RoutingConfig: { AdditionalVersionWeights: alias.weights } }),
  RevisionId: alias.revisionId,
});

/** Both versions must exist. Empty weights count as none. */
function target(name: string, version: string, routing: AliasRoutingConfiguration | undefined, ctx: Ctx) {
  const main = existing(name, version, ctx);
  const weights = routing?.AdditionalVersionWeights ?? {};
  checkWeights(weights, version);
  for (const further of Object.keys(weights)) existing(name, further, ctx);
  return { version: main, weights: Object.keys(weights).length > 0 ? weights : undefined };
}

const existing = (name: string, version: string, ctx: Ctx): number =>
  findVersionNumbered(name, versionNumber(version) ?? -1, ctx, version).version;

export const CreateAlias = operation(
  'CreateAlias',
  inOwnersAccount((input, ctx) => {
    const { name } = named(input, ctx);
    findFunction(name, ctx, input.FunctionVersion);
    const to = target(name, input.FunctionVersion, input.RoutingConfig, ctx);
    if (findAlias(name, input.Name, ctx)) throw conflict(`Alias already exists: ${functionArn(ctx, name, input.Name)}`);
    const alias: AliasRecord = { name: input.Name, description: input.Description ?? '', ...to, revisionId: ctx.id() };
    ctx.write((tx) => tx.put(ctx.records(aliases), [name, input.Name], alias));
    return describe(name, alias, ctx);
  }),
);

export const GetAlias = operation(
  'GetAlias',
  inOwnersAccount((input, ctx) => {
    const { name } = named(input, ctx);
    findFunction(name, ctx);
    const alias = findAlias(name, input.Name, ctx);
    if (!alias) throw notFound(`Cannot find alias arn: ${functionArn(ctx, name, input.Name)}`);
    return describe(name, alias, ctx);
  }),
);

export const UpdateAlias = operation(
  'UpdateAlias',
  inOwnersAccount((input, ctx) => {
    const { name } = named(input, ctx);
    findFunction(name, ctx);
    const before = findAlias(name, input.Name, ctx);
    if (!before) throw notFound(`Alias not found: ${functionArn(ctx, name, input.Name)}`);
    if (input.RevisionId !== undefined && input.RevisionId !== before.revisionId) throw revisionMismatch('GetFunction/GetAlias');
    const routing = input.RoutingConfig ?? { AdditionalVersionWeights: before.weights };
    const to = target(name, input.FunctionVersion ?? versionName(before.version), routing, ctx);
    const alias: AliasRecord = { ...before, ...to, description: input.Description ?? before.description, revisionId: ctx.id() };
    ctx.write((tx) => {
      tx.put(ctx.records(aliases), [name, input.Name], alias);
      tx.after(() => ctx.wake(movedKey(name, input.Name)));
    });
    return describe(name, alias, ctx);
  }),
);

/** Deleting an alias that does not exist succeeds, as in the real service. */
export const DeleteAlias = operation(
  'DeleteAlias',
  inOwnersAccount((input, ctx) => {
    const { name } = named(input, ctx);
    findFunction(name, ctx);
    ctx.write((tx) => {
      tx.delete(ctx.records(aliases), [name, input.Name]);
      tx.delete(ctx.records(policies), [name, input.Name]);
      tx.delete(ctx.records(eventConfigs), [name, input.Name]);
      deleteUrlsOf(tx, name, ctx, input.Name);
      forgetAllOf(tx, name, ctx, input.Name);
    });
  }),
);

export const ListAliases = operation(
  'ListAliases',
  inOwnersAccount((input, ctx) => {
    const { name } = named(input, ctx);
    findFunction(name, ctx);
    const { FunctionVersion: version } = input;
    const pointsThere = (alias: Frozen<AliasRecord>) =>
      version === undefined || versionName(alias.version) === version || own(alias.weights, version) !== undefined;
    const page = pageOfKeyed<[string, string], AliasConfiguration>(input, (after, limit) =>
      ctx
        .records(aliases)
        .entries([name], { after, ...(version === undefined && { limit }) })
        .filter(([, alias]) => pointsThere(alias))
        .slice(0, limit)
        .map(([key, alias]) => [key, describe(name, alias, ctx)]),
    );
    return { Aliases: page.items, NextMarker: page.NextMarker };
  }),
);

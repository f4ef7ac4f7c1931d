// Aliases: names for versions, with a share of the traffic for a second one.
import type { Ctx } from '#core/call';
import type { Frozen } from '#core/records';
import { type AliasConfiguration, type AliasRoutingConfiguration, operation } from '#model/lambda';
import { conflict, notFound, revisionMismatch } from '#services/lambda/faults';
import { findAlias, findFunction, findVersionNumbered, named } from '#services/lambda/find-function';
import { functionArn, versionName, versionNumber } from '#services/lambda/function-name';
import { checkWeights } from '#services/lambda/invoke/routing';
import { pageOf } from '#services/lambda/pages';
import { forgetAllOf, movedKey } from '#services/lambda/provisioned/provision';
import { type AliasRecord, aliases, eventConfigs, policies } from '#services/lambda/state';
import { deleteUrlsOf } from '#services/lambda/urls/url-write';

const describe = (ctx: Ctx, functionName: string, alias: Frozen<AliasRecord>): AliasConfiguration => ({
  AliasArn: functionArn(ctx, functionName, alias.name),
  Name: alias.name,
  FunctionVersion: versionName(alias.version),
  Description: alias.description,
  ...(alias.weights && { RoutingConfig: { AdditionalVersionWeights: alias.weights } }),
  RevisionId: alias.revisionId,
});

/** Both versions must exist; weights that are empty are none. */
function target(ctx: Ctx, name: string, version: string, routing: AliasRoutingConfiguration | undefined) {
  const main = existing(ctx, name, version);
  const weights = routing?.AdditionalVersionWeights ?? {};
  checkWeights(weights, version);
  for (const further of Object.keys(weights)) existing(ctx, name, further);
  return { version: main, weights: Object.keys(weights).length > 0 ? weights : undefined };
}

const existing = (ctx: Ctx, name: string, version: string): number =>
  findVersionNumbered(ctx, name, versionNumber(version) ?? -1, version).version;

export const CreateAlias = operation('CreateAlias', (input, ctx) => {
  const { name } = named(ctx, input);
  findFunction(ctx, name);
  const to = target(ctx, name, input.FunctionVersion, input.RoutingConfig);
  if (findAlias(ctx, name, input.Name)) throw conflict(`Alias already exists: ${functionArn(ctx, name, input.Name)}`);
  const alias: AliasRecord = { name: input.Name, description: input.Description ?? '', ...to, revisionId: ctx.id() };
  ctx.write((tx) => tx.put(ctx.records(aliases), [name, input.Name], alias));
  return describe(ctx, name, alias);
});

export const GetAlias = operation('GetAlias', (input, ctx) => {
  const { name } = named(ctx, input);
  findFunction(ctx, name);
  const alias = findAlias(ctx, name, input.Name);
  if (!alias) throw notFound(`Cannot find alias arn: ${functionArn(ctx, name, input.Name)}`);
  return describe(ctx, name, alias);
});

export const UpdateAlias = operation('UpdateAlias', (input, ctx) => {
  const { name } = named(ctx, input);
  findFunction(ctx, name);
  const before = findAlias(ctx, name, input.Name);
  if (!before) throw notFound(`Alias not found: ${functionArn(ctx, name, input.Name)}`);
  if (input.RevisionId !== undefined && input.RevisionId !== before.revisionId) throw revisionMismatch('GetFunction/GetAlias');
  const routing = input.RoutingConfig ?? { AdditionalVersionWeights: before.weights };
  const to = target(ctx, name, input.FunctionVersion ?? versionName(before.version), routing);
  const alias: AliasRecord = { ...before, ...to, description: input.Description ?? before.description, revisionId: ctx.id() };
  ctx.write((tx) => {
    tx.put(ctx.records(aliases), [name, input.Name], alias);
    tx.after(() => ctx.wake(movedKey(name, input.Name)));
  });
  return describe(ctx, name, alias);
});

/** Silent about an alias that is not there, as the real service is. */
export const DeleteAlias = operation('DeleteAlias', (input, ctx) => {
  const { name } = named(ctx, input);
  findFunction(ctx, name);
  ctx.write((tx) => {
    tx.delete(ctx.records(aliases), [name, input.Name]);
    tx.delete(ctx.records(policies), [name, input.Name]);
    tx.delete(ctx.records(eventConfigs), [name, input.Name]);
    deleteUrlsOf(ctx, tx, name, input.Name);
    forgetAllOf(ctx, tx, name, input.Name);
  });
});

export const ListAliases = operation('ListAliases', (input, ctx) => {
  const { name } = named(ctx, input);
  findFunction(ctx, name);
  const { FunctionVersion: version } = input;
  const pointsThere = (alias: Frozen<AliasRecord>) =>
    version === undefined || versionName(alias.version) === version || alias.weights?.[version] !== undefined;
  const page = pageOf<[string, string], AliasConfiguration>(input, (after, limit) =>
    ctx
      .records(aliases)
      .entries([name], { after, ...(version === undefined && { limit }) })
      .filter(([, alias]) => pointsThere(alias))
      .slice(0, limit)
      .map(([key, alias]) => [key, describe(ctx, name, alias)]),
  );
  return { Aliases: page.items, NextMarker: page.NextMarker };
});

// Deletes a function and everything that belongs to it, or one of its versions.
import type { Ctx } from '#core/ctx';
import { own } from '#lib/table';
import { operation } from '#model/lambda';
import { forgetDurablesOf } from '#services/lambda/durable/forget';
import { conflict, invalidParameter } from '#services/lambda/faults';
import { findFunction, named } from '#services/lambda/lookup/find-function';
import { LATEST, versionNumber } from '#services/lambda/lookup/function-name';
import { addToTotals } from '#services/lambda/lookup/totals';
import { inOwnersAccount } from '#services/lambda/permissions/across-accounts';
import { forgetAllOf } from '#services/lambda/provisioned/provision';
import { setSigning } from '#services/lambda/signing/signing-record';
import { aliases, eventConfigs, functions, policies, versions } from '#services/lambda/state';
import { deleteUrlsOf } from '#services/lambda/urls/url-write';
import { deleteVersion } from './versions-write.ts';

export const DeleteFunction = operation(
  'DeleteFunction',
  inOwnersAccount((input, ctx) => {
    const { name, qualifier } = named(input, ctx);
    if (qualifier === LATEST) throw invalidParameter('$LATEST version cannot be deleted without deleting the function.');
    const { reserved = 0 } = findFunction(name, ctx);
    if (qualifier !== undefined) deleteOne(name, qualifier, ctx);
    else
      ctx.write((tx) => {
        for (const version of ctx.records(versions).range([name])) deleteVersion(tx, name, version, ctx);
        for (const { name: alias } of ctx.records(aliases).range([name])) tx.delete(ctx.records(aliases), [name, alias]);
        for (const [key] of ctx.records(policies).entries([name])) tx.delete(ctx.records(policies), key);
        for (const [key] of ctx.records(eventConfigs).entries([name])) tx.delete(ctx.records(eventConfigs), key);
        deleteUrlsOf(tx, name, ctx);
        setSigning(tx, name, undefined, ctx);
        forgetAllOf(tx, name, ctx);
        forgetDurablesOf(tx, name, ctx);
        addToTotals(tx, { functions: -1, reserved: -reserved }, ctx);
        tx.delete(ctx.records(functions), [name]);
      });
    return { StatusCode: 204 };
  }),
);

function deleteOne(name: string, qualifier: string, ctx: Ctx): void {
  const number = versionNumber(qualifier);
  if (number === undefined) throw invalidParameter('Deletion of aliases is not currently supported.');
  const version = ctx.records(versions).get([name, number]);
  // Deleting a version that does not exist succeeds, as in the real service.
  if (!version) return;
  const pointing = ctx
    .records(aliases)
    .range([name])
    .filter((alias) => alias.version === number || own(alias.weights, qualifier) !== undefined);
  if (pointing.length > 0)
    throw conflict(
      `Unable to delete version because the following aliases reference it: [${pointing.map((alias) => alias.name).join(', ')}]`,
    );
  ctx.write((tx) => {
    tx.delete(ctx.records(policies), [name, qualifier]);
    tx.delete(ctx.records(eventConfigs), [name, qualifier]);
    forgetAllOf(tx, name, ctx, qualifier);
    deleteVersion(tx, name, version, ctx);
  });
}

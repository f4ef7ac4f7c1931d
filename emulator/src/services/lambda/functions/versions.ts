// PublishVersion and ListVersionsByFunction.
import type { Ctx } from '#core/ctx';
import type { Frozen } from '#core/records';
import { operation, type PublishVersionRequest } from '#model/lambda';
import { isFolder } from '#services/lambda/code/code-ref';
import { conflict, invalidParameter, revisionMismatch } from '#services/lambda/faults';
import { findFunction, findVersionNumbered, named } from '#services/lambda/lookup/find-function';
import { versionName } from '#services/lambda/lookup/function-name';
import { pageOfKeyed } from '#services/lambda/lookup/pages';
import { refuseWhileBusy } from '#services/lambda/lookup/readiness';
import { inOwnersAccount } from '#services/lambda/permissions/across-accounts';
import { type Settings, versions } from '#services/lambda/state';
import { codeSha256, configuration, listed } from './describe.ts';
import { publish } from './publish.ts';
import { refuseMembers } from './settings.ts';
import { snapshotOf } from './snapshot.ts';

export const PublishVersion = operation(
  'PublishVersion',
  inOwnersAccount(async (input, ctx) => {
    refuseMembers(input);
    const { name, settings } = publishable(input, ctx);
    const copy = isFolder(settings.code) ? await snapshotOf(name, settings, ctx) : undefined;
    if (copy && publishable(input, ctx).settings.id !== settings.id)
      throw conflict(`The function ${name} was updated while its folder was copied. Publish it again.`);
    const version = publish(name, { description: input.Description, copy }, ctx);
    return configuration(ctx, version, { name, qualifier: String(version.version) });
  }),
);

function publishable(input: PublishVersionRequest, ctx: Ctx): { name: string; settings: Frozen<Settings> } {
  const { name } = named(input, ctx);
  findFunction(name, ctx);
  const latest = findVersionNumbered(name, 0, ctx);
  const { settings } = latest;
  if (input.RevisionId !== undefined && input.RevisionId !== latest.revisionId) throw revisionMismatch('GetFunction/GetAlias');
  const sha256 = codeSha256(latest.settings);
  // The model turns a missing CodeSha256 into an empty text. The files of a folder have no hash that a client could know.
  if (input.CodeSha256 && input.CodeSha256 !== sha256 && !isFolder(settings.code))
    throw invalidParameter(
      `CodeSHA256 (${input.CodeSha256}) is different from current CodeSHA256 in $LATEST (${sha256}). Please try again with the CodeSHA256 in $LATEST.`,
    );
  refuseWhileBusy(name, latest, ctx);
  return { name, settings };
}

export const ListVersionsByFunction = operation(
  'ListVersionsByFunction',
  inOwnersAccount((input, ctx) => {
    const { name } = named(input, ctx);
    findFunction(name, ctx);
    const page = pageOfKeyed<[string, number], ReturnType<typeof listed>>(input, (after, limit) =>
      ctx
        .records(versions)
        .entries([name], { after, limit })
        .map(([key, version]) => [key, listed(ctx, version, { name, qualifier: versionName(version.version) })]),
    );
    return { Versions: page.items, NextMarker: page.NextMarker };
  }),
);

// PublishVersion and ListVersionsByFunction.
import { operation } from '#model/lambda';
import { codeSha256, configuration, listed } from '#services/lambda/describe';
import { invalidParameter, revisionMismatch } from '#services/lambda/faults';
import { findFunction, findVersionNumbered, named } from '#services/lambda/find-function';
import { versionName } from '#services/lambda/function-name';
import { pageOf } from '#services/lambda/pages';
import { versions } from '#services/lambda/state';
import { publish } from './publish.ts';
import { refuseWhileBusy } from './readiness.ts';
import { refuseMembers } from './settings.ts';

export const PublishVersion = operation('PublishVersion', (input, ctx) => {
  refuseMembers(input);
  const { name } = named(input, ctx);
  findFunction(name, ctx);
  const latest = findVersionNumbered(name, 0, ctx);
  if (input.RevisionId !== undefined && input.RevisionId !== latest.revisionId) throw revisionMismatch('GetFunction/GetAlias');
  const sha256 = codeSha256(latest.settings);
  // The model turns a missing CodeSha256 into an empty text.
  if (input.CodeSha256 && input.CodeSha256 !== sha256)
    throw invalidParameter(
      `CodeSHA256 (${input.CodeSha256}) is different from current CodeSHA256 in $LATEST (${sha256}). Please try again with the CodeSHA256 in $LATEST.`,
    );
  refuseWhileBusy(name, latest, ctx);
  const version = publish(name, { description: input.Description }, ctx);
  return configuration(ctx, version, { name, qualifier: String(version.version) });
});

export const ListVersionsByFunction = operation('ListVersionsByFunction', (input, ctx) => {
  const { name } = named(input, ctx);
  findFunction(name, ctx);
  const page = pageOf<[string, number], ReturnType<typeof listed>>(input, (after, limit) =>
    ctx
      .records(versions)
      .entries([name], { after, limit })
      .map(([key, version]) => [key, listed(ctx, version, { name, qualifier: versionName(version.version) })]),
  );
  return { Versions: page.items, NextMarker: page.NextMarker };
});

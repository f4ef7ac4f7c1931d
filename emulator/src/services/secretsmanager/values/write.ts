// Writes values and moves labels: PutSecretValue, UpdateSecretVersionStage, ListSecretVersionIds.
import type { Ctx } from '#core/ctx';
import type { Frozen } from '#core/records';
import { fault, operation, type SecretVersionsListEntry } from '#model/secretsmanager';
import { invalidParameter, invalidRequest, requestToken } from '#services/secretsmanager/faults';
import { findLive, findOwn, findSecret } from '#services/secretsmanager/find-secret';
import { keepSecret } from '#services/secretsmanager/keep-secret';
import { type Age, ageOf, pageOfKeyed } from '#services/secretsmanager/pages';
import { type Secret, type Version, versions, versionsByAge } from '#services/secretsmanager/state';
import { requireOwnKey } from './require-own-key.ts';
import { CURRENT, labelsOf, moveLabels, removeLabel, versionWith } from './stages.ts';
import { givenValue } from './values.ts';
import { addVersion } from './versions.ts';

export const PutSecretValue = operation('PutSecretValue', async (input, ctx) => {
  const value = givenValue(input);
  if (!value) throw invalidRequest('You must provide either SecretString or SecretBinary.');
  const id = requestToken(input, ctx);
  requireOwnKey(findLive(input.SecretId, ctx), ctx);
  const { arn, secret } = await addVersion(input.SecretId, { id, value, labels: input.VersionStages }, ctx);
  return { ARN: arn, Name: secret.name, VersionId: id, VersionStages: labelsOf(secret.stages, id) };
});

export const UpdateSecretVersionStage = operation('UpdateSecretVersionStage', (input, ctx) => {
  const { SecretId, VersionStage: label, RemoveFromVersionId: from, MoveToVersionId: to } = input;
  const { there, secret, arn } = findOwn(SecretId, ctx);
  for (const id of [from, to]) if (id !== undefined) requireVersion(secret.name, id, there);
  checkMove(secret, label, from, to);
  const stages = to === undefined ? removeLabel(secret.stages, label) : moveLabels(secret.stages, to, [label]);
  there.write((tx) => keepSecret(tx, secret, { ...secret, stages, changedMs: there.now() }, there));
  return { ARN: arn, Name: secret.name };
});

function requireVersion(name: string, id: string, ctx: Ctx): void {
  if (!ctx.records(versions).has([name, id]))
    throw fault('ResourceNotFoundException', `Secrets Manager can't find the specified secret version: ${id}.`);
}

function checkMove({ stages }: Frozen<Secret>, label: string, from: string | undefined, to: string | undefined): void {
  const on = versionWith(stages, label);
  if (from === undefined && to === undefined) throw invalidParameter('You must specify RemoveFromVersionId, MoveToVersionId, or both.');
  if (to === undefined && label === CURRENT)
    throw invalidParameter(`You can only move staging label ${CURRENT} to a different secret version. It can’t be completely removed.`);
  if (from !== undefined && on !== from) throw invalidParameter(`Staging label ${label} is not attached to version ${from}.`);
  if (from === undefined && on !== undefined && on !== to)
    throw invalidParameter(
      `The parameter RemoveFromVersionId can't be empty. Staging label ${label} is currently attached to version ${on}, so you must explicitly reference that version in RemoveFromVersionId.`,
    );
}

export const ListSecretVersionIds = operation('ListSecretVersionIds', ({ SecretId, IncludeDeprecated, ...page }, ctx) => {
  const { there, secret, arn } = findSecret(SecretId, ctx);
  const { items, ...end } = pageOfKeyed<Age, Frozen<Version>>(page, (after, limit) => {
    if (!IncludeDeprecated) return byAge(labelledAfter(secret, after, there).slice(0, limit));
    const range = { after: after && ([secret.name, ...after] as [string, number, string]), limit };
    const ids = there.records(versionsByAge).range([secret.name], range);
    return byAge(ids.map(({ id }) => there.records(versions).get([secret.name, id])!));
  });
  const Versions = items.map((version) => describe(secret, version));
  return { Versions, ARN: arn, Name: secret.name, ...end };
});

const byAge = (found: readonly Frozen<Version>[]) => found.map((version) => [ageOf(version), version] as const);

/** The few versions with labels, oldest first. */
function labelledAfter({ name, stages }: Frozen<Secret>, after: Age | undefined, ctx: Ctx): Frozen<Version>[] {
  const ids = new Set(Object.values(stages));
  const found = [...ids].flatMap((id) => ctx.records(versions).get([name, id]) ?? []);
  const compare = (one: Age, two: Age) => one[0] - two[0] || (one[1] < two[1] ? -1 : Number(one[1] > two[1]));
  return found.filter((version) => !after || compare(ageOf(version), after) > 0).sort((one, two) => compare(ageOf(one), ageOf(two)));
}

function describe({ stages }: Frozen<Secret>, { id, createdMs, accessedMs, value }: Frozen<Version>): SecretVersionsListEntry {
  const labels = labelsOf(stages, id);
  return {
    VersionId: id,
    ...(labels.length > 0 && { VersionStages: labels }),
    ...(accessedMs !== undefined && { LastAccessedDate: new Date(accessedMs) }),
    CreatedDate: new Date(createdMs),
    KmsKeyIds: [value?.kmsKeyId ?? 'DefaultEncryptionKey'],
  };
}

// Values and their labels: PutSecretValue, UpdateSecretVersionStage, ListSecretVersionIds.
import type { Ctx } from '#core/call';
import type { Frozen } from '#core/records';
import { fault, operation } from '#model/secretsmanager';
import { invalidParameter, invalidRequest } from './faults.ts';
import { find, findOwn } from './find.ts';
import { pageOfList } from './pages.ts';
import { CURRENT, labelsOf, moveLabels, removeLabel, versionWith } from './stages.ts';
import { type Secret, versions } from './state.ts';
import { givenValue } from './values.ts';
import { addVersion, byAge, keepSecret } from './versions.ts';

const PAGE_SIZE = 100;

export const PutSecretValue = operation('PutSecretValue', async (input, ctx) => {
  const value = givenValue(input);
  if (!value) throw invalidRequest('You must provide either SecretString or SecretBinary.');
  const id = input.ClientRequestToken ?? ctx.id();
  const { arn, secret } = await addVersion(ctx, input.SecretId, { id, value, labels: input.VersionStages });
  return { ARN: arn, Name: secret.name, VersionId: id, VersionStages: labelsOf(secret.stages, id) };
});

export const UpdateSecretVersionStage = operation('UpdateSecretVersionStage', (input, ctx) => {
  const { SecretId, VersionStage: label, RemoveFromVersionId: from, MoveToVersionId: to } = input;
  const { ctx: there, secret, arn } = findOwn(ctx, SecretId);
  for (const id of [from, to]) if (id !== undefined) requireVersion(there, secret.name, id);
  checkMove(secret, label, from, to);
  const stages = to === undefined ? removeLabel(secret.stages, label) : moveLabels(secret.stages, to, [label]);
  there.write((tx) => keepSecret(there, tx, secret, { ...secret, stages, changedMs: there.now() }));
  return { ARN: arn, Name: secret.name };
});

function requireVersion(ctx: Ctx, name: string, id: string): void {
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
  const { ctx: there, secret, arn } = find(ctx, SecretId);
  const all = [...there.records(versions).range([secret.name])].sort(byAge).map((version) => {
    const labels = labelsOf(secret.stages, version.id);
    return {
      VersionId: version.id,
      ...(labels.length > 0 && { VersionStages: labels }),
      ...(version.accessedMs !== undefined && { LastAccessedDate: new Date(version.accessedMs) }),
      CreatedDate: new Date(version.createdMs),
      KmsKeyIds: [version.value?.kmsKeyId ?? 'DefaultEncryptionKey'],
    };
  });
  const listed = IncludeDeprecated ? all : all.filter(({ VersionStages }) => VersionStages !== undefined);
  const { found, NextToken } = pageOfList(page, PAGE_SIZE, listed, ({ VersionId }) => VersionId);
  return { Versions: found, ARN: arn, Name: secret.name, ...(NextToken !== undefined && { NextToken }) };
});

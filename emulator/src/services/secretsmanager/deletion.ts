// DeleteSecret and RestoreSecret: a secret is deleted after a recovery window, or at once.
import type { Ctx } from '#core/ctx';
import { Fault } from '#core/fault';
import type { Frozen, Tx } from '#core/records';
import { type DeleteSecretRequest, operation } from '#model/secretsmanager';
import { invalidParameter, invalidRequest, markedForDeletion } from './faults.ts';
import { findSecret, type LocatedSecret, requirePrimary, secretArn } from './find-secret.ts';
import { type Secret, secrets, secretsByCreation, versions } from './state.ts';
import { forgetVersion } from './values/version-records.ts';

const DAY_MS = 86_400_000;
const [LEAST_DAYS, MOST_DAYS] = [7, 30];

export const DeleteSecret = operation('DeleteSecret', (input, ctx) => {
  const days = windowOf(input);
  const found = findToDelete(input, ctx);
  const nowMs = ctx.now();
  if (!found)
    return { ARN: secretArn({ name: input.SecretId, suffix: ctx.random(6) }, ctx), Name: input.SecretId, DeletionDate: new Date(nowMs) };
  requirePrimary(found);
  const { there, secret, arn } = found;
  if (secret.replicas.length > 0) {
    const regions = secret.replicas.map(({ region }) => region).join(',');
    throw invalidRequest(`You can't delete secret ${secret.name} that still has replica regions [${regions}]`);
  }
  const answer = { ARN: arn, Name: secret.name };
  if (input.ForceDeleteWithoutRecovery) {
    there.write((tx) => forgetSecret(tx, secret, there));
    return { ...answer, DeletionDate: new Date(nowMs) };
  }
  if (secret.deletionMs !== undefined) throw markedForDeletion();
  const deletionMs = nowMs + days * DAY_MS;
  there.write((tx) => {
    tx.put(there.records(secrets), [secret.name], { ...secret, deletedMs: nowMs, deletionMs });
    there.later(tx, 'secretsmanager.delete', [secret.name], deletionMs);
  });
  return { ...answer, DeletionDate: new Date(deletionMs) };
});

function windowOf({ RecoveryWindowInDays: days, ForceDeleteWithoutRecovery: force }: DeleteSecretRequest): number {
  if (days === undefined) return MOST_DAYS;
  if (force) throw invalidParameter("You can't use ForceDeleteWithoutRecovery in conjunction with RecoveryWindowInDays.");
  if (days < LEAST_DAYS || days > MOST_DAYS)
    throw invalidParameter('The RecoveryWindowInDays value must be between 7 and 30 days (inclusive).');
  return days;
}

/** The secret to delete. With force it need not exist. */
function findToDelete({ SecretId, ForceDeleteWithoutRecovery: force }: DeleteSecretRequest, ctx: Ctx): LocatedSecret | undefined {
  try {
    return findSecret(SecretId, ctx);
  } catch (error) {
    if (force && error instanceof Fault && error.code === 'ResourceNotFoundException' && !SecretId.startsWith('arn:')) return undefined;
    throw error;
  }
}

export function forgetSecret(tx: Tx, { name, createdMs }: Frozen<Secret>, ctx: Ctx): void {
  for (const { id } of ctx.records(versions).range([name])) forgetVersion(tx, name, id, ctx);
  tx.delete(ctx.records(secretsByCreation), [createdMs, name]);
  tx.delete(ctx.records(secrets), [name]);
  for (const work of ['delete', 'rotate', 'replicate']) ctx.unschedule(tx, `secretsmanager.${work}`, [name]);
}

export const RestoreSecret = operation('RestoreSecret', ({ SecretId }, ctx) => {
  const { there, secret, arn } = findSecret(SecretId, ctx);
  const { deletedMs: _deleted, deletionMs, ...kept } = secret;
  if (deletionMs !== undefined)
    there.write((tx) => {
      tx.put(there.records(secrets), [secret.name], kept);
      there.unschedule(tx, 'secretsmanager.delete', [secret.name]);
    });
  return { ARN: arn, Name: secret.name };
});

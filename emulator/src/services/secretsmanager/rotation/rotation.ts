// Rotation as clients configure and start it: RotateSecret, CancelRotateSecret.
import type { Ctx } from '#core/ctx';
import { Fault } from '#core/fault';
import { unmodelled } from '#core/operation';
import type { Frozen, Tx } from '#core/records';
import { operation, type RotateSecretRequest } from '#model/secretsmanager';
import { invalidParameter, invalidRequest, requestToken } from '#services/secretsmanager/faults';
import { findOwn, type LocatedSecret } from '#services/secretsmanager/find-secret';
import { keepSecret } from '#services/secretsmanager/keep-secret';
import { type Secret, secrets, versions } from '#services/secretsmanager/state';
import { CURRENT, moveLabels, PENDING } from '#services/secretsmanager/values/stages';
import { keepVersion } from '#services/secretsmanager/values/version-records';
import { invokeFunction } from './rotation-function.ts';
import { checkRules, withNextRotation } from './rotation-schedule.ts';

/** `test` runs the function's test step only, and leaves no version behind. */
export type RotationMode = 'rotate' | 'test';

export const RotateSecret = operation('RotateSecret', async (input, ctx) => {
  refuseExternal(input);
  const token = requestToken(input, ctx);
  const before = findOwn(input.SecretId, ctx);
  const functionArn = input.RotationLambdaARN || before.secret.rotation?.functionArn;
  if (!functionArn) throw invalidRequest('No Lambda rotation function ARN is associated with this secret.');
  const rules = input.RotationRules && checkRules(input.RotationRules);
  const answer = { ARN: before.arn, Name: before.secret.name, VersionId: token };
  if (before.there.records(versions).has([before.secret.name, token])) return answer;
  refuseUnfinished(before);
  await checkFunction(before, functionArn);
  const found = findOwn(input.SecretId, ctx);
  const { there, secret } = found;
  const mode: RotationMode = input.RotateImmediately === false ? 'test' : 'rotate';
  const rotation = { enabled: true, functionArn, rules: rules ?? secret.rotation?.rules ?? {}, startedMs: there.now() };
  there.write((tx) => startRotation(tx, withNextRotation(tx, { ...secret, rotation }, there), token, mode, there));
  return answer;
});

function refuseExternal({ ExternalSecretRotationMetadata, ExternalSecretRotationRoleArn }: RotateSecretRequest): void {
  if (ExternalSecretRotationMetadata || ExternalSecretRotationRoleArn)
    throw invalidParameter('The rotation of external secrets is not emulated: it is done by partners of AWS.');
}

/** Throws while a rotation is unfinished, and schedules its next attempt. */
function refuseUnfinished({ there, secret }: LocatedSecret): void {
  const token = unfinishedRotation(secret);
  if (token === undefined) return;
  there.write((tx) => there.later(tx, 'secretsmanager.rotation-steps', [secret.name, token, 'rotate'], there.now()));
  throw invalidRequest("A previous rotation isn't complete. That rotation will be reattempted.");
}

export function unfinishedRotation({ stages }: Frozen<Secret>): string | undefined {
  const token = stages[PENDING];
  return token === stages[CURRENT] ? undefined : token;
}

async function checkFunction({ arn, there }: LocatedSecret, functionArn: string): Promise<void> {
  try {
    await invokeFunction(arn, functionArn, { InvocationType: 'DryRun' }, there);
  } catch (error) {
    if (!(error instanceof Fault)) throw error;
    throw unmodelled(
      'AccessDeniedException',
      'Secrets Manager cannot invoke the specified Lambda function. Ensure that the function policy grants access to the principal secretsmanager.amazonaws.com.',
    );
  }
}

/** Adds the empty version for the new value; the function is called right after. */
export function startRotation(tx: Tx, secret: Frozen<Secret>, token: string, mode: RotationMode, ctx: Ctx): void {
  const stages = moveLabels(secret.stages, token, [PENDING]);
  keepVersion(tx, secret.name, { id: token, createdMs: ctx.now() }, ctx);
  const rotation = secret.rotation && { ...secret.rotation, trace: ctx.trace };
  keepSecret(tx, secret, { ...secret, ...(rotation && { rotation }), stages, versionCount: secret.versionCount + 1 }, ctx);
  ctx.later(tx, 'secretsmanager.rotation-steps', [secret.name, token, mode], ctx.now());
}

export const CancelRotateSecret = operation('CancelRotateSecret', ({ SecretId }, ctx) => {
  const { there, secret, arn } = findOwn(SecretId, ctx);
  const answer = { ARN: arn, Name: secret.name };
  if (!secret.rotation) return answer;
  const { nextMs: _, ...rotation } = secret.rotation;
  const pending = unfinishedRotation(secret);
  there.write((tx) => {
    tx.put(there.records(secrets), [secret.name], { ...secret, rotation: { ...rotation, enabled: false }, changedMs: there.now() });
    there.unschedule(tx, 'secretsmanager.rotate', [secret.name]);
    if (pending !== undefined) there.unschedule(tx, 'secretsmanager.rotation-steps', [secret.name, pending, 'rotate']);
  });
  return { ...answer, ...(pending !== undefined && { VersionId: pending }) };
});

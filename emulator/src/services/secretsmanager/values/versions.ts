// Adds versions to a secret and removes old ones.
import type { Ctx } from '#core/ctx';
import type { Frozen, Tx } from '#core/records';
import { fault } from '#model/secretsmanager';
import { findOwn, type LocatedSecret } from '#services/secretsmanager/find-secret';
import { keepSecret } from '#services/secretsmanager/keep-secret';
import { type Secret, type StoredValue, versions, versionsByAge } from '#services/secretsmanager/state';
import { CURRENT, moveLabels } from './stages.ts';
import { type PlainValue, sealValue } from './values.ts';
import { forgetVersion, keepVersion } from './version-records.ts';

/** Limit: versions of a secret. With more, the oldest that are a day old and have no label go. */
const MAX_VERSIONS = 100;
const KEPT_MS = 86_400_000;
const DROPPED_AT_ONCE = 20;

export interface NewVersion {
  readonly id: string;
  readonly value: PlainValue;
  /** AWSCURRENT by default. */
  readonly labels?: readonly string[] | undefined;
  /** Further changes of the secret. */
  readonly change?: Partial<Secret>;
}

/** Idempotent: a version that exists with the same value is not changed. */
export async function addVersion(
  secretId: string,
  { id, value, labels = [CURRENT], change = {} }: NewVersion,
  ctx: Ctx,
): Promise<LocatedSecret> {
  const before = findOwn(secretId, ctx);
  const kmsKeyId = 'kmsKeyId' in change ? change.kmsKeyId : before.secret.kmsKeyId;
  const sealed = await sealValue(kmsKeyId, { arn: before.arn, versionId: id }, value, before.there);
  const found = findOwn(secretId, ctx);
  const { there, arn } = found;
  const existing = there.records(versions).get([found.secret.name, id]);
  if (existing?.value && existing.value.digest !== sealed.digest)
    throw fault(
      'ResourceExistsException',
      `You can't use ClientRequestToken ${id} because that value is already in use for a version of secret ${arn}.`,
    );
  const secret = there.write((tx) => {
    const changed = { ...found.secret, ...change, changedMs: there.now() };
    if (existing?.value) return keepSecret(tx, found.secret, Object.keys(change).length > 0 ? changed : found.secret, there);
    const wanted = Object.hasOwn(changed.stages, CURRENT) ? labels : [...labels, CURRENT];
    return putVersion(tx, { ...changed, stages: moveLabels(changed.stages, id, wanted) }, id, sealed, there, found.secret);
  });
  return { there, secret, arn };
}

/** Writes the value, and the secret, which already has the new labels. */
export function putVersion(
  tx: Tx,
  secret: Frozen<Secret>,
  id: string,
  value: StoredValue,
  ctx: Ctx,
  before?: Frozen<Secret>,
): Frozen<Secret> {
  const existing = ctx.records(versions).get([secret.name, id]);
  keepVersion(tx, secret.name, { id, createdMs: existing?.createdMs ?? ctx.now(), value }, ctx);
  const counted = existing ? secret : { ...secret, versionCount: secret.versionCount + 1 };
  return keepSecret(tx, before, dropOldVersions(tx, counted, ctx), ctx);
}

/** Above a hundred versions, removes unlabelled ones that are a day old: a few per call, so that no call takes long. */
function dropOldVersions(tx: Tx, secret: Frozen<Secret>, ctx: Ctx): Frozen<Secret> {
  if (secret.versionCount <= MAX_VERSIONS) return secret;
  const labelled = new Set(Object.values(secret.stages));
  const oldest = ctx.records(versionsByAge).entries([secret.name], { limit: DROPPED_AT_ONCE + labelled.size });
  const old = oldest.filter(([[, createdMs, id]]) => !labelled.has(id) && createdMs <= ctx.now() - KEPT_MS);
  const gone = old.slice(0, secret.versionCount - MAX_VERSIONS);
  for (const [[, , id]] of gone) forgetVersion(tx, secret.name, id, ctx);
  return { ...secret, versionCount: secret.versionCount - gone.length };
}

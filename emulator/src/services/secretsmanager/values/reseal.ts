// Encrypts the labelled versions of a secret again, after it got another key.
import type { Ctx } from '#core/ctx';
import { findOwn } from '#services/secretsmanager/find-secret';
import { versions } from '#services/secretsmanager/state';
import { openValue, sealValue } from './values.ts';

export async function reseal(secretId: string, kmsKeyId: string, ctx: Ctx): Promise<void> {
  const { there, secret, arn } = findOwn(secretId, ctx);
  for (const versionId of new Set(Object.values(secret.stages))) {
    const version = there.records(versions).get([secret.name, versionId]);
    if (!version?.value) continue;
    const place = { arn, versionId };
    const value = await sealValue(kmsKeyId, place, await openValue(place, version.value, there), there);
    const now = there.records(versions).get([secret.name, versionId]);
    // A value written in the meantime stays: it is already under the new key.
    if (now?.value?.digest === value.digest)
      there.write((tx) => tx.put(there.records(versions), [secret.name, versionId], { ...now, value }));
  }
}

// Copies a secret to its replicas: decrypts the values here and encrypts them there, under the other region's key.
import type { Ctx } from '#core/ctx';
import { Fault } from '#core/fault';
import type { Frozen, Tx } from '#core/records';
import { forgetSecret } from '#services/secretsmanager/deletion';
import { secretArn } from '#services/secretsmanager/find-secret';
import { type Replica, type Secret, secrets, secretsByCreation, type Version, versions } from '#services/secretsmanager/state';
import { openValue, sealValue } from '#services/secretsmanager/values/values';
import { keepVersion } from '#services/secretsmanager/values/version-records';

/** Starts over if the secret changes in the meantime. */
export async function replicate(name: string, ctx: Ctx): Promise<void> {
  for (;;) {
    const secret = ctx.records(secrets).get([name]);
    if (!secret || secret.replicas.length === 0) return;
    const replicas: Frozen<Replica>[] = [];
    for (const replica of secret.replicas) replicas.push(await replicateTo(secret, replica, ctx));
    if (ctx.records(secrets).get([name]) !== secret) continue;
    ctx.write((tx) => tx.put(ctx.records(secrets), [name], { ...secret, replicas }));
    return;
  }
}

async function replicateTo(secret: Frozen<Secret>, replica: Frozen<Replica>, ctx: Ctx): Promise<Frozen<Replica>> {
  const there = ctx.in({ region: replica.region });
  const { message: _, ...clean } = replica;
  const stranger = strangerAt(secret, there);
  if (stranger && !replica.overwrite) {
    const message = `Replication failed: Secret name ${secret.name} already exists in region ${replica.region}.`;
    return { ...clean, status: 'Failed', message };
  }
  try {
    const sealed = await sealAll(secret, replica, stranger !== undefined, there, ctx);
    // The replica may have been removed meanwhile: then there is nothing to write.
    const wanted = ctx
      .records(secrets)
      .get([secret.name])
      ?.replicas.some(({ region }) => region === replica.region);
    if (wanted) there.write((tx) => writeCopy(tx, secret, replica, sealed, there));
    return { ...clean, status: 'InSync' };
  } catch (error) {
    if (!(error instanceof Fault)) throw error;
    return { ...clean, status: 'Failed', message: `Replication failed: ${error.message}` };
  }
}

/** A secret with the same name that is not a replica of this one. */
function strangerAt({ name, suffix }: Frozen<Secret>, there: Ctx): Frozen<Secret> | undefined {
  const found = there.records(secrets).get([name]);
  return found && (found.suffix !== suffix || found.primaryRegion === undefined) ? found : undefined;
}

/** All versions, encrypted for the replica. Unchanged versions that it already has are reused. */
async function sealAll(secret: Frozen<Secret>, replica: Frozen<Replica>, anew: boolean, there: Ctx, ctx: Ctx): Promise<Frozen<Version>[]> {
  const sealed: Frozen<Version>[] = [];
  for (const version of ctx.records(versions).range([secret.name])) {
    const known = anew ? undefined : there.records(versions).get([secret.name, version.id]);
    if (!version.value || (known?.value && known.value.digest === version.value.digest)) {
      sealed.push(known ?? version);
      continue;
    }
    const value = await openValue({ arn: secretArn(secret, ctx), versionId: version.id }, version.value, ctx);
    const place = { arn: secretArn(secret, there), versionId: version.id };
    sealed.push({ id: version.id, createdMs: version.createdMs, value: await sealValue(replica.kmsKeyId, place, value, there) });
  }
  return sealed;
}

function writeCopy(tx: Tx, secret: Frozen<Secret>, { kmsKeyId }: Frozen<Replica>, sealed: readonly Frozen<Version>[], there: Ctx): void {
  const before = there.records(secrets).get([secret.name]);
  if (before) forgetSecret(tx, before, there);
  const { kmsKeyId: _key, accessedMs: _accessed, ...shared } = secret;
  tx.put(there.records(secrets), [secret.name], {
    ...shared,
    ...(kmsKeyId !== undefined && { kmsKeyId }),
    ...(before?.accessedMs !== undefined && { accessedMs: before.accessedMs }),
    replicas: [],
  });
  tx.put(there.records(secretsByCreation), [secret.createdMs, secret.name], { name: secret.name });
  for (const version of sealed) keepVersion(tx, secret.name, version, there);
}

// Configures the replicas of a secret: ReplicateSecretToRegions, RemoveRegionsFromReplication, StopReplicationToReplica.
import type { Ctx } from '#core/ctx';
import type { Frozen } from '#core/records';
import { operation, type ReplicaRegionType } from '#model/secretsmanager';
import { forgetSecret } from '#services/secretsmanager/deletion';
import { replicationStatus } from '#services/secretsmanager/describe';
import { invalidParameter, invalidRequest } from '#services/secretsmanager/faults';
import { findLive, findOwn, isReplica } from '#services/secretsmanager/find-secret';
import { keepSecret } from '#services/secretsmanager/keep-secret';
import { type Replica, type Secret, secrets } from '#services/secretsmanager/state';

/** The replicas, with the given ones added; the next replication creates them. */
export function draftReplicas(
  before: Frozen<readonly Replica[]>,
  given: readonly ReplicaRegionType[],
  overwrite = false,
  { region: here }: Pick<Ctx, 'region'>,
): Frozen<readonly Replica[]> {
  const drafts = given.map(({ Region: region, KmsKeyId }): Replica => {
    if (region === undefined || region === here) throw invalidParameter('Invalid replica region.');
    return { region, ...(KmsKeyId && { kmsKeyId: KmsKeyId }), overwrite, status: 'InProgress' };
  });
  const replaced = new Set(drafts.map(({ region }) => region));
  if (replaced.size < drafts.length) throw invalidParameter('A replica region is given more than once.');
  return [...before.filter(({ region }) => !replaced.has(region)), ...drafts];
}

export const ReplicateSecretToRegions = operation('ReplicateSecretToRegions', (input, ctx) => {
  const { there, secret, arn } = findOwn(input.SecretId, ctx);
  const replicas = draftReplicas(secret.replicas, input.AddReplicaRegions, input.ForceOverwriteReplicaSecret, there);
  const changed = there.write((tx) => keepSecret(tx, secret, { ...secret, replicas, primaryRegion: there.region }, there));
  return { ARN: arn, ReplicationStatus: replicationStatus(changed) };
});

export const RemoveRegionsFromReplication = operation('RemoveRegionsFromReplication', (input, ctx) => {
  const { there, secret, arn } = findOwn(input.SecretId, ctx);
  const gone = new Set(input.RemoveReplicaRegions);
  for (const region of gone)
    if (!secret.replicas.some((replica) => replica.region === region)) throw invalidParameter(`The secret is not replicated to ${region}.`);
  const kept = withReplicas(
    secret,
    secret.replicas.filter(({ region }) => !gone.has(region)),
  );
  there.write((tx) => {
    keepSecret(tx, secret, kept, there);
    for (const region of gone) {
      const away = there.in({ region });
      const replica = away.records(secrets).get([secret.name]);
      if (replica?.suffix === secret.suffix) forgetSecret(tx, replica, away);
    }
  });
  return { ARN: arn, ReplicationStatus: replicationStatus(kept) };
});

/** Called in the replica's region: makes the replica a secret of its own. */
export const StopReplicationToReplica = operation('StopReplicationToReplica', ({ SecretId }, ctx) => {
  const found = findLive(SecretId, ctx);
  if (!isReplica(found)) throw invalidRequest('The secret is not a replica.');
  const { there, secret, arn } = found;
  const primaryPlace = there.in({ region: secret.primaryRegion });
  const primary = primaryPlace.records(secrets).get([secret.name]);
  const { primaryRegion: _, rotation: _rotation, ...own } = secret;
  there.write((tx) => {
    tx.put(there.records(secrets), [secret.name], own);
    if (!primary) return;
    const rest = primary.replicas.filter(({ region }) => region !== there.region);
    tx.put(primaryPlace.records(secrets), [secret.name], withReplicas(primary, rest));
  });
  return { ARN: arn };
});

/** The secret with these replicas; without any it is no longer a primary. */
function withReplicas(secret: Frozen<Secret>, replicas: Frozen<readonly Replica[]>): Frozen<Secret> {
  const { primaryRegion, ...rest } = secret;
  return { ...rest, replicas, ...(replicas.length > 0 && primaryRegion !== undefined && { primaryRegion }) };
}

// A key as answers show it.
import type { Ctx } from '#core/ctx';
import type { Frozen } from '#core/records';
import type { KeyMetadata } from '#model/kms';
import { keyArn } from '#services/kms/key-arn';
import { KEY_SPECS } from '#services/kms/key-specs';
import { currentMaterial, hasMaterial } from '#services/kms/material/find-material';
import type { Key } from '#services/kms/state';

type Spec = NonNullable<KeyMetadata['CustomerMasterKeySpec']>;

/** The algorithms that the key's spec and usage allow, under the member name of that usage. */
export function algorithmsOf({ spec, usage }: Pick<Key, 'spec' | 'usage'>) {
  const { encryption, signing, mac } = KEY_SPECS[spec]!;
  return {
    ...(usage === 'ENCRYPT_DECRYPT' && encryption && { EncryptionAlgorithms: encryption }),
    ...(usage === 'SIGN_VERIFY' && signing && { SigningAlgorithms: signing }),
    ...(usage === 'GENERATE_VERIFY_MAC' && mac && { MacAlgorithms: [mac] }),
    ...(usage === 'KEY_AGREEMENT' && { KeyAgreementAlgorithms: ['ECDH'] }),
  };
}

export function describeKey(key: Frozen<Key>, ctx: Ctx): KeyMetadata {
  const waits = key.state === 'PendingDeletion' && key.deletionMs !== undefined;
  return {
    AWSAccountId: ctx.account,
    KeyId: key.id,
    Arn: keyArn(ctx, key.id),
    CreationDate: new Date(key.createdMs),
    Enabled: key.state === 'Enabled',
    Description: key.description,
    KeyUsage: key.usage,
    KeyState: key.state,
    ...(waits && { DeletionDate: new Date(key.deletionMs!) }),
    ...(key.state === 'PendingReplicaDeletion' && { PendingDeletionWindowInDays: key.pendingWindowDays }),
    Origin: key.origin,
    KeyManager: key.manager,
    CustomerMasterKeySpec: key.spec as Spec,
    KeySpec: key.spec,
    ...algorithmsOf(key),
    ...importFacts(key, ctx),
    ...multiRegionFacts(key, ctx),
  };
}

function importFacts(key: Frozen<Key>, ctx: Ctx) {
  const material = currentMaterial(key, ctx);
  // Recorded: the id stays when imported material is deleted.
  const materialId = key.spec === 'SYMMETRIC_DEFAULT' && material !== undefined ? { CurrentKeyMaterialId: material.id } : {};
  if (!hasMaterial(material)) return materialId;
  const validToMs = material?.imported?.validToMs;
  return {
    ...materialId,
    ...(key.origin === 'EXTERNAL' && {
      ExpirationModel: validToMs === undefined ? 'KEY_MATERIAL_DOES_NOT_EXPIRE' : 'KEY_MATERIAL_EXPIRES',
      ...(validToMs !== undefined && { ValidTo: new Date(validToMs) }),
    }),
  };
}

function multiRegionFacts({ id, multiRegion }: Frozen<Key>, ctx: Ctx) {
  if (!multiRegion) return { MultiRegion: false };
  const at = (region: string) => ({ Arn: keyArn({ account: ctx.account, region }, id), Region: region });
  return {
    MultiRegion: true,
    MultiRegionConfiguration: {
      MultiRegionKeyType: multiRegion.primary === ctx.region ? 'PRIMARY' : 'REPLICA',
      PrimaryKey: at(multiRegion.primary),
      ReplicaKeys: multiRegion.replicas.map(at),
    },
  } as const;
}

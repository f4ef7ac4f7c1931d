// KMS: keys, their material, policies and grants, and cryptography with them.
import { operationsIn, service } from '#core/service';

const NO_KEY_STORES = 'Custom key stores are hardware modules or key managers outside the cloud, which do not exist here.';
const NO_ENCAPSULATION = 'ML-KEM keys need cryptography that this Node version does not have.';

export const kms = service('kms', {
  protects: () => import('./protects.ts'),
  actingReads: ['GetParametersForImport'],
  resourceMembers: ['KeyId', 'AliasName', 'DestinationKeyId'],
  traffic: {
    operations: [
      'Encrypt',
      'Decrypt',
      'ReEncrypt',
      'GenerateDataKey',
      'GenerateDataKeyWithoutPlaintext',
      'GenerateDataKeyPair',
      'GenerateDataKeyPairWithoutPlaintext',
      'Sign',
      'Verify',
      'DeriveSharedSecret',
      'GenerateMac',
      'VerifyMac',
    ],
    arns: [/^(?:key|alias)\/(?<name>.+)$/],
    names: /^(?:alias\/)?(?<name>.+)$/,
  },
  operations: [
    operationsIn(() => import('./keys/keys.ts'), 'CreateKey', 'DescribeKey', 'ListKeys', 'UpdateKeyDescription', 'EnableKey', 'DisableKey'),
    operationsIn(() => import('./keys/deletion.ts'), 'ScheduleKeyDeletion', 'CancelKeyDeletion'),
    operationsIn(() => import('./aliases.ts'), 'CreateAlias', 'UpdateAlias', 'DeleteAlias', 'ListAliases'),
    operationsIn(() => import('./policies/policies.ts'), 'GetKeyPolicy', 'PutKeyPolicy', 'ListKeyPolicies'),
    operationsIn(() => import('./tags.ts'), 'TagResource', 'UntagResource', 'ListResourceTags'),
    operationsIn(
      () => import('./material/rotation.ts'),
      'EnableKeyRotation',
      'DisableKeyRotation',
      'GetKeyRotationStatus',
      'RotateKeyOnDemand',
      'ListKeyRotations',
    ),
    operationsIn(() => import('./material/imports.ts'), 'GetParametersForImport', 'ImportKeyMaterial', 'DeleteImportedKeyMaterial'),
    operationsIn(() => import('./keys/multi-region.ts'), 'ReplicateKey', 'UpdatePrimaryRegion'),
    operationsIn(() => import('./use/encrypt.ts'), 'Encrypt', 'Decrypt', 'ReEncrypt'),
    operationsIn(
      () => import('./use/data-keys.ts'),
      'GenerateDataKey',
      'GenerateDataKeyWithoutPlaintext',
      'GenerateDataKeyPair',
      'GenerateDataKeyPairWithoutPlaintext',
      'GenerateRandom',
    ),
    operationsIn(() => import('./use/sign.ts'), 'Sign', 'Verify', 'GetPublicKey', 'DeriveSharedSecret'),
    operationsIn(() => import('./use/macs.ts'), 'GenerateMac', 'VerifyMac'),
    operationsIn(() => import('./policies/grants.ts'), 'CreateGrant', 'ListGrants', 'ListRetirableGrants', 'RevokeGrant', 'RetireGrant'),
    operationsIn(() => import('./keys/last-usage.ts'), 'GetKeyLastUsage'),
    operationsIn(() => import('./key-stores.ts'), 'DescribeCustomKeyStores'),
  ],
  refused: {
    CreateCustomKeyStore: NO_KEY_STORES,
    DeleteCustomKeyStore: NO_KEY_STORES,
    UpdateCustomKeyStore: NO_KEY_STORES,
    ConnectCustomKeyStore: NO_KEY_STORES,
    DisconnectCustomKeyStore: NO_KEY_STORES,
    Encapsulate: NO_ENCAPSULATION,
    Decapsulate: NO_ENCAPSULATION,
  },
  work: {
    'kms.rotate': () => import('./work.ts'),
    'kms.expire-material': () => import('./work.ts'),
    'kms.delete': () => import('./work.ts'),
    'kms.forget-parameters': () => import('./work.ts'),
  },
  resources: {
    'AWS::KMS::Alias': () => import('./resources/alias.ts'),
    'AWS::KMS::Key': () => import('./resources/key.ts'),
  },
});

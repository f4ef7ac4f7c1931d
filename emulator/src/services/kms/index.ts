// The key service.
import { nouns, service } from '#core/service';

const NO_KEY_STORES = 'custom key stores are hardware modules or key managers outside the cloud, which do not exist here.';
const NO_ENCAPSULATION = 'ML-KEM keys need cryptography that this Node version does not have.';

export const kms = service('kms', {
  operations: [
    nouns(() => import('./keys.ts'), 'CreateKey', 'DescribeKey', 'ListKeys', 'UpdateKeyDescription', 'EnableKey', 'DisableKey'),
    nouns(() => import('./deletion.ts'), 'ScheduleKeyDeletion', 'CancelKeyDeletion'),
    nouns(() => import('./aliases.ts'), 'CreateAlias', 'UpdateAlias', 'DeleteAlias', 'ListAliases'),
    nouns(() => import('./policies.ts'), 'GetKeyPolicy', 'PutKeyPolicy', 'ListKeyPolicies'),
    nouns(() => import('./tags.ts'), 'TagResource', 'UntagResource', 'ListResourceTags'),
    nouns(
      () => import('./rotation.ts'),
      'EnableKeyRotation',
      'DisableKeyRotation',
      'GetKeyRotationStatus',
      'RotateKeyOnDemand',
      'ListKeyRotations',
    ),
    nouns(() => import('./imports.ts'), 'GetParametersForImport', 'ImportKeyMaterial', 'DeleteImportedKeyMaterial'),
    nouns(() => import('./multi-region.ts'), 'ReplicateKey', 'UpdatePrimaryRegion'),
    nouns(() => import('./encrypt.ts'), 'Encrypt', 'Decrypt', 'ReEncrypt'),
    nouns(
      () => import('./data-keys.ts'),
      'GenerateDataKey',
      'GenerateDataKeyWithoutPlaintext',
      'GenerateDataKeyPair',
      'GenerateDataKeyPairWithoutPlaintext',
      'GenerateRandom',
    ),
    nouns(() => import('./sign.ts'), 'Sign', 'Verify', 'GetPublicKey', 'DeriveSharedSecret'),
    nouns(() => import('./macs.ts'), 'GenerateMac', 'VerifyMac'),
    nouns(() => import('./grants.ts'), 'CreateGrant', 'ListGrants', 'ListRetirableGrants', 'RevokeGrant', 'RetireGrant'),
    nouns(() => import('./last-usage.ts'), 'GetKeyLastUsage'),
    nouns(() => import('./key-stores.ts'), 'DescribeCustomKeyStores'),
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

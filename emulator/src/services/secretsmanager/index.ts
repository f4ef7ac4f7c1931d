// The secrets service.
import { nouns, service } from '#core/service';

export const secretsmanager = service('secretsmanager', {
  operations: [
    nouns(() => import('./secrets.ts'), 'CreateSecret', 'UpdateSecret', 'DescribeSecret'),
    nouns(() => import('./lists.ts'), 'ListSecrets'),
    nouns(() => import('./read.ts'), 'GetSecretValue', 'BatchGetSecretValue'),
    nouns(() => import('./write.ts'), 'PutSecretValue', 'UpdateSecretVersionStage', 'ListSecretVersionIds'),
    nouns(() => import('./deletion.ts'), 'DeleteSecret', 'RestoreSecret'),
    nouns(() => import('./rotation.ts'), 'RotateSecret', 'CancelRotateSecret'),
    nouns(() => import('./replicas.ts'), 'ReplicateSecretToRegions', 'RemoveRegionsFromReplication', 'StopReplicationToReplica'),
    nouns(
      () => import('./resource-policies.ts'),
      'PutResourcePolicy',
      'GetResourcePolicy',
      'DeleteResourcePolicy',
      'ValidateResourcePolicy',
    ),
    nouns(() => import('./tags.ts'), 'TagResource', 'UntagResource'),
    nouns(() => import('./passwords.ts'), 'GetRandomPassword'),
  ],
  resources: {
    'AWS::SecretsManager::Secret': () => import('./resources/secret.ts'),
    'AWS::SecretsManager::ResourcePolicy': () => import('./resources/resource-policy.ts'),
    'AWS::SecretsManager::RotationSchedule': () => import('./resources/rotation-schedule.ts'),
    'AWS::SecretsManager::SecretTargetAttachment': () => import('./resources/secret-target-attachment.ts'),
  },
  work: {
    'secretsmanager.rotate': () => import('./work.ts'),
    'secretsmanager.rotation-steps': () => import('./work.ts'),
    'secretsmanager.replicate': () => import('./work.ts'),
    'secretsmanager.delete': () => import('./work.ts'),
  },
});

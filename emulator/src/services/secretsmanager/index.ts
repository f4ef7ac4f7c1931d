// Secrets Manager: secrets, their versions, rotation and replication.
import { operationsIn, service } from '#core/service';

export const secretsmanager = service('secretsmanager', {
  protects: () => import('./protects.ts'),
  resourceMembers: ['SecretId', 'Name'],
  traffic: {
    operations: ['GetSecretValue', 'BatchGetSecretValue', 'PutSecretValue'],
    arns: [/^secret:(?<name>.+)-[A-Za-z0-9]{6}$/],
  },
  operations: [
    operationsIn(() => import('./secrets.ts'), 'CreateSecret', 'UpdateSecret', 'DescribeSecret'),
    operationsIn(() => import('./listing/lists.ts'), 'ListSecrets'),
    operationsIn(() => import('./values/read.ts'), 'GetSecretValue', 'BatchGetSecretValue'),
    operationsIn(() => import('./values/write.ts'), 'PutSecretValue', 'UpdateSecretVersionStage', 'ListSecretVersionIds'),
    operationsIn(() => import('./deletion.ts'), 'DeleteSecret', 'RestoreSecret'),
    operationsIn(() => import('./rotation/rotation.ts'), 'RotateSecret', 'CancelRotateSecret'),
    operationsIn(
      () => import('./replication/replicas.ts'),
      'ReplicateSecretToRegions',
      'RemoveRegionsFromReplication',
      'StopReplicationToReplica',
    ),
    operationsIn(
      () => import('./resource-policies.ts'),
      'PutResourcePolicy',
      'GetResourcePolicy',
      'DeleteResourcePolicy',
      'ValidateResourcePolicy',
    ),
    operationsIn(() => import('./tags.ts'), 'TagResource', 'UntagResource'),
    operationsIn(() => import('./passwords.ts'), 'GetRandomPassword'),
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

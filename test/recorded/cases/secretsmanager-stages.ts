// Recorded answers about stages of the secretsmanager service.
import { call, json, localstack, type RecordedCases } from '../case.ts';

const test = (name: string): string => localstack(`secretsmanager/test_secretsmanager.py::TestSecretsManager::${name}`);
const SecretId = 'test-secret-1';

export const recorded: RecordedCases = {
  service: 'secretsmanager',
  cases: [
    {
      title: 'the policy of a secret is put, read and removed',
      source: test('test_resource_policy'),
      recorded: '2024-03',
      steps: [
        call('secretsmanager.CreateSecret', { Name: 's-1', SecretString: 'my_secret', Description: 'testing creation of secrets' }),
        call(
          'secretsmanager.PutResourcePolicy',
          {
            SecretId: 's-1',
            ResourcePolicy:
              '{"Version": "2012-10-17", "Statement": [{"Effect": "Allow", "Principal": "*", "Action": "secretsmanager:GetSecretValue", "Resource": "*"}]}',
          },
          { contains: { Name: 's-1' } },
        ),
        call(
          'secretsmanager.GetResourcePolicy',
          { SecretId: 's-1' },
          {
            contains: {
              ResourcePolicy: json({
                Version: '2012-10-17',
                Statement: [{ Effect: 'Allow', Principal: '*', Action: 'secretsmanager:GetSecretValue', Resource: '*' }],
              }),
            },
          },
        ),
      ],
    },
    {
      title: 'moving a stage answers the name of the secret',
      source: test('test_update_secret_version_stages_return_type'),
      recorded: '2022-09',
      steps: [
        call('secretsmanager.CreateSecret', { Name: 's-1', SecretString: 'Something1' }, { as: 'secret', contains: { Name: 's-1' } }),
        call(
          'secretsmanager.PutSecretValue',
          { SecretId: 's-1', SecretString: 'Something2', VersionStages: ['AWSPENDING'] },
          { as: 'value', contains: { VersionStages: ['AWSPENDING'] } },
        ),
        call(
          'secretsmanager.UpdateSecretVersionStage',
          { SecretId: 's-1', RemoveFromVersionId: '{secret.VersionId}', MoveToVersionId: '{value.VersionId}', VersionStage: 'AWSCURRENT' },
          { contains: { Name: 's-1' } },
        ),
        call('secretsmanager.DeleteSecret', { SecretId: 's-1', ForceDeleteWithoutRecovery: true }, { contains: { Name: 's-1' } }),
      ],
    },
    {
      title: 'a value that is changed is the current one (footest-updated1)',
      source: test('test_change_secret_value_after_creation[footest-updated1]'),
      recorded: '2026-02',
      steps: [
        call('secretsmanager.CreateSecret', { Name: 'test-secret-1', SecretBinary: Buffer.from('initial') }, { as: 'secret' }),
        call(
          'secretsmanager.GetSecretValue',
          { SecretId },
          { contains: { VersionId: '{secret.VersionId}', VersionStages: ['AWSCURRENT'] } },
        ),
        call('secretsmanager.PutSecretValue', { SecretId, SecretBinary: Buffer.from('footest') }, { as: 'value2' }),
        call(
          'secretsmanager.GetSecretValue',
          { SecretId },
          { contains: { VersionId: '{value2.VersionId}', VersionStages: ['AWSCURRENT'] } },
        ),
        call('secretsmanager.UpdateSecret', { SecretId, SecretBinary: Buffer.from('updated1') }, { as: 'secret2' }),
        call(
          'secretsmanager.GetSecretValue',
          { SecretId },
          { contains: { VersionId: '{secret2.VersionId}', VersionStages: ['AWSCURRENT'] } },
        ),
      ],
    },
    {
      title: 'a value that is changed is the current one (tops3cret-updated2)',
      source: test('test_change_secret_value_after_creation[tops3cret-updated2]'),
      recorded: '2026-02',
      steps: [
        call('secretsmanager.CreateSecret', { Name: 'test-secret-1', SecretBinary: Buffer.from('initial') }, { as: 'secret' }),
        call(
          'secretsmanager.GetSecretValue',
          { SecretId },
          { contains: { VersionId: '{secret.VersionId}', VersionStages: ['AWSCURRENT'] } },
        ),
        call('secretsmanager.PutSecretValue', { SecretId, SecretBinary: Buffer.from('tops3cret') }, { as: 'value2' }),
        call(
          'secretsmanager.GetSecretValue',
          { SecretId },
          { contains: { VersionId: '{value2.VersionId}', VersionStages: ['AWSCURRENT'] } },
        ),
        call('secretsmanager.UpdateSecret', { SecretId, SecretBinary: Buffer.from('updated2') }, { as: 'secret2' }),
        call(
          'secretsmanager.GetSecretValue',
          { SecretId },
          { contains: { VersionId: '{secret2.VersionId}', VersionStages: ['AWSCURRENT'] } },
        ),
      ],
    },
    {
      title: 'a value that is changed is the current one (\\x00\\x01\\x02\\xff-\\xfe\\xfd)',
      source: test('test_change_secret_value_after_creation'),
      recorded: '2026-02',
      steps: [
        call('secretsmanager.CreateSecret', { Name: 'test-secret-1', SecretBinary: Buffer.from('initial') }, { as: 'secret' }),
        call(
          'secretsmanager.GetSecretValue',
          { SecretId },
          { contains: { VersionId: '{secret.VersionId}', VersionStages: ['AWSCURRENT'] } },
        ),
        call('secretsmanager.PutSecretValue', { SecretId, SecretBinary: Buffer.from('\u0000\u0001\u0002ÿ', 'latin1') }, { as: 'value2' }),
        call(
          'secretsmanager.GetSecretValue',
          { SecretId },
          { contains: { VersionId: '{value2.VersionId}', VersionStages: ['AWSCURRENT'] } },
        ),
        call('secretsmanager.UpdateSecret', { SecretId, SecretBinary: Buffer.from('þý', 'latin1') }, { as: 'secret2' }),
        call(
          'secretsmanager.GetSecretValue',
          { SecretId },
          { contains: { VersionId: '{secret2.VersionId}', VersionStages: ['AWSCURRENT'] } },
        ),
      ],
    },
  ],
};

// A secret has six characters behind its name, which the service adds; one that is not there yet is asked for by its name alone.
import type { ActionFacts } from '../build/action-facts.ts';

export const facts: ActionFacts = {
  resourceControl: {},
  slots: { SecretId: ['SecretId', 'Name'] },
  operations: {
    BatchGetSecretValue: [
      { action: 'BatchGetSecretValue', on: ['*'] },
      { action: 'GetSecretValue', on: ['arn:$p:secretsmanager:$r:$a:secret:{SecretIdList[]}'], when: 'SecretIdList[]' },
    ],
    ValidateResourcePolicy: [{ action: 'ValidateResourcePolicy', on: ['arn:$p:secretsmanager:$r:$a:secret:{SecretId}', '*'] }],
  },
  keys: {
    'secretsmanager:SecretId': 'SecretId',
    'secretsmanager:VersionId': 'VersionId',
    'secretsmanager:VersionStage': 'VersionStage|=AWSCURRENT',
    'secretsmanager:Name': 'Name',
    'secretsmanager:Description': 'Description',
    'secretsmanager:KmsKeyId': 'KmsKeyId',
    'secretsmanager:RecoveryWindowInDays': 'RecoveryWindowInDays',
    'secretsmanager:ForceDeleteWithoutRecovery': 'ForceDeleteWithoutRecovery',
    'secretsmanager:BlockPublicPolicy': 'BlockPublicPolicy',
    'secretsmanager:RotationLambdaARN': 'RotationLambdaARN',
  },
  passes: { RotateSecret: ['ExternalSecretRotationRoleArn'] },
};

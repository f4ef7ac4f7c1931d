// Secrets, their resource policies and rotation schedules.
import { SecretsManager } from '@aws-sdk/client-secrets-manager';
import { expect } from 'vitest';
import { getAtt, policy, ROLE, ref, TAGS, type TypeCase } from './type-case.ts';

const secret = { Type: 'AWS::SecretsManager::Secret', Properties: { SecretString: 'x' } };
const SECRET_ARN = /^arn:aws:secretsmanager:us-east-1:000000000000:secret:[A-Za-z0-9-]+-[A-Za-z0-9]{6}$/;
const may = (account: string) =>
  policy({ Effect: 'Allow', Principal: { AWS: `arn:aws:iam::${account}:root` }, Action: 'secretsmanager:GetSecretValue', Resource: '*' });
const rotator = {
  Fn: {
    Type: 'AWS::Lambda::Function',
    Properties: { Role: ROLE, Runtime: 'nodejs20.x', Handler: 'index.handler', Code: { ZipFile: 'exports.handler = async () => {};' } },
  },
  May: {
    Type: 'AWS::Lambda::Permission',
    Properties: { FunctionName: ref('Fn'), Action: 'lambda:InvokeFunction', Principal: 'secretsmanager.amazonaws.com' },
  },
};

export const cases: readonly TypeCase[] = [
  {
    type: 'AWS::SecretsManager::Secret',
    needs: { Key: { Type: 'AWS::KMS::Key', Properties: {} } },
    properties: {
      Name: 'generated',
      Description: 'who gets in',
      KmsKeyId: ref('Key'),
      Type: 'partner',
      GenerateSecretString: {
        SecretStringTemplate: '{"username":"admin"}',
        GenerateStringKey: 'password',
        PasswordLength: '24',
        ExcludeCharacters: 'abc',
        ExcludeLowercase: false,
        ExcludeNumbers: 'true',
        ExcludePunctuation: true,
        ExcludeUppercase: true,
        IncludeSpace: false,
        RequireEachIncludedType: true,
      },
      ReplicaRegions: [{ Region: 'eu-west-1', KmsKeyId: 'alias/aws/secretsmanager' }],
      Tags: TAGS,
    },
    readBack: async (emulator, { ref: { It: SecretId } }) => {
      const client = emulator.client(SecretsManager);
      const found = await client.describeSecret({ SecretId: SecretId! });
      const { SecretString = '{}' } = await client.getSecretValue({ SecretId: SecretId! });
      return { ...found, value: JSON.parse(SecretString) as unknown };
    },
    history: ['secretsmanager.'],
    ref: SECRET_ARN,
    expected: {
      Name: 'generated',
      Description: 'who gets in',
      KmsKeyId: expect.stringMatching(/^[0-9a-f-]{36}$/),
      Type: 'partner',
      value: { username: 'admin', password: expect.stringMatching(/^[d-z]{24}$/) },
      ReplicationStatus: [{ Region: 'eu-west-1' }],
      Tags: expect.arrayContaining(TAGS),
    },
    change: {
      properties: { Name: 'generated', SecretString: '{"given":1}', Tags: [{ Key: 'team', Value: 'red' }] },
      expected: {
        Description: undefined,
        KmsKeyId: undefined,
        value: { given: 1 },
        ReplicationStatus: undefined,
        Tags: [{ Key: 'team', Value: 'red' }],
      },
    },
  },
  {
    type: 'AWS::SecretsManager::ResourcePolicy',
    needs: { Secret: secret },
    properties: { SecretId: ref('Secret'), ResourcePolicy: may('111111111111'), BlockPublicPolicy: true },
    readBack: async (emulator, { ref: { It: SecretId } }) => {
      const { ResourcePolicy } = await emulator.client(SecretsManager).getResourcePolicy({ SecretId: SecretId! });
      return ResourcePolicy === undefined ? undefined : { policy: ResourcePolicy };
    },
    ref: SECRET_ARN,
    expected: { policy: JSON.stringify(may('111111111111')) },
    change: {
      properties: { SecretId: ref('Secret'), ResourcePolicy: JSON.stringify(may('222222222222'), undefined, 1) },
      expected: { policy: JSON.stringify(may('222222222222'), undefined, 1) },
    },
  },
  {
    type: 'AWS::SecretsManager::RotationSchedule',
    needs: { Secret: secret, ...rotator },
    properties: {
      SecretId: ref('Secret'),
      RotationLambdaARN: getAtt('Fn', 'Arn'),
      RotationRules: { ScheduleExpression: 'rate(12 hours)', Duration: '2h' },
      RotateImmediatelyOnUpdate: 'false',
    },
    readBack: async (emulator, { ref: { It: SecretId } }) => {
      const found = await emulator.client(SecretsManager).describeSecret({ SecretId: SecretId! });
      return found.RotationEnabled ? found : undefined;
    },
    ref: SECRET_ARN,
    expected: {
      RotationLambdaARN: expect.stringContaining(':function:'),
      RotationRules: { ScheduleExpression: 'rate(12 hours)', Duration: '2h' },
    },
    slow: 'a secret is not rotated while a rotation is under way, and the change begins one',
    change: {
      properties: {
        SecretId: ref('Secret'),
        RotationLambdaARN: getAtt('Fn', 'Arn'),
        RotationRules: { AutomaticallyAfterDays: '30' },
        RotateImmediatelyOnUpdate: false,
      },
      expected: { RotationRules: { AutomaticallyAfterDays: 30, ScheduleExpression: undefined } },
    },
  },
];

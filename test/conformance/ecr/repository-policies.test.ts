// Policies of repositories: checked for their form, given back verbatim.
import { ECR } from '@aws-sdk/client-ecr';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestEmulator, type TestEmulator } from '../../support/emulator.ts';

const repositoryName = 'images';
let emulator: TestEmulator;
let client: ECR;
beforeAll(async () => {
  emulator = await startTestEmulator();
  client = emulator.client(ECR);
  await client.createRepository({ repositoryName });
});
afterAll(() => emulator.stop());

const set = (policyText: string) => client.setRepositoryPolicy({ repositoryName, policyText });
const policy = (statement: object, Version = '2012-10-17') => JSON.stringify({ Version, Statement: [statement] }, null, 1);
const pull = { Sid: 'Lambda image retrieval', Effect: 'Allow', Action: ['ecr:BatchGetImage', 'ecr:GetDownloadUrlForLayer'] };
const everyone = { ...pull, Principal: '*' };
const lambda = { ...pull, Principal: { Service: 'lambda.amazonaws.com' } };
const Condition = { StringLike: { 'aws:sourceArn': 'arn:aws:lambda:us-east-1:000000000000:function:*' } };

describe('the policy of a repository', () => {
  it.each([
    ['for anyone, in the older version', policy(everyone, '2008-10-17')],
    ["as the CDK's bootstrap writes it", policy({ ...lambda, Condition })],
  ])('is kept %s', async (_, text) => {
    await set(text);
    expect(await client.getRepositoryPolicy({ repositoryName })).toMatchObject({ policyText: text });
  });

  it.each([
    ['no JSON', 'allow everything'],
    ['no statement', '{}'],
    ['nobody', policy(pull)],
    ['an unknown effect', policy({ ...everyone, Effect: 'Maybe' })],
    ['an unknown operator', policy({ ...everyone, Condition: { Like: { 'aws:sourceArn': 'x' } } })],
  ])('is refused with %s', async (_, text) => {
    await expect(set(text)).rejects.toMatchObject({
      name: 'InvalidParameterException',
      message: "Invalid parameter at 'PolicyText' failed to satisfy constraint: 'Invalid repository policy provided'",
    });
  });
});

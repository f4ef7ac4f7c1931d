// Image repositories.
import { ECR } from '@aws-sdk/client-ecr';
import { expect } from 'vitest';
import { getAtt, policy, TAGS, type TypeCase } from './type-case.ts';

const may = (account: string) =>
  policy({ Sid: 'pull', Effect: 'Allow', Principal: { AWS: `arn:aws:iam::${account}:root` }, Action: 'ecr:BatchGetImage' });
const RULES = JSON.stringify({
  rules: [
    {
      rulePriority: 1,
      selection: { tagStatus: 'untagged', countType: 'sinceImagePushed', countUnit: 'days', countNumber: 7 },
      action: { type: 'expire' },
    },
  ],
});

export const cases: readonly TypeCase[] = [
  {
    type: 'AWS::ECR::Repository',
    needs: { Key: { Type: 'AWS::KMS::Key' } },
    properties: {
      RepositoryName: 'every/property',
      EmptyOnDelete: 'true',
      EncryptionConfiguration: { EncryptionType: 'KMS', KmsKey: getAtt('Key', 'Arn') },
      ImageScanningConfiguration: { ScanOnPush: 'true' },
      ImageTagMutability: 'IMMUTABLE_WITH_EXCLUSION',
      ImageTagMutabilityExclusionFilters: [
        { ImageTagMutabilityExclusionFilterType: 'WILDCARD', ImageTagMutabilityExclusionFilterValue: 'dev-*' },
      ],
      LifecyclePolicy: { LifecyclePolicyText: RULES },
      RepositoryPolicyText: may('111111111111'),
      Tags: TAGS,
    },
    readBack: async (emulator, { ref: { It: name } }) => {
      const client = emulator.client(ECR);
      const { repositories } = await client.describeRepositories({ repositoryNames: [name!] });
      const [repository] = repositories!;
      const none = () => undefined;
      const access = await client.getRepositoryPolicy({ repositoryName: name! }).catch(none);
      const rules = await client.getLifecyclePolicy({ repositoryName: name! }).catch(none);
      const { tags } = await client.listTagsForResource({ resourceArn: repository!.repositoryArn! });
      const named = Object.fromEntries(tags!.map(({ Key, Value }) => [Key, Value]));
      return {
        ...repository,
        access: access && (JSON.parse(access.policyText!) as unknown),
        rules: rules?.lifecyclePolicyText,
        tags: named,
      };
    },
    ref: /^every\/property$/,
    expected: {
      encryptionConfiguration: { encryptionType: 'KMS', kmsKey: expect.stringContaining(':key/') },
      imageScanningConfiguration: { scanOnPush: true },
      imageTagMutability: 'IMMUTABLE_WITH_EXCLUSION',
      imageTagMutabilityExclusionFilters: [{ filterType: 'WILDCARD', filter: 'dev-*' }],
      rules: RULES,
      access: may('111111111111'),
      tags: { team: 'blue', stage: 'test' },
    },
    change: {
      properties: {
        RepositoryName: 'every/property',
        EncryptionConfiguration: { EncryptionType: 'KMS', KmsKey: getAtt('Key', 'Arn') },
        RepositoryPolicyText: JSON.stringify(may('222222222222')),
        Tags: [{ Key: 'team', Value: 'red' }],
      },
      expected: {
        imageScanningConfiguration: { scanOnPush: false },
        imageTagMutability: 'MUTABLE',
        rules: undefined,
        access: may('222222222222'),
        tags: { team: 'red', stage: undefined },
      },
    },
  },
];

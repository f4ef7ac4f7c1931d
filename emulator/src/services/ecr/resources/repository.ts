// AWS::ECR::Repository
import { crudSetting, crudType } from '#core/resources/crud-type';
import type { Value } from '#core/resources/resource-handlers';
import { document, flag, ignoring, list, object, tagList, text } from '#core/resources/resource-properties';
import { documentAs } from '#core/resources/resource-shape';
import type { ResourceType } from '#core/resources/resource-type';
import { uncapitalized } from '#core/resources/uncapitalized';

const GONE = ['RepositoryNotFoundException', 'RepositoryPolicyNotFoundException', 'LifecyclePolicyNotFoundException'];

const exclusions = (value: Value | undefined) =>
  value === undefined
    ? undefined
    : list(value).map((each) => ({
        filterType: text(object(each).ImageTagMutabilityExclusionFilterType)!,
        filter: text(object(each).ImageTagMutabilityExclusionFilterValue)!,
      }));

const encryption = (value: Value | undefined) => {
  const { EncryptionType, KmsKey } = object(value);
  return EncryptionType === undefined ? undefined : { encryptionType: text(EncryptionType)!, kmsKey: text(KmsKey) };
};

const policies = [
  crudSetting(
    'RepositoryPolicyText',
    document,
    (repositoryName, policyText, ctx) => ctx.call('ecr', 'SetRepositoryPolicy', { repositoryName, policyText }),
    (repositoryName, ctx) => ignoring(GONE, ctx.call('ecr', 'DeleteRepositoryPolicy', { repositoryName })),
  ),
  crudSetting(
    'LifecyclePolicy',
    (value) => text(object(value).LifecyclePolicyText),
    (repositoryName, lifecyclePolicyText, ctx) => ctx.call('ecr', 'PutLifecyclePolicy', { repositoryName, lifecyclePolicyText }),
    (repositoryName, ctx) => ignoring(GONE, ctx.call('ecr', 'DeleteLifecyclePolicy', { repositoryName })),
  ),
];

export const resource: ResourceType = crudType({
  id: 'RepositoryName',
  gone: GONE,
  refuse: { 'LifecyclePolicy.RegistryId': 'an account has a single registry, so no other can be named.' },
  newName: (ctx) => ctx.physicalName(256).toLowerCase(),
  properties: {
    ImageTagMutability: text,
    ImageTagMutabilityExclusionFilters: exclusions,
    ImageScanningConfiguration: (value: Value | undefined) => ({ scanOnPush: flag(object(value).ScanOnPush) ?? false }),
    EncryptionConfiguration: encryption,
  },
  unread: ['ImageTagMutabilityExclusionFilters', 'EncryptionConfiguration'],
  create: (repositoryName, given, { Tags }, ctx) =>
    ctx.call('ecr', 'CreateRepository', { repositoryName, ...uncapitalized(given), tags: tagList(Tags) }),
  async update(repositoryName, given, _change, ctx) {
    const { imageTagMutability = 'MUTABLE', imageTagMutabilityExclusionFilters, imageScanningConfiguration } = uncapitalized(given);
    await ctx.call('ecr', 'PutImageTagMutability', { repositoryName, imageTagMutability, imageTagMutabilityExclusionFilters });
    await ctx.call('ecr', 'PutImageScanningConfiguration', { repositoryName, imageScanningConfiguration });
  },
  delete: (repositoryName, { EmptyOnDelete }, ctx) =>
    ctx.call('ecr', 'DeleteRepository', { repositoryName, force: flag(EmptyOnDelete) ?? false }),
  find: async (name, _properties, ctx) => (await ctx.call('ecr', 'DescribeRepositories', { repositoryNames: [name] })).repositories?.[0],
  settings: policies,
  tags: {
    told: async ({ repositoryArn = '' }, _name, ctx) => (await ctx.call('ecr', 'ListTagsForResource', { resourceArn: repositoryArn })).tags,
    put: (_name, tags, { repositoryArn = '' }, ctx) => ctx.call('ecr', 'TagResource', { resourceArn: repositoryArn, tags }),
    remove: (_name, tagKeys, { repositoryArn = '' }, ctx) => ctx.call('ecr', 'UntagResource', { resourceArn: repositoryArn, tagKeys }),
  },
  attributes: ({ repositoryArn: Arn, repositoryUri: RepositoryUri }) => ({ Arn, RepositoryUri }),
  async shown({ imageTagMutability = 'MUTABLE', imageScanningConfiguration }, given, repositoryName, ctx) {
    const policy = await ignoring(GONE, ctx.call('ecr', 'GetRepositoryPolicy', { repositoryName }));
    return {
      ImageTagMutability: imageTagMutability,
      ImageScanningConfiguration: { ScanOnPush: imageScanningConfiguration?.scanOnPush ?? false },
      RepositoryPolicyText: documentAs(policy?.policyText, given.RepositoryPolicyText),
    };
  },
  list: (nextToken, _filter, ctx) => ctx.call('ecr', 'DescribeRepositories', { nextToken }),
  listed: ({ repositories }) => repositories?.map(({ repositoryName }) => repositoryName),
});

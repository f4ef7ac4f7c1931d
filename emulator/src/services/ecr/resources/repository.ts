// AWS::ECR::Repository

import type { Created, Properties, Value } from '#core/resources/resource-handlers';
import { document, flag, ignoring, list, object, tagChanges, tagList, text } from '#core/resources/resource-properties';
import type { ResourceContext, ResourceType } from '#core/resources/resource-type';

const GONE = ['RepositoryNotFoundException', 'RepositoryPolicyNotFoundException', 'LifecyclePolicyNotFoundException'];

const exclusions = (value: Value | undefined) =>
  value === undefined
    ? undefined
    : list(value).map((each) => ({
        filterType: text(object(each).ImageTagMutabilityExclusionFilterType)!,
        filter: text(object(each).ImageTagMutabilityExclusionFilterValue)!,
      }));
const scanning = (value: Value | undefined) => ({ scanOnPush: flag(object(value).ScanOnPush) ?? false });
const lifecycle = (properties: Properties): string | undefined => text(object(properties.LifecyclePolicy).LifecyclePolicyText);

async function made(name: string, ctx: ResourceContext): Promise<Created> {
  const { repositories = [] } = await ctx.call('ecr', 'DescribeRepositories', { repositoryNames: [name] });
  const [found] = repositories;
  return { physicalId: name, attributes: { Arn: found!.repositoryArn!, RepositoryUri: found!.repositoryUri! } };
}

async function applyPolicies(repositoryName: string, next: Properties, before: Properties, ctx: ResourceContext): Promise<void> {
  const [policyText, policyBefore] = [document(next.RepositoryPolicyText), document(before.RepositoryPolicyText)];
  if (policyText !== undefined && policyText !== policyBefore) await ctx.call('ecr', 'SetRepositoryPolicy', { repositoryName, policyText });
  if (policyText === undefined && policyBefore !== undefined)
    await ignoring(GONE, ctx.call('ecr', 'DeleteRepositoryPolicy', { repositoryName }));
  const [rules, rulesBefore] = [lifecycle(next), lifecycle(before)];
  if (rules !== undefined && rules !== rulesBefore)
    await ctx.call('ecr', 'PutLifecyclePolicy', { repositoryName, lifecyclePolicyText: rules });
  if (rules === undefined && rulesBefore !== undefined) await ignoring(GONE, ctx.call('ecr', 'DeleteLifecyclePolicy', { repositoryName }));
}

/** A document in the form that the template gives it: object or text. */
const asGiven = (written: string, given: Value | undefined): Value =>
  typeof given === 'string' ? written : (JSON.parse(written) as Value);

export const resource: ResourceType = {
  refuse: { 'LifecyclePolicy.RegistryId': 'an account has a single registry, so no other can be named.' },
  async create(properties, ctx) {
    const repositoryName = text(properties.RepositoryName) ?? ctx.physicalName(256).toLowerCase();
    const { EncryptionType, KmsKey } = object(properties.EncryptionConfiguration);
    await ctx.call('ecr', 'CreateRepository', {
      repositoryName,
      imageTagMutability: text(properties.ImageTagMutability),
      imageTagMutabilityExclusionFilters: exclusions(properties.ImageTagMutabilityExclusionFilters),
      imageScanningConfiguration: scanning(properties.ImageScanningConfiguration),
      ...(EncryptionType === undefined ? {} : { encryptionConfiguration: { encryptionType: text(EncryptionType)!, kmsKey: text(KmsKey) } }),
      tags: tagList(properties.Tags),
    });
    ctx.created(repositoryName);
    await applyPolicies(repositoryName, properties, {}, ctx);
    return made(repositoryName, ctx);
  },
  async update(repositoryName, properties, previous, ctx) {
    await ctx.call('ecr', 'PutImageTagMutability', {
      repositoryName,
      imageTagMutability: text(properties.ImageTagMutability) ?? 'MUTABLE',
      imageTagMutabilityExclusionFilters: exclusions(properties.ImageTagMutabilityExclusionFilters),
    });
    const imageScanningConfiguration = scanning(properties.ImageScanningConfiguration);
    await ctx.call('ecr', 'PutImageScanningConfiguration', { repositoryName, imageScanningConfiguration });
    await applyPolicies(repositoryName, properties, previous, ctx);
    const { put, remove } = tagChanges(previous.Tags, properties.Tags);
    const at = await made(repositoryName, ctx);
    const resourceArn = String(at.attributes.Arn);
    if (remove.length > 0) await ctx.call('ecr', 'UntagResource', { resourceArn, tagKeys: remove });
    if (put.length > 0) await ctx.call('ecr', 'TagResource', { resourceArn, tags: put });
    return at;
  },
  async delete(repositoryName, properties, ctx) {
    await ignoring(GONE, ctx.call('ecr', 'DeleteRepository', { repositoryName, force: flag(properties.EmptyOnDelete) ?? false }));
  },
  async read(name, properties, ctx) {
    const found = await ignoring(GONE, ctx.call('ecr', 'DescribeRepositories', { repositoryNames: [name] }));
    const [repository] = found?.repositories ?? [];
    if (!repository) return undefined;
    const policy = await ignoring(GONE, ctx.call('ecr', 'GetRepositoryPolicy', { repositoryName: name }));
    const tags = await ctx.call('ecr', 'ListTagsForResource', { resourceArn: repository.repositoryArn! });
    return {
      RepositoryName: name,
      ImageTagMutability: repository.imageTagMutability ?? 'MUTABLE',
      ImageScanningConfiguration: { ScanOnPush: repository.imageScanningConfiguration?.scanOnPush ?? false },
      RepositoryPolicyText: policy === undefined ? null : asGiven(policy.policyText!, properties.RepositoryPolicyText),
      Tags: (tags.tags ?? []).map(({ Key, Value: of }) => ({ Key, Value: of })),
    };
  },
  async list(_filter, nextToken, ctx) {
    const { repositories = [], nextToken: next } = await ctx.call('ecr', 'DescribeRepositories', { nextToken });
    return { items: repositories.map(({ repositoryName }) => ({ RepositoryName: repositoryName! })), next };
  },
  adopt: async (identifier, _properties, ctx) => made(text(identifier.RepositoryName) ?? '', ctx),
};

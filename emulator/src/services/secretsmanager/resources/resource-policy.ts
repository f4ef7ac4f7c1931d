// AWS::SecretsManager::ResourcePolicy
import { crudType } from '#core/resources/crud-type';
import { flag } from '#core/resources/resource-properties';
import { documentAs, requiredText } from '#core/resources/resource-shape';
import type { ResourceType } from '#core/resources/resource-type';

export const resource: ResourceType = crudType({
  id: 'Id',
  gone: ['ResourceNotFoundException'],
  properties: { SecretId: requiredText, ResourcePolicy: requiredText, BlockPublicPolicy: flag },
  unread: ['BlockPublicPolicy'],
  async create(_name, given, _properties, ctx) {
    const { ResourcePolicy } = await ctx.call('secretsmanager', 'GetResourcePolicy', { SecretId: given.SecretId });
    if (ResourcePolicy !== undefined)
      throw new Error(`Resource of type 'AWS::SecretsManager::ResourcePolicy' with identifier '${given.SecretId}' already exists.`);
    return ctx.call('secretsmanager', 'PutResourcePolicy', given);
  },
  idOf: ({ ARN }) => ARN!,
  update: (_id, given, _change, ctx) => ctx.call('secretsmanager', 'PutResourcePolicy', given),
  delete: (SecretId, _properties, ctx) => ctx.call('secretsmanager', 'DeleteResourcePolicy', { SecretId }),
  async find(SecretId, _properties, ctx) {
    const found = await ctx.call('secretsmanager', 'GetResourcePolicy', { SecretId });
    return found.ResourcePolicy === undefined ? undefined : found;
  },
  shown: ({ ARN, ResourcePolicy }, given) => ({
    SecretId: given.SecretId ?? ARN,
    ResourcePolicy: documentAs(ResourcePolicy, given.ResourcePolicy),
  }),
});

// AWS::KMS::Alias
import { text, unless } from '#core/resource-properties';
import type { ResourceType } from '#core/resource-type';

export const resource: ResourceType = {
  async create(properties, ctx) {
    const AliasName = text(properties.AliasName)!;
    await ctx.call('kms', 'CreateAlias', { AliasName, TargetKeyId: text(properties.TargetKeyId)! });
    return { physicalId: AliasName, attributes: {} };
  },
  async update(AliasName, properties, _previous, ctx) {
    await ctx.call('kms', 'UpdateAlias', { AliasName, TargetKeyId: text(properties.TargetKeyId)! });
    return { physicalId: AliasName, attributes: {} };
  },
  async delete(AliasName, _properties, ctx) {
    await unless(['NotFoundException'], ctx.call('kms', 'DeleteAlias', { AliasName }));
  },
};

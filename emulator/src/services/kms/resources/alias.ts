// AWS::KMS::Alias
import { crudType } from '#core/resources/crud-type';
import { text } from '#core/resources/resource-properties';
import { requiredText } from '#core/resources/resource-shape';
import type { ResourceType } from '#core/resources/resource-type';

export const resource: ResourceType = crudType({
  id: 'AliasName',
  gone: ['NotFoundException'],
  properties: { TargetKeyId: requiredText },
  create: (AliasName, given, _properties, ctx) => ctx.call('kms', 'CreateAlias', { AliasName, ...given }),
  update: (AliasName, given, _change, ctx) => ctx.call('kms', 'UpdateAlias', { AliasName, ...given }),
  delete: (AliasName, _properties, ctx) => ctx.call('kms', 'DeleteAlias', { AliasName }),
  find: async (AliasName, _properties, ctx) => (await ctx.call('kms', 'DescribeKey', { KeyId: AliasName })).KeyMetadata,
  /** The template may give the key by id or by ARN. */
  shown({ KeyId }, { TargetKeyId }) {
    const given = text(TargetKeyId);
    return { TargetKeyId: given?.split('/').at(-1) === KeyId ? given : KeyId };
  },
  list: (Marker, _filter, ctx) => ctx.call('kms', 'ListAliases', { Marker }),
  listed: ({ Aliases }) => Aliases?.map(({ AliasName }) => AliasName),
});

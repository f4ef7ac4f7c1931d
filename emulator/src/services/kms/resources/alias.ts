// AWS::KMS::Alias
import { crudType } from '#core/resources/crud-type';
import { text } from '#core/resources/resource-properties';
import { requiredText } from '#core/resources/resource-shape';
import type { ResourceType } from '#core/resources/resource-type';

export const resource: ResourceType = crudType({
  id: 'AliasName',
  gone: ['NotFoundException'],
  properties: { TargetKeyId: requiredText },
  create: (AliasName, given, ctx) => ctx.call('kms', 'CreateAlias', { AliasName, ...given }),
  update: (AliasName, given, ctx) => ctx.call('kms', 'UpdateAlias', { AliasName, ...given }),
  delete: (AliasName, ctx) => ctx.call('kms', 'DeleteAlias', { AliasName }),
  find: async (AliasName, ctx) => (await ctx.call('kms', 'DescribeKey', { KeyId: AliasName })).KeyMetadata,
  /** The template may give the key by id or by ARN. */
  shown({ KeyId }, { TargetKeyId }) {
    const given = text(TargetKeyId);
    return { TargetKeyId: given?.split('/').at(-1) === KeyId ? given : KeyId };
  },
  list: (Marker, ctx) => ctx.call('kms', 'ListAliases', { Marker }),
  listed: ({ Aliases }) => Aliases?.map(({ AliasName }) => AliasName),
});

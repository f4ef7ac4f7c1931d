// AWS::IAM::ServiceLinkedRole
import { crudType } from '#core/resources/crud-type';
import { text } from '#core/resources/resource-properties';
import { requiredText } from '#core/resources/resource-shape';
import type { ResourceType } from '#core/resources/resource-type';
import { GONE } from './attached.ts';

export const resource: ResourceType = crudType({
  id: 'RoleName',
  gone: GONE,
  properties: { AWSServiceName: requiredText, CustomSuffix: text, Description: text },
  cleared: { Description: '' },
  create: (_name, given, _properties, ctx) => ctx.call('iam', 'CreateServiceLinkedRole', given),
  idOf: ({ Role }) => Role!.RoleName,
  update: (RoleName, { Description = '' }, _change, ctx) => ctx.call('iam', 'UpdateRoleDescription', { RoleName, Description }),
  delete: (RoleName, _properties, ctx) => ctx.call('iam', 'DeleteServiceLinkedRole', { RoleName }),
  async find(RoleName, _properties, ctx) {
    const { Role } = await ctx.call('iam', 'GetRole', { RoleName });
    return Role.Path?.startsWith('/aws-service-role/') ? Role : undefined;
  },
  shown: ({ Path = '' }, _given, name) => ({
    AWSServiceName: Path.split('/')[2],
    CustomSuffix: /^AWSServiceRoleFor[^_]*_(.+)$/.exec(name)?.[1],
  }),
});

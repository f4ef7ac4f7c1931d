// AWS::IAM::ServiceLinkedRole

import type { Created } from '#core/resources/resource-handlers';
import { ignoring, text } from '#core/resources/resource-properties';
import type { ResourceType } from '#core/resources/resource-type';
import { GONE } from './attached.ts';

const made = (RoleName: string): Created => ({ physicalId: RoleName, attributes: { RoleName } });

export const resource: ResourceType = {
  async create(properties, ctx) {
    const { Role } = await ctx.call('iam', 'CreateServiceLinkedRole', {
      AWSServiceName: text(properties.AWSServiceName)!,
      CustomSuffix: text(properties.CustomSuffix),
      Description: text(properties.Description),
    });
    return made(Role!.RoleName);
  },
  async update(RoleName, properties, _previous, ctx) {
    await ctx.call('iam', 'UpdateRoleDescription', { RoleName, Description: text(properties.Description) ?? '' });
    return made(RoleName);
  },
  async delete(RoleName, _properties, ctx) {
    await ignoring(GONE, ctx.call('iam', 'DeleteServiceLinkedRole', { RoleName }));
  },
  async read(RoleName, _properties, ctx) {
    const found = await ignoring(GONE, ctx.call('iam', 'GetRole', { RoleName }));
    const [, service] = /^\/aws-service-role\/([^/]+)\/$/.exec(found?.Role.Path ?? '') ?? [];
    if (!found || service === undefined) return undefined;
    const [, suffix] = /^AWSServiceRoleFor[^_]*_(.+)$/.exec(RoleName) ?? [];
    return { AWSServiceName: service, CustomSuffix: suffix ?? null, Description: found.Role.Description || null };
  },
  async adopt(identifier, _properties, ctx) {
    const { Role } = await ctx.call('iam', 'GetRole', { RoleName: text(identifier.RoleName) ?? '' });
    return made(Role.RoleName);
  },
};

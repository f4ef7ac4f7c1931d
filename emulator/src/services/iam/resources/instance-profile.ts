// AWS::IAM::InstanceProfile
import { crudType } from '#core/resources/crud-type';
import type { Properties } from '#core/resources/resource-handlers';
import { ignoring, text, texts } from '#core/resources/resource-properties';
import type { ResourceContext, ResourceType } from '#core/resources/resource-type';
import { GONE } from './attached.ts';

async function applyRoles(InstanceProfileName: string, next: Properties, before: Properties, ctx: ResourceContext): Promise<void> {
  const [roles, earlier] = [texts(next.Roles), texts(before.Roles)];
  for (const RoleName of earlier)
    if (!roles.includes(RoleName))
      await ignoring(GONE, ctx.call('iam', 'RemoveRoleFromInstanceProfile', { InstanceProfileName, RoleName }));
  for (const RoleName of roles)
    if (!earlier.includes(RoleName)) await ctx.call('iam', 'AddRoleToInstanceProfile', { InstanceProfileName, RoleName });
}

export const resource: ResourceType = crudType({
  id: 'InstanceProfileName',
  newName: 128,
  gone: GONE,
  properties: { Path: text },
  create: (InstanceProfileName, given, _properties, ctx) => ctx.call('iam', 'CreateInstanceProfile', { InstanceProfileName, ...given }),
  delete: (InstanceProfileName, _properties, ctx) => ctx.call('iam', 'DeleteInstanceProfile', { InstanceProfileName }),
  find: async (InstanceProfileName, _properties, ctx) =>
    (await ctx.call('iam', 'GetInstanceProfile', { InstanceProfileName })).InstanceProfile,
  settings: [applyRoles],
  isEmptiedFirst: true,
  attributes: ({ Arn }) => ({ Arn }),
  shown: ({ Roles }) => ({ Roles: Roles.map(({ RoleName }) => RoleName) }),
  list: (Marker, _filter, ctx) => ctx.call('iam', 'ListInstanceProfiles', { Marker }),
  listed: ({ InstanceProfiles }) => InstanceProfiles.map(({ InstanceProfileName }) => InstanceProfileName),
});

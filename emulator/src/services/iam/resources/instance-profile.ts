// AWS::IAM::InstanceProfile

import type { Created, Properties } from '#core/resources/resource-handlers';
import { ignoring, text, texts } from '#core/resources/resource-properties';
import type { ResourceContext, ResourceType } from '#core/resources/resource-type';
import { GONE } from './attached.ts';

const MAX_NAME_LENGTH = 128;

async function made(InstanceProfileName: string, ctx: ResourceContext): Promise<Created> {
  const { InstanceProfile } = await ctx.call('iam', 'GetInstanceProfile', { InstanceProfileName });
  return { physicalId: InstanceProfileName, attributes: { Arn: InstanceProfile.Arn } };
}

async function applyRoles(InstanceProfileName: string, next: Properties, before: Properties, ctx: ResourceContext): Promise<void> {
  const [roles, earlier] = [texts(next.Roles), texts(before.Roles)];
  for (const RoleName of earlier)
    if (!roles.includes(RoleName))
      await ignoring(GONE, ctx.call('iam', 'RemoveRoleFromInstanceProfile', { InstanceProfileName, RoleName }));
  for (const RoleName of roles)
    if (!earlier.includes(RoleName)) await ctx.call('iam', 'AddRoleToInstanceProfile', { InstanceProfileName, RoleName });
}

export const resource: ResourceType = {
  async create(properties, ctx) {
    const InstanceProfileName = text(properties.InstanceProfileName) ?? ctx.physicalName(MAX_NAME_LENGTH);
    await ctx.call('iam', 'CreateInstanceProfile', { InstanceProfileName, Path: text(properties.Path) });
    ctx.created(InstanceProfileName);
    await applyRoles(InstanceProfileName, properties, {}, ctx);
    return made(InstanceProfileName, ctx);
  },
  async update(name, properties, previous, ctx) {
    await applyRoles(name, properties, previous, ctx);
    return made(name, ctx);
  },
  async delete(InstanceProfileName, properties, ctx) {
    if (!(await ignoring(GONE, ctx.call('iam', 'GetInstanceProfile', { InstanceProfileName })))) return;
    await applyRoles(InstanceProfileName, {}, properties, ctx);
    await ignoring(GONE, ctx.call('iam', 'DeleteInstanceProfile', { InstanceProfileName }));
  },
  async read(InstanceProfileName, _properties, ctx) {
    const found = await ignoring(GONE, ctx.call('iam', 'GetInstanceProfile', { InstanceProfileName }));
    if (!found) return undefined;
    const { Path, Roles } = found.InstanceProfile;
    return { InstanceProfileName, Path, Roles: Roles.map(({ RoleName }) => RoleName) };
  },
  async list(_filter, Marker, ctx) {
    const { InstanceProfiles = [], Marker: next } = await ctx.call('iam', 'ListInstanceProfiles', { Marker });
    return { items: InstanceProfiles.map(({ InstanceProfileName }) => ({ InstanceProfileName })), next };
  },
  adopt: async (identifier, _properties, ctx) => made(text(identifier.InstanceProfileName) ?? '', ctx),
};

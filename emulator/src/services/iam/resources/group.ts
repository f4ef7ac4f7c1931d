// AWS::IAM::Group

import type { Created } from '#core/resources/resource-handlers';
import { ignoring, text } from '#core/resources/resource-properties';
import type { ResourceContext, ResourceType } from '#core/resources/resource-type';
import { applyPolicies, GONE, readPolicies } from './attached.ts';

const DEFAULT_PATH = '/';
const MAX_NAME_LENGTH = 128;

async function made(GroupName: string, ctx: ResourceContext): Promise<Created> {
  const { Group } = await ctx.call('iam', 'GetGroup', { GroupName });
  return { physicalId: GroupName, attributes: { Arn: Group.Arn } };
}

export const resource: ResourceType = {
  async create(properties, ctx) {
    const GroupName = text(properties.GroupName) ?? ctx.physicalName(MAX_NAME_LENGTH);
    await ctx.call('iam', 'CreateGroup', { GroupName, Path: text(properties.Path) });
    ctx.created(GroupName);
    await applyPolicies(['Group', GroupName], properties, {}, ctx);
    return made(GroupName, ctx);
  },
  async update(GroupName, properties, previous, ctx) {
    const NewPath = text(properties.Path) ?? DEFAULT_PATH;
    if (NewPath !== (text(previous.Path) ?? DEFAULT_PATH)) await ctx.call('iam', 'UpdateGroup', { GroupName, NewPath });
    await applyPolicies(['Group', GroupName], properties, previous, ctx);
    return made(GroupName, ctx);
  },
  async delete(GroupName, properties, ctx) {
    if (!(await ignoring(GONE, ctx.call('iam', 'GetGroup', { GroupName })))) return;
    await applyPolicies(['Group', GroupName], {}, properties, ctx);
    await ignoring(GONE, ctx.call('iam', 'DeleteGroup', { GroupName }));
  },
  async read(GroupName, properties, ctx) {
    const found = await ignoring(GONE, ctx.call('iam', 'GetGroup', { GroupName }));
    return found && { GroupName, Path: found.Group.Path, ...(await readPolicies(['Group', GroupName], properties, ctx)) };
  },
  async list(_filter, Marker, ctx) {
    const { Groups = [], Marker: next } = await ctx.call('iam', 'ListGroups', { Marker });
    return { items: Groups.map(({ GroupName }) => ({ GroupName })), next };
  },
  adopt: async (identifier, _properties, ctx) => made(text(identifier.GroupName) ?? '', ctx),
};

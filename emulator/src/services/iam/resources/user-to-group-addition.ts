// AWS::IAM::UserToGroupAddition: users added to a group.

import type { Properties } from '#core/resources/resource-handlers';
import { ignoring, text, texts } from '#core/resources/resource-properties';
import type { ResourceContext, ResourceType } from '#core/resources/resource-type';
import { GONE } from './attached.ts';

const groupOf = (properties: Properties): string => text(properties.GroupName)!;
const MAX_NAME_LENGTH = 128;

async function add(properties: Properties, ctx: ResourceContext): Promise<void> {
  for (const UserName of texts(properties.Users)) await ctx.call('iam', 'AddUserToGroup', { GroupName: groupOf(properties), UserName });
}

async function remove(GroupName: string, users: readonly string[], ctx: ResourceContext): Promise<void> {
  for (const UserName of users) await ignoring(GONE, ctx.call('iam', 'RemoveUserFromGroup', { GroupName, UserName }));
}

export const resource: ResourceType = {
  async create(properties, ctx) {
    const Id = ctx.physicalName(MAX_NAME_LENGTH);
    ctx.created(Id);
    await add(properties, ctx);
    return { physicalId: Id, attributes: { Id } };
  },
  async update(Id, properties, previous, ctx) {
    const moved = groupOf(properties) !== groupOf(previous);
    const stays = moved ? [] : texts(properties.Users);
    await add(properties, ctx);
    await remove(
      groupOf(previous),
      texts(previous.Users).filter((user) => !stays.includes(user)),
      ctx,
    );
    return { physicalId: Id, attributes: { Id } };
  },
  delete: (_id, properties, ctx) => remove(groupOf(properties), texts(properties.Users), ctx),
  async read(_id, properties, ctx) {
    const GroupName = groupOf(properties);
    const found = await ignoring(GONE, ctx.call('iam', 'GetGroup', { GroupName }));
    const members = found?.Users.map(({ UserName }) => UserName) ?? [];
    const Users = texts(properties.Users).filter((user) => members.includes(user));
    return Users.length > 0 ? { GroupName, Users } : undefined;
  },
};

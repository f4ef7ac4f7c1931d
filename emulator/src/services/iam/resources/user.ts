// AWS::IAM::User

import type { Created, Properties, Value } from '#core/resources/resource-handlers';
import { flag, ignoring, object, tagChanges, tagList, text, texts } from '#core/resources/resource-properties';
import type { ResourceContext, ResourceType } from '#core/resources/resource-type';
import { applyPolicies, GONE, readPolicies } from './attached.ts';

const DEFAULT_PATH = '/';
const MAX_NAME_LENGTH = 64;

async function made(UserName: string, ctx: ResourceContext): Promise<Created> {
  const { User } = await ctx.call('iam', 'GetUser', { UserName });
  return { physicalId: UserName, attributes: { Arn: User.Arn } };
}

async function applyGroups(UserName: string, next: Properties, before: Properties, ctx: ResourceContext): Promise<void> {
  const [groups, earlier] = [texts(next.Groups), texts(before.Groups)];
  for (const GroupName of earlier)
    if (!groups.includes(GroupName)) await ignoring(GONE, ctx.call('iam', 'RemoveUserFromGroup', { GroupName, UserName }));
  for (const GroupName of groups) if (!earlier.includes(GroupName)) await ctx.call('iam', 'AddUserToGroup', { GroupName, UserName });
}

async function applyLogin(UserName: string, next: Properties, before: Properties, ctx: ResourceContext): Promise<void> {
  if (JSON.stringify(next.LoginProfile) === JSON.stringify(before.LoginProfile)) return;
  const profile = object(next.LoginProfile);
  const asked = { UserName, Password: text(profile.Password), PasswordResetRequired: flag(profile.PasswordResetRequired) ?? false };
  if (next.LoginProfile === undefined) await ignoring(GONE, ctx.call('iam', 'DeleteLoginProfile', { UserName }));
  else if (before.LoginProfile === undefined) await ctx.call('iam', 'CreateLoginProfile', asked);
  else await ctx.call('iam', 'UpdateLoginProfile', asked);
}

async function applyBoundary(UserName: string, next: Properties, before: Properties, ctx: ResourceContext): Promise<void> {
  const [PermissionsBoundary, earlier] = [text(next.PermissionsBoundary), text(before.PermissionsBoundary)];
  if (PermissionsBoundary === earlier) return;
  if (PermissionsBoundary === undefined) await ctx.call('iam', 'DeleteUserPermissionsBoundary', { UserName });
  else await ctx.call('iam', 'PutUserPermissionsBoundary', { UserName, PermissionsBoundary });
}

/** Sets the groups, policies, boundary and password of the user. */
async function applyAll(UserName: string, next: Properties, before: Properties, ctx: ResourceContext): Promise<void> {
  await applyLogin(UserName, next, before, ctx);
  await applyGroups(UserName, next, before, ctx);
  await applyPolicies(['User', UserName], next, before, ctx);
}

export const resource: ResourceType = {
  async create(properties, ctx) {
    const UserName = text(properties.UserName) ?? ctx.physicalName(MAX_NAME_LENGTH);
    await ctx.call('iam', 'CreateUser', {
      UserName,
      Path: text(properties.Path),
      PermissionsBoundary: text(properties.PermissionsBoundary),
      Tags: tagList(properties.Tags),
    });
    ctx.created(UserName);
    await applyAll(UserName, properties, {}, ctx);
    return made(UserName, ctx);
  },
  async update(UserName, properties, previous, ctx) {
    const NewPath = text(properties.Path) ?? DEFAULT_PATH;
    if (NewPath !== (text(previous.Path) ?? DEFAULT_PATH)) await ctx.call('iam', 'UpdateUser', { UserName, NewPath });
    await applyBoundary(UserName, properties, previous, ctx);
    await applyAll(UserName, properties, previous, ctx);
    const { put, remove } = tagChanges(previous.Tags, properties.Tags);
    if (remove.length > 0) await ctx.call('iam', 'UntagUser', { UserName, TagKeys: remove });
    if (put.length > 0) await ctx.call('iam', 'TagUser', { UserName, Tags: put });
    return made(UserName, ctx);
  },
  async delete(UserName, properties, ctx) {
    if (!(await ignoring(GONE, ctx.call('iam', 'GetUser', { UserName })))) return;
    await applyAll(UserName, {}, properties, ctx);
    await ignoring(GONE, ctx.call('iam', 'DeleteUser', { UserName }));
  },
  async read(UserName, properties, ctx) {
    const found = await ignoring(GONE, ctx.call('iam', 'GetUser', { UserName }));
    if (!found) return undefined;
    const { Path, PermissionsBoundary, Tags = [] } = found.User;
    const { Groups = [] } = await ctx.call('iam', 'ListGroupsForUser', { UserName });
    return {
      UserName,
      Path,
      PermissionsBoundary: PermissionsBoundary?.PermissionsBoundaryArn ?? null,
      Groups: Groups.map(({ GroupName }) => GroupName),
      ...(await readPolicies(['User', UserName], properties, ctx)),
      ...(await readLogin(UserName, properties, ctx)),
      Tags: Tags.map(({ Key, Value: of }) => ({ Key, Value: of })),
    };
  },
  async list(_filter, Marker, ctx) {
    const { Users = [], Marker: next } = await ctx.call('iam', 'ListUsers', { Marker });
    return { items: Users.map(({ UserName }) => ({ UserName })), next };
  },
  adopt: async (identifier, _properties, ctx) => made(text(identifier.UserName) ?? '', ctx),
};

/** The password itself cannot be read back. */
async function readLogin(UserName: string, { LoginProfile }: Properties, ctx: ResourceContext): Promise<Record<string, Value>> {
  if (LoginProfile === undefined) return {};
  const found = await ignoring(GONE, ctx.call('iam', 'GetLoginProfile', { UserName }));
  if (!found) return { LoginProfile: null };
  const { PasswordResetRequired = false } = found.LoginProfile;
  const given = object(LoginProfile);
  return { LoginProfile: { ...given, ...(given.PasswordResetRequired !== undefined && { PasswordResetRequired }) } };
}

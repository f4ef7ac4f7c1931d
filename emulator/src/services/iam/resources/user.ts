// AWS::IAM::User
import { crudSetting, crudType } from '#core/resources/crud-type';
import type { Properties, Value } from '#core/resources/resource-handlers';
import { flag, ignoring, object, tagList, text, texts } from '#core/resources/resource-properties';
import type { ResourceContext, ResourceType } from '#core/resources/resource-type';
import { applyPolicies, GONE, readPolicies } from './attached.ts';
import { changePath } from './change-path.ts';

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

export const resource: ResourceType = crudType({
  id: 'UserName',
  newName: 64,
  gone: GONE,
  properties: { Path: text },
  create: (UserName, given, { PermissionsBoundary, Tags }, ctx) =>
    ctx.call('iam', 'CreateUser', { UserName, ...given, PermissionsBoundary: text(PermissionsBoundary), Tags: tagList(Tags) }),
  update: changePath((UserName, NewPath, ctx) => ctx.call('iam', 'UpdateUser', { UserName, NewPath })),
  delete: (UserName, _properties, ctx) => ctx.call('iam', 'DeleteUser', { UserName }),
  find: async (UserName, _properties, ctx) => (await ctx.call('iam', 'GetUser', { UserName })).User,
  changes: [
    crudSetting(
      'PermissionsBoundary',
      text,
      (UserName, PermissionsBoundary, ctx) => ctx.call('iam', 'PutUserPermissionsBoundary', { UserName, PermissionsBoundary }),
      (UserName, ctx) => ctx.call('iam', 'DeleteUserPermissionsBoundary', { UserName }),
    ),
  ],
  settings: [applyLogin, applyGroups, (name, next, before, ctx) => applyPolicies(['User', name], next, before, ctx)],
  isEmptiedFirst: true,
  tags: {
    told: ({ Tags }) => Tags,
    put: (UserName, Tags, _found, ctx) => ctx.call('iam', 'TagUser', { UserName, Tags }),
    remove: (UserName, TagKeys, _found, ctx) => ctx.call('iam', 'UntagUser', { UserName, TagKeys }),
  },
  attributes: ({ Arn }) => ({ Arn }),
  async shown({ PermissionsBoundary }, given, UserName, ctx) {
    const { Groups = [] } = await ctx.call('iam', 'ListGroupsForUser', { UserName });
    return {
      PermissionsBoundary: PermissionsBoundary?.PermissionsBoundaryArn,
      Groups: Groups.map(({ GroupName }) => GroupName),
      ...(await readPolicies(['User', UserName], given, ctx)),
      ...(await readLogin(UserName, given, ctx)),
    };
  },
  list: (Marker, _filter, ctx) => ctx.call('iam', 'ListUsers', { Marker }),
  listed: ({ Users }) => Users.map(({ UserName }) => UserName),
});

/** The password itself cannot be read back. */
async function readLogin(UserName: string, { LoginProfile }: Properties, ctx: ResourceContext): Promise<Record<string, Value>> {
  if (LoginProfile === undefined) return {};
  const found = await ignoring(GONE, ctx.call('iam', 'GetLoginProfile', { UserName }));
  if (!found) return { LoginProfile: null };
  const { PasswordResetRequired = false } = found.LoginProfile;
  const given = object(LoginProfile);
  return { LoginProfile: { ...given, ...(given.PasswordResetRequired !== undefined && { PasswordResetRequired }) } };
}

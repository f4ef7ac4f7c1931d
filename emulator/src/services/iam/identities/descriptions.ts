// Users, groups, roles and instance profiles as answers show them: whole, or as lists show them.
import type { Ctx } from '#core/call';
import type { Frozen } from '#core/records';
import { encodeDocument } from '#services/iam/policies/documents';
import type { FoundRole, FoundUser, Group, InstanceProfile } from '#services/iam/state';
import { shownTags } from '#services/iam/tag-rules';
import { findById } from './find-identity.ts';
import { iamArn, identityArn } from './naming.ts';

export const boundaryOf = ({ boundary }: { boundary?: string | undefined }) =>
  boundary === undefined
    ? {}
    : { PermissionsBoundary: { PermissionsBoundaryType: 'PermissionsBoundaryPolicy', PermissionsBoundaryArn: boundary } };

export const listedUser = (ctx: Ctx, user: FoundUser) => ({
  Path: user.path,
  UserName: user.name,
  UserId: user.id,
  Arn: identityArn(ctx, user),
  CreateDate: new Date(user.createdMs),
});

export const describeUser = (ctx: Ctx, user: FoundUser) => ({
  ...listedUser(ctx, user),
  ...boundaryOf(user),
  ...shownTags(user.tags),
});

export const describeGroup = (ctx: Ctx, group: Frozen<Group>) => ({
  Path: group.path,
  GroupName: group.name,
  GroupId: group.id,
  Arn: identityArn(ctx, group),
  CreateDate: new Date(group.createdMs),
});

export const listedRole = (ctx: Ctx, role: FoundRole) => ({
  Path: role.path,
  RoleName: role.name,
  RoleId: role.id,
  Arn: identityArn(ctx, role),
  CreateDate: new Date(role.createdMs),
  AssumeRolePolicyDocument: encodeDocument(role.trustPolicy),
  ...(role.description === undefined ? {} : { Description: role.description }),
  MaxSessionDuration: role.maxSessionSeconds,
});

/** `RoleLastUsed` is there and empty for a role that nobody used. */
export const describeRole = (ctx: Ctx, role: FoundRole) => ({
  ...listedRole(ctx, role),
  ...boundaryOf(role),
  ...shownTags(role.tags),
  RoleLastUsed: {},
});

export function listedProfile(ctx: Ctx, profile: Frozen<InstanceProfile>) {
  const role = profile.roleId === undefined ? undefined : (findById(ctx, profile.roleId) as FoundRole | undefined);
  return {
    Path: profile.path,
    InstanceProfileName: profile.name,
    InstanceProfileId: profile.id,
    Arn: iamArn(ctx, `instance-profile${profile.path}${profile.name}`),
    CreateDate: new Date(profile.createdMs),
    Roles: role ? [listedRole(ctx, role)] : [],
  };
}

export const describeProfile = (ctx: Ctx, profile: Frozen<InstanceProfile>) => ({
  ...listedProfile(ctx, profile),
  ...shownTags(profile.tags),
});

// Users, groups, roles and instance profiles as answers show them: in full, or in the short form of lists.
import type { Ctx } from '#core/ctx';
import type { Frozen } from '#core/records';
import { percentEncoded } from '#lib/percent-encoding';
import { findById } from '#services/iam/find-identity';
import { iamArn, identityArn } from '#services/iam/naming';
import type { FoundRole, FoundUser, Group, InstanceProfile } from '#services/iam/state';
import { shownTags } from '#services/iam/tag-rules';

export const boundaryOf = ({ boundary }: { boundary?: string | undefined }) =>
  boundary === undefined ? {} : { PermissionsBoundary: { PermissionsBoundaryType: 'Policy', PermissionsBoundaryArn: boundary } };

export const listedUser = (user: FoundUser, ctx: Ctx) => ({
  Path: user.path,
  UserName: user.name,
  UserId: user.id,
  Arn: identityArn(user, ctx),
  CreateDate: new Date(user.createdMs),
});

export const describeUser = (user: FoundUser, ctx: Ctx) => ({
  ...listedUser(user, ctx),
  ...boundaryOf(user),
  ...shownTags(user.tags),
});

export const describeGroup = (group: Frozen<Group>, ctx: Ctx) => ({
  Path: group.path,
  GroupName: group.name,
  GroupId: group.id,
  Arn: identityArn(group, ctx),
  CreateDate: new Date(group.createdMs),
});

export const listedRole = (role: FoundRole, ctx: Ctx) => ({
  Path: role.path,
  RoleName: role.name,
  RoleId: role.id,
  Arn: identityArn(role, ctx),
  CreateDate: new Date(role.createdMs),
  AssumeRolePolicyDocument: percentEncoded(role.trustPolicy),
  ...(role.description === undefined ? {} : { Description: role.description }),
  MaxSessionDuration: role.maxSessionSeconds,
});

/** `RoleLastUsed` is present and empty for a role that was never used. */
export const describeRole = (role: FoundRole, ctx: Ctx) => ({
  ...listedRole(role, ctx),
  ...boundaryOf(role),
  ...shownTags(role.tags),
  RoleLastUsed: {},
});

export function listedProfile(profile: Frozen<InstanceProfile>, ctx: Ctx) {
  const role = profile.roleId === undefined ? undefined : (findById(profile.roleId, ctx) as FoundRole | undefined);
  return {
    Path: profile.path,
    InstanceProfileName: profile.name,
    InstanceProfileId: profile.id,
    Arn: iamArn(`instance-profile${profile.path}${profile.name}`, ctx),
    CreateDate: new Date(profile.createdMs),
    Roles: role ? [listedRole(role, ctx)] : [],
  };
}

export const describeProfile = (profile: Frozen<InstanceProfile>, ctx: Ctx) => ({
  ...listedProfile(profile, ctx),
  ...shownTags(profile.tags),
});

// Instance profiles: a container for one role.
import type { Ctx } from '#core/ctx';
import type { Frozen } from '#core/records';
import { fault, operation } from '#model/iam';
import { findIdentity, findOwnRole, noSuchIdentity } from '#services/iam/find-identity';
import { pageOfItems, pageOfValues } from '#services/iam/listing';
import { inPath, uniqueId, wholeSecond } from '#services/iam/naming';
import { type InstanceProfile, instanceProfiles, roleProfiles } from '#services/iam/state';
import { IAM_TAGS } from '#services/iam/tag-rules';
import { describeProfile, listedProfile } from './descriptions.ts';

export function findProfile(name: string, ctx: Ctx): Frozen<InstanceProfile> {
  const profile = ctx.records(instanceProfiles).get([name]);
  if (!profile) throw fault('NoSuchEntityException', `Instance Profile ${name} cannot be found.`);
  return profile;
}

export const CreateInstanceProfile = operation('CreateInstanceProfile', (input, ctx) => {
  const records = ctx.records(instanceProfiles);
  if (records.has([input.InstanceProfileName]))
    throw fault('EntityAlreadyExistsException', `Instance Profile ${input.InstanceProfileName} already exists.`);
  const profile: InstanceProfile = {
    name: input.InstanceProfileName,
    id: uniqueId('AIPA', ctx),
    path: input.Path ?? '/',
    createdMs: wholeSecond(ctx),
    tags: IAM_TAGS.ofNew(input.Tags, ctx),
  };
  ctx.write((tx) => tx.put(records, [profile.name], profile));
  return { InstanceProfile: describeProfile(profile, ctx) };
});

export const GetInstanceProfile = operation('GetInstanceProfile', (input, ctx) => ({
  InstanceProfile: describeProfile(findProfile(input.InstanceProfileName, ctx), ctx),
}));

export const ListInstanceProfiles = operation('ListInstanceProfiles', (input, ctx) => {
  const { items, ...end } = pageOfValues(ctx.records(instanceProfiles), [], input, { keep: ({ path }) => inPath(path, input.PathPrefix) });
  return { InstanceProfiles: items.map((profile) => listedProfile(profile, ctx)), ...end };
});

export const profilesOf = (roleId: string, ctx: Ctx): Frozen<InstanceProfile>[] =>
  ctx
    .records(roleProfiles)
    .range([roleId])
    .map(({ name }) => findProfile(name, ctx));

export const ListInstanceProfilesForRole = operation('ListInstanceProfilesForRole', (input, ctx) => {
  const role = findIdentity('role', input.RoleName, ctx);
  const { items, ...end } = pageOfItems(profilesOf(role.id, ctx), ({ name }) => name, input);
  return { InstanceProfiles: items.map((profile) => listedProfile(profile, ctx)), ...end };
});

export const AddRoleToInstanceProfile = operation('AddRoleToInstanceProfile', (input, ctx) => {
  const profile = findProfile(input.InstanceProfileName, ctx);
  const role = findOwnRole(input.RoleName, ctx);
  if (profile.roleId !== undefined) throw fault('LimitExceededException', 'Cannot exceed quota for InstanceSessionsPerInstanceProfile: 1');
  ctx.write((tx) => {
    tx.put(ctx.records(instanceProfiles), [profile.name], { ...profile, roleId: role.id });
    tx.put(ctx.records(roleProfiles), [role.id, profile.name], { name: profile.name });
  });
});

export const RemoveRoleFromInstanceProfile = operation('RemoveRoleFromInstanceProfile', (input, ctx) => {
  const profile = findProfile(input.InstanceProfileName, ctx);
  const role = findOwnRole(input.RoleName, ctx);
  if (profile.roleId !== role.id) throw noSuchIdentity('role', input.RoleName);
  const { roleId: _, ...rest } = profile;
  ctx.write((tx) => {
    tx.put(ctx.records(instanceProfiles), [profile.name], rest);
    tx.delete(ctx.records(roleProfiles), [role.id, profile.name]);
  });
});

export const DeleteInstanceProfile = operation('DeleteInstanceProfile', (input, ctx) => {
  const profile = findProfile(input.InstanceProfileName, ctx);
  if (profile.roleId !== undefined)
    throw fault('DeleteConflictException', 'Cannot delete entity, must remove roles from instance profile first.');
  ctx.write((tx) => tx.delete(ctx.records(instanceProfiles), [profile.name]));
});

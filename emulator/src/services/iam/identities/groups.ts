// Groups and who is in them.

import type { Ctx } from '#core/call';
import type { Frozen } from '#core/records';
import { fault, operation } from '#model/iam';
import { pageOf, pageOfRecords } from '#services/iam/listing';
import { attachments, type Group, groupMembers, identities, inlinePolicies, userGroups } from '#services/iam/state';
import { describeGroup, listedUser } from './descriptions.ts';
import { deleteIdentity, findById, findIdentity, nameMustBeFree, putIdentity, userOfId } from './find-identity.ts';
import { inPath, uniqueId, wholeSecond } from './naming.ts';

const MOST_GROUPS = 10;

export const CreateGroup = operation('CreateGroup', (input, ctx) => {
  nameMustBeFree(ctx, 'group', input.GroupName);
  const group: Group = {
    kind: 'group',
    name: input.GroupName,
    id: uniqueId(ctx, 'AGPA'),
    path: input.Path ?? '/',
    createdMs: wholeSecond(ctx),
  };
  ctx.write((tx) => putIdentity(ctx, tx, group));
  return { Group: describeGroup(ctx, group) };
});

export const GetGroup = operation('GetGroup', (input, ctx) => {
  const group = findIdentity(ctx, 'group', input.GroupName);
  const members = ctx
    .records(groupMembers)
    .range([group.id])
    .map(({ userId }) => userOfId(ctx, userId));
  const { items, end } = pageOf(members, ({ name }) => name, input);
  return { Group: describeGroup(ctx, group), Users: items.map((user) => listedUser(ctx, user)), ...end };
});

export const ListGroups = operation('ListGroups', (input, ctx) => {
  const { items, end } = pageOfRecords(ctx.records(identities), ['group'], input, ({ path }) => inPath(path, input.PathPrefix));
  return { Groups: items.map((group) => describeGroup(ctx, group as Frozen<Group>)), ...end };
});

export const groupsOf = (ctx: Ctx, userId: string): Frozen<Group>[] =>
  ctx
    .records(userGroups)
    .range([userId])
    .map(({ groupId }) => findById(ctx, groupId) as Frozen<Group>);

export const ListGroupsForUser = operation('ListGroupsForUser', (input, ctx) => {
  const user = findIdentity(ctx, 'user', input.UserName);
  const { items, end } = pageOf(groupsOf(ctx, user.id), ({ name }) => name, input);
  return { Groups: items.map((group) => describeGroup(ctx, group)), ...end };
});

export const UpdateGroup = operation('UpdateGroup', (input, ctx) => {
  const group = findIdentity(ctx, 'group', input.GroupName);
  const name = input.NewGroupName ?? group.name;
  nameMustBeFree(ctx, 'group', name, group.id);
  ctx.write((tx) => {
    deleteIdentity(ctx, tx, group);
    putIdentity(ctx, tx, { ...group, name, path: input.NewPath ?? group.path });
  });
});

export const DeleteGroup = operation('DeleteGroup', (input, ctx) => {
  const group = findIdentity(ctx, 'group', input.GroupName);
  const has = (count: number, first: string) => {
    if (count > 0) throw fault('DeleteConflictException', `Cannot delete entity, must ${first} first.`);
  };
  has(ctx.records(groupMembers).range([group.id], { limit: 1 }).length, 'remove users from group');
  has(ctx.records(attachments).range([group.id], { limit: 1 }).length, 'detach all policies');
  has(ctx.records(inlinePolicies).range([group.id], { limit: 1 }).length, 'delete policies');
  ctx.write((tx) => deleteIdentity(ctx, tx, group));
});

export const AddUserToGroup = operation('AddUserToGroup', (input, ctx) => {
  const group = findIdentity(ctx, 'group', input.GroupName);
  const user = findIdentity(ctx, 'user', input.UserName);
  const ofUser = ctx.records(userGroups);
  if (!ofUser.has([user.id, group.id]) && ofUser.count([user.id]) >= MOST_GROUPS)
    throw fault('LimitExceededException', `Cannot exceed quota for GroupsPerUser: ${MOST_GROUPS}`);
  ctx.write((tx) => {
    tx.put(ctx.records(groupMembers), [group.id, user.id], { userId: user.id });
    tx.put(ofUser, [user.id, group.id], { groupId: group.id });
  });
});

/** Taking out a user who is not in the group is no error. */
export const RemoveUserFromGroup = operation('RemoveUserFromGroup', (input, ctx) => {
  const group = findIdentity(ctx, 'group', input.GroupName);
  const user = findIdentity(ctx, 'user', input.UserName);
  ctx.write((tx) => {
    tx.delete(ctx.records(groupMembers), [group.id, user.id]);
    tx.delete(ctx.records(userGroups), [user.id, group.id]);
  });
});

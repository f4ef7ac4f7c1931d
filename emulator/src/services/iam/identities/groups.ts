// Groups and their members.

import type { Frozen } from '#core/records';
import { fault, operation } from '#model/iam';
import { deleteIdentity, findIdentity, groupsOf, nameMustBeFree, putIdentity, userOfId } from '#services/iam/find-identity';
import { pageOfItems, pageOfValues } from '#services/iam/listing';
import { inPath, uniqueId, wholeSecond } from '#services/iam/naming';
import { attachments, type Group, groupMembers, identities, inlinePolicies, userGroups } from '#services/iam/state';
import { describeGroup, listedUser } from './descriptions.ts';

/** Limit: groups of a user. */
const MAX_GROUPS = 10;

export const CreateGroup = operation('CreateGroup', (input, ctx) => {
  nameMustBeFree('group', input.GroupName, ctx);
  const group: Group = {
    kind: 'group',
    name: input.GroupName,
    id: uniqueId('AGPA', ctx),
    path: input.Path ?? '/',
    createdMs: wholeSecond(ctx),
  };
  ctx.write((tx) => putIdentity(tx, group, ctx));
  return { Group: describeGroup(group, ctx) };
});

export const GetGroup = operation('GetGroup', (input, ctx) => {
  const group = findIdentity('group', input.GroupName, ctx);
  const members = ctx
    .records(groupMembers)
    .range([group.id])
    .map(({ userId }) => userOfId(userId, ctx));
  const { items, ...end } = pageOfItems(members, ({ name }) => name, input);
  return { Group: describeGroup(group, ctx), Users: items.map((user) => listedUser(user, ctx)), ...end };
});

export const ListGroups = operation('ListGroups', (input, ctx) => {
  const { items, ...end } = pageOfValues(ctx.records(identities), ['group'], input, { keep: ({ path }) => inPath(path, input.PathPrefix) });
  return { Groups: items.map((group) => describeGroup(group as Frozen<Group>, ctx)), ...end };
});

export const ListGroupsForUser = operation('ListGroupsForUser', (input, ctx) => {
  const user = findIdentity('user', input.UserName, ctx);
  const { items, ...end } = pageOfItems(groupsOf(user.id, ctx), ({ name }) => name, input);
  return { Groups: items.map((group) => describeGroup(group, ctx)), ...end };
});

export const UpdateGroup = operation('UpdateGroup', (input, ctx) => {
  const group = findIdentity('group', input.GroupName, ctx);
  const name = input.NewGroupName ?? group.name;
  nameMustBeFree('group', name, ctx, group.id);
  ctx.write((tx) => {
    deleteIdentity(tx, group, ctx);
    putIdentity(tx, { ...group, name, path: input.NewPath ?? group.path }, ctx);
  });
});

export const DeleteGroup = operation('DeleteGroup', (input, ctx) => {
  const group = findIdentity('group', input.GroupName, ctx);
  const has = (count: number, first: string) => {
    if (count > 0) throw fault('DeleteConflictException', `Cannot delete entity, must ${first} first.`);
  };
  has(ctx.records(groupMembers).range([group.id], { limit: 1 }).length, 'remove users from group');
  has(ctx.records(attachments).range([group.id], { limit: 1 }).length, 'detach all policies');
  has(ctx.records(inlinePolicies).range([group.id], { limit: 1 }).length, 'delete policies');
  ctx.write((tx) => deleteIdentity(tx, group, ctx));
});

export const AddUserToGroup = operation('AddUserToGroup', (input, ctx) => {
  const group = findIdentity('group', input.GroupName, ctx);
  const user = findIdentity('user', input.UserName, ctx);
  const ofUser = ctx.records(userGroups);
  if (!ofUser.has([user.id, group.id]) && ofUser.count([user.id]) >= MAX_GROUPS)
    throw fault('LimitExceededException', `Cannot exceed quota for GroupsPerUser: ${MAX_GROUPS}`);
  ctx.write((tx) => {
    tx.put(ctx.records(groupMembers), [group.id, user.id], { userId: user.id });
    tx.put(ofUser, [user.id, group.id], { groupId: group.id });
  });
});

/** Removing a user who is not in the group is no error. */
export const RemoveUserFromGroup = operation('RemoveUserFromGroup', (input, ctx) => {
  const group = findIdentity('group', input.GroupName, ctx);
  const user = findIdentity('user', input.UserName, ctx);
  ctx.write((tx) => {
    tx.delete(ctx.records(groupMembers), [group.id, user.id]);
    tx.delete(ctx.records(userGroups), [user.id, group.id]);
  });
});

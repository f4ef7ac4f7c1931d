// Groups of a pool.
import type { Ctx } from '#core/ctx';
import type { Frozen } from '#core/records';
import { fault, type GroupType, operation } from '#model/cognito-idp';
import { notFound } from '#services/cognito-idp/faults';
import { nextTokenPages } from '#services/cognito-idp/pages';
import { findPool } from '#services/cognito-idp/pools/find-pool';
import { type Group, groups, groupUsers, userGroups } from '#services/cognito-idp/state';

export const describeGroup = (UserPoolId: string, group: Frozen<Group>): GroupType => ({
  GroupName: group.name,
  UserPoolId,
  Description: group.description,
  RoleArn: group.roleArn,
  Precedence: group.precedence,
  LastModifiedDate: new Date(group.modifiedMs),
  CreationDate: new Date(group.createdMs),
});

export function findGroup(poolId: string, name: string, ctx: Ctx): Frozen<Group> {
  const found = ctx.records(groups).get([poolId, name]);
  if (!found) throw notFound('Group not found.');
  return found;
}

export const CreateGroup = operation('CreateGroup', ({ UserPoolId, GroupName, Description, RoleArn, Precedence }, ctx) => {
  findPool(UserPoolId, ctx);
  const records = ctx.records(groups);
  if (records.has([UserPoolId, GroupName])) throw fault('GroupExistsException', 'A group with the name already exists.');
  const nowMs = ctx.now();
  const group = {
    name: GroupName,
    description: Description,
    roleArn: RoleArn,
    precedence: Precedence,
    createdMs: nowMs,
    modifiedMs: nowMs,
  };
  ctx.write((tx) => tx.put(records, [UserPoolId, GroupName], group));
  return { Group: describeGroup(UserPoolId, group) };
});

export const GetGroup = operation('GetGroup', ({ UserPoolId, GroupName }, ctx) => {
  findPool(UserPoolId, ctx);
  return { Group: describeGroup(UserPoolId, findGroup(UserPoolId, GroupName, ctx)) };
});

export const UpdateGroup = operation('UpdateGroup', ({ UserPoolId, GroupName, Description, RoleArn, Precedence }, ctx) => {
  findPool(UserPoolId, ctx);
  const group = findGroup(UserPoolId, GroupName, ctx);
  const changed = {
    ...group,
    description: Description ?? group.description,
    roleArn: RoleArn ?? group.roleArn,
    precedence: Precedence ?? group.precedence,
    modifiedMs: ctx.now(),
  };
  ctx.write((tx) => tx.put(ctx.records(groups), [UserPoolId, GroupName], changed));
  return { Group: describeGroup(UserPoolId, changed) };
});

export const ListGroups = operation('ListGroups', (input, ctx) => {
  const { id } = findPool(input.UserPoolId, ctx);
  const { items, NextToken } = nextTokenPages.pageOfValues(ctx.records(groups), [id], input);
  return { Groups: items.map((each) => describeGroup(id, each)), NextToken };
});

export const DeleteGroup = operation('DeleteGroup', ({ UserPoolId, GroupName }, ctx) => {
  findPool(UserPoolId, ctx);
  findGroup(UserPoolId, GroupName, ctx);
  ctx.write((tx) => {
    for (const [, , userKey] of ctx.records(groupUsers).keys([UserPoolId, GroupName])) {
      tx.delete(ctx.records(groupUsers), [UserPoolId, GroupName, userKey]);
      tx.delete(ctx.records(userGroups), [UserPoolId, userKey, GroupName]);
    }
    tx.delete(ctx.records(groups), [UserPoolId, GroupName]);
  });
});

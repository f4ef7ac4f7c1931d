// The members of groups.
import { operation } from '#model/cognito-idp';
import { nextTokenPages } from '#services/cognito-idp/pages';
import { findPool } from '#services/cognito-idp/pools/find-pool';
import { groupUsers, userGroups, users } from '#services/cognito-idp/state';
import { describeUser } from '#services/cognito-idp/users/describe-user';
import { findUser, keyOf } from '#services/cognito-idp/users/find-user';
import { describeGroup, findGroup } from './groups.ts';
import { groupsOfUser } from './groups-of-user.ts';

export const AdminAddUserToGroup = operation('AdminAddUserToGroup', ({ UserPoolId, Username, GroupName }, ctx) => {
  const pool = findPool(UserPoolId, ctx);
  const { username } = findUser(Username, pool, ctx);
  findGroup(UserPoolId, GroupName, ctx);
  const userKey = keyOf(username, pool);
  const membership = { sinceMs: ctx.now() };
  ctx.write((tx) => {
    tx.put(ctx.records(groupUsers), [UserPoolId, GroupName, userKey], membership);
    tx.put(ctx.records(userGroups), [UserPoolId, userKey, GroupName], membership);
  });
});

export const AdminRemoveUserFromGroup = operation('AdminRemoveUserFromGroup', ({ UserPoolId, Username, GroupName }, ctx) => {
  const pool = findPool(UserPoolId, ctx);
  const { username } = findUser(Username, pool, ctx);
  findGroup(UserPoolId, GroupName, ctx);
  const userKey = keyOf(username, pool);
  ctx.write((tx) => {
    tx.delete(ctx.records(groupUsers), [UserPoolId, GroupName, userKey]);
    tx.delete(ctx.records(userGroups), [UserPoolId, userKey, GroupName]);
  });
});

export const AdminListGroupsForUser = operation('AdminListGroupsForUser', (input, ctx) => {
  const pool = findPool(input.UserPoolId, ctx);
  const user = findUser(input.Username, pool, ctx);
  const { items, NextToken } = nextTokenPages.pageOfItems(groupsOfUser(pool, user, ctx), ({ name }) => name, input);
  return { Groups: items.map((each) => describeGroup(pool.id, each)), NextToken };
});

export const ListUsersInGroup = operation('ListUsersInGroup', (input, ctx) => {
  const pool = findPool(input.UserPoolId, ctx);
  findGroup(pool.id, input.GroupName, ctx);
  const { items, NextToken } = nextTokenPages.pageOfRecords(ctx.records(groupUsers), [pool.id, input.GroupName], input);
  const found = items.flatMap(([[, , userKey]]) => ctx.records(users).get([pool.id, userKey]) ?? []);
  return { Users: found.map((user) => describeUser(user)), NextToken };
});

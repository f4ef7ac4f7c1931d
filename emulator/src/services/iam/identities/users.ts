// Users: create, read, rename, delete.

import type { Ctx } from '#core/ctx';
import { unmodelled } from '#core/operation';
import type { GetUserResponse } from '#model/iam';
import { fault, operation } from '#model/iam';
import { deleteIdentity, findIdentity, nameMustBeFree, putIdentity } from '#services/iam/find-identity';
import { pageOfValues } from '#services/iam/listing';
import { iamArn, inPath, uniqueId, wholeSecond } from '#services/iam/naming';
import { setBoundary } from '#services/iam/policies/boundaries';
import {
  accessKeys,
  attachments,
  type FoundUser,
  identities,
  inlinePolicies,
  loginProfiles,
  serviceCredentials,
  signingCertificates,
  sshKeys,
  type User,
  userDevices,
  userGroups,
} from '#services/iam/state';
import { IAM_TAGS } from '#services/iam/tag-rules';
import { callingUser, isTemporary } from './caller.ts';
import { describeUser, listedUser } from './descriptions.ts';

export const CreateUser = operation('CreateUser', (input, ctx) => {
  nameMustBeFree('user', input.UserName, ctx);
  const user: User = {
    kind: 'user',
    name: input.UserName,
    id: uniqueId('AIDA', ctx),
    path: input.Path ?? '/',
    createdMs: wholeSecond(ctx),
    tags: IAM_TAGS.ofNew(input.Tags, ctx),
  };
  const created = ctx.write((tx) => {
    putIdentity(tx, user, ctx);
    return input.PermissionsBoundary === undefined ? user : setBoundary(tx, user, input.PermissionsBoundary, ctx);
  });
  return { User: describeUser(created, ctx) };
});

export const GetUser = operation('GetUser', (input, ctx) => {
  if (input.UserName !== undefined) return { User: describeUser(findIdentity('user', input.UserName, ctx), ctx) };
  const user = callingUser(ctx);
  if (user) return { User: describeUser(user, ctx) };
  if (isTemporary(ctx)) throw unmodelled('ValidationError', 'Must specify userName when calling with non-User credentials');
  return root(ctx);
});

/** The account's root. It has neither name nor path, although the model requires both of a user. */
const root = (ctx: Ctx): GetUserResponse => ({ User: { UserId: ctx.account, Arn: iamArn('root', ctx) } }) as GetUserResponse;

export const ListUsers = operation('ListUsers', (input, ctx) => {
  const { items, ...end } = pageOfValues(ctx.records(identities), ['user'], input, { keep: ({ path }) => inPath(path, input.PathPrefix) });
  return { Users: items.map((user) => listedUser(user as FoundUser, ctx)), ...end };
});

export const UpdateUser = operation('UpdateUser', (input, ctx) => {
  const user = findIdentity('user', input.UserName, ctx);
  const name = input.NewUserName ?? user.name;
  nameMustBeFree('user', name, ctx, user.id);
  ctx.write((tx) => {
    deleteIdentity(tx, user, ctx);
    putIdentity(tx, { ...user, name, path: input.NewPath ?? user.path }, ctx);
  });
});

export const DeleteUser = operation('DeleteUser', (input, ctx) => {
  const user = findIdentity('user', input.UserName, ctx);
  const own = [user.id] as [string];
  const inTheWay: [boolean, string][] = [
    [ctx.records(attachments).range(own, { limit: 1 }).length > 0, 'detach all policies'],
    [ctx.records(inlinePolicies).range(own, { limit: 1 }).length > 0, 'delete policies'],
    [ctx.records(userGroups).range(own, { limit: 1 }).length > 0, 'remove users from group'],
    [ctx.records(loginProfiles).has(own), 'delete login profile'],
    [ctx.records(accessKeys).range(own, { limit: 1 }).length > 0, 'delete access keys'],
    [ctx.records(userDevices).range(own, { limit: 1 }).length > 0, 'delete MFA device'],
    [ctx.records(signingCertificates).range(own, { limit: 1 }).length > 0, 'delete signing certificates'],
    [ctx.records(sshKeys).range(own, { limit: 1 }).length > 0, 'delete SSH public keys'],
    [ctx.records(serviceCredentials).range(own, { limit: 1 }).length > 0, 'remove referenced objects'],
  ];
  const first = inTheWay.find(([present]) => present)?.[1];
  if (first !== undefined) throw fault('DeleteConflictException', `Cannot delete entity, must ${first} first.`);
  ctx.write((tx) => {
    if (user.boundary !== undefined) setBoundary(tx, user, undefined, ctx);
    deleteIdentity(tx, user, ctx);
  });
});

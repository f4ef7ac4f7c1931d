// Inline policies: policies that exist within a single user, group or role.
import type { Ctx } from '#core/ctx';
import type { Frozen } from '#core/records';
import { percentEncoded } from '#lib/percent-encoding';
import { fault, operation } from '#model/iam';
import { findIdentity, findOwnRole } from '#services/iam/find-identity';
import { type PageInput, pageOfValues } from '#services/iam/listing';
import { type Identity, inlinePolicies } from '#services/iam/state';
import { documentSize, readInlinePolicy } from './documents.ts';

/** Limit: characters of all inline policies of one user, group or role together, without white space. */
const MAX_LENGTH = { user: 2048, group: 5120, role: 10_240 };

interface Inline {
  readonly PolicyName: string;
  readonly PolicyDocument: string;
}

function put({ kind, id, name }: Frozen<Identity>, { PolicyName, PolicyDocument }: Inline, ctx: Ctx): void {
  readInlinePolicy(PolicyDocument);
  const records = ctx.records(inlinePolicies);
  const others = records.range([id]).filter((policy) => policy.name !== PolicyName);
  const size = [PolicyDocument, ...others.map(({ document }) => document)].reduce((sum, document) => sum + documentSize(document), 0);
  if (size > MAX_LENGTH[kind])
    throw fault('LimitExceededException', `Maximum policy size of ${MAX_LENGTH[kind]} bytes exceeded for ${kind} ${name}`);
  ctx.write((tx) => tx.put(records, [id, PolicyName], { name: PolicyName, document: PolicyDocument }));
}

function get({ kind, id }: Frozen<Identity>, name: string, ctx: Ctx): { PolicyName: string; PolicyDocument: string } {
  const policy = ctx.records(inlinePolicies).get([id, name]);
  if (!policy) throw fault('NoSuchEntityException', `The ${kind} policy with name ${name} cannot be found.`);
  return { PolicyName: policy.name, PolicyDocument: percentEncoded(policy.document) };
}

function remove(identity: Frozen<Identity>, name: string, ctx: Ctx): void {
  get(identity, name, ctx);
  ctx.write((tx) => tx.delete(ctx.records(inlinePolicies), [identity.id, name]));
}

function list({ id }: Frozen<Identity>, input: PageInput, ctx: Ctx) {
  const { items, ...end } = pageOfValues(ctx.records(inlinePolicies), [id], input);
  return { PolicyNames: items.map(({ name }) => name), ...end };
}

export const PutUserPolicy = operation('PutUserPolicy', (input, ctx) => put(findIdentity('user', input.UserName, ctx), input, ctx));
export const PutGroupPolicy = operation('PutGroupPolicy', (input, ctx) => put(findIdentity('group', input.GroupName, ctx), input, ctx));
export const PutRolePolicy = operation('PutRolePolicy', (input, ctx) => put(findOwnRole(input.RoleName, ctx), input, ctx));

export const GetUserPolicy = operation('GetUserPolicy', (input, ctx) => {
  const user = findIdentity('user', input.UserName, ctx);
  return { UserName: user.name, ...get(user, input.PolicyName, ctx) };
});
export const GetGroupPolicy = operation('GetGroupPolicy', (input, ctx) => {
  const group = findIdentity('group', input.GroupName, ctx);
  return { GroupName: group.name, ...get(group, input.PolicyName, ctx) };
});
export const GetRolePolicy = operation('GetRolePolicy', (input, ctx) => {
  const role = findIdentity('role', input.RoleName, ctx);
  return { RoleName: role.name, ...get(role, input.PolicyName, ctx) };
});

export const DeleteUserPolicy = operation('DeleteUserPolicy', (input, ctx) =>
  remove(findIdentity('user', input.UserName, ctx), input.PolicyName, ctx),
);
export const DeleteGroupPolicy = operation('DeleteGroupPolicy', (input, ctx) =>
  remove(findIdentity('group', input.GroupName, ctx), input.PolicyName, ctx),
);
export const DeleteRolePolicy = operation('DeleteRolePolicy', (input, ctx) =>
  remove(findOwnRole(input.RoleName, ctx), input.PolicyName, ctx),
);

export const ListUserPolicies = operation('ListUserPolicies', (input, ctx) => list(findIdentity('user', input.UserName, ctx), input, ctx));
export const ListGroupPolicies = operation('ListGroupPolicies', (input, ctx) =>
  list(findIdentity('group', input.GroupName, ctx), input, ctx),
);
export const ListRolePolicies = operation('ListRolePolicies', (input, ctx) => list(findIdentity('role', input.RoleName, ctx), input, ctx));

// Policies that live in one user, group or role.
import type { Ctx } from '#core/call';
import type { Frozen } from '#core/records';
import { fault, operation } from '#model/iam';
import { findIdentity, findOwnRole } from '#services/iam/identities/find-identity';
import { type PageRequest, pageOfRecords } from '#services/iam/listing';
import { type Identity, inlinePolicies } from '#services/iam/state';
import { documentSize, encodeDocument, readIdentityPolicy } from './documents.ts';

/** For all inline policies of one identity together, without white space. */
const SIZE = { user: 2048, group: 5120, role: 10_240 };

interface Inline {
  readonly PolicyName: string;
  readonly PolicyDocument: string;
}

function put(ctx: Ctx, { kind, id, name }: Frozen<Identity>, { PolicyName, PolicyDocument }: Inline): void {
  readIdentityPolicy(PolicyDocument);
  const records = ctx.records(inlinePolicies);
  const others = records.range([id]).filter((policy) => policy.name !== PolicyName);
  const size = [PolicyDocument, ...others.map(({ document }) => document)].reduce((sum, document) => sum + documentSize(document), 0);
  if (size > SIZE[kind]) throw fault('LimitExceededException', `Maximum policy size of ${SIZE[kind]} bytes exceeded for ${kind} ${name}`);
  ctx.write((tx) => tx.put(records, [id, PolicyName], { name: PolicyName, document: PolicyDocument }));
}

function get(ctx: Ctx, { kind, id }: Frozen<Identity>, name: string): { PolicyName: string; PolicyDocument: string } {
  const policy = ctx.records(inlinePolicies).get([id, name]);
  if (!policy) throw fault('NoSuchEntityException', `The ${kind} policy with name ${name} cannot be found.`);
  return { PolicyName: policy.name, PolicyDocument: encodeDocument(policy.document) };
}

function remove(ctx: Ctx, identity: Frozen<Identity>, name: string): void {
  get(ctx, identity, name);
  ctx.write((tx) => tx.delete(ctx.records(inlinePolicies), [identity.id, name]));
}

function list(ctx: Ctx, { id }: Frozen<Identity>, input: PageRequest) {
  const { items, end } = pageOfRecords(ctx.records(inlinePolicies), [id], input);
  return { PolicyNames: items.map(({ name }) => name), ...end };
}

export const PutUserPolicy = operation('PutUserPolicy', (input, ctx) => put(ctx, findIdentity(ctx, 'user', input.UserName), input));
export const PutGroupPolicy = operation('PutGroupPolicy', (input, ctx) => put(ctx, findIdentity(ctx, 'group', input.GroupName), input));
export const PutRolePolicy = operation('PutRolePolicy', (input, ctx) => put(ctx, findOwnRole(ctx, input.RoleName), input));

export const GetUserPolicy = operation('GetUserPolicy', (input, ctx) => {
  const user = findIdentity(ctx, 'user', input.UserName);
  return { UserName: user.name, ...get(ctx, user, input.PolicyName) };
});
export const GetGroupPolicy = operation('GetGroupPolicy', (input, ctx) => {
  const group = findIdentity(ctx, 'group', input.GroupName);
  return { GroupName: group.name, ...get(ctx, group, input.PolicyName) };
});
export const GetRolePolicy = operation('GetRolePolicy', (input, ctx) => {
  const role = findIdentity(ctx, 'role', input.RoleName);
  return { RoleName: role.name, ...get(ctx, role, input.PolicyName) };
});

export const DeleteUserPolicy = operation('DeleteUserPolicy', (input, ctx) =>
  remove(ctx, findIdentity(ctx, 'user', input.UserName), input.PolicyName),
);
export const DeleteGroupPolicy = operation('DeleteGroupPolicy', (input, ctx) =>
  remove(ctx, findIdentity(ctx, 'group', input.GroupName), input.PolicyName),
);
export const DeleteRolePolicy = operation('DeleteRolePolicy', (input, ctx) =>
  remove(ctx, findOwnRole(ctx, input.RoleName), input.PolicyName),
);

export const ListUserPolicies = operation('ListUserPolicies', (input, ctx) => list(ctx, findIdentity(ctx, 'user', input.UserName), input));
export const ListGroupPolicies = operation('ListGroupPolicies', (input, ctx) =>
  list(ctx, findIdentity(ctx, 'group', input.GroupName), input),
);
export const ListRolePolicies = operation('ListRolePolicies', (input, ctx) => list(ctx, findIdentity(ctx, 'role', input.RoleName), input));

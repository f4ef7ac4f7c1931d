// Permissions boundaries of users and roles: stored and counted; no request is judged by them here.
import type { Ctx } from '#core/ctx';
import { unmodelled } from '#core/operation';
import type { Tx } from '#core/records';
import { fault, operation } from '#model/iam';
import { findIdentity, findOwnRole, putIdentity } from '#services/iam/find-identity';
import { type FoundRole, type FoundUser, policyUses } from '#services/iam/state';
import { policyExists } from './managed-policies.ts';

/** Replaces or removes the boundary of an identity, and counts the policy's use. */
export function setBoundary<I extends FoundUser | FoundRole>(tx: Tx, identity: I, arn: string | undefined, ctx: Ctx): I {
  const uses = ctx.records(policyUses);
  if (arn !== undefined) {
    if (!/^arn:aws:iam::(?:\d{12}|aws):policy\/.+$/.test(arn))
      throw unmodelled('ValidationError', `Value (${arn}) for parameter PermissionsBoundary is invalid.`);
    if (!policyExists(arn, ctx)) throw fault('NoSuchEntityException', `Scope ARN: ${arn} does not exist or is not attachable.`);
  }
  if (identity.boundary !== undefined) tx.delete(uses, [identity.boundary, 'boundary', identity.id]);
  if (arn !== undefined) tx.put(uses, [arn, 'boundary', identity.id], { ownerId: identity.id });
  const { boundary: _, ...rest } = identity;
  const next = (arn === undefined ? rest : { ...rest, boundary: arn }) as I;
  putIdentity(tx, next, ctx);
  return next;
}

const removed = (identity: FoundUser | FoundRole, ctx: Ctx): void => {
  if (identity.boundary === undefined)
    throw fault('NoSuchEntityException', `The ${identity.kind} ${identity.name} does not have a permissions boundary.`);
  ctx.write((tx) => setBoundary(tx, identity, undefined, ctx));
};

export const PutRolePermissionsBoundary = operation('PutRolePermissionsBoundary', (input, ctx) => {
  const role = findOwnRole(input.RoleName, ctx);
  ctx.write((tx) => setBoundary(tx, role, input.PermissionsBoundary, ctx));
});

export const DeleteRolePermissionsBoundary = operation('DeleteRolePermissionsBoundary', (input, ctx) => {
  removed(findOwnRole(input.RoleName, ctx), ctx);
});

export const PutUserPermissionsBoundary = operation('PutUserPermissionsBoundary', (input, ctx) => {
  const user = findIdentity('user', input.UserName, ctx);
  ctx.write((tx) => setBoundary(tx, user, input.PermissionsBoundary, ctx));
});

export const DeleteUserPermissionsBoundary = operation('DeleteUserPermissionsBoundary', (input, ctx) => {
  removed(findIdentity('user', input.UserName, ctx), ctx);
});

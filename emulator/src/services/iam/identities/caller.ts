// The calling user. Operations that may leave the user name out are then about the user whose key signed the request.

import type { Ctx } from '#core/ctx';
import { unmodelled } from '#core/operation';
import { findIdentity, userOfId } from '#services/iam/find-identity';
import { accessKeyOwners, type FoundUser } from '#services/iam/state';

/** The user whose access key signed the request; undefined for every other caller. */
export function callingUser(ctx: Ctx): FoundUser | undefined {
  const { principal } = ctx;
  if (principal.kind !== 'key' || principal.accessKeyId === undefined) return undefined;
  const owner = ctx.records(accessKeyOwners).get([principal.accessKeyId]);
  return owner && userOfId(owner.userId, ctx);
}

/** Temporary credentials name no user and are not the account itself. */
export const isTemporary = ({ principal }: Ctx): boolean =>
  principal.kind === 'service' || (principal.kind === 'key' && principal.accessKeyId?.startsWith('ASIA') === true);

export function namedOrCallingUser(name: string | undefined, ctx: Ctx): FoundUser {
  if (name !== undefined) return findIdentity('user', name, ctx);
  const user = callingUser(ctx);
  if (user) return user;
  throw unmodelled('ValidationError', 'Must specify userName when calling with non-User credentials');
}

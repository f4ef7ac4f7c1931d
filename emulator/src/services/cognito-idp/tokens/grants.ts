// Grants: sign-ins, whose tokens end together.
import type { Ctx } from '#core/ctx';
import type { Frozen, Tx } from '#core/records';
import { type Grant, grants, type Pool, type User } from '#services/cognito-idp/state';
import { keyOf } from '#services/cognito-idp/users/find-user';

type GrantKey = [poolId: string, userKey: string, originJti: string];

export function putGrant(tx: Tx, key: GrantKey, grant: Grant, ctx: Ctx): void {
  tx.put(ctx.records(grants), key, grant);
  ctx.later(tx, 'cognito-idp.forget-grant', key, grant.expiresMs);
}

export function revoke(tx: Tx, key: GrantKey, ctx: Ctx): void {
  const found = ctx.records(grants).get(key);
  if (found && !found.isRevoked) tx.put(ctx.records(grants), key, { ...found, isRevoked: true });
}

/** Ends all sign-ins of the user. */
export function revokeAll(tx: Tx, pool: Frozen<Pool>, { username }: Frozen<User>, ctx: Ctx): void {
  for (const key of ctx.records(grants).keys([pool.id, keyOf(username, pool)])) revoke(tx, key, ctx);
}

export function removeGrants(tx: Tx, pool: Frozen<Pool>, { username }: Frozen<User>, ctx: Ctx): void {
  for (const key of ctx.records(grants).keys([pool.id, keyOf(username, pool)])) {
    tx.delete(ctx.records(grants), key);
    ctx.unschedule(tx, 'cognito-idp.forget-grant', key);
  }
}

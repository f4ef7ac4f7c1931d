// Deletes a user with all that belongs to them.
import type { Ctx } from '#core/ctx';
import type { Frozen, Tx } from '#core/records';
import { removeFromGroups } from '#services/cognito-idp/groups/groups-of-user';
import { removeCodes } from '#services/cognito-idp/messages/codes';
import { removePasskeys } from '#services/cognito-idp/passkeys/find-passkey';
import { devices, type Pool, type User } from '#services/cognito-idp/state';
import { removeGrants } from '#services/cognito-idp/tokens/grants';
import { keyOf, removeUser } from '#services/cognito-idp/users/find-user';

export function forgetUser(tx: Tx, pool: Frozen<Pool>, user: Frozen<User>, ctx: Ctx): void {
  removeFromGroups(tx, pool, user, ctx);
  removeCodes(tx, pool, user, ctx);
  removeGrants(tx, pool, user, ctx);
  removePasskeys(tx, pool, user, ctx);
  for (const key of ctx.records(devices).keys([pool.id, keyOf(user.username, pool)])) tx.delete(ctx.records(devices), key);
  removeUser(tx, pool, user, ctx);
}

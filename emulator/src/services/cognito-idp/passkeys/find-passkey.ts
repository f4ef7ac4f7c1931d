// Passkeys of users: found, listed, and removed with their user.
import { createHash } from 'node:crypto';
import type { Ctx } from '#core/ctx';
import type { Frozen, Tx } from '#core/records';
import { type Passkey, passkeyRegistrations, passkeys } from '#services/cognito-idp/passkey-state';
import type { Pool, User } from '#services/cognito-idp/state';
import { keyOf } from '#services/cognito-idp/users/find-user';

export const passkeyKey = (pool: Frozen<Pool>, { username }: Frozen<User>, id: string): [string, string, string] => [
  pool.id,
  keyOf(username, pool),
  createHash('sha256').update(id).digest('base64url'),
];

export const findPasskey = (pool: Frozen<Pool>, user: Frozen<User>, id: string, there: Ctx): Frozen<Passkey> | undefined =>
  there.records(passkeys).get(passkeyKey(pool, user, id));

/** The oldest first. */
export const passkeysOf = (pool: Frozen<Pool>, { username }: Frozen<User>, there: Ctx): Frozen<Passkey>[] =>
  there
    .records(passkeys)
    .range([pool.id, keyOf(username, pool)])
    .sort((a, b) => a.createdMs - b.createdMs || (a.id < b.id ? -1 : 1));

export function removePasskeys(tx: Tx, pool: Frozen<Pool>, { username }: Frozen<User>, there: Ctx): void {
  const userKey = keyOf(username, pool);
  for (const key of there.records(passkeys).keys([pool.id, userKey])) tx.delete(there.records(passkeys), key);
  tx.delete(there.records(passkeyRegistrations), [pool.id, userKey]);
}

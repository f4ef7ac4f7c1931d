// The identity of a user: the same for the same logins.
import type { Ctx } from '#core/ctx';
import type { Frozen, Tx } from '#core/records';
import { table } from '#lib/table';
import { fault } from '#model/cognito-identity';
import { claim } from '#services/cognito-identity/pools/find-pool';
import { type Identity, type IdentityPool, identities, logins } from '#services/cognito-identity/state';

export interface LoginName {
  readonly provider: string;
  readonly user: string;
}

/** Users of a developer's own provider cannot be mistaken for those of a public one. */
export const developerLogin = (provider: string, user: string): LoginName => ({ provider: `dev:${provider}`, user });

export const identityOf = ({ provider, user }: LoginName, { id }: Frozen<IdentityPool>, there: Ctx): string | undefined =>
  there.records(logins).get([id, provider, user])?.identityId;

export function newIdentity(tx: Tx, pool: Frozen<IdentityPool>, there: Ctx): Frozen<Identity> {
  const nowMs = there.now();
  const id = `${there.region}:${there.id()}`;
  const identity: Identity = { id, logins: {}, developerUsers: {}, createdMs: nowMs, modifiedMs: nowMs };
  tx.put(there.records(identities), [pool.id, id], identity);
  claim(tx, ['identity', id], pool.id, there);
  return identity;
}

export function putIdentity(tx: Tx, pool: Frozen<IdentityPool>, identity: Frozen<Identity>, there: Ctx): void {
  tx.put(there.records(identities), [pool.id, identity.id], { ...identity, modifiedMs: there.now() });
}

/** Links logins with an identity. @throws ResourceConflictException for a login of another identity */
export function link(
  tx: Tx,
  identity: Frozen<Identity>,
  given: readonly LoginName[],
  pool: Frozen<IdentityPool>,
  there: Ctx,
): Frozen<Identity> {
  const publicLogins = table<string>(identity.logins);
  const developers = table<readonly string[]>(identity.developerUsers);
  for (const login of given) {
    const owner = identityOf(login, pool, there);
    if (owner !== undefined && owner !== identity.id)
      throw fault('ResourceConflictException', `Token is already associated with a different Id: ${owner}`);
    tx.put(there.records(logins), [pool.id, login.provider, login.user], { identityId: identity.id });
    if (!login.provider.startsWith('dev:')) {
      const before = publicLogins[login.provider];
      if (before !== undefined && before !== login.user) tx.delete(there.records(logins), [pool.id, login.provider, before]);
      publicLogins[login.provider] = login.user;
      continue;
    }
    const name = login.provider.slice('dev:'.length);
    developers[name] = [...new Set([...(developers[name] ?? []), login.user])];
  }
  const linked = { ...identity, logins: { ...publicLogins }, developerUsers: { ...developers } };
  putIdentity(tx, pool, linked, there);
  return linked;
}

// Identities: describe, list, delete, unlink.
import type { Ctx } from '#core/ctx';
import { Fault } from '#core/fault';
import type { Frozen, Tx } from '#core/records';
import { operation } from '#model/cognito-identity';
import { notAuthorized } from '#services/cognito-identity/faults';
import { pageOfValues } from '#services/cognito-identity/pages';
import { findIdentity, findPool, locateIdentity, ownersOf } from '#services/cognito-identity/pools/find-pool';
import { type Identity, type IdentityPool, identities, logins } from '#services/cognito-identity/state';
import { checkLogins } from './check-logins.ts';
import { putIdentity } from './find-or-create.ts';

const describe = ({ id, logins: known, developerUsers, createdMs, modifiedMs }: Frozen<Identity>) => {
  const names = [...Object.keys(known), ...Object.keys(developerUsers)];
  return {
    IdentityId: id,
    ...(names.length > 0 && { Logins: names }),
    CreationDate: new Date(createdMs),
    LastModifiedDate: new Date(modifiedMs),
  };
};

export const DescribeIdentity = operation('DescribeIdentity', ({ IdentityId }, ctx) => describe(findIdentity(IdentityId, ctx).identity));

export const ListIdentities = operation('ListIdentities', (input, ctx) => {
  const { id } = findPool(input.IdentityPoolId, ctx);
  const keep = ({ isDisabled }: Frozen<Identity>) => !(input.HideDisabled && isDisabled);
  const { items, NextToken } = pageOfValues(ctx.records(identities), [id], input, { keep });
  return { IdentityPoolId: id, Identities: items.map(describe), NextToken };
});

export const DeleteIdentities = operation('DeleteIdentities', ({ IdentityIdsToDelete }, ctx) => {
  const unprocessed: { IdentityId: string; ErrorCode: 'AccessDenied' }[] = [];
  ctx.write((tx) => {
    for (const id of IdentityIdsToDelete) {
      try {
        const { pool, identity } = findIdentity(id, ctx);
        remove(tx, pool, identity, ctx);
      } catch (error) {
        if (!(error instanceof Fault)) throw error;
        unprocessed.push({ IdentityId: id, ErrorCode: 'AccessDenied' });
      }
    }
  });
  return { UnprocessedIdentityIds: unprocessed };
});

export function remove(tx: Tx, pool: Frozen<IdentityPool>, identity: Frozen<Identity>, there: Ctx): void {
  for (const [provider, user] of Object.entries(identity.logins)) tx.delete(there.records(logins), [pool.id, provider, user]);
  for (const [provider, users] of Object.entries(identity.developerUsers))
    for (const user of users) tx.delete(there.records(logins), [pool.id, `dev:${provider}`, user]);
  tx.delete(there.records(identities), [pool.id, identity.id]);
  tx.delete(ownersOf(there), ['identity', identity.id]);
}

export const UnlinkIdentity = operation('UnlinkIdentity', ({ IdentityId, Logins, LoginsToRemove }, ctx) => {
  const { pool, there, identity } = locateIdentity(IdentityId, ctx);
  const given = checkLogins(Logins, pool, there);
  if (!given.some(({ provider, user }) => identity.logins[provider] === user))
    throw notAuthorized("Logins don't match. Please include at least one valid login for this identity or identity pool.");
  const kept = Object.fromEntries(Object.entries(identity.logins).filter(([provider]) => !LoginsToRemove.includes(provider)));
  there.write((tx) => {
    for (const provider of LoginsToRemove) {
      const user = identity.logins[provider];
      if (user !== undefined) tx.delete(there.records(logins), [pool.id, provider, user]);
    }
    putIdentity(tx, pool, { ...identity, logins: kept }, there);
  });
});

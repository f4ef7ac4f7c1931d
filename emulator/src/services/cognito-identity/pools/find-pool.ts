// Finds identity pools and identities: in the account and region of a signed call, or by their ids alone.
import { DEFAULT_ACCOUNT } from '#core/access-key';
import type { Ctx } from '#core/ctx';
import type { Frozen, Records, Tx } from '#core/records';
import { notFound } from '#services/cognito-identity/faults';
import { type Identity, type IdentityPool, identities, identityPools, type Owner, owners } from '#services/cognito-identity/state';

type OwnerKey = [kind: 'pool' | 'identity', id: string];

export const ownersOf = (ctx: Ctx): Records<OwnerKey, Owner> => ctx.in({ account: DEFAULT_ACCOUNT }).records(owners);

export function claim(tx: Tx, key: OwnerKey, poolId: string, ctx: Ctx): void {
  tx.put(ownersOf(ctx), key, { account: ctx.account, region: ctx.region, poolId });
}

export const noSuchPool = (id: string) => notFound(`IdentityPool '${id}' not found.`);
export const noSuchIdentity = (id: string) => notFound(`Identity '${id}' not found.`);

export function findPool(id: string, ctx: Ctx): Frozen<IdentityPool> {
  const found = ctx.records(identityPools).get([id]);
  if (!found) throw noSuchPool(id);
  return found;
}

export interface LocatedPool {
  readonly pool: Frozen<IdentityPool>;
  /** The context of the pool's account and region. */
  readonly there: Ctx;
}

export interface LocatedIdentity extends LocatedPool {
  readonly identity: Frozen<Identity>;
}

export function locatePool(id: string, ctx: Ctx): LocatedPool {
  const owner = ownersOf(ctx).get(['pool', id]);
  const there = owner && ctx.in(owner);
  const pool = there?.records(identityPools).get([id]);
  if (!there || !pool) throw noSuchPool(id);
  return { pool, there };
}

export function locateIdentity(id: string, ctx: Ctx): LocatedIdentity {
  const owner = ownersOf(ctx).get(['identity', id]);
  const there = owner && ctx.in(owner);
  const pool = owner && there?.records(identityPools).get([owner.poolId]);
  const identity = owner && there?.records(identities).get([owner.poolId, id]);
  if (!there || !pool || !identity) throw noSuchIdentity(id);
  return { pool, there, identity };
}

/** The identity of a signed call: one of the caller's own account and region. */
export function findIdentity(id: string, ctx: Ctx): LocatedIdentity {
  const located = locateIdentity(id, ctx);
  if (located.there.account !== ctx.account || located.there.region !== ctx.region) throw noSuchIdentity(id);
  return located;
}

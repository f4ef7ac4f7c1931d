// Finds pools: in the account and region of a signed call, or wherever the client or the token of an unsigned one comes from.
import { DEFAULT_ACCOUNT } from '#core/access-key';
import type { Ctx } from '#core/ctx';
import type { Frozen, Records, Tx } from '#core/records';
import { notFound } from '#services/cognito-idp/faults';
import { type Owner, owners, type Pool, pools } from '#services/cognito-idp/state';

type OwnerKey = [kind: 'pool' | 'client' | 'domain', id: string];

export const ownersOf = (ctx: Ctx): Records<OwnerKey, Owner> => ctx.in({ account: DEFAULT_ACCOUNT }).records(owners);

export const noSuchPool = (id: string) => notFound(`User pool ${id} does not exist.`);

export function findPool(id: string, ctx: Ctx): Frozen<Pool> {
  const found = ctx.records(pools).get([id]);
  if (!found) throw noSuchPool(id);
  return found;
}

export function putPool(tx: Tx, pool: Pool | Frozen<Pool>, ctx: Ctx): void {
  tx.put(ctx.records(pools), [pool.id], pool);
}

export const ownerOf = (kind: OwnerKey[0], id: string, ctx: Ctx): Frozen<Owner> | undefined => ownersOf(ctx).get([kind, id]);

export function claim(tx: Tx, key: OwnerKey, poolId: string, ctx: Ctx): void {
  tx.put(ownersOf(ctx), key, { account: ctx.account, region: ctx.region, poolId });
}

export interface LocatedPool {
  readonly pool: Frozen<Pool>;
  /** The context of the pool's account and region. */
  readonly there: Ctx;
}

/** The pool with this id, whoever asks. */
export function locatePool(id: string, ctx: Ctx): LocatedPool | undefined {
  const owner = ownerOf('pool', id, ctx);
  const there = owner && ctx.in(owner);
  const pool = there?.records(pools).get([id]);
  return there && pool && { pool, there };
}

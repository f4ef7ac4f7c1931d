// Finds clients: in a pool of the caller's account, or by their id alone for calls without a signature.
import type { Ctx } from '#core/ctx';
import type { Frozen } from '#core/records';
import { notFound } from '#services/cognito-idp/faults';
import { type LocatedPool, ownerOf } from '#services/cognito-idp/pools/find-pool';
import { type Client, clients, pools } from '#services/cognito-idp/state';

export const noSuchClient = (id: string) => notFound(`User pool client ${id} does not exist.`);

/** The pool is known to exist. */
export function findClient(poolId: string, id: string, ctx: Ctx): Frozen<Client> {
  const found = ctx.records(clients).get([poolId, id]);
  if (!found) throw noSuchClient(id);
  return found;
}

export interface LocatedClient extends LocatedPool {
  readonly client: Frozen<Client>;
}

export function clientAnywhere(id: string, ctx: Ctx): LocatedClient | undefined {
  const owner = ownerOf('client', id, ctx);
  if (!owner) return undefined;
  const there = ctx.in(owner);
  const pool = there.records(pools).get([owner.poolId]);
  const client = there.records(clients).get([owner.poolId, id]);
  return pool && client && { pool, client, there };
}

/** The client with this id, its pool, and the context of their account and region. */
export function locateClient(id: string, ctx: Ctx): LocatedClient {
  const found = clientAnywhere(id, ctx);
  if (!found) throw noSuchClient(id);
  return found;
}

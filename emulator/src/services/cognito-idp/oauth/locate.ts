// Which pool a request of OAuth is for: by its domain, or by the client that it names.
import type { Ctx } from '#core/ctx';
import type { Frozen } from '#core/records';
import type { RouteRequest } from '#core/route';
import { clientAnywhere } from '#services/cognito-idp/clients/find-client';
import { ownerOf } from '#services/cognito-idp/pools/find-pool';
import { type Client, clients, type Pool, pools } from '#services/cognito-idp/state';

const PREFIX_HOST = /^([a-z0-9-]+)\.auth\./;
/** The same without a domain, on the gateway's own host: the client says which pool it is. */
const OWN_PATH = /^\/_aws\/cognito-idp(\/.*)$/;

export interface PoolPlace {
  /** Undefined where only the client will tell. */
  readonly pool: Frozen<Pool> | undefined;
  readonly there: Ctx;
  /** The part of addresses before the path of an endpoint. */
  readonly base: string;
  /** The path of the endpoint: `/oauth2/token`. */
  readonly path: string;
}

export function placeOf({ host, path }: RouteRequest, ctx: Ctx): PoolPlace | undefined {
  const own = OWN_PATH.exec(path)?.[1];
  const name = PREFIX_HOST.exec(host)?.[1] ?? host;
  const owner = ownerOf('domain', name, ctx);
  if (owner && own === undefined) {
    const there = ctx.in(owner);
    const pool = there.records(pools).get([owner.poolId]);
    return pool && { pool, there, base: '', path };
  }
  return own === undefined ? undefined : { pool: undefined, there: ctx, base: '/_aws/cognito-idp', path: own };
}

export interface ClientPlace extends PoolPlace {
  readonly pool: Frozen<Pool>;
  readonly client: Frozen<Client>;
}

/** The client of the request, which must be one of the domain's pool. */
export function clientAt(id: string | null | undefined, place: PoolPlace): ClientPlace | undefined {
  if (!id) return undefined;
  if (place.pool) {
    const client = place.there.records(clients).get([place.pool.id, id]);
    return client && { ...place, pool: place.pool, client };
  }
  const found = clientAnywhere(id, place.there);
  return found && { ...place, ...found };
}

/** Names of the providers that the client offers; `COGNITO` is the pool itself. */
export const offeredBy = ({ client }: Pick<ClientPlace, 'client'>): readonly string[] =>
  client.settings.SupportedIdentityProviders ?? ['COGNITO'];

// Finds the API that a request is for: by its host name, or by a path on the gateway's own host.
import type { Ctx } from '#core/ctx';
import { hostClaim } from '#core/host-names';
import type { Frozen } from '#core/records';
import type { RouteRequest } from '#core/route';
import { type Api, apis, domainNames, type EventApi, eventApis, ownerOf } from '#services/appsync/state';

const HOST = /^([a-z0-9-]+)\.appsync-(?:realtime-)?api\./;
/** The second and third are forms of the established emulator. */
const PATHS = [/^\/_appsync\/([A-Za-z0-9-]+)(\/.*)$/, /^\/(?:graphql|appsync-api)\/([A-Za-z0-9-]+)(\/.*)?$/];

export interface LocatedApi<A = Frozen<Api>> {
  readonly api: A;
  /** The context of the API's account and region. */
  readonly there: Ctx;
  /** `/graphql`, `/graphql/connect`, `/graphql/realtime`; `/event`, `/event/realtime`. */
  readonly path: string;
  /** A domain name of the API, if the request was sent to one. */
  readonly domainName: string | null;
}

/** `missing`: the id or the host that the request named, if no API has it. */
export type Located = LocatedApi | { readonly events: LocatedApi<Frozen<EventApi>> } | { readonly missing: string };

export function locateApi({ host, path }: Pick<RouteRequest, 'host' | 'path'>, ctx: Ctx): Located {
  const claim = hostClaim(host, ctx);
  // The name was given to the API, or is made of its id.
  const hostId = claim ? ctx.in(claim).records(domainNames).get([claim.name])?.apiId : HOST.exec(host)?.[1];
  const [, pathId, rest = ''] =
    hostId === undefined && !claim ? (PATHS.map((form) => form.exec(path)).find((match) => match !== null) ?? []) : [];
  const id = hostId ?? pathId;
  const owner = id === undefined ? undefined : ownerOf(id, ctx);
  const there = owner && ctx.in({ account: owner.account, region: owner.region });
  if (!there) return { missing: id ?? host };
  const events = there.records(eventApis).get([id!]);
  if (events)
    return { events: { api: events, there, path: hostId === undefined ? below('/event', rest) : path, domainName: claim?.name ?? null } };
  const api = there.records(apis).get([id!]);
  return api
    ? { api, there, path: hostId === undefined ? below('/graphql', rest) : path, domainName: claim?.name ?? null }
    : { missing: id! };
}

/** Paths of an API may leave out what all of them begin with. */
const below = (start: string, rest: string): string => (rest.startsWith(start) ? rest : `${start}${rest}`);

// Finds the API that a request is for: by its host name, or by a path on the gateway's own host.
import type { Ctx } from '#core/ctx';
import type { Frozen } from '#core/records';
import type { RouteRequest } from '#core/route';
import { type Api, apis, ownerOf } from '#services/appsync/state';

const HOST = /^([a-z0-9-]+)\.appsync-(?:realtime-)?api\./;
/** The second and third are forms of the established emulator. */
const PATHS = [/^\/_appsync\/([A-Za-z0-9-]+)(\/.*)$/, /^\/(?:graphql|appsync-api)\/([A-Za-z0-9-]+)(\/.*)?$/];

export interface LocatedApi {
  readonly api: Frozen<Api>;
  /** The context of the API's account and region. */
  readonly there: Ctx;
  /** `/graphql`, `/graphql/connect`, `/graphql/realtime`. */
  readonly path: string;
}

/** `missing`: the id or the host that the request named, if no API has it. */
export function locateApi({ host, path }: Pick<RouteRequest, 'host' | 'path'>, ctx: Ctx): LocatedApi | { readonly missing: string } {
  const hostId = HOST.exec(host)?.[1];
  const [, pathId, rest = ''] = hostId === undefined ? (PATHS.map((form) => form.exec(path)).find((match) => match !== null) ?? []) : [];
  const id = hostId ?? pathId;
  const owner = id === undefined ? undefined : ownerOf(id, ctx);
  const there = owner && ctx.in({ account: owner.account, region: owner.region });
  const api = there?.records(apis).get([id!]);
  if (!there || !api) return { missing: id ?? host };
  return { api, there, path: hostId === undefined ? (rest.startsWith('/graphql') ? rest : `/graphql${rest}`) : path };
}

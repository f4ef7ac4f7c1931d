// Finds the API, the stage and the path that a request is for: by the host name of an API, by a custom domain, or by a path on the gateway's own host.
import type { Ctx } from '#core/ctx';
import { hostClaim } from '#core/host-names';
import type { Frozen } from '#core/records';
import type { RouteRequest } from '#core/route';
import { domains, mappings, rules } from '#services/apigateway/http-state';
import { type ApiOwner, ownerOfApi } from './api-ids.ts';
import { matchRule } from './match-rule.ts';

const HOST = /^([a-z0-9-]+)\.execute-api\./;
const OWN_HOST = /\.execute-api\./;
/** A form of the established emulator. */
const LEGACY_PATH = /^\/restapis\/([A-Za-z0-9-]+)(\/[^/]+)\/_user_request_(\/.*)?$/s;
const PATH = /^\/_execute-api\/([A-Za-z0-9-]+)(\/.*)?$/;

export interface LocatedApi {
  readonly owner: Frozen<ApiOwner>;
  /** The context of the API's account and region. */
  readonly there: Ctx;
  /** The stage that a domain is mapped to; otherwise the path names it. */
  readonly stage: string | undefined;
  /** Raw. Begins with the stage where `stage` is undefined. */
  readonly path: string;
  /** The part of the path that a domain's mapping matched: `/v1`. */
  readonly basePath: string;
}

/** Whether the request came to the default endpoint of an API, which an API may disable. */
export const isDefaultEndpoint = ({ host }: Pick<RouteRequest, 'host'>): boolean => OWN_HOST.test(host);

export type LocateInput = Pick<RouteRequest, 'host' | 'path' | 'headers'>;

export function locateApi(request: LocateInput, ctx: Ctx): LocatedApi | undefined {
  const [, legacyId, legacyStage = '', legacyRest = '/'] = LEGACY_PATH.exec(request.path) ?? [];
  if (legacyId !== undefined) return placed(legacyId, undefined, `${legacyStage}${legacyRest}`, '', ctx);
  const hostId = HOST.exec(request.host)?.[1];
  const [, pathId, rest = '/'] = hostId === undefined ? (PATH.exec(request.path) ?? []) : [];
  const id = hostId ?? pathId;
  if (id === undefined) return byDomain(request, ctx);
  return placed(id, undefined, hostId === undefined ? rest : request.path, '', ctx);
}

function placed(id: string, stage: string | undefined, path: string, basePath: string, ctx: Ctx): LocatedApi | undefined {
  const owner = ownerOfApi(id, ctx);
  return owner && { owner, there: ctx.in({ account: owner.account, region: owner.region }), stage, path, basePath };
}

function byDomain({ host, path, headers }: LocateInput, ctx: Ctx): LocatedApi | undefined {
  const claim = hostClaim(host, ctx);
  if (!claim) return undefined;
  const there = ctx.in({ account: claim.account, region: claim.region });
  const mode = there.records(domains).get([claim.name])?.routingMode;
  const rule = mode === 'API_MAPPING_ONLY' ? undefined : matchRule(there.records(rules).range([claim.name]), path, headers);
  if (rule) return placed(rule.api, rule.stage, rule.path, rule.basePath, ctx);
  return mode === 'ROUTING_RULE_ONLY' ? undefined : byMapping(claim.name, path, there);
}

/** The mapping with the longest key whose segments begin the path; the mapping without a key takes the rest. */
function byMapping(domain: string, path: string, ctx: Ctx): LocatedApi | undefined {
  const found = ctx
    .records(mappings)
    .range([domain])
    .filter(({ ApiMappingKey: key = '' }) => key === '' || path === `/${key}` || path.startsWith(`/${key}/`))
    .sort((a, b) => (b.ApiMappingKey ?? '').length - (a.ApiMappingKey ?? '').length)[0];
  if (!found) return undefined;
  const basePath = found.ApiMappingKey ? `/${found.ApiMappingKey}` : '';
  // A mapping of a REST API may leave the stage to the path.
  return placed(found.ApiId, found.Stage || undefined, path.slice(basePath.length) || '/', basePath, ctx);
}

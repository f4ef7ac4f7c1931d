// Keys and settings that routes may have.
import type { Ctx } from '#core/ctx';
import type { Frozen } from '#core/records';
import type { Route } from '#model/apigatewayv2';
import { type Api, authorizers, integrations, routes } from '#services/apigateway/http-state';
import { bad, conflict } from './faults.ts';

/** Limit: characters of a route key. */
const MAX_KEY = 1024;
const HTTP_KEY = /^(?:ANY|DELETE|GET|HEAD|OPTIONS|PATCH|POST|PUT) (\/\S*)$/;
const SEGMENT = /^(?:\{[A-Za-z0-9._:-]+\+?\}|[^{}]*)$/;
const TARGET = /^integrations\/([A-Za-z0-9-]+)$/;
const SOCKET_EVENTS = new Set(['$connect', '$disconnect', '$default']);

/** @throws BadRequest */
export function checkRouteKey(key: string, protocol: Api['protocol']): void {
  if (protocol === 'WEBSOCKET') {
    if (key === '' || key.length > MAX_KEY || (key.startsWith('$') && !SOCKET_EVENTS.has(key)))
      throw bad(`The provided route key ${key} is not formatted properly for WEBSOCKET protocol`);
    return;
  }
  if (key === '$default') return;
  const path = HTTP_KEY.exec(key)?.[1];
  if (path === undefined || key.length > MAX_KEY)
    throw bad(
      'The provided route key is not formatted properly for HTTP protocol. Format should be "<HTTP METHOD> /<RESOURCE PATH>" or "$default"',
    );
  checkPath(path);
}

function checkPath(path: string): void {
  const segments = path.split('/').slice(1);
  const names = segments.flatMap((segment) => /^\{([^}+]+)\+?\}$/.exec(segment)?.[1] ?? []);
  if (!segments.every((segment) => SEGMENT.test(segment)))
    throw bad(`The route path ${path} has a parameter that is not a whole segment in braces`);
  if (segments.slice(0, -1).some((segment) => segment.endsWith('+}')))
    throw bad(`The greedy parameter of the route path ${path} must be its last segment`);
  if (new Set(names).size < names.length) throw bad(`The route path ${path} has two parameters with one name`);
}

/** @throws BadRequest, Conflict for a key that another route has */
export function checkRoute(route: Frozen<Route>, api: Frozen<Api>, ctx: Ctx): void {
  checkRouteKey(route.RouteKey, api.protocol);
  const other = ctx
    .records(routes)
    .range([api.id])
    .find(({ RouteKey, RouteId }) => RouteKey === route.RouteKey && RouteId !== route.RouteId);
  if (other) throw conflict(`Route with key ${route.RouteKey} already exists for this API`);
  if (route.Target !== undefined && route.Target !== '') checkTarget(route.Target, api.id, ctx);
  checkAuthorization(route, api, ctx);
  if (api.protocol === 'HTTP') {
    const unsupported = (
      ['ModelSelectionExpression', 'RequestModels', 'RequestParameters', 'RouteResponseSelectionExpression'] as const
    ).find((member) => route[member] !== undefined);
    if (unsupported !== undefined) throw bad(`${unsupported} is currently not supported for HTTP APIs`);
    if (route.ApiKeyRequired === true) throw bad('ApiKeyRequired is not currently supported for HTTP APIs');
  }
}

function checkTarget(target: string, api: string, ctx: Ctx): void {
  const id = TARGET.exec(target)?.[1];
  if (id === undefined) throw bad(`Invalid target ${target}. Format should be integrations/<integration id>`);
  if (!ctx.records(integrations).has([api, id])) throw bad(`Invalid Integration identifier specified ${id}`);
}

function checkAuthorization(
  { AuthorizationType: type = 'NONE', AuthorizerId: id, RouteKey, AuthorizationScopes: scopes }: Frozen<Route>,
  api: Frozen<Api>,
  ctx: Ctx,
): void {
  if (api.protocol === 'WEBSOCKET' && type !== 'NONE' && RouteKey !== '$connect')
    throw bad('Currently, authorization is restricted to the $connect route only');
  if (api.protocol === 'WEBSOCKET' && type === 'JWT') throw bad('JWT authorization is not supported for WEBSOCKET protocol APIs');
  if (type !== 'JWT' && scopes !== undefined && scopes.length > 0)
    throw bad('AuthorizationScopes is only supported for authorization type JWT');
  if (type !== 'JWT' && type !== 'CUSTOM') return;
  if (id === undefined || id === '') throw bad(`AuthorizerId is required for authorization type ${type}`);
  const authorizer = ctx.records(authorizers).get([api.id, id]);
  if (!authorizer) throw bad(`Invalid Authorizer identifier specified ${id}`);
  if ((authorizer.AuthorizerType === 'JWT') !== (type === 'JWT'))
    throw bad(`Authorizer ${id} of type ${authorizer.AuthorizerType} cannot be used with authorization type ${type}`);
}

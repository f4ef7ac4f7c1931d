// Routes and the responses of routes of WebSocket APIs.
import type { Ctx } from '#core/ctx';
import type { Frozen } from '#core/records';
import { operation, type Route, type RouteResponse } from '#model/apigatewayv2';
import { newId } from '#services/apigateway/addresses/api-ids';
import { routeResponses, routes } from '#services/apigateway/http-state';
import { changed } from './changes.ts';
import { writeChange } from './deploy.ts';
import { bad, conflict, noSuch } from './faults.ts';
import { findApi, findRoute } from './find-api.ts';
import { listed } from './pages.ts';
import { checkRoute } from './route-rules.ts';

const PART_ID_LENGTH = 7;

export const CreateRoute = operation('CreateRoute', ({ ApiId, ...input }, ctx) => {
  const api = findApi(ApiId, ctx);
  const RouteId = newId(ctx, PART_ID_LENGTH);
  const route: Route = {
    ...input,
    RouteId,
    ApiKeyRequired: input.ApiKeyRequired ?? false,
    AuthorizationType: input.AuthorizationType ?? 'NONE',
  };
  checkRoute(route, api, ctx);
  writeChange(ApiId, (tx) => tx.put(ctx.records(routes), [ApiId, RouteId], route), ctx);
  return route;
});

export const GetRoute = operation('GetRoute', ({ ApiId, RouteId }, ctx) => findRoute(ApiId, RouteId, ctx));

export const GetRoutes = operation('GetRoutes', ({ ApiId, ...page }, ctx) => {
  findApi(ApiId, ctx);
  return listed(ctx.records(routes), [ApiId], page, (route) => route);
});

export const UpdateRoute = operation('UpdateRoute', ({ ApiId, RouteId, ...changes }, ctx) => {
  const before = findRoute(ApiId, RouteId, ctx);
  if (before.ApiGatewayManaged && changes.RouteKey !== undefined && changes.RouteKey !== before.RouteKey)
    throw bad(`The key of route ${RouteId}, which quick create made, changes with its API alone`);
  const after = withoutUnusedAuthorizer(changed<Frozen<Route>>(before, changes));
  checkRoute(after, findApi(ApiId, ctx), ctx);
  writeChange(ApiId, (tx) => tx.put(ctx.records(routes), [ApiId, RouteId], after), ctx);
  return after;
});

/** Routes that need no authorizer any more lose theirs, with its scopes. */
function withoutUnusedAuthorizer(route: Frozen<Route>): Frozen<Route> {
  if (route.AuthorizationType === 'JWT' || route.AuthorizationType === 'CUSTOM') return route;
  const { AuthorizerId: _, AuthorizationScopes: __, ...others } = route;
  return others;
}

export const DeleteRoute = operation('DeleteRoute', ({ ApiId, RouteId }, ctx) => {
  findRoute(ApiId, RouteId, ctx);
  writeChange(
    ApiId,
    (tx) => {
      tx.delete(ctx.records(routes), [ApiId, RouteId]);
      for (const [key] of ctx.records(routeResponses).entries([ApiId, RouteId])) tx.delete(ctx.records(routeResponses), key);
    },
    ctx,
  );
});

export const DeleteRouteRequestParameter = operation('DeleteRouteRequestParameter', ({ ApiId, RouteId, RequestParameterKey }, ctx) => {
  const route = findRoute(ApiId, RouteId, ctx);
  const { [RequestParameterKey]: removed, ...others } = route.RequestParameters ?? {};
  if (!removed) throw noSuch('Request parameter', RequestParameterKey);
  writeChange(ApiId, (tx) => tx.put(ctx.records(routes), [ApiId, RouteId], { ...route, RequestParameters: others }), ctx);
});

export const CreateRouteResponse = operation('CreateRouteResponse', ({ ApiId, RouteId, ...input }, ctx) => {
  findRoute(ApiId, RouteId, ctx);
  if (findApi(ApiId, ctx).protocol === 'HTTP') throw bad('Route responses are not supported for HTTP protocol APIs');
  const RouteResponseId = newId(ctx, PART_ID_LENGTH);
  const response: RouteResponse = { ...input, RouteResponseId };
  checkResponseKey(ApiId, RouteId, response, ctx);
  writeChange(ApiId, (tx) => tx.put(ctx.records(routeResponses), [ApiId, RouteId, RouteResponseId], response), ctx);
  return response;
});

function checkResponseKey(api: string, route: string, response: Frozen<RouteResponse>, ctx: Ctx): void {
  if (response.RouteResponseKey !== '$default') throw bad('RouteResponseKey must be $default');
  const other = ctx
    .records(routeResponses)
    .range([api, route])
    .find(({ RouteResponseId }) => RouteResponseId !== response.RouteResponseId);
  if (other) throw conflict(`Route response with key ${response.RouteResponseKey} already exists for this route`);
}

function findResponse(api: string, route: string, id: string, ctx: Ctx): Frozen<RouteResponse> {
  findRoute(api, route, ctx);
  const found = ctx.records(routeResponses).get([api, route, id]);
  if (!found) throw noSuch('Route Response', id);
  return found;
}

export const GetRouteResponse = operation('GetRouteResponse', ({ ApiId, RouteId, RouteResponseId }, ctx) =>
  findResponse(ApiId, RouteId, RouteResponseId, ctx),
);

export const GetRouteResponses = operation('GetRouteResponses', ({ ApiId, RouteId, ...page }, ctx) => {
  findRoute(ApiId, RouteId, ctx);
  return listed(ctx.records(routeResponses), [ApiId, RouteId], page, (response) => response);
});

export const UpdateRouteResponse = operation('UpdateRouteResponse', ({ ApiId, RouteId, RouteResponseId, ...changes }, ctx) => {
  const after = changed<Frozen<RouteResponse>>(findResponse(ApiId, RouteId, RouteResponseId, ctx), changes);
  checkResponseKey(ApiId, RouteId, after, ctx);
  writeChange(ApiId, (tx) => tx.put(ctx.records(routeResponses), [ApiId, RouteId, RouteResponseId], after), ctx);
  return after;
});

export const DeleteRouteResponse = operation('DeleteRouteResponse', ({ ApiId, RouteId, RouteResponseId }, ctx) => {
  findResponse(ApiId, RouteId, RouteResponseId, ctx);
  writeChange(ApiId, (tx) => tx.delete(ctx.records(routeResponses), [ApiId, RouteId, RouteResponseId]), ctx);
});

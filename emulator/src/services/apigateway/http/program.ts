// A deployment of an HTTP API, compiled at its first request: its router, and its parts by their ids.
import type { Ctx } from '#core/ctx';
import type { Frozen } from '#core/records';
import type { Authorizer, Cors, Integration, Route } from '#model/apigatewayv2';
import type { Deployment } from '#services/apigateway/http-state';
import { KeptPrograms } from '#services/apigateway/program/kept-programs';
import { Router } from '#services/apigateway/program/router';

export interface Program {
  readonly router: Router<Frozen<Route>>;
  readonly routeKeys: readonly string[];
  readonly fallback: Frozen<Route> | undefined;
  readonly integrations: ReadonlyMap<string, Frozen<Integration>>;
  readonly authorizers: ReadonlyMap<string, Frozen<Authorizer>>;
  readonly cors: Frozen<Cors> | undefined;
}

const DEFAULT = '$default';

function compile({ snapshot }: Frozen<Deployment>): Program {
  const { routes, integrations, authorizers, cors } = snapshot;
  const entries = routes
    .filter(({ RouteKey }) => RouteKey !== DEFAULT)
    .map((value) => {
      const blank = value.RouteKey.indexOf(' ');
      return { method: value.RouteKey.slice(0, blank), path: value.RouteKey.slice(blank + 1), value };
    });
  return {
    router: new Router(entries, { decodes: true, ignoresTrailingSlash: false }),
    routeKeys: routes.map(({ RouteKey }) => RouteKey),
    fallback: routes.find(({ RouteKey }) => RouteKey === DEFAULT),
    integrations: new Map(integrations.map((each) => [`integrations/${each.IntegrationId}`, each])),
    authorizers: new Map(authorizers.map((each) => [each.AuthorizerId!, each])),
    cors,
  };
}

export const programOf = (api: string, deployment: Frozen<Deployment>, ctx: Ctx): Program =>
  ctx.own('apigatewayv2.programs', () => new KeptPrograms<Program>()).of(api, deployment.id, () => compile(deployment));

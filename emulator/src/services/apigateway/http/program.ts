// A deployment of an HTTP API, compiled at its first request: its router, and its parts by their ids.
import type { Ctx } from '#core/ctx';
import type { Owned } from '#core/owned';
import type { Frozen } from '#core/records';
import type { Authorizer, Cors, Integration, Route } from '#model/apigatewayv2';
import type { Deployment } from '#services/apigateway/http-state';
import { Router } from '#services/apigateway/program/router';

export interface Program {
  readonly router: Router<Frozen<Route>>;
  readonly routeKeys: readonly string[];
  readonly fallback: Frozen<Route> | undefined;
  readonly integrations: ReadonlyMap<string, Frozen<Integration>>;
  readonly authorizers: ReadonlyMap<string, Frozen<Authorizer>>;
  readonly cors: Frozen<Cors> | undefined;
}

const MAX_PROGRAMS = 200;
const DEFAULT = '$default';

class Programs implements Owned {
  readonly #programs = new Map<string, Program>();

  of(api: string, deployment: Frozen<Deployment>): Program {
    const key = `${api}/${deployment.id}`;
    const found = this.#programs.get(key);
    if (found) return found;
    if (this.#programs.size >= MAX_PROGRAMS) this.#programs.delete(this.#programs.keys().next().value!);
    const made = compile(deployment);
    this.#programs.set(key, made);
    return made;
  }

  async stop(): Promise<void> {
    this.#programs.clear();
  }
}

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
  ctx.own('apigatewayv2.programs', () => new Programs()).of(api, deployment);

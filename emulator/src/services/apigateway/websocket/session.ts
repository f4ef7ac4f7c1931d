// One WebSocket of an API, from its handshake to its end: which route takes a message, and whether the client gets the answer.
import type { Frozen } from '#core/records';
import type { Route } from '#model/apigatewayv2';
import { apis, deployments, stages } from '#services/apigateway/http-state';
import { selectValue } from './select-value.ts';
import type { SessionFacts, SessionParts } from './session-facts.ts';

export class Session implements SessionFacts {
  parts: SessionParts;
  /** The context that the authorizer gave: in every event from then on. */
  authorizer: Readonly<Record<string, unknown>> | undefined;
  /** The API key that the authorizer named. */
  usageKey: string | undefined;

  constructor(parts: SessionParts) {
    this.parts = parts;
  }

  /** Messages take the routes of the stage as it is now: an open connection sees what was deployed since. */
  renew(): void {
    const { ctx, api, stage } = this.parts;
    const now = ctx.records(stages).get([api.id, stage.name]);
    const deployment = now?.deploymentId === undefined ? undefined : ctx.records(deployments).get([api.id, now.deploymentId]);
    if (now && deployment) this.parts = { ...this.parts, api: ctx.records(apis).get([api.id]) ?? api, stage: now, deployment };
  }

  /** The same for one message, or for the end: a request with a trace of its own. */
  asRequest(id: string): Session {
    const { ctx } = this.parts;
    const asked = new Session({ ...this.parts, ctx: ctx.inTrace(id), opener: ctx.trace.id });
    asked.authorizer = this.authorizer;
    asked.usageKey = this.usageKey;
    return asked;
  }

  route(key: string): Frozen<Route> | undefined {
    return this.parts.deployment.snapshot.routes.find(({ RouteKey }) => RouteKey === key);
  }

  /** The route that the selection expression names, else `$default`; undefined if the API has neither. */
  routeOf(message: string): Frozen<Route> | undefined {
    const selected = selectValue(this.parts.api.routeSelectionExpression, 'request', message);
    const named = selected === undefined || selected.startsWith('$') ? undefined : this.route(selected);
    return named ?? this.route('$default');
  }

  /**
   * Whether the answer of the integration is sent back to the client: a route response is enough for that, with or without a selection expression.
   * https://docs.aws.amazon.com/apigateway/latest/developerguide/apigateway-websocket-api-route-response.html
   */
  answers({ RouteId, RouteResponseSelectionExpression: selection = '$default' }: Frozen<Route>): boolean {
    return selection === '$default' && this.parts.deployment.snapshot.routeResponses.some(({ routeId }) => routeId === RouteId);
  }
}

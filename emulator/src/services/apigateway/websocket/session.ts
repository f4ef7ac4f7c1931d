// One WebSocket of an API, from its handshake to its end: which route takes a message, who answers it, and what the client is told.
import type { Frozen } from '#core/records';
import type { Integration, Route } from '#model/apigatewayv2';
import { callFunction, functionIn } from '#services/apigateway/integrate/call-function';
import { requestEndpoint } from '#services/apigateway/integrate/request-endpoint';
import { connectEvent, disconnectEvent, messageEvent } from './events.ts';
import type { SessionFacts, SessionParts } from './session-facts.ts';

const TIMEOUT_MS = 29_000;

/** The answer of an integration: the status and body of a proxy answer. */
export interface IntegrationAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

export type IntegrationResult = IntegrationAnswer | { readonly failed: string };

export class Session implements SessionFacts {
  readonly parts: SessionParts;
  /** The context that the authorizer gave: in every event from then on. */
  authorizer: Readonly<Record<string, unknown>> | undefined;

  constructor(parts: SessionParts) {
    this.parts = parts;
  }

  route(key: string): Frozen<Route> | undefined {
    return this.parts.deployment.snapshot.routes.find(({ RouteKey }) => RouteKey === key);
  }

  /** The route that the selection expression names, else `$default`; undefined where there is neither. */
  routeOf(message: string): Frozen<Route> | undefined {
    const selected = selectRoute(this.parts.api.routeSelectionExpression, message);
    const named = selected === undefined || selected.startsWith('$') ? undefined : this.route(selected);
    return named ?? this.route('$default');
  }

  /** Whether the answer of the integration is sent back to the client. */
  answers({ RouteId, RouteResponseSelectionExpression: selection }: Frozen<Route>): boolean {
    return selection === '$default' && this.parts.deployment.snapshot.routeResponses.some(({ routeId }) => routeId === RouteId);
  }

  connect = (route: Frozen<Route>): Promise<IntegrationResult> => this.#integrate(route, connectEvent(this));
  message = (route: Frozen<Route>, body: string): Promise<IntegrationResult> =>
    this.#integrate(route, messageEvent(this, route, body), body);
  disconnect = (route: Frozen<Route>, code: number, reason: string): Promise<IntegrationResult> =>
    this.#integrate(route, disconnectEvent(this, code, reason));

  async #integrate(route: Frozen<Route>, event: object, body = ''): Promise<IntegrationResult> {
    const { snapshot } = this.parts.deployment;
    const integration = snapshot.integrations.find(({ IntegrationId }) => route.Target === `integrations/${IntegrationId}`);
    switch (integration?.IntegrationType) {
      case 'AWS_PROXY':
        return this.#function(integration, route, event);
      case 'HTTP_PROXY':
        return this.#endpoint(integration, body);
      case 'MOCK':
        return { status: 200, headers: {}, body: '' };
      case undefined:
        return { failed: `the route ${route.RouteKey} has no integration` };
      default:
        return { failed: `integrations of type ${integration?.IntegrationType} need templates, which WebSocket APIs do not have here yet` };
    }
  }

  async #function(integration: Frozen<Integration>, route: Frozen<Route>, event: object): Promise<IntegrationResult> {
    const { ctx, stage } = this.parts;
    const called = await callFunction(
      {
        arn: functionIn(integration.IntegrationUri ?? '', stage.variables),
        payload: event,
        sourceArn: this.arnOf(route.RouteKey),
        role: integration.CredentialsArn,
        timeoutMs: integration.TimeoutInMillis ?? TIMEOUT_MS,
      },
      ctx,
    );
    if ('failed' in called) return called;
    if (called.errorMessage !== undefined) return { failed: `the function failed: ${called.errorMessage}` };
    return proxyAnswer(called.payload) ?? { failed: 'the answer of the function is not understood' };
  }

  async #endpoint(
    { IntegrationUri = '', IntegrationMethod = 'POST', TimeoutInMillis = TIMEOUT_MS }: Frozen<Integration>,
    body: string,
  ): Promise<IntegrationResult> {
    const { ctx, stage, connectionId } = this.parts;
    const uri = functionIn(IntegrationUri, stage.variables);
    if (!URL.canParse(uri)) return { failed: `the URI ${uri} is no address of an HTTP endpoint` };
    const headers = { 'content-type': 'application/json', connectionid: connectionId };
    const method = IntegrationMethod === 'ANY' ? 'POST' : IntegrationMethod;
    const answer = await requestEndpoint({ method, url: new URL(uri), headers, body: Buffer.from(body), timeoutMs: TimeoutInMillis }, ctx);
    if ('failed' in answer) return answer;
    return { status: answer.status, headers: {}, body: Buffer.from(answer.body as Uint8Array).toString() };
  }

  /** `arn:aws:execute-api:REGION:ACCOUNT:API/STAGE/ROUTE` */
  arnOf(routeKey: string): string {
    const { ctx, api, stage } = this.parts;
    return `arn:aws:execute-api:${ctx.region}:${ctx.account}:${api.id}/${stage.name}/${routeKey}`;
  }
}

/** A function without an answer of its own has succeeded. Undefined for a status that is none. */
function proxyAnswer(payload: unknown): IntegrationAnswer | undefined {
  if (typeof payload !== 'object' || payload === null) return { status: 200, headers: {}, body: '' };
  const { statusCode = 200, headers, body } = payload as Readonly<Record<string, unknown>>;
  const status = Number(statusCode);
  if (!Number.isInteger(status) || status < 100 || status > 599) return undefined;
  const entries = typeof headers === 'object' && headers !== null ? Object.entries(headers) : [];
  return {
    status,
    headers: Object.fromEntries(entries.map(([name, value]) => [name.toLowerCase(), String(value)])),
    body: body === undefined || body === null ? '' : typeof body === 'string' ? body : JSON.stringify(body),
  };
}

/** `$request.body.action`, `${request.body.action}`, with text around it. Undefined where the message is no JSON or lacks the value. */
export function selectRoute(expression: string, message: string): string | undefined {
  let body: unknown;
  try {
    body = JSON.parse(message);
  } catch {
    return undefined;
  }
  let isMissing = false;
  const selected = expression.replace(/\$\{?request\.body\.([\w.[\]-]+)\}?/g, (_, path: string) => {
    const value = path
      .split(/[.[\]]+/)
      .filter(Boolean)
      .reduce<unknown>(
        (at, key) => (typeof at === 'object' && at !== null && Object.hasOwn(at, key) ? (at as Record<string, unknown>)[key] : undefined),
        body,
      );
    if (value === undefined || typeof value === 'object') isMissing = true;
    return String(value);
  });
  return isMissing ? undefined : selected;
}

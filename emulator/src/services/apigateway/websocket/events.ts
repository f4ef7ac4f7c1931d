// Events of WebSocket APIs.
// https://docs.aws.amazon.com/apigateway/latest/developerguide/apigateway-websocket-api-mapping-template-reference.html

import type { Frozen } from '#core/records';
import { clfTime } from '#lib/clf-time';
import type { Route } from '#model/apigatewayv2';
import { headerValues } from '#services/apigateway/rest/rest-request';
import type { SessionFacts, SessionParts } from './session-facts.ts';

const ID_ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_-';
const ID_LENGTH = 15;

/** `requestContext` of an event, and `$context` of templates and log formats. Times are milliseconds. */
export interface RouteContext {
  readonly requestId: string;
  readonly eventType: 'CONNECT' | 'MESSAGE' | 'DISCONNECT';
  /** Left out for messages that no route takes. */
  readonly routeKey?: string | undefined;
  readonly [member: string]: unknown;
}

/** The event of a function. */
export interface RouteEvent {
  readonly requestContext: RouteContext;
  /** The headers of the handshake; messages have none. */
  readonly headers?: Readonly<Record<string, string>>;
  readonly queryStringParameters?: Readonly<Record<string, string>>;
  readonly [member: string]: unknown;
}

export const connectContext = (session: SessionFacts): RouteContext => contextOf(session, { routeKey: '$connect', eventType: 'CONNECT' });

export const messageContext = (session: SessionFacts, route: Frozen<Route> | undefined): RouteContext =>
  contextOf(session, { routeKey: route?.RouteKey, messageId: newId(session), eventType: 'MESSAGE' });

export const disconnectContext = (session: SessionFacts, disconnectStatusCode: number, disconnectReason: string): RouteContext =>
  contextOf(session, { routeKey: '$disconnect', disconnectStatusCode, eventType: 'DISCONNECT', disconnectReason });

export function connectEvent(session: SessionFacts, context: RouteContext): RouteEvent {
  const { request } = session.parts;
  return {
    ...headersOf(session.parts),
    ...queryOf(request.query),
    ...variablesOf(session),
    // The authorizer's result is known only since the context was made.
    requestContext: { ...context, ...(session.authorizer && { authorizer: session.authorizer }) },
    isBase64Encoded: false,
  };
}

export const messageEvent = (session: SessionFacts, context: RouteContext, body: string): RouteEvent => ({
  requestContext: context,
  ...variablesOf(session),
  body,
  isBase64Encoded: false,
});

export function disconnectEvent(session: SessionFacts, context: RouteContext): RouteEvent {
  const headers = {
    Host: session.parts.request.headers['host'] ?? session.parts.request.host,
    'x-api-key': '',
    'X-Forwarded-For': '',
    'x-restapi': '',
  };
  return {
    headers,
    multiValueHeaders: Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, [value]])),
    ...variablesOf(session),
    requestContext: context,
    isBase64Encoded: false,
  };
}

const newId = ({ parts }: SessionFacts): string => `${parts.ctx.random(ID_LENGTH, ID_ALPHABET)}=`;

function contextOf(session: SessionFacts, own: Omit<RouteContext, 'requestId'> & Pick<RouteContext, 'eventType'>): RouteContext {
  const { ctx, api, stage, request, connectionId, connectedMs } = session.parts;
  const now = ctx.now();
  const requestId = newId(session);
  return {
    ...own,
    ...(session.authorizer && { authorizer: session.authorizer }),
    extendedRequestId: requestId,
    requestTime: clfTime(now),
    messageDirection: 'IN',
    stage: stage.name,
    connectedAt: connectedMs,
    requestTimeEpoch: now,
    // Clients that name no agent have none: the member is left out.
    identity: { userAgent: request.headers['user-agent'], sourceIp: request.remoteAddress },
    requestId,
    domainName: request.host,
    connectionId,
    apiId: api.id,
  };
}

/** Headers of the handshake in the client's order and case, without those of the connection, and with what the gateway adds; `more` comes last. */
export function headersOf({ ctx, request, traceId }: SessionParts, more: Readonly<Record<string, string>> = {}) {
  const { headers, rawHeaders, remoteAddress } = request;
  const protocol = ctx.origin.startsWith('https:') ? 'https' : 'http';
  const pairs: [string, string][] = [];
  for (let at = 0; at + 1 < rawHeaders.length; at += 2) pairs.push([rawHeaders[at]!, rawHeaders[at + 1]!]);
  const { single, multi } = headerValues([
    ...pairs.filter(([name]) => name.toLowerCase() !== 'x-amzn-trace-id'),
    ['X-Amzn-Trace-Id', traceId],
    ['X-Forwarded-For', remoteAddress],
    ['X-Forwarded-Port', /:(\d+)$/.exec(headers['host'] ?? '')?.[1] ?? (protocol === 'https' ? '443' : '80')],
    ['X-Forwarded-Proto', protocol],
  ]);
  const others = Object.entries(more);
  return {
    headers: { ...single, ...more },
    multiValueHeaders: { ...multi, ...Object.fromEntries(others.map(([name, value]) => [name, [value]])) },
  };
}

/** Left out for a request without a query. */
export function queryOf(query: URLSearchParams) {
  const names = [...new Set(query.keys())];
  if (names.length === 0) return {};
  return {
    queryStringParameters: Object.fromEntries(names.map((name) => [name, query.getAll(name).at(-1)!])),
    multiValueQueryStringParameters: Object.fromEntries(names.map((name) => [name, query.getAll(name)])),
  };
}

export const variablesOf = ({ parts: { stage } }: SessionFacts) =>
  Object.keys(stage.variables).length > 0 ? { stageVariables: { ...stage.variables } } : {};

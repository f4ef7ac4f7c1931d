// Events of WebSocket APIs.
// https://docs.aws.amazon.com/apigateway/latest/developerguide/apigateway-websocket-api-mapping-template-reference.html

import type { Frozen } from '#core/records';
import { clfTime } from '#lib/clf-time';
import type { Route } from '#model/apigatewayv2';
import type { SessionFacts } from './session-facts.ts';

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
    ...headersOf(request.rawHeaders),
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
    identity: { userAgent: request.headers['user-agent'] ?? null, sourceIp: request.remoteAddress },
    requestId,
    domainName: request.host,
    connectionId,
    apiId: api.id,
  };
}

export function headersOf(rawHeaders: readonly string[]): { headers: Record<string, string>; multiValueHeaders: Record<string, string[]> } {
  const multiValueHeaders: Record<string, string[]> = {};
  for (let at = 0; at + 1 < rawHeaders.length; at += 2) (multiValueHeaders[rawHeaders[at]!] ??= []).push(rawHeaders[at + 1]!);
  return {
    headers: Object.fromEntries(Object.entries(multiValueHeaders).map(([name, values]) => [name, values.at(-1)!])),
    multiValueHeaders,
  };
}

/** Left out where there is no query. */
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

// Events of HTTP APIs: payload formats 2.0 and 1.0, for integrations and for authorizers. Pure but for the time.
// https://docs.aws.amazon.com/apigateway/latest/developerguide/http-api-develop-integrations-lambda.html

import type { Frozen } from '#core/records';
import { clfTime } from '#lib/clf-time';
import { dictionary, own } from '#lib/table';
import type { Authorizer } from '#model/apigatewayv2';
import type { Exchange } from './exchange.ts';

const TEXT = /^(?:text\/|application\/(?:[\w.-]+\+)?(?:json|xml|javascript|x-www-form-urlencoded)\b)/i;
const decoder = new TextDecoder('utf-8', { fatal: true });

export const integrationEvent = (version: string, exchange: Exchange, body: Uint8Array): object =>
  version === '1.0'
    ? { ...eventOne(exchange), ...bodyOf(exchange, body, true) }
    : { ...eventTwo(exchange), ...bodyOf(exchange, body, false) };

/** Authorizers get no body. */
export function authorizerEvent(
  { AuthorizerPayloadFormatVersion: version }: Frozen<Authorizer>,
  identity: readonly string[],
  exchange: Exchange,
): object {
  const arn = exchange.arnOf(true);
  if (version === '2.0') {
    const { version: two, ...event } = eventTwo(exchange);
    return { version: two, type: 'REQUEST', routeArn: arn, identitySource: identity.length === 0 ? null : identity, ...event };
  }
  const { version: one, ...event } = eventOne(exchange);
  const source = identity.join(',');
  return { version: one, type: 'REQUEST', methodArn: arn, identitySource: source, authorizationToken: source, ...event };
}

function eventTwo(exchange: Exchange) {
  const { request, stage, route, rawPath, parameters } = exchange;
  const cookies = request.headers['cookie']?.split(';').map((cookie) => cookie.trim());
  const query = joinedQuery(request.query);
  const { cookie: _, ...headers } = joinedHeaders(exchange);
  return {
    version: '2.0',
    routeKey: route?.RouteKey ?? '$default',
    rawPath,
    rawQueryString: request.rawQuery,
    ...(cookies && { cookies }),
    headers,
    ...(query && { queryStringParameters: query }),
    requestContext: contextTwo(exchange),
    ...unlessEmpty('pathParameters', parameters),
    ...unlessEmpty('stageVariables', stage.variables),
  };
}

const unlessEmpty = (name: string, map: Readonly<Record<string, string>>) => (Object.keys(map).length > 0 ? { [name]: { ...map } } : {});

function contextTwo(exchange: Exchange) {
  const { ctx, api, request, route, stage, rawPath, id, startedMs } = exchange;
  return {
    accountId: ctx.account,
    apiId: api.id,
    ...authorizerTwo(exchange),
    domainName: request.host,
    domainPrefix: request.host.split('.')[0],
    http: {
      method: request.method,
      path: rawPath,
      protocol: 'HTTP/1.1',
      sourceIp: request.remoteAddress,
      userAgent: request.headers['user-agent'] ?? '',
    },
    requestId: id,
    routeKey: route?.RouteKey ?? '$default',
    stage: stage.name,
    time: clfTime(startedMs),
    timeEpoch: startedMs,
  };
}

function authorizerTwo({ authorizer }: Exchange): { authorizer?: object } {
  switch (authorizer?.kind) {
    case 'jwt':
      return { authorizer: { jwt: { claims: authorizer.claims, scopes: authorizer.scopes } } };
    case 'lambda':
      return { authorizer: { lambda: authorizer.context } };
    case 'iam': {
      const { accessKeyId: accessKey, account, arn } = authorizer;
      const iam = {
        accessKey,
        accountId: account,
        callerId: account,
        cognitoIdentity: null,
        principalOrgId: null,
        userArn: arn,
        userId: account,
      };
      return { authorizer: { iam } };
    }
    default:
      return {};
  }
}

function eventOne(exchange: Exchange) {
  const { ctx, api, request, route, stage, rawPath, parameters, id, startedMs } = exchange;
  const { multi, single } = headersOne(exchange);
  const names = [...new Set(request.query.keys())];
  const [, routePath = '$default'] = (route?.RouteKey ?? '$default').split(' ');
  return {
    version: '1.0',
    resource: routePath,
    path: rawPath,
    httpMethod: request.method,
    headers: single,
    multiValueHeaders: multi,
    queryStringParameters: names.length === 0 ? null : Object.fromEntries(names.map((name) => [name, request.query.getAll(name).at(-1)!])),
    multiValueQueryStringParameters:
      names.length === 0 ? null : Object.fromEntries(names.map((name) => [name, request.query.getAll(name)])),
    requestContext: {
      accountId: ctx.account,
      apiId: api.id,
      ...authorizerOne(exchange),
      domainName: request.host,
      domainPrefix: request.host.split('.')[0],
      extendedRequestId: id,
      httpMethod: request.method,
      identity: identityOne(exchange),
      path: rawPath,
      protocol: 'HTTP/1.1',
      requestId: id,
      requestTime: clfTime(startedMs),
      requestTimeEpoch: startedMs,
      resourceId: route?.RouteKey ?? '$default',
      resourcePath: routePath,
      stage: stage.name,
    },
    pathParameters: Object.keys(parameters).length > 0 ? { ...parameters } : null,
    stageVariables: Object.keys(stage.variables).length > 0 ? { ...stage.variables } : null,
  };
}

function authorizerOne({ authorizer }: Exchange): { authorizer?: object } {
  if (authorizer?.kind === 'jwt') return { authorizer: { claims: authorizer.claims, scopes: authorizer.scopes } };
  if (authorizer?.kind !== 'lambda') return {};
  return { authorizer: { ...(authorizer.principalId !== undefined && { principalId: authorizer.principalId }), ...authorizer.context } };
}

function identityOne({ authorizer, request }: Exchange) {
  const iam = authorizer?.kind === 'iam' ? authorizer : undefined;
  return {
    accessKey: iam?.accessKeyId ?? null,
    accountId: iam?.account ?? null,
    caller: iam?.account ?? null,
    cognitoAmr: null,
    cognitoAuthenticationProvider: null,
    cognitoAuthenticationType: null,
    cognitoIdentityId: null,
    cognitoIdentityPoolId: null,
    principalOrgId: null,
    sourceIp: request.remoteAddress,
    user: iam?.account ?? null,
    userAgent: request.headers['user-agent'] ?? '',
    userArn: iam?.arn ?? null,
  };
}

/** Headers that the gateway adds to each request. */
function added({ request, ctx }: Exchange): Record<string, string> {
  const port = /:(\d+)$/.exec(request.headers['host'] ?? '')?.[1];
  const protocol = ctx.origin.startsWith('https:') ? 'https' : 'http';
  const before = request.headers['x-forwarded-for'];
  return {
    'x-amzn-trace-id': request.headers['x-amzn-trace-id'] ?? `Root=1-${Math.floor(ctx.now() / 1000).toString(16)}-${ctx.random(24)}`,
    'x-forwarded-for': before === undefined ? request.remoteAddress : `${before}, ${request.remoteAddress}`,
    'x-forwarded-port': port ?? (protocol === 'https' ? '443' : '80'),
    'x-forwarded-proto': protocol,
  };
}

/** Names in lower case, repeated values joined by commas. */
export function joinedHeaders(exchange: Exchange): Record<string, string> {
  const { rawHeaders } = exchange.request;
  const headers: Record<string, string> = dictionary();
  for (let at = 0; at + 1 < rawHeaders.length; at += 2) {
    const [name, value] = [rawHeaders[at]!.toLowerCase(), rawHeaders[at + 1]!];
    if (name.startsWith(':')) continue;
    headers[name] = headers[name] === undefined ? value : `${headers[name]}${name === 'cookie' ? '; ' : ','}${value}`;
  }
  return { host: exchange.request.headers['host'] ?? exchange.request.host, ...headers, ...added(exchange) };
}

/** Names as they were sent. */
function headersOne(exchange: Exchange): { multi: Record<string, string[]>; single: Record<string, string> } {
  const { rawHeaders } = exchange.request;
  const multi: Record<string, string[]> = dictionary();
  for (let at = 0; at + 1 < rawHeaders.length; at += 2)
    if (!rawHeaders[at]!.startsWith(':')) (multi[rawHeaders[at]!] ??= []).push(rawHeaders[at + 1]!);
  const replaced = added(exchange);
  for (const name of Object.keys(multi)) if (own(replaced, name.toLowerCase()) !== undefined) delete multi[name];
  for (const [name, value] of Object.entries(replaced)) multi[name.replace(/(^|-)[a-z]/g, (letter) => letter.toUpperCase())] = [value];
  return { multi, single: Object.fromEntries(Object.entries(multi).map(([name, values]) => [name, values.at(-1)!])) };
}

/** Repeated names have their values joined by commas. */
function joinedQuery(query: URLSearchParams): Record<string, string> | undefined {
  const names = [...new Set(query.keys())];
  return names.length === 0 ? undefined : Object.fromEntries(names.map((name) => [name, query.getAll(name).join(',')]));
}

/** Format 1.0 always has a body, `null` for a request without one. */
function bodyOf({ request }: Exchange, body: Uint8Array, isAlways: boolean): { body?: string | null; isBase64Encoded: boolean } {
  if (body.length === 0) return { ...(isAlways && { body: null }), isBase64Encoded: false };
  const type = request.headers['content-type'];
  const text = type === undefined || TEXT.test(type) ? textOf(body) : undefined;
  return text === undefined
    ? { body: Buffer.from(body).toString('base64'), isBase64Encoded: true }
    : { body: text, isBase64Encoded: false };
}

function textOf(body: Uint8Array): string | undefined {
  try {
    return decoder.decode(body);
  } catch {
    return undefined;
  }
}

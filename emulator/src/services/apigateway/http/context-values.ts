// `$context` of HTTP APIs: the values that access logs and parameter mappings may name.
// https://docs.aws.amazon.com/apigateway/latest/developerguide/http-api-logging-variables.html
import { clfTime } from '#lib/clf-time';
import { own, table } from '#lib/table';
import type { Exchange } from './exchange.ts';

type Value = string | number | undefined;

const VALUES: Readonly<Record<string, (exchange: Exchange) => Value>> = table({
  accountId: ({ ctx }) => ctx.account,
  apiId: ({ api }) => api.id,
  awsEndpointRequestId: ({ notes }) => notes.get('awsEndpointRequestId'),
  'customDomain.basePathMatched': ({ basePath }) => basePath.slice(1) || undefined,
  dataProcessed: ({ notes }) => notes.get('dataProcessed'),
  domainName: ({ request }) => request.host,
  domainPrefix: ({ request }) => request.host.split('.')[0],
  extendedRequestId: ({ id }) => id,
  httpMethod: ({ request }) => request.method,
  integrationLatency: ({ integrationMs }) => integrationMs,
  'integration.latency': ({ integrationMs }) => integrationMs,
  'identity.accountId': ({ authorizer }) => (authorizer?.kind === 'iam' ? authorizer.account : undefined),
  'identity.caller': ({ authorizer }) => (authorizer?.kind === 'iam' ? authorizer.accessKeyId : undefined),
  'identity.sourceIp': ({ request }) => request.remoteAddress,
  'identity.user': ({ authorizer }) => (authorizer?.kind === 'iam' ? authorizer.accessKeyId : undefined),
  'identity.userAgent': ({ request }) => request.headers['user-agent'],
  'identity.userArn': ({ authorizer }) => (authorizer?.kind === 'iam' ? authorizer.arn : undefined),
  path: ({ rawPath }) => rawPath,
  protocol: () => 'HTTP/1.1',
  requestId: ({ id }) => id,
  requestTime: ({ startedMs }) => clfTime(startedMs),
  requestTimeEpoch: ({ startedMs }) => startedMs,
  routeKey: ({ route }) => route?.RouteKey,
  stage: ({ stage }) => stage.name,
});

/** Undefined for what there is not. `name` is without `$context.`. */
export function contextValue(name: string, exchange: Exchange): string | undefined {
  const found = VALUES[name]?.(exchange) ?? exchange.notes.get(name) ?? authorizerValue(name, exchange);
  return found === undefined ? undefined : String(found);
}

function authorizerValue(name: string, { authorizer }: Exchange): string | undefined {
  const [, property] = /^authorizer\.(.+)$/.exec(name) ?? [];
  if (property === undefined || !authorizer || authorizer.kind === 'iam') return undefined;
  if (property === 'principalId') return authorizer.kind === 'lambda' ? authorizer.principalId : undefined;
  const value = authorizer.kind === 'jwt' ? own(authorizer.claims, property.replace(/^claims\./, '')) : own(authorizer.context, property);
  return value === undefined ? undefined : String(value);
}

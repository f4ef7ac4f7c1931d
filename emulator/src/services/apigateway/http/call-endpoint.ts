// HTTP_PROXY: sends the request on to an HTTP endpoint, with the mappings of the integration.
import type { RouteResponse } from '#core/route';
import { own } from '#lib/table';
import { type EndpointFailure, requestEndpoint } from '#services/apigateway/calls/request-endpoint';
import { joinedHeaders } from './events.ts';
import type { Exchange, MappedExchange } from './exchange.ts';
import { mapParameters } from './map-parameters.ts';

const TIMEOUT_MS = 30_000;
const VARIABLE = /\$\{stageVariables\.(\w+)\}|\{([^}+]+)\+?\}/g;
/** Headers of the connection, and headers that the gateway writes itself. */
const DROPPED = new Set([
  'connection',
  'keep-alive',
  'transfer-encoding',
  'upgrade',
  'te',
  'trailer',
  'host',
  'expect',
  'proxy-authenticate',
  'content-length',
]);
const FORWARDED = /^x-forwarded-(?:for|host|port|proto)$/;

export async function callEndpoint(exchange: MappedExchange): Promise<RouteResponse | EndpointFailure> {
  const { integration, request, ctx, sent: body } = exchange;
  const url = addressOf(exchange);
  if (!url) return { failed: `the URI ${integration.IntegrationUri} is no address of an HTTP endpoint`, isTimeout: false };
  const passed = new Map(Object.entries(sentHeaders(exchange)).map(([name, value]) => [name, [value]]));
  const { headers, path, rawQuery } = mapParameters(exchange, passed);
  if (path !== undefined) url.pathname = path;
  url.search = [url.search.slice(1), rawQuery].filter(Boolean).join('&');
  const method = integration.IntegrationMethod === 'ANY' || !integration.IntegrationMethod ? request.method : integration.IntegrationMethod;
  return requestEndpoint(
    {
      method,
      url,
      headers: Object.fromEntries([...headers].map(([name, values]) => [name, values.length === 1 ? values[0]! : values])),
      body,
      timeoutMs: integration.TimeoutInMillis ?? TIMEOUT_MS,
      serverName: integration.TlsConfig?.ServerNameToVerify,
    },
    ctx,
  );
}

/** The URI with the variables of the stage and the parameters of the path. */
function addressOf({ integration, stage, parameters }: MappedExchange): URL | undefined {
  const uri = (integration.IntegrationUri ?? '').replace(VARIABLE, (_, variable: string | undefined, parameter: string | undefined) =>
    variable === undefined ? encodePath(own(parameters, parameter ?? '') ?? '') : (own(stage.variables, variable) ?? ''),
  );
  return URL.canParse(uri) ? new URL(uri) : undefined;
}

const encodePath = (value: string): string => value.split('/').map(encodeURIComponent).join('/');

/** `X-Forwarded-*` is told in one `Forwarded` header. */
function sentHeaders(exchange: Exchange): Record<string, string> {
  const kept = Object.entries(joinedHeaders(exchange)).filter(([name]) => !DROPPED.has(name) && !FORWARDED.test(name));
  const { host, remoteAddress } = exchange.request;
  const proto = exchange.ctx.origin.startsWith('https:') ? 'https' : 'http';
  const own = `by=127.0.0.1;for=${remoteAddress};host=${exchange.request.headers['host'] ?? host};proto=${proto}`;
  const before = exchange.request.headers['forwarded'];
  return { ...Object.fromEntries(kept), forwarded: before === undefined ? own : `${before}, ${own}` };
}

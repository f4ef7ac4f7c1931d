// HTTP and HTTP_PROXY integrations: a request to an endpoint on the network.
import type { Ctx } from '#core/ctx';
import { dictionary } from '#lib/table';
import { requestEndpoint } from '#services/apigateway/calls/request-endpoint';
import type { IntegrationAnswer, MappedExchange } from '#services/apigateway/rest/exchange';
import { GatewayError, internalError, timedOut } from '#services/apigateway/rest/gateway-error';
import { noteReceived } from '#services/apigateway/rest/integration-lines';
import type { HeaderList } from '#services/apigateway/rest/rest-request';

const DEFAULT_TIMEOUT_MS = 29_000;

export async function httpEndpoint(exchange: MappedExchange, ctx: Ctx): Promise<IntegrationAnswer> {
  const { integration, uri, method, headers, query, body } = exchange.integrationRequest;
  const url = urlOf(uri, query);
  if (!url) throw internalError(`the URI ${uri} is no address of an HTTP endpoint`);
  const timeoutMs = integration.timeoutInMillis ?? DEFAULT_TIMEOUT_MS;
  const answer = await requestEndpoint({ method, url, headers: grouped(headers), body, timeoutMs }, ctx);
  if ('failed' in answer) {
    const reason = answer.isTimeout ? 'Endpoint request timed out' : `Invalid endpoint address: ${answer.failed}`;
    exchange.log.write(`Execution failed due to configuration error: ${reason}`);
    throw answer.isTimeout ? timedOut(timeoutMs) : new GatewayError('INTEGRATION_FAILURE', { reason: `${url.origin}: ${answer.failed}` });
  }
  const { status, headers: answered = {}, body: bytes = '' } = answer;
  const list = Object.entries(answered).flatMap(([name, values]) => [values].flat().map((value): [string, string] => [name, value]));
  const received = Buffer.from(bytes as Uint8Array);
  noteReceived(exchange, status, list, received);
  const isProxied = integration.type === 'HTTP_PROXY';
  return { status, headers: isProxied ? [...list, ...ofConnection(received)] : list, body: received, selector: String(status), isProxied };
}

/** The cloud's gateway keeps its connections to endpoints, and tells clients so (recorded in July 2024). */
const ofConnection = (body: Uint8Array): HeaderList => [
  ['Connection', 'keep-alive'],
  ['Content-Length', String(body.length)],
];

function urlOf(uri: string, query: HeaderList): URL | undefined {
  try {
    const url = new URL(uri);
    if (url.protocol !== 'http:' && url.protocol !== 'https:') return undefined;
    for (const [name, value] of query) url.searchParams.append(name, value);
    return url;
  } catch {
    return undefined;
  }
}

function grouped(headers: HeaderList): Record<string, string | string[]> {
  const all: Record<string, string | string[]> = dictionary();
  for (const [name, value] of headers) {
    const before = all[name];
    all[name] = before === undefined ? value : [...[before].flat(), value];
  }
  return all;
}

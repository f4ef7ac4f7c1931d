// The lines of an execution log about the request to an integration, and its answer. (The order was recorded in August 2025.)
import type { Exchange } from './exchange.ts';
import type { HeaderList } from './rest-request.ts';

/** `arn:aws:apigateway:us-east-1:lambda:path/2015-03-31/functions/…` as the address of the service. */
function addressOf(uri: string): string {
  const [, region, service, kind, rest] = /^arn:[^:]+:apigateway:([\w-]*):([\w.-]+):(path|action)\/(.*)$/s.exec(uri) ?? [];
  if (service === undefined) return uri;
  return `https://${service}.${region}.amazonaws.com/${kind === 'path' ? rest : `?Action=${rest}`}`;
}

export function noteRequest({ log, requestId }: Exchange, uri: string, headers: HeaderList): void {
  log.write(`Endpoint request URI: ${addressOf(uri)}`);
  const isFunction = uri.includes(':lambda:path/');
  log.writeValues('Endpoint request headers', isFunction ? [['x-amzn-lambda-integration-tag', requestId], ...headers] : headers);
}

/** The last lines before the integration is asked. */
export function noteSent({ log }: Exchange, uri: string, body: Uint8Array): void {
  log.writeData('Endpoint request body after transformations', body);
  log.write(`Sending request to ${addressOf(uri)}`);
}

/** The first lines after it has answered; a body that streams is not shown. */
export function noteReceived({ log }: Exchange, status: number, headers: HeaderList, body?: Uint8Array): void {
  log.write(`Received response. Status: ${status}, Integration latency: ${log.sinceLastLineMs} ms`);
  log.writeValues('Endpoint response headers', headers);
  if (body) log.writeData('Endpoint response body before transformations', body);
}

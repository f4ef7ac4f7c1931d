// Makes the answer from that of the integration: the response that its selector chooses, headers by mappings, the body by a template.

import type { Frozen } from '#core/records';
import { wholeBody } from '#lib/byte-pieces';
import type { IntegrationResponse } from '#model/apigateway';
import type { CalledExchange, IntegrationAnswer, RestAnswer } from './exchange.ts';
import { internalError } from './gateway-error.ts';
import { evaluateMapping } from './mappings.ts';
import { type HeaderList, headerOf } from './rest-request.ts';
import { overridesOf, render, statusOverride, templateFor } from './template-rendering.ts';

/** Recorded: these come to clients under other names. */
const REMAPPED = new Set(['connection', 'content-length', 'date', 'server']);
const REMAPPED_BESIDES = new Set([
  'authorization',
  'content-md5',
  'expect',
  'host',
  'max-forwards',
  'proxy-authenticate',
  'trailer',
  'upgrade',
  'user-agent',
  'www-authenticate',
]);

/** Step. @throws GatewayError */
export async function mapResponse(exchange: CalledExchange): Promise<RestAnswer> {
  const { integrationAnswer: answer } = exchange;
  const type = exchange.integrationRequest.integration.type ?? '';
  if (answer.isProxied)
    return { status: answer.status, headers: remapped(withType(answer.headers), type), body: proxiedBody(exchange, answer) };
  const received = await wholeBody(answer.body);
  const response = chosenResponse(exchange, answer);
  const sources = {
    path: {},
    query: [],
    headers: answer.headers,
    body: received.toString(),
    context: exchange.context,
    stageVariables: exchange.stage.variables,
  };
  const headers: [string, string][] = [];
  for (const [target, expression] of Object.entries(response.responseParameters ?? {})) {
    const name = /^method\.response\.(?:multivalue)?header\.(.+)$/.exec(target)?.[1];
    const value = name === undefined ? undefined : evaluateMapping(expression, sources);
    if (name !== undefined && value !== undefined)
      for (const each of typeof value === 'string' ? [value] : value) headers.push([name, each]);
  }
  const body = bodyOf(exchange, response, received);
  for (const [name, value] of overridesOf(exchange, 'responseOverride', 'header')) {
    const at = headers.findIndex(([each]) => each.toLowerCase() === name.toLowerCase());
    if (at >= 0) headers[at] = [name, value];
    else headers.push([name, value]);
  }
  const status = statusOverride(exchange) ?? Number(response.statusCode ?? 200);
  exchange.log.writeData('Method response body after transformations', body);
  return { status, headers: remapped(withType(headers), type), body };
}

/** @throws GatewayError 500 where no response fits */
function chosenResponse(exchange: CalledExchange, { selector }: IntegrationAnswer): Frozen<IntegrationResponse> {
  const responses = Object.values(exchange.integrationRequest.integration.integrationResponses ?? {});
  const matching = responses.find(({ selectionPattern }) => selectionPattern && exchange.program.regex(selectionPattern).test(selector));
  const chosen = matching ?? responses.find(({ selectionPattern }) => !selectionPattern);
  if (chosen) return chosen;
  exchange.log.write(
    'Execution failed due to configuration error: No match for output mapping and no default output mapping configured. Endpoint Response Status Code: 200',
  );
  throw internalError('no integration response matches the answer of the integration, and there is no default one');
}

function bodyOf(exchange: CalledExchange, response: Frozen<IntegrationResponse>, received: Buffer): Buffer {
  const accept = headerOf(exchange.request.headers, 'accept')?.split(',', 1)[0];
  const isBinaryWanted = exchange.program.isBinary(accept);
  if (response.contentHandling === 'CONVERT_TO_TEXT' && isBinaryWanted) return Buffer.from(received.toString('base64'));
  if (response.contentHandling === 'CONVERT_TO_BINARY') return Buffer.from(received.toString(), 'base64');
  const template = templateFor(response.responseTemplates, 'application/json');
  return template?.source ? Buffer.from(render(template.source, received.toString(), exchange)) : received;
}

/** Base64 is decoded only where the first type of `Accept` is a binary one of the API. */
function proxiedBody({ request, program }: CalledExchange, { body, isBase64Encoded }: IntegrationAnswer): RestAnswer['body'] {
  if (!Buffer.isBuffer(body)) return body;
  const accept = headerOf(request.headers, 'accept')?.split(',', 1)[0];
  return isBase64Encoded && program.isBinary(accept) ? Buffer.from(body.toString(), 'base64') : body;
}

const withType = (headers: HeaderList): HeaderList =>
  headerOf(headers, 'content-type') === undefined ? [...headers, ['Content-Type', 'application/json']] : headers;

function remapped(headers: HeaderList, type: string): HeaderList {
  const isMapping = type === 'HTTP' || type === 'AWS';
  return headers
    .filter(([name]) => !/^transfer-encoding$/i.test(name) && !(type === 'HTTP_PROXY' && /^(?:content-encoding|via)$/i.test(name)))
    .map(([name, value]) => {
      const lower = name.toLowerCase();
      return REMAPPED.has(lower) || (isMapping && REMAPPED_BESIDES.has(lower)) ? [`x-amzn-Remapped-${name}`, value] : [name, value];
    });
}

// Makes the answer from that of the integration: the response that its selector chooses, headers by mappings, the body by a template.

import type { Frozen } from '#core/records';
import { wholeBody } from '#lib/byte-pieces';
import type { IntegrationResponse } from '#model/apigateway';
import { type Content, decodedBase64, responseContent } from './content-handling.ts';
import type { CalledExchange, Exchange, IntegrationAnswer, RestAnswer } from './exchange.ts';
import { internalError } from './gateway-error.ts';
import { evaluateMapping } from './mappings.ts';
import { type HeaderList, headerOf } from './rest-request.ts';
import { overridesOf, render, statusOverride, templateFor } from './template-rendering.ts';

/** Recorded: these come to clients under other names. */
const REMAPPED = new Set(['connection', 'content-length', 'date', 'server']);
const OF_PROXIED_REQUEST = 'x-amzn-requestid';
const WITHOUT_TRACE = new Set(['HTTP_PROXY', 'MOCK']);
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
    return noted(exchange, {
      status: answer.status,
      headers: traced(remapped(withType(answer.headers), type), exchange),
      body: proxiedBody(exchange, answer),
    });
  const received = await wholeBody(answer.body);
  const response = chosenResponse(exchange, answer);
  const sources = {
    path: {},
    query: [],
    headers: answer.headers,
    body: received.toString(),
    get context() {
      return exchange.context;
    },
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
  return noted(exchange, { status, headers: traced(remapped(withType(headers), type), exchange), body });
}

/** Writes the answer into the execution log. */
function noted({ log }: Exchange, answer: RestAnswer): RestAnswer {
  const { headers, body } = answer;
  if (Buffer.isBuffer(body)) log.writeData('Method response body after transformations', body);
  log.writeValues('Method response headers', headers);
  return answer;
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

/** @throws GatewayError 500 for a body that cannot be converted, or that a template would have to read as bytes */
function bodyOf(exchange: CalledExchange, response: Frozen<IntegrationResponse>, received: Buffer): Buffer {
  const template = templateFor(response.responseTemplates, 'application/json');
  const content = contentOf(exchange, response, received);
  if (!content) throw internalError('the body is no base64, of which contentHandling or the type that the client accepts would make bytes');
  if (!template?.source) return content.body;
  if (!content.isText) throw internalError('a template reads no bytes: contentHandling CONVERT_TO_TEXT makes text of them');
  return Buffer.from(render(template.source, content.body.toString(), exchange));
}

/** A mock answers with nothing that could be bytes. */
function contentOf(exchange: CalledExchange, { contentHandling }: Frozen<IntegrationResponse>, received: Buffer): Content | undefined {
  const { request, program } = exchange;
  if (exchange.integrationRequest.integration.type === 'MOCK') return { body: received, isText: true };
  const type = headerOf(exchange.integrationAnswer.headers, 'content-type') ?? 'application/json';
  const accept = headerOf(request.headers, 'accept')?.split(',', 1)[0];
  return responseContent(received, program.isBinary(type), program.isBinary(accept), contentHandling);
}

/** Base64 is decoded only where the first type of `Accept` is a binary one of the API. @throws GatewayError 500 for a body that is none */
function proxiedBody({ request, program }: CalledExchange, { body, isBase64Encoded }: IntegrationAnswer): RestAnswer['body'] {
  if (!Buffer.isBuffer(body)) return body;
  const accept = headerOf(request.headers, 'accept')?.split(',', 1)[0];
  if (!isBase64Encoded || !program.isBinary(accept)) return body;
  const decoded = decodedBase64(body);
  if (!decoded) throw internalError('the body is no base64, which isBase64Encoded says that it is');
  return decoded;
}

/** The gateway tells the trace of what answered for another service. */
export const traced = (headers: HeaderList, { matched, traceId }: Exchange): HeaderList =>
  WITHOUT_TRACE.has(matched?.method.methodIntegration?.type ?? '') ? headers : [['X-Amzn-Trace-Id', traceId], ...headers];

const withType = (headers: HeaderList): HeaderList =>
  headerOf(headers, 'content-type') === undefined ? [...headers, ['Content-Type', 'application/json']] : headers;

function remapped(headers: HeaderList, type: string): HeaderList {
  const isMapping = type === 'HTTP' || type === 'AWS';
  return headers
    .filter(([name]) => !/^transfer-encoding$/i.test(name) && !(type === 'HTTP_PROXY' && /^(?:content-encoding|via)$/i.test(name)))
    .map(([name, value]) => {
      const lower = name.toLowerCase();
      const isOther = type === 'HTTP_PROXY' && lower === OF_PROXIED_REQUEST;
      return isOther || REMAPPED.has(lower) || (isMapping && REMAPPED_BESIDES.has(lower))
        ? [`x-amzn-Remapped-${name}`, value]
        : [name, value];
    });
}

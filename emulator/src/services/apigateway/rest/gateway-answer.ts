// The answer to a request that the gateway ends itself: by the API's gateway responses, else in the words of the service.

import type { Frozen } from '#core/records';
import { table } from '#lib/table';
import type { GatewayResponse } from '#model/apigateway';
import type { Exchange, RestAnswer } from './exchange.ts';
import type { GatewayError } from './gateway-error.ts';
import { evaluateMapping } from './mappings.ts';
import { headerOf } from './rest-request.ts';

const DEFAULT_TEMPLATE = '{"message":$context.error.messageString}';
/**
 * Integrations that fail are told of with a blank: its length shows it for a wrong configuration (recorded in December 2024) and an endpoint that is
 * not reached (RhinoSecurityLabs/IPRotate_Burp_Extension#17, February 2020), the text itself for a slow endpoint (ks888/LambStatus#36, May 2017).
 */
const FAILED_TEMPLATE = '{"message": $context.error.messageString}';
const OF_INTEGRATIONS: ReadonlySet<string> = new Set(['API_CONFIGURATION_ERROR', 'INTEGRATION_FAILURE', 'INTEGRATION_TIMEOUT']);
/** `$context.requestId`, `${context.requestId}` */
const VARIABLE = /\$\{(context|stageVariables|method)((?:\.[\w-]+)+)\}|\$(context|stageVariables|method)((?:\.[\w-]+)+)/g;
/** The word begins with a capital in this one (recorded). */
const ACCESS_DENIED_TEMPLATE = '{"Message":$context.error.messageString}';

export function gatewayAnswer(error: GatewayError, exchange: Exchange): RestAnswer {
  const set = exchange.program.gatewayResponse(error.type);
  const standIn = exchange.program.gatewayResponse(error.status < 500 ? 'DEFAULT_4XX' : 'DEFAULT_5XX');
  const response = set ?? standIn;
  const status = Number(response?.statusCode ?? error.status);
  const { type, template } = templateOf(response, error, exchange);
  const headers: [string, string][] = [
    ['Content-Type', type],
    ['x-amzn-ErrorType', error.errorType],
  ];
  for (const [name, expression] of Object.entries(response?.responseParameters ?? {})) {
    const header = /^gatewayresponse\.header\.(.+)$/.exec(name)?.[1];
    const value = header === undefined ? undefined : evaluateMapping(expression, sourcesOf(exchange));
    if (header !== undefined && value !== undefined) headers.push([header, String(value)]);
  }
  return { status, headers, body: Buffer.from(substituted(template, error, exchange)) };
}

function templateOf(
  response: Frozen<GatewayResponse> | undefined,
  { type }: GatewayError,
  { request }: Exchange,
): { type: string; template: string } {
  const templates = Object.entries(response?.responseTemplates ?? {});
  const accept = headerOf(request.headers, 'accept') ?? 'application/json';
  const [chosen] = [
    ...templates.filter(([name]) => accept.includes(name)),
    ...templates.filter(([name]) => name === 'application/json'),
    ...templates,
  ];
  if (chosen) return { type: chosen[0], template: chosen[1] };
  const template = OF_INTEGRATIONS.has(type) ? FAILED_TEMPLATE : DEFAULT_TEMPLATE;
  return { type: 'application/json', template: type === 'ACCESS_DENIED' ? ACCESS_DENIED_TEMPLATE : template };
}

const sourcesOf = ({ request, matched, context, stage }: Exchange) => ({
  path: matched?.pathParameters ?? {},
  query: [...new URLSearchParams(request.rawQuery)],
  headers: request.headers,
  body: request.body.toString(),
  context,
  stageVariables: stage.variables,
});

/** Variables are put in; templates of gateway responses run nothing. */
function substituted(template: string, error: GatewayError, exchange: Exchange): string {
  const errors: Readonly<Record<string, string>> = table({
    message: error.text ?? 'null',
    messageString: JSON.stringify(error.text),
    responseType: error.type,
    validationErrorString: error.validationErrors.length > 0 ? `[${error.validationErrors.join(', ')}]` : '',
  });
  return template.replace(VARIABLE, (all, bracedRoot?: string, bracedPath?: string, plainRoot?: string, plainPath?: string) => {
    const [root, path] = [bracedRoot ?? plainRoot ?? '', bracedPath ?? plainPath ?? ''];
    const member = /^\.error\.(\w+)$/.exec(path)?.[1];
    if (root === 'context' && member !== undefined) return errors[member] ?? '';
    const value = evaluateMapping(`${root}${path}`, sourcesOf(exchange));
    return value === undefined ? (root === 'method' ? all : '') : String(value);
  });
}

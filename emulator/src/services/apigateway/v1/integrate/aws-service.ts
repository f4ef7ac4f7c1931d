// AWS integrations: a mapped request to any service here, functions among them.
import type { Ctx } from '#core/ctx';
import { withinTime } from '#services/apigateway/integrate/within-time';
import { type Exchange, type IntegrationAnswer, required } from '#services/apigateway/v1/plane/exchange';
import { GatewayError, internalError } from '#services/apigateway/v1/plane/gateway-error';
import { headerOf } from '#services/apigateway/v1/plane/rest-request';
import { functionIn } from './function-uri.ts';
import { invokeFunction, sourceOf, timeLimitOf } from './invoke-function.ts';

const URI = /^arn:[^:]+:apigateway:([^:]+):(?:([^:]+)\.)?([a-z0-9-]+):(path|action)\/(.*)$/s;
/** Services whose operations are named by a header; others take `Action=` (recorded). */
const TARGETS: Readonly<Record<string, string>> = {
  dynamodb: 'DynamoDB_20120810',
  kinesis: 'Kinesis_20131202',
  ssm: 'AmazonSSM',
  states: 'AWSStepFunctions',
};

export async function awsService(exchange: Exchange, ctx: Ctx): Promise<IntegrationAnswer> {
  const { uri } = required(exchange.integrationRequest);
  const functionArn = functionIn(uri);
  return functionArn === undefined ? serviceAnswer(exchange, ctx) : functionAnswer(functionArn, exchange, ctx);
}

async function functionAnswer(functionArn: string, exchange: Exchange, ctx: Ctx): Promise<IntegrationAnswer> {
  const { integration, headers, body } = required(exchange.integrationRequest);
  const isEvent = headerOf(headers, 'x-amz-invocation-type') === 'Event';
  const { credentials } = integration;
  const call = { functionArn, payload: body, isEvent, credentials, source: sourceOf(exchange), timeoutMs: timeLimitOf(integration) };
  const result = await invokeFunction(call, exchange, ctx);
  const selector = result.hasFailed ? errorMessageIn(result.payload) : '';
  return { status: 200, headers: [], body: Buffer.from(result.payload), selector, isProxied: false };
}

function errorMessageIn(payload: string): string {
  try {
    const { errorMessage } = JSON.parse(payload) as { errorMessage?: unknown };
    return typeof errorMessage === 'string' ? errorMessage : payload;
  } catch {
    return payload;
  }
}

const FORM = 'application/x-www-form-urlencoded';

/** Parameters of the query and of a body that is a form, together. */
function formOf(parameters: URLSearchParams, type: string | undefined, body: Buffer): Buffer {
  const own = type?.startsWith(FORM) ? body.toString() : '';
  return Buffer.from([parameters.toString(), own].filter(Boolean).join('&'));
}

async function serviceAnswer(exchange: Exchange, ctx: Ctx): Promise<IntegrationAnswer> {
  const { integration, uri, method, headers, query, body } = required(exchange.integrationRequest);
  const [, region, sub, service, kind, rest = ''] = URI.exec(uri) ?? [];
  if (region === undefined || service === undefined) throw internalError();
  const isAction = kind === 'action';
  const [rawPath = '', pathQuery = ''] = isAction ? ['', ''] : rest.split('?', 2);
  const target = isAction ? TARGETS[service] : undefined;
  const isForm = isAction && target === undefined;
  const parameters = new URLSearchParams(query.map(([name, value]): [string, string] => [name, value]));
  if (isForm) parameters.set('Action', rest);
  const rawQuery = [pathQuery, isForm ? '' : parameters.toString()].filter(Boolean).join('&');
  const lower = Object.fromEntries(headers.map(([name, value]) => [name.toLowerCase(), value]));
  const sent = {
    ...lower,
    host: `${sub ? `${sub}.` : ''}${service}.${region}.amazonaws.com`,
    ...(isForm && { 'content-type': FORM }),
    ...(target !== undefined && { 'x-amz-target': `${target}.${rest}`, 'content-type': 'application/x-amz-json-1.0' }),
  };
  const call = ctx.ask(
    {
      method,
      path: `/${rawPath.replace(/^\//, '')}`,
      rawQuery,
      headers: sent,
      body: isForm ? formOf(parameters, lower['content-type'], body) : body,
    },
    {
      withRole: integration.credentials?.startsWith('arn:aws') ? integration.credentials : undefined,
      traceHeader: exchange.traceId,
      region,
    },
  );
  const answer = await withinTime(call, timeLimitOf(integration), ctx);
  if (answer === 'timeout') {
    exchange.log.write('Execution failed due to a timeout error');
    throw new GatewayError('INTEGRATION_TIMEOUT');
  }
  if (!answer) {
    exchange.log.write(`Execution failed due to configuration error: there is no service ${service} here`);
    throw internalError();
  }
  exchange.log.write(`Received response. Status: ${answer.status}`);
  const { status } = answer;
  return { status, headers: Object.entries(answer.headers), body: Buffer.from(answer.body), selector: String(status), isProxied: false };
}

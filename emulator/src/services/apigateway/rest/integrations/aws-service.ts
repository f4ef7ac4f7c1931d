// AWS integrations: a mapped request to any service here, functions among them.
import type { Ctx } from '#core/ctx';
import { askService } from '#services/apigateway/calls/ask-service';
import { payloadProblem } from '#services/apigateway/calls/function-payload';
import { type Exchange, type IntegrationAnswer, required } from '#services/apigateway/rest/exchange';
import { internalError, timedOut } from '#services/apigateway/rest/gateway-error';
import { headerOf } from '#services/apigateway/rest/rest-request';
import { functionIn } from './function-uri.ts';
import { errorMessageIn, invokeFunction, sourceOf, timeLimitOf } from './invoke-function.ts';

export async function awsService(exchange: Exchange, ctx: Ctx): Promise<IntegrationAnswer> {
  const { uri } = required(exchange.integrationRequest);
  const functionArn = functionIn(uri);
  return functionArn === undefined ? serviceAnswer(exchange, ctx) : functionAnswer(functionArn, exchange, ctx);
}

async function functionAnswer(functionArn: string, exchange: Exchange, ctx: Ctx): Promise<IntegrationAnswer> {
  const { integration, headers, body, template } = required(exchange.integrationRequest);
  const problem = payloadProblem(body.toString(), template);
  if (problem !== undefined) {
    exchange.log.write(`Execution failed due to configuration error: ${problem}`);
    throw internalError(problem);
  }
  const isEvent = headerOf(headers, 'x-amz-invocation-type') === 'Event';
  const { credentials } = integration;
  const call = { functionArn, payload: body, isEvent, credentials, source: sourceOf(exchange), timeoutMs: timeLimitOf(integration) };
  const result = await invokeFunction(call, exchange, ctx);
  const selector = result.hasFailed ? errorMessageIn(result.payload) : '';
  return { status: 200, headers: [], body: Buffer.from(result.payload), selector, isProxied: false };
}

async function serviceAnswer(exchange: Exchange, ctx: Ctx): Promise<IntegrationAnswer> {
  const { integration, template: _, ...request } = required(exchange.integrationRequest);
  const limits = { role: integration.credentials, timeoutMs: timeLimitOf(integration), traceHeader: exchange.traceId };
  const answer = await askService({ ...request, ...limits }, ctx);
  if ('failed' in answer) {
    exchange.log.write(`Execution failed due to a ${answer.isTimeout ? 'timeout error' : `configuration error: ${answer.failed}`}`);
    throw answer.isTimeout ? timedOut(limits.timeoutMs) : internalError(answer.failed);
  }
  exchange.log.write(`Received response. Status: ${answer.status}`);
  return { ...answer, selector: String(answer.status), isProxied: false };
}

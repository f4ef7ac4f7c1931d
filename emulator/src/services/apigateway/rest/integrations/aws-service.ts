// AWS integrations: a mapped request to any service here, functions among them.
import type { Ctx } from '#core/ctx';
import { askService } from '#services/apigateway/calls/ask-service';
import { errorMessageIn } from '#services/apigateway/calls/call-function';
import { payloadProblem } from '#services/apigateway/calls/function-payload';
import { functionIn } from '#services/apigateway/calls/function-uri';
import type { IntegrationAnswer, MappedExchange } from '#services/apigateway/rest/exchange';
import { internalError, timedOut } from '#services/apigateway/rest/gateway-error';
import { noteReceived } from '#services/apigateway/rest/integration-lines';
import { headerOf } from '#services/apigateway/rest/rest-request';
import { invokeFunction, noteFunctionAnswer, sourceOf, timeLimitOf } from './invoke-function.ts';

export async function awsService(exchange: MappedExchange, ctx: Ctx): Promise<IntegrationAnswer> {
  const { uri } = exchange.integrationRequest;
  const arn = functionIn(uri);
  return arn === undefined ? serviceAnswer(exchange, ctx) : functionAnswer(arn, exchange, ctx);
}

async function functionAnswer(arn: string, exchange: MappedExchange, ctx: Ctx): Promise<IntegrationAnswer> {
  const { integration, headers, body, template } = exchange.integrationRequest;
  const problem = payloadProblem(body.toString(), template);
  if (problem !== undefined) {
    exchange.log.write(`Execution failed due to configuration error: ${problem}`);
    throw internalError(problem);
  }
  const isEvent = headerOf(headers, 'x-amz-invocation-type') === 'Event';
  const { credentials: role } = integration;
  const call = { arn, payload: body, isEvent, role, source: sourceOf(exchange), timeoutMs: timeLimitOf(integration) };
  const result = await invokeFunction(call, exchange, ctx);
  noteFunctionAnswer(exchange, result);
  const selector = result.hasFailed ? errorMessageIn(result.text) : '';
  return { status: 200, headers: [], body: Buffer.from(result.text), selector, isProxied: false };
}

async function serviceAnswer(exchange: MappedExchange, ctx: Ctx): Promise<IntegrationAnswer> {
  const { integration, template: _, ...request } = exchange.integrationRequest;
  const limits = { role: integration.credentials, timeoutMs: timeLimitOf(integration), traceHeader: exchange.traceId };
  const answer = await askService({ ...request, ...limits }, ctx);
  if ('failed' in answer) {
    exchange.log.write(`Execution failed due to a ${answer.isTimeout ? 'timeout error' : `configuration error: ${answer.failed}`}`);
    throw answer.isTimeout ? timedOut(limits.timeoutMs) : internalError(answer.failed);
  }
  noteReceived(exchange, answer.status, answer.headers, answer.body);
  return { ...answer, selector: String(answer.status), isProxied: false };
}

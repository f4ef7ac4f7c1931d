// AWS_PROXY integrations: the function gets the request as an event, and its result is the answer.
import type { Ctx } from '#core/ctx';
import { errorMessageIn } from '#services/apigateway/calls/call-function';
import { functionIn } from '#services/apigateway/calls/function-uri';
import type { IntegrationAnswer, MappedExchange } from '#services/apigateway/rest/exchange';
import { GatewayError, internalError } from '#services/apigateway/rest/gateway-error';
import { noteSent } from '#services/apigateway/rest/integration-lines';
import { malformedAnswer, proxyAnswer } from '#services/apigateway/rest/proxy-answer';
import { proxyEvent } from '#services/apigateway/rest/proxy-event';
import { headerOf } from '#services/apigateway/rest/rest-request';
import { invokeFunction, noteFunctionAnswer, sourceOf, timeLimitOf } from './invoke-function.ts';
import { streamedAnswer } from './streamed-answer.ts';

export async function lambdaProxy(exchange: MappedExchange, ctx: Ctx): Promise<IntegrationAnswer> {
  const { request, stage, log, traceId } = exchange;
  const { integration, uri, method } = exchange.integrationRequest;
  const { resourceId, resourcePath, pathParameters } = exchange.matched;
  const arn = functionIn(uri);
  // Functions are invoked by POST only (recorded).
  if (arn === undefined) throw internalError(`the URI ${uri} names no function`);
  if (method !== 'POST') throw internalError(`the integration has the method ${method}: functions are invoked by POST`);
  const event = proxyEvent(request, {
    ...{
      apiId: stage.apiId,
      accountId: ctx.account,
      deploymentId: stage.deploymentId,
      stage: stage.stage,
      stageVariables: stage.variables,
    },
    ...{ resourceId, resourcePath, pathParameters, traceId, requestId: exchange.requestId, extendedRequestId: exchange.extendedRequestId },
    nowMs: exchange.startedMs,
    apiKey: exchange.apiKey,
    authorizer: exchange.authorizer,
    caller: exchange.caller,
    isBase64Encoded: exchange.program.isBinary(headerOf(request.headers, 'content-type')),
  });
  const payload = Buffer.from(JSON.stringify(event));
  noteSent(exchange, uri, payload);
  const { credentials: role } = integration;
  const call = { arn, payload, role, source: sourceOf(exchange), timeoutMs: timeLimitOf(integration) };
  if (integration.responseTransferMode === 'STREAM') return streamedAnswer(call, exchange, ctx);
  const result = await invokeFunction(call, exchange, ctx);
  noteFunctionAnswer(exchange, result);
  if (result.hasFailed) {
    log.write(`Lambda execution failed with status 200 due to customer function error: ${result.text}`);
    throw new GatewayError('INTEGRATION_FAILURE', { status: 502, reason: `the function failed: ${errorMessageIn(result.text)}` });
  }
  const answer = proxyAnswer(result.text);
  if ('malformed' in answer) {
    log.write('Execution failed due to configuration error: Malformed Lambda proxy response');
    throw new GatewayError('INTEGRATION_FAILURE', { status: 502, reason: malformedAnswer(answer) });
  }
  const { status, headers, body, isBase64Encoded } = answer;
  return { status, headers, body: Buffer.from(body), selector: String(status), isProxied: true, isBase64Encoded };
}

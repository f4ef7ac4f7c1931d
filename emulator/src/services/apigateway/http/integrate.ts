// Step: the integration of the route: a function, an HTTP endpoint, or an operation of a service.
import { callFunction, functionIn } from '#services/apigateway/calls/call-function';
import type { EndpointFailure } from '#services/apigateway/calls/request-endpoint';
import { serviceFailure } from '#services/apigateway/calls/service-failure';
import { FAILED, UNAVAILABLE } from './answers.ts';
import { callEndpoint } from './call-endpoint.ts';
import { callService } from './call-service.ts';
import { integrationEvent } from './events.ts';
import type { Exchange, Step } from './exchange.ts';
import { functionAnswer } from './function-answer.ts';
import { mappedExchange } from './map-parameters.ts';

const TIMEOUT_MS = 30_000;

export const integrate: Step = async (exchange) => {
  const { integration, route } = exchange;
  if (!integration) return failed(exchange, `the route ${route?.RouteKey} has no integration`);
  const startedMs = exchange.ctx.now();
  const answer =
    integration.IntegrationType === 'HTTP_PROXY'
      ? await callEndpoint(exchange)
      : integration.IntegrationSubtype === undefined
        ? await proxyFunction(exchange)
        : await callService(exchange);
  exchange.notes.set('integrationLatency', String(exchange.ctx.now() - startedMs));
  exchange.notes.set('integration.latency', String(exchange.ctx.now() - startedMs));
  if ('failed' in answer) return failed(exchange, answer.failed, answer);
  exchange.notes.set('integrationStatus', String(answer.status));
  exchange.notes.set('integration.status', String(answer.status));
  if (integration.IntegrationSubtype !== undefined) exchange.failure = serviceFailure(answer);
  exchange.answer = answer;
  return undefined;
};

function failed(exchange: Exchange, reason: string, { isTimeout, remedy }: Partial<Pick<EndpointFailure, 'isTimeout' | 'remedy'>> = {}) {
  exchange.notes.set('integrationErrorMessage', reason);
  exchange.notes.set('integration.error', reason);
  exchange.failure = { reason, remedy };
  return isTimeout ? UNAVAILABLE : FAILED;
}

async function proxyFunction(exchange: Exchange) {
  const { integration, stage, ctx, request } = exchange;
  const version = integration?.PayloadFormatVersion ?? '2.0';
  const body = await exchange.body();
  const called = await callFunction(
    {
      arn: functionIn(integration?.IntegrationUri ?? '', stage.variables),
      payload: integrationEvent(version, mappedExchange(exchange, body), body),
      sourceArn: exchange.arnOf(false),
      role: integration?.CredentialsArn,
      timeoutMs: integration?.TimeoutInMillis ?? TIMEOUT_MS,
      traceHeader: request.headers['x-amzn-trace-id'],
    },
    ctx,
  );
  if ('failed' in called) return called;
  if (called.errorMessage !== undefined) return { failed: `the function failed: ${called.errorMessage}`, isTimeout: false };
  const answer = functionAnswer(called, version);
  return 'malformed' in answer ? { failed: `the answer of the function is not understood: ${answer.malformed}`, isTimeout: false } : answer;
}

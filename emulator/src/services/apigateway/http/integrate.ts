// Steps: the integration of the route, a function, an HTTP endpoint or an operation of a service, and its call.
import type { RouteResponse } from '#core/route';
import { callFunction, errorMessageIn, payloadIn } from '#services/apigateway/calls/call-function';
import { functionArnOf } from '#services/apigateway/calls/function-uri';
import type { EndpointFailure } from '#services/apigateway/calls/request-endpoint';
import { serviceFailure } from '#services/apigateway/calls/service-failure';
import { FAILED, refused, UNAVAILABLE } from './answers.ts';
import { callEndpoint } from './call-endpoint.ts';
import { callService } from './call-service.ts';
import { integrationEvent } from './events.ts';
import type { CalledExchange, Exchange, MappedExchange, MatchedExchange } from './exchange.ts';
import { functionAnswer } from './function-answer.ts';
import { mappedExchange } from './map-parameters.ts';

const TIMEOUT_MS = 30_000;

/** @throws Refusal where the route has no integration */
export async function findIntegration(exchange: MatchedExchange): Promise<Pick<MappedExchange, 'integration' | 'sent'>> {
  const { route, program } = exchange;
  const integration = route.Target === undefined ? undefined : program.integrations.get(route.Target);
  if (!integration) throw failed(exchange, { failed: `the route ${route.RouteKey} has no integration`, isTimeout: false });
  return { integration, sent: await exchange.body() };
}

/** @throws Refusal */
export async function integrate(exchange: MappedExchange): Promise<Pick<CalledExchange, 'received'>> {
  const received = await call(exchange);
  if ('failed' in received) throw failed(exchange, received);
  exchange.notes.set('integrationStatus', String(received.status));
  exchange.notes.set('integration.status', String(received.status));
  if (exchange.integration.IntegrationSubtype !== undefined) exchange.failure = serviceFailure(received);
  return { received };
}

function call(exchange: MappedExchange): Promise<RouteResponse | EndpointFailure> {
  const { IntegrationType, IntegrationSubtype } = exchange.integration;
  if (IntegrationType === 'HTTP_PROXY') return callEndpoint(exchange);
  return IntegrationSubtype === undefined ? proxyFunction(exchange) : callService(exchange);
}

function failed({ notes }: Exchange, { failed: reason, isTimeout, remedy }: EndpointFailure) {
  notes.set('integrationErrorMessage', reason);
  notes.set('integration.error', reason);
  return refused(isTimeout ? UNAVAILABLE : FAILED, { reason, remedy });
}

async function proxyFunction(exchange: MappedExchange): Promise<RouteResponse | EndpointFailure> {
  const { integration, stage, ctx, request, sent } = exchange;
  const version = integration.PayloadFormatVersion ?? '2.0';
  const called = await callFunction(
    {
      arn: functionArnOf(integration.IntegrationUri ?? '', stage.variables),
      payload: Buffer.from(JSON.stringify(integrationEvent(version, mappedExchange(exchange), sent))),
      sourceArn: exchange.arnOf(false),
      role: integration.CredentialsArn,
      timeoutMs: integration.TimeoutInMillis ?? TIMEOUT_MS,
      traceHeader: request.headers['x-amzn-trace-id'],
    },
    ctx,
  );
  if ('failed' in called) return called;
  const { text, hasFailed } = called;
  if (hasFailed) return { failed: `the function failed: ${errorMessageIn(text)}`, isTimeout: false };
  const answer = functionAnswer({ text, payload: payloadIn(text) }, version);
  return 'malformed' in answer ? { failed: `the answer of the function is not understood: ${answer.malformed}`, isTimeout: false } : answer;
}

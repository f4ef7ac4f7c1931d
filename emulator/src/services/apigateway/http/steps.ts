// The steps of a request to an HTTP API. A step that throws a refusal ends the request.
import { Fault } from '#core/fault';
import type { RouteResponse } from '#core/route';
import { Refusal, type Steps } from '#services/apigateway/steps/run-steps';
import { FAILED, FORBIDDEN, jsonAnswer } from './answers.ts';
import { authorize } from './authorize.ts';
import { preflight } from './cors.ts';
import type { CalledExchange, Exchange, MappedExchange, MatchedExchange } from './exchange.ts';
import { findIntegration, integrate } from './integrate.ts';
import { mapResponse } from './map-response.ts';
import { match } from './match.ts';
import { throttle } from './throttle.ts';

export const STEPS: Steps<
  Exchange,
  Pick<MatchedExchange, 'route'>,
  Pick<MappedExchange, 'integration' | 'sent'>,
  Pick<CalledExchange, 'received'>,
  RouteResponse
> = { preflight, match, authorize, throttle, mapRequest: findIntegration, integrate, mapResponse, refuse };

/** @throws what is neither a refusal nor a fault */
function refuse(error: unknown, exchange: Exchange): RouteResponse {
  if (error instanceof Refusal) {
    const { reason, isRefusal } = (exchange.failure = error.failure);
    if (isRefusal) exchange.notes.set('authorizer.error', reason).set('error.message', reason);
    return error.answer as RouteResponse;
  }
  if (!(error instanceof Fault)) throw error;
  exchange.notes.set('error.message', error.message);
  exchange.failure = { reason: `${error.code}: ${error.message}`, remedy: error.options.remedy };
  if (error.options.status === 413) return jsonAnswer(413, 'Request Entity Too Large');
  return error.code === 'AccessDeniedException' ? FORBIDDEN : FAILED;
}

// Answers that the gateway gives itself, and the refusals that end a request with one.
import type { RouteResponse } from '#core/route';
import type { RequestFailure } from '#services/apigateway/calls/note-request';
import { Refusal } from '#services/apigateway/steps/run-steps';

/** `{"message":"Not Found"}` */
export const jsonAnswer = (status: number, message: string | null, headers: Readonly<Record<string, string>> = {}): RouteResponse => ({
  status,
  headers: { 'content-type': 'application/json', ...headers },
  body: JSON.stringify({ message }),
});

export const NOT_FOUND: RouteResponse = jsonAnswer(404, 'Not Found');
export const FORBIDDEN: RouteResponse = jsonAnswer(403, 'Forbidden');
export const UNAUTHORIZED: RouteResponse = jsonAnswer(401, 'Unauthorized');
export const FAILED: RouteResponse = jsonAnswer(500, 'Internal Server Error');
export const UNAVAILABLE: RouteResponse = jsonAnswer(503, 'Service Unavailable');
export const TOO_MANY: RouteResponse = jsonAnswer(429, 'Too Many Requests');

/** A refusal of an authorizer, or of a check in its place. */
export const unauthorized = (answer: RouteResponse, reason: string, remedy?: string): Refusal<RouteResponse> =>
  new Refusal(answer, { reason, remedy, isRefusal: true });

/** A refusal by the gateway: no route, no integration, too many requests. */
export const refused = (answer: RouteResponse, failure: RequestFailure): Refusal<RouteResponse> => new Refusal(answer, failure);

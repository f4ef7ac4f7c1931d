// Answers that the gateway gives itself.
import type { RouteResponse } from '#core/route';

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

// The error that a service answered to its integration. Mappings may make a success of it for the client.
import type { RouteResponse } from '#core/route';
import { bodyBeginning } from '#core/traces/http-run';
import type { RequestFailure } from './note-request.ts';

/** Undefined for a success, and for a condition of the request that did not hold. */
export function serviceFailure({ status, body }: Pick<RouteResponse, 'status' | 'body'>): RequestFailure | undefined {
  const text = bodyBeginning(body);
  return status < 400 || /ConditionalCheckFailed/.test(text)
    ? undefined
    : { reason: `the service answered ${status}: ${text}`, isRefusal: false };
}

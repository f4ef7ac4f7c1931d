// The outcome of a request to an API: its line, its run in the trace, and a problem where the gateway answered in place of the integration or the
// integration answered a server error.
import type { Ctx } from '#core/ctx';
import type { RouteResponse } from '#core/route';
import { bodyBeginning, requestName } from '#core/traces/http-run';
import type { FailedRun, Run } from '#core/traces/run';
import { API_ANSWERED_ERROR, API_CALLED, API_INTEGRATION_FAILED, API_MISSING, API_REFUSED } from '#services/apigateway/messages';

/** Why a request was not answered by its integration, or not as it should. */
export interface RequestFailure {
  readonly reason: string;
  /** The command that mends it. */
  readonly remedy?: string | undefined;
  /** An authorizer failed, or a check in its place: the integration was not called. */
  readonly isRefusal?: boolean | undefined;
}

export interface AnsweredRequest {
  readonly api: ApiFacts;
  readonly method: string;
  /** With the stage. Without the query, which may hold a token. */
  readonly path: string;
  /** `GET /orders/{id}`, `/orders/{id}`, or `-` where no route takes the request. */
  readonly route: string;
  /** The id that the client got. */
  readonly requestId: string;
  /** When the request began: performance.now(). */
  readonly startedMs: number;
  readonly answer: Pick<RouteResponse, 'status' | 'body'>;
  readonly failure?: RequestFailure | undefined;
}

interface ApiFacts {
  readonly id: string;
  readonly name: string;
  readonly kind: 'restapis' | 'apis';
}

/** https://docs.aws.amazon.com/apigateway/latest/developerguide/arn-format-reference.html */
export const apiArn = ({ id, kind }: Pick<ApiFacts, 'id' | 'kind'>, { region }: Pick<Ctx, 'region'>): string =>
  `arn:aws:apigateway:${region}::/${kind}/${id}`;

export function noteRequest(request: AnsweredRequest, ctx: Ctx): void {
  const { api, method, path, route, requestId, startedMs, answer, failure } = request;
  const { status, body } = answer;
  ctx.log.write(API_CALLED, { method, path, api: api.id, route, status });
  const name = `${method} ${path} of API ${api.name} → ${status}`;
  const run: Run = { what: 'request', resource: apiArn(api, ctx), name, requestId, startedMs };
  if (failure) noteFailure({ api: api.id, route, failure, isRefused: status < 500 }, run, ctx);
  else if (status < 500) ctx.noteRun(run);
  else ctx.report(API_ANSWERED_ERROR, { name, body: bodyBeginning(body) }, run);
}

interface FailedRoute {
  readonly api: string;
  readonly route: string;
  readonly failure: RequestFailure;
  readonly isRefused: boolean;
}

/** The same for the route of a WebSocket. */
export function noteFailure({ api, route, failure, isRefused }: FailedRoute, run: FailedRun, ctx: Ctx): void {
  const { reason, remedy, isRefusal = isRefused } = failure;
  ctx.report(isRefusal ? API_REFUSED : API_INTEGRATION_FAILED, { api, route, reason }, { ...run, remedy });
}

interface MissedRequest {
  readonly method: string;
  readonly path: string;
  /** Says which API, stage or deployment is missing. */
  readonly reason: string;
  /** ARN of the API, or how the request named it. */
  readonly resource: string;
  /** The status of the answer. */
  readonly status: number;
  readonly startedMs?: number | undefined;
}

/** A request or a handshake that no stage of an API takes. */
export function noteMissed({ method, path, reason, resource, status, startedMs }: MissedRequest, ctx: Ctx): void {
  ctx.report(
    API_MISSING,
    { reason },
    { what: 'request', resource, name: requestName(method, path, status), ...(startedMs !== undefined && { startedMs }) },
  );
}

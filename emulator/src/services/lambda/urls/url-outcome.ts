// The outcome of a request to a function URL: a run of its trace, and a problem where the function answered a server error or the URL in its place.
import type { Ctx } from '#core/ctx';
import type { RouteResponse } from '#core/route';
import { bodyBeginning, requestName } from '#core/traces/http-run';
import type { Reporting } from '#core/traces/reporting';
import type { Run } from '#core/traces/run';
import { URL_ANSWERED_ERROR } from '#services/lambda/messages';

/** An answer that is not the function's own has the report of its reason. */
export interface UrlAnswer extends RouteResponse {
  readonly report?: Reporting | undefined;
}

interface UrlRun {
  readonly method: string;
  readonly path: string;
  /** ARN of the function, or `function URL` and an id. */
  readonly resource: string;
  /** When the request began: performance.now(). */
  readonly startedMs: number;
}

export function noteOutcome({ status, body, report }: UrlAnswer, { method, path, resource, startedMs }: UrlRun, ctx: Ctx): void {
  const name = requestName(method, path, status);
  const run: Run = { what: 'request', resource, name, requestId: ctx.requestId, startedMs };
  if (report) report(run, ctx);
  else if (status < 500) ctx.noteRun(run);
  else ctx.report(URL_ANSWERED_ERROR, { name, arn: resource, body: bodyBeginning(body) }, run);
}

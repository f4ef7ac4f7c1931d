// The outcome of a request to an API: its run in the trace, and a problem where it has errors.
import type { Ctx } from '#core/ctx';
import type { Frozen } from '#core/records';
import { requestName } from '#core/traces/http-run';
import { formatArn } from '#lib/arn';
import { GRAPHQL_API_MISSING, GRAPHQL_FAILED, GRAPHQL_REFUSED } from '#services/appsync/messages';
import type { Api } from '#services/appsync/state';

interface NotedAnswer {
  readonly api: Pick<Frozen<Api>, 'id' | 'name'>;
  /** The operation: `query posts`. */
  readonly name: string;
  readonly status: number;
  readonly reason: string | undefined;
  readonly startedMs: number;
}

export function noteAnswer({ api, name, status, reason, startedMs }: NotedAnswer, ctx: Ctx): void {
  const { region, account, requestId } = ctx;
  const resource = formatArn({ service: 'appsync', region, account, resource: `apis/${api.id}` });
  const run = { what: 'request', resource, name: `${name} of API ${api.name} → ${status}`, requestId, startedMs } as const;
  if (reason === undefined) ctx.noteRun(run);
  else ctx.report(status === 200 ? GRAPHQL_FAILED : GRAPHQL_REFUSED, { api: api.name, name, reason }, run);
}

/** A request to an API that there is not. */
export function noteMissing(
  id: string,
  { method, path }: { readonly method: string; readonly path: string },
  status: number,
  startedMs: number,
  ctx: Ctx,
): void {
  ctx.report(
    GRAPHQL_API_MISSING,
    { id },
    { what: 'request', resource: `GraphQL API ${id}`, name: requestName(method, path, status), startedMs },
  );
}

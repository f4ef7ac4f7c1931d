// Connections and subscriptions in the trace.
import type { Ctx } from '#core/ctx';
import { formatArn } from '#lib/arn';
import { GRAPHQL_REFUSED } from '#services/appsync/messages';
import { apis, eventApis } from '#services/appsync/state';

interface NotedSubscription {
  readonly apiId: string;
  /** `subscription onPost`. */
  readonly name: string;
  /** Why it was refused. */
  readonly reason?: string | undefined;
  readonly startedMs: number;
}

export function noteSubscription({ apiId, name, reason, startedMs }: NotedSubscription, ctx: Ctx): void {
  const { region, account } = ctx;
  const api = (ctx.records(apis).get([apiId]) ?? ctx.records(eventApis).get([apiId]))?.name ?? apiId;
  const resource = formatArn({ service: 'appsync', region, account, resource: `apis/${apiId}` });
  const run = { what: 'request', resource, name: `${name} of API ${api}`, startedMs } as const;
  if (reason === undefined) ctx.noteRun(run);
  else ctx.report(GRAPHQL_REFUSED, { api, name, reason }, run);
}

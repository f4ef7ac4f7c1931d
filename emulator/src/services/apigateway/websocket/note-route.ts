// The outcome of a route of a WebSocket API: of a handshake, a message or an end. A run of the trace; a problem where no integration answered it well.
import { requestName } from '#core/traces/http-run';
import type { Run } from '#core/traces/run';
import { apiArn, noteFailure, type RequestFailure } from '#services/apigateway/calls/note-request';
import type { SessionFacts } from './session-facts.ts';

export interface RouteOutcome {
  readonly kind: 'CONNECT' | 'MESSAGE' | 'DISCONNECT';
  readonly status: number;
  /** `$default`; empty where no route takes the message. */
  readonly route: string;
  /** The id of the run in its logs. */
  readonly requestId: string;
  /** When it began: performance.now(). */
  readonly startedMs: number;
  readonly failure?: RequestFailure | undefined;
}

export function noteRoute({ kind, status, route, requestId, startedMs, failure }: RouteOutcome, { parts }: SessionFacts): void {
  const { ctx, api, connectionId, opener } = parts;
  const name = requestName(kind, `${route} of API ${api.name}`.trim(), status);
  const run: Run = { what: 'request', resource: apiArn({ id: api.id, kind: 'apis' }, ctx), name, requestId, startedMs };
  const told = failure ?? (status < 500 ? undefined : { reason: `the integration answered ${status} to connection ${connectionId}` });
  const sentBy = opener === undefined ? [] : [opener];
  if (told) noteFailure({ api: api.id, route: route || '-', failure: told, isRefused: status < 500 }, { ...run, sentBy }, ctx);
  else ctx.noteRun({ ...run, text: opener && `on the connection ${connectionId} of request ${opener}` });
}

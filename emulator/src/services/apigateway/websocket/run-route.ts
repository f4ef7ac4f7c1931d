// Runs a route of a WebSocket API, and records how it ended: in the logs of the stage, in the trace, and among problems where it failed.
import type { Frozen } from '#core/records';
import type { Route } from '#model/apigatewayv2';
import { Refusal, runSteps } from '#services/apigateway/steps/run-steps';
import { noteRoute, type RouteOutcome } from './note-route.ts';
import type { IntegrationAnswer, RouteRun } from './route-call.ts';
import type { RouteLog } from './route-log.ts';
import type { Session } from './session.ts';
import { STEPS } from './steps.ts';

interface RunOfRoute {
  readonly kind: RouteOutcome['kind'];
  /** Undefined for a message that no route takes. */
  readonly route: Frozen<Route> | undefined;
  readonly body?: string;
  readonly session: Session;
  readonly log: RouteLog;
  /** When it began: performance.now(). */
  readonly startedMs: number;
}

/** How a run ended for its client. */
export type RouteEnd = IntegrationAnswer | { readonly refused: string; readonly status: number };

/** The status of an integration that failed. */
const FAILED = { CONNECT: 502, MESSAGE: 500, DISCONNECT: 500 } as const;

export async function runRoute({ kind, route, body = '', session, log, startedMs }: RunOfRoute): Promise<RouteEnd> {
  const { ctx } = session.parts;
  const outcome = { kind, route: route?.RouteKey ?? '', requestId: log.context.requestId, startedMs };
  const run: RouteRun = { session, selected: route, body, log, integrationMs: undefined };
  const end = await runSteps(STEPS[kind], run, ctx);
  log.note('integrationLatency', run.integrationMs);
  log.note('integration.latency', run.integrationMs);
  if (!(end instanceof Refusal)) {
    noteRoute({ ...outcome, status: end.status }, session);
    log.answered(end.status);
    return end;
  }
  const { message, status = FAILED[kind] } = end.answer;
  if (end.answer.status === undefined) log.note('integration.error', end.failure.reason);
  noteRoute({ ...outcome, status, failure: end.failure }, session);
  log.refused(message, end.failure.reason, kind === 'CONNECT' ? status : undefined);
  return { refused: message, status };
}

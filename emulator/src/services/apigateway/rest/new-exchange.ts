// The start of a request: its ids, its log, and nothing known yet.
import type { Ctx } from '#core/ctx';
import { newTrace } from '#services/apigateway/calls/new-trace';
import type { Exchange, StageFacts } from './exchange.ts';
import { ExecutionLog } from './execution-log.ts';
import type { DeploymentProgram } from './program.ts';
import { headerOf, type RestRequest } from './rest-request.ts';

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';

export function newExchange(
  request: RestRequest,
  program: DeploymentProgram,
  stage: StageFacts,
  ctx: Ctx,
  verifySignature?: () => Promise<void>,
): Exchange {
  const requestId = ctx.id();
  return {
    ...{ request, program, stage, requestId, verifySignature },
    extendedRequestId: `${ctx.random(15, ALPHABET)}=`,
    startedMs: ctx.now(),
    traceId: headerOf(request.headers, 'x-amzn-trace-id') ?? newTrace(ctx),
    log: new ExecutionLog(requestId, () => ctx.now()),
    context: new Map(),
    ...{ matched: undefined, apiKey: undefined, plan: undefined, authorizer: undefined, integrationRequest: undefined },
    ...{ caller: undefined, isTooLarge: false, integrationMs: undefined, failed: undefined },
    ...{ integrationAnswer: undefined, integrationResponse: undefined, answer: undefined },
  };
}

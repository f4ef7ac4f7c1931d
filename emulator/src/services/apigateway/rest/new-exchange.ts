// The start of a request: its ids, its log, and nothing known yet.
import type { Ctx } from '#core/ctx';
import type { ValueMap } from '#lib/vtl/values';
import { contextOf, withMethod } from './context-variables.ts';
import type { Exchange, StageFacts } from './exchange.ts';
import { ExecutionLog } from './execution-log.ts';
import type { DeploymentProgram } from './program.ts';
import { headerOf, type RestRequest } from './rest-request.ts';
import { beginTrace } from './stage-trace.ts';

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';

export interface ExchangeParts {
  readonly request: RestRequest;
  readonly program: DeploymentProgram;
  readonly stage: StageFacts;
  readonly verifySignature?: () => Promise<void>;
  readonly isTooLarge?: boolean;
}

export function newExchange({ request, program, stage, verifySignature, isTooLarge = false }: ExchangeParts, ctx: Ctx): Exchange {
  const requestId = ctx.id();
  const begun = {
    ...{ request, program, stage, requestId, verifySignature, isTooLarge },
    extendedRequestId: `${ctx.random(15, ALPHABET)}=`,
    startedMs: ctx.now(),
    ...beginTrace(headerOf(request.headers, 'x-amzn-trace-id'), stage.isTraced, ctx),
    log: new ExecutionLog(requestId, () => ctx.now()),
  };
  let context: ValueMap | undefined;
  return {
    ...begun,
    get context() {
      context ??= withMethod(contextOf(begun, ctx.account), this.matched);
      return context;
    },
    get madeContext() {
      return context;
    },
    ...{ matched: undefined, apiKey: undefined, plan: undefined, authorizer: undefined, caller: undefined, failed: undefined },
    ...{ integrationRequest: undefined, integrationAnswer: undefined, integrationMs: undefined },
  };
}

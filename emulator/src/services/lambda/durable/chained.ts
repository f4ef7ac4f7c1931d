// Chained invocations: of durable functions, which are executions of their own, and of others, which run as due work.
import type { Ctx } from '#core/ctx';
import { Fault } from '#core/fault';
import type { Tx } from '#core/records';
import { inTraceOf } from '#core/traces/in-trace-of';
import { runInvocation } from '#services/lambda/execution/run-invocation';
import { named } from '#services/lambda/lookup/find-function';
import { functionArn, versionName } from '#services/lambda/lookup/function-name';
import { type Invocable, invocable } from '#services/lambda/lookup/invocable';
import { checkTenant } from '#services/lambda/lookup/tenant';
import { extended, lineageId } from '#services/lambda/recursion/lineage';
import { begin } from './begin.ts';
import { failureOf } from './engine/answer.ts';
import type { Draft } from './engine/draft.ts';
import { finish } from './engine/finish.ts';
import type { Head } from './engine/head.ts';
import { eventData } from './engine/history-event.ts';
import type { Operation } from './engine/operation.ts';
import { pauseAfterRefusal } from './engine/pauses.ts';
import { unqualified } from './invoke-durable.ts';
import { executionArn } from './locate.ts';
import { keepText, readText } from './payloads.ts';
import { durableOperations, durables } from './records.ts';
import { endChained } from './save.ts';
import { CHAINED } from './work-names.ts';

/** The payload of a chained invocation without one. */
const NO_INPUT = '{}';

/** Starts the chained invocations of a checkpoint, in its write, before the execution itself is saved. */
export function startChained(tx: Tx, draft: Draft, ctx: Ctx): void {
  for (const operationId of draft.chained) startOne(tx, draft, draft.get(operationId)!, ctx);
}

function startOne(tx: Tx, draft: Draft, operation: Operation, ctx: Ctx): void {
  const { id } = draft.head;
  const FunctionName = operation.functionName!;
  let found: Invocable;
  try {
    found = targetOf(operation, ctx);
  } catch (error) {
    if (!(error instanceof Fault)) throw error;
    draft.record('ChainedInvokeStarted', operation, { FunctionName });
    finish(draft, operation, 'FAILED', { error: { ErrorType: error.code, ErrorMessage: error.message } });
    return;
  }
  const facts = {
    FunctionName,
    ...(operation.tenantId !== undefined && { TenantId: operation.tenantId }),
    Input: eventData(operation.input ?? NO_INPUT),
    ExecutedVersion: versionName(found.version),
  };
  if (!found.settings.durable) {
    draft.record('ChainedInvokeStarted', operation, facts);
    ctx.later(tx, CHAINED, [id, operation.id], ctx.now());
    return;
  }
  const child = begin(
    tx,
    {
      ...{ found, input: operation.input ?? NO_INPUT, id: ctx.id(), name: ctx.id(), isEvent: false },
      ...{ traceId: traceOf(draft.head, operation, ctx), tenantId: operation.tenantId, clientContext: undefined },
      parent: { id, operationId: operation.id },
    },
    ctx,
  );
  draft.put({ ...operation, childId: child.id });
  draft.record('ChainedInvokeStarted', operation, { ...facts, DurableExecutionArn: executionArn(child, ctx) });
}

/** The trace header names the function that chains, so that loops of functions are found. */
const traceOf = ({ functionName, traceId }: Head, operation: Operation, ctx: Ctx): string =>
  extended(operation.traceId ?? traceId, lineageId(functionArn(ctx, functionName)));

/** @throws Fault if there is no such function here, or if it is durable and not qualified */
function targetOf({ functionName, tenantId }: Operation, ctx: Ctx): Invocable {
  const found = invocable(named({ FunctionName: functionName! }, ctx), ctx);
  if (found.settings.durable && found.qualifier === undefined) throw unqualified();
  checkTenant(found.settings, tenantId);
  return found;
}

/** Runs a function that is not durable. Where the emulator was killed meanwhile, it runs again. */
export async function runChained(id: string, operationId: string, work: Ctx): Promise<void> {
  const operation = work.records(durableOperations).get([id, operationId]);
  const head = work.records(durables).get([id]);
  if (head?.status !== 'RUNNING' || operation?.status !== 'STARTED') return;
  const ctx = inTraceOf(head, work);
  const end = (how: Parameters<typeof endChained>[2]) => ctx.write((tx) => endChained(tx, { id, operationId }, how, ctx));
  const attempt = operation.attempt ?? 0;
  try {
    const found = targetOf(operation, ctx);
    const payload = Buffer.from(await readText(operation.input ?? NO_INPUT, ctx));
    const facts = { requestId: ctx.id(), payload, traceId: traceOf(head, operation, ctx), tenantId: operation.tenantId };
    const { outcome } = await runInvocation({ ...found, ...facts }, ctx);
    if (outcome.kind === 'response') {
      const result = await keepText(Buffer.from(outcome.body).toString(), ctx);
      end({ status: 'SUCCEEDED', result });
    } else if (outcome.kind === 'stopped') ctx.write((tx) => ctx.later(tx, CHAINED, [id, operationId], ctx.now() + 1));
    else end({ status: 'FAILED', error: failureOf(outcome.body, outcome.errorType) });
  } catch (error) {
    if (!(error instanceof Fault)) throw error;
    if (!PASSING.has(error.code)) return end({ status: 'FAILED', error: { ErrorType: error.code, ErrorMessage: error.message } });
    ctx.write((tx) => {
      tx.put(ctx.records(durableOperations), [id, operationId], { ...operation, attempt: attempt + 1 });
      ctx.later(tx, CHAINED, [id, operationId], ctx.now() + pauseAfterRefusal(attempt + 1));
    });
  }
}

/** Refusals that pass: no concurrency is left, no environment starts, the function is being updated. */
const PASSING = new Set(['TooManyRequestsException', 'ServiceException', 'ResourceConflictException']);

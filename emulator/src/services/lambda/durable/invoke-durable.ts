// An invocation of a durable function begins an execution, or attaches to the execution of that name. Synchronous callers wait for its end.
import type { InvokeOutcome } from '#containers/container-runtime';
import type { Ctx } from '#core/ctx';
import type { Fault } from '#core/fault';
import type { Frozen } from '#core/records';
import { fault } from '#model/lambda';
import type { InvocationJob } from '#services/lambda/execution/invocation-job';
import { invalidParameter, notFound } from '#services/lambda/faults';
import { functionArn } from '#services/lambda/lookup/function-name';
import type { Invocable } from '#services/lambda/lookup/invocable';
import type { Settings } from '#services/lambda/state';
import { begin, executionTimeoutS } from './begin.ts';
import { type Head, timeoutMsOf } from './engine/head.ts';
import { executionArn } from './locate.ts';
import { keepText, readText } from './payloads.ts';
import { durableOperations, durables, durablesByNames } from './records.ts';
import { endKey } from './work-names.ts';

/** Limit: seconds of the ExecutionTimeout of a function that is invoked synchronously, or by an event source mapping. */
export const MAX_AWAITED_S = 900;

export interface DurableRequest {
  readonly found: Invocable;
  readonly name: string | undefined;
  readonly payload: Uint8Array;
  readonly traceId: string;
  readonly tenantId: string | undefined;
  readonly clientContext: string | undefined;
  readonly isEvent: boolean;
}

/** In the words of the cloud, as users report them (2026-07). */
export const unqualified = (): Fault => invalidParameter('You cannot invoke a durable function using an unqualified ARN.');

/** Event source mappings wait for the ends of executions. The words of the cloud are not known. @throws Fault */
export function refuseLongDurable({ durable }: Frozen<Settings>): void {
  if (durable && executionTimeoutS(durable) > MAX_AWAITED_S)
    throw invalidParameter(
      `An event source mapping cannot invoke a durable function whose ExecutionTimeout is more than ${MAX_AWAITED_S} seconds.`,
    );
}

/** @throws Fault if the function is not durable, and the execution has a name */
export function refuseName(
  { fn }: Invocable,
  { DurableExecutionName }: { readonly DurableExecutionName?: string | undefined },
  ctx: Ctx,
): void {
  if (DurableExecutionName === undefined) return;
  throw invalidParameter(`DurableExecutionName is only for durable functions; ${functionArn(ctx, fn.name)} has no DurableConfig.`);
}

/** The execution of that name, or a new one. @throws Fault */
export async function beginDurable({ found, name, payload, ...facts }: DurableRequest, ctx: Ctx): Promise<Head> {
  if (found.qualifier === undefined) throw unqualified();
  if (!facts.isEvent && executionTimeoutS(found.settings.durable!) > MAX_AWAITED_S)
    throw invalidParameter('You cannot synchronously invoke a durable function with an executionTimeout greater than 15 minutes.');
  const text = Buffer.from(payload).toString();
  const known = await earlier(found.fn.name, name, text, ctx);
  if (known) return known;
  const input = await keepText(text, ctx);
  // Another caller may have begun it while the payload was kept.
  const meanwhile = await earlier(found.fn.name, name, text, ctx);
  if (meanwhile) return meanwhile;
  const id = ctx.id();
  return ctx.write((tx) => begin(tx, { found, input, id, name: name ?? ctx.id(), ...facts }, ctx));
}

/** @throws Fault DurableExecutionAlreadyStartedException for another payload */
async function earlier(functionName: string, name: string | undefined, text: string, ctx: Ctx): Promise<Head | undefined> {
  const at = name === undefined ? undefined : ctx.records(durablesByNames).get([functionName, name]);
  const head = at && ctx.records(durables).get([at.id]);
  if (!head) return undefined;
  const input = ctx.records(durableOperations).get([head.id, head.id])?.input ?? '';
  if ((await readText(input, ctx)) !== text)
    throw fault('DurableExecutionAlreadyStartedException', `Execution already started: ${executionArn(head, ctx)}`, { Type: 'User' });
  return head;
}

/** An execution from its beginning to its end, as an invocation. @throws Fault */
export async function awaitDurable(
  job: InvocationJob & Invocable,
  ctx: Ctx,
): Promise<{ readonly outcome: InvokeOutcome; readonly head: Head }> {
  const { payload, traceId, tenantId, clientContext } = job;
  const begun = await beginDurable({ found: job, name: undefined, payload, traceId, tenantId, clientContext, isEvent: false }, ctx);
  await ctx.committed();
  const head = await untilEnded(begun, ctx);
  return { outcome: await outcomeOf(head, ctx), head };
}

/** Waits for the end, without being counted as work under way: the clock may have to move for it. @throws Fault */
export async function untilEnded({ id }: Head, ctx: Ctx): Promise<Head> {
  for (;;) {
    const head = ctx.records(durables).get([id]);
    if (!head) throw notFound('Durable Execution does not exist');
    if (head.status !== 'RUNNING') return head;
    if (ctx.signal.aborted) throw fault('ServiceException', 'The emulator stops, or the caller has gone.');
    await ctx.rest(ctx.wait(endKey(id), Math.max(timeoutMsOf(head), ctx.now() + 1000)));
  }
}

/** The outcome of an execution, in the form of an invocation's. */
export async function outcomeOf({ status, result, error }: Head, ctx: Ctx): Promise<InvokeOutcome> {
  if (status === 'SUCCEEDED') {
    const body = Buffer.from(result === undefined ? 'null' : await readText(result, ctx));
    return { kind: 'response', body, contentType: 'application/json', streaming: false };
  }
  const { ErrorMessage: errorMessage, ErrorType: errorType, StackTrace: stackTrace } = error ?? {};
  return { kind: 'error', body: Buffer.from(JSON.stringify({ errorMessage, errorType, stackTrace })), errorType: errorType ?? status };
}

// Runs an asynchronous invocation that is due. It succeeds, is retried after a delay, or is given up.
import type { InvokeOutcome } from '#containers/container-runtime';
import type { Ctx } from '#core/ctx';
import { failedInvocationsOf } from '#core/failed-invocations';
import { Fault } from '#core/fault';
import type { Frozen, Tx } from '#core/records';
import { executionOf } from '#services/lambda/execution/execution';
import { countEvent } from '#services/lambda/execution/function-metrics';
import type { InvocationResult } from '#services/lambda/execution/invocation-job';
import { EVENT_DROPPED, EVENT_RETRIED, EVENT_THROTTLED } from '#services/lambda/execution/messages';
import { runInvocation } from '#services/lambda/execution/run-invocation';
import { functionArn, LATEST } from '#services/lambda/lookup/function-name';
import { type Invocable, invocable } from '#services/lambda/lookup/invocable';
import { MAX_EVENT_AGE_S, MAX_RETRIES } from '#services/lambda/lookup/limits';
import { type EventRecord, eventConfigs, waitingEvents } from '#services/lambda/state';
import { EVENT } from './accept.ts';
import { deliverOutcome, type EventOutcome, errorText } from './destinations.ts';
import type { EventRun } from './event-run.ts';

const FIRST_THROTTLE_DELAY_MS = 1000;
const MAX_THROTTLE_DELAY_MS = 300_000;

interface Retry {
  readonly retry: Frozen<EventRecord>;
  readonly delayMs: number;
}

type Verdict = Retry | EventOutcome;

export async function runEvent(requestId: string, work: Ctx): Promise<void> {
  const event = work.records(waitingEvents).get([requestId]);
  if (!event) return;
  const ctx = event.trace === undefined ? work : work.inTrace(event.trace);
  executionOf(ctx).concurrency.forget({ place: ctx, name: event.name }, requestId);
  let found: Invocable;
  try {
    found = invocable({ name: event.name, qualifier: event.qualifier }, ctx);
  } catch (error) {
    const young = ctx.now() - event.createdMs < MAX_EVENT_AGE_S * 1000;
    // Another function with the same name was created and is not ready yet.
    if (young && error instanceof Fault && error.code === 'ResourceConflictException')
      return retryLater(requestId, event, FIRST_THROTTLE_DELAY_MS, ctx);
    const reason = (error as Error).message;
    const facts = { requestId, name: event.name, reason };
    ctx.report(EVENT_DROPPED, facts, { what: 'problem', resource: functionArn(ctx, event.name, event.qualifier), requestId });
    ctx.write((tx) => remove(tx, requestId, event, ctx));
    countEvent(event.name, 'AsyncEventsDropped', 1, ctx);
    return failedInvocationsOf(ctx).tell(requestId, { condition: reason, attempts: event.failures, error: undefined });
  }
  const config = ctx.records(eventConfigs).get([event.name, event.qualifier ?? LATEST]);
  const payload = typeof event.payload === 'string' ? Buffer.from(event.payload) : await ctx.blobs.read(event.payload);
  const verdict = await attempt({ event, found, config, payload, requestId }, ctx);
  if ('retry' in verdict) {
    reportRetry({ event, found, config, payload, requestId }, verdict, ctx);
    retryLater(requestId, verdict.retry, verdict.delayMs, ctx);
    if (verdict.retry.throttles > event.throttles) retryWhenFree(requestId, event.name, ctx);
    return;
  }
  ctx.write((tx) => {
    deliverOutcome(tx, { event, found, config, payload, requestId }, verdict, ctx);
    remove(tx, requestId, event, ctx);
  });
  const { condition, attempts, outcome } = verdict;
  if (condition === 'Success' && event.failures + event.throttles > 0)
    ctx.reportRecovery({
      attempt: requestId,
      text: `${event.name} processed the event at attempt ${attempts}`,
      resource: found.invokedArn,
    });
  if (condition === 'Success') return;
  countEvent(event.name, 'AsyncEventsDropped', 1, ctx);
  failedInvocationsOf(ctx).tell(requestId, { condition, attempts, error: outcome && errorText(outcome) });
}

async function attempt(run: EventRun, ctx: Ctx): Promise<Verdict> {
  const { event, found, payload, requestId } = run;
  let result: InvocationResult;
  countEvent(event.name, 'AsyncEventAge', ctx.now() - event.createdMs, ctx);
  try {
    const { clientContext, traceId, tenantId } = event;
    result = await runInvocation({ ...found, requestId, payload, clientContext, traceId, tenantId }, ctx);
  } catch (error) {
    if (!(error instanceof Fault)) throw error;
    // Another attempt would only make the same chain longer.
    if (error.code === 'RecursiveInvocationException') return { condition: 'RecursiveInvocation', attempts: event.failures };
    return throttled(run, ctx);
  }
  const { outcome } = result;
  if (outcome.kind === 'response') return { condition: 'Success', outcome, attempts: event.failures + 1 };
  // The emulator is stopping. It runs the event again after its next start.
  if (outcome.kind === 'stopped') return { retry: event, delayMs: 1 };
  return failed(run, outcome, ctx);
}

/** If an invocation is throttled or no environment can be started, it is retried until the event is too old. */
function throttled(run: EventRun, ctx: Ctx): Verdict {
  const { event, found } = run;
  if (found.fn.reserved === 0) return { condition: 'ZeroReservedConcurrency', attempts: event.failures };
  const delayMs = Math.min(FIRST_THROTTLE_DELAY_MS * 2 ** event.throttles, MAX_THROTTLE_DELAY_MS);
  if (isTooOld(run, delayMs, ctx)) return { condition: 'EventAgeExceeded', attempts: event.failures };
  return { retry: { ...event, throttles: event.throttles + 1 }, delayMs };
}

function failed(run: EventRun, outcome: InvokeOutcome, ctx: Ctx): Verdict {
  const { event, config } = run;
  const failures = event.failures + 1;
  // One minute after the first error, two after the second.
  const delayMs = failures * ctx.options.FUNCTION_RETRY_BASE_DELAY * 1000;
  if (failures > (config?.maxRetries ?? MAX_RETRIES)) return { condition: 'RetriesExhausted', outcome, attempts: failures };
  if (isTooOld(run, delayMs, ctx)) return { condition: 'EventAgeExceeded', outcome, attempts: failures };
  return { retry: { ...event, failures, throttles: 0 }, delayMs };
}

const isTooOld = ({ event, config }: EventRun, delayMs: number, ctx: Ctx): boolean =>
  ctx.now() + delayMs - event.createdMs > (config?.maxAgeS ?? MAX_EVENT_AGE_S) * 1000;

/** Nothing is said about an event that waits for the next start of the emulator. */
function reportRetry({ event, found, config, requestId }: EventRun, { retry, delayMs }: Retry, ctx: Ctx): void {
  const { name } = event;
  const inS = delayMs / 1000;
  const run = { what: 'problem', resource: found.invokedArn, requestId } as const;
  if (retry.failures > event.failures) {
    const maxAttempts = (config?.maxRetries ?? MAX_RETRIES) + 1;
    ctx.report(EVENT_RETRIED, { requestId, name, attempt: retry.failures, maxAttempts, inS }, run);
  } else if (retry.throttles === 1 && event.throttles === 0) ctx.report(EVENT_THROTTLED, { requestId, name, inS }, run);
  else if (retry.throttles > event.throttles) ctx.log.write(EVENT_THROTTLED, { requestId, name, inS });
}

const retryLater = (requestId: string, event: Frozen<EventRecord>, delayMs: number, ctx: Ctx): void =>
  ctx.write((tx) => {
    tx.put(ctx.records(waitingEvents), [requestId], event);
    ctx.later(tx, EVENT, [requestId], ctx.now() + delayMs);
  });

/** Runs a throttled event as soon as an invocation of its function has ended. */
function retryWhenFree(requestId: string, name: string, ctx: Ctx): void {
  const own = ctx.detached();
  executionOf(own).concurrency.whenFree({ place: own, name }, requestId, () => {
    if (own.writable && own.records(waitingEvents).has([requestId])) own.write((tx) => own.later(tx, EVENT, [requestId], own.now()));
  });
}

function remove(tx: Tx, requestId: string, { payload }: Frozen<EventRecord>, ctx: Ctx): void {
  if (typeof payload !== 'string') tx.release(payload);
  tx.delete(ctx.records(waitingEvents), [requestId]);
}

// Runs an asynchronous invocation that is due: ends it well, or tries again after a pause, or gives it up.
import type { InvokeOutcome } from '#containers/container-runtime';
import type { Ctx } from '#core/call';
import { Fault } from '#core/fault';
import type { Frozen, Tx } from '#core/records';
import { type InvocationResult, runInvocation } from '#services/lambda/execution/run-invocation';
import { LATEST } from '#services/lambda/function-name';
import { type Invocable, invocable } from '#services/lambda/invoke/invocable';
import { MOST_EVENT_AGE_S, MOST_RETRIES } from '#services/lambda/limits';
import { type EventConfigRecord, type EventRecord, eventConfigs, waitingEvents } from '#services/lambda/state';
import { EVENT } from './accept.ts';
import { type Settled, sendResult } from './destinations.ts';

const FIRST_THROTTLE_PAUSE_MS = 1000;
const LONGEST_THROTTLE_PAUSE_MS = 300_000;

type Verdict = { readonly again: Frozen<EventRecord>; readonly pauseMs: number } | Settled;

export async function runEvent(ctx: Ctx, requestId: string): Promise<void> {
  const event = ctx.records(waitingEvents).get([requestId]);
  if (!event) return;
  let found: Invocable;
  try {
    found = invocable(ctx, { name: event.name, qualifier: event.qualifier });
  } catch (error) {
    const young = ctx.now() - event.createdMs < MOST_EVENT_AGE_S * 1000;
    // Made anew under the same name, and not ready yet.
    if (young && error instanceof Fault && error.code === 'ResourceConflictException')
      return again(ctx, requestId, event, FIRST_THROTTLE_PAUSE_MS);
    ctx.log.warn(`The event ${requestId} for ${event.name} is dropped: ${(error as Error).message}`);
    return forget(ctx, requestId, event);
  }
  const config = ctx.records(eventConfigs).get([event.name, event.qualifier ?? LATEST]);
  const payload = typeof event.payload === 'string' ? Buffer.from(event.payload) : await ctx.blobs.read(event.payload);
  const verdict = await attempt(ctx, { event, found, config, payload, requestId });
  if ('again' in verdict) return again(ctx, requestId, verdict.again, verdict.pauseMs);
  await sendResult(ctx, { event, found, config, payload, requestId }, verdict);
  forget(ctx, requestId, event);
}

export interface EventRun {
  readonly event: Frozen<EventRecord>;
  readonly found: Invocable;
  readonly config: Frozen<EventConfigRecord> | undefined;
  readonly payload: Uint8Array;
  readonly requestId: string;
}

async function attempt(ctx: Ctx, run: EventRun): Promise<Verdict> {
  const { event, found, payload, requestId } = run;
  let result: InvocationResult;
  try {
    const { clientContext, traceId, tenantId } = event;
    result = await runInvocation(ctx, { ...found, requestId, payload, clientContext, traceId, tenantId });
  } catch (error) {
    if (!(error instanceof Fault)) throw error;
    // Another attempt would be one more in the same chain.
    if (error.code === 'RecursiveInvocationException') return { condition: 'RecursiveInvocation', attempts: event.failures };
    return noRoom(ctx, run);
  }
  const { outcome } = result;
  if (outcome.kind === 'response') return { condition: 'Success', outcome, attempts: event.failures + 1 };
  // The emulator stops: the next one takes it up again.
  if (outcome.kind === 'stopped') return { again: event, pauseMs: 1 };
  return failed(ctx, run, outcome);
}

/** Throttled, or no environment to be had: tried again until the event is too old. */
function noRoom(ctx: Ctx, run: EventRun): Verdict {
  const { event, found } = run;
  if (found.fn.reserved === 0) return { condition: 'ZeroReservedConcurrency', attempts: event.failures };
  const pauseMs = Math.min(FIRST_THROTTLE_PAUSE_MS * 2 ** event.throttles, LONGEST_THROTTLE_PAUSE_MS);
  if (isTooOld(ctx, run, pauseMs)) return { condition: 'EventAgeExceeded', attempts: event.failures };
  return { again: { ...event, throttles: event.throttles + 1 }, pauseMs };
}

function failed(ctx: Ctx, run: EventRun, outcome: InvokeOutcome): Verdict {
  const { event, config } = run;
  const failures = event.failures + 1;
  // After the first error one minute, after the second two.
  const pauseMs = failures * ctx.options.FUNCTION_RETRY_BASE_DELAY * 1000;
  if (failures > (config?.maxRetries ?? MOST_RETRIES)) return { condition: 'RetriesExhausted', outcome, attempts: failures };
  if (isTooOld(ctx, run, pauseMs)) return { condition: 'EventAgeExceeded', outcome, attempts: failures };
  return { again: { ...event, failures, throttles: 0 }, pauseMs };
}

const isTooOld = (ctx: Ctx, { event, config }: EventRun, pauseMs: number): boolean =>
  ctx.now() + pauseMs - event.createdMs > (config?.maxAgeS ?? MOST_EVENT_AGE_S) * 1000;

const again = (ctx: Ctx, requestId: string, event: Frozen<EventRecord>, pauseMs: number): void =>
  ctx.write((tx) => {
    tx.put(ctx.records(waitingEvents), [requestId], event);
    ctx.later(tx, EVENT, [requestId], ctx.now() + pauseMs);
  });

const forget = (ctx: Ctx, requestId: string, { payload }: Frozen<EventRecord>): void =>
  ctx.write((tx: Tx) => {
    if (typeof payload !== 'string') tx.release(payload);
    tx.delete(ctx.records(waitingEvents), [requestId]);
  });

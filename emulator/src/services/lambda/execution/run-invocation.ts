// Runs one invocation of one version: takes an environment, passes the payload to it, writes the log, gives the environment back.

import type { Ctx } from '#core/ctx';
import { Fault } from '#core/fault';
import { fault } from '#model/lambda';
import { provisionedFor, provisionedInAll } from '#services/lambda/concurrency/provisioned-record';
import { scalings } from '#services/lambda/concurrency/scaling-record';
import { totalsOf } from '#services/lambda/lookup/totals';
import { followed } from '#services/lambda/recursion/follow';
import { TracedInvocation } from '#services/lambda/tracing/traced-invocation';
import { deploymentOf } from './deployment.ts';
import { type Execution, executionOf } from './execution.ts';
import type { Slot } from './fleet.ts';
import { countConcurrency, countDuration, countInvocation, countThrottle } from './function-metrics.ts';
import type { InvocationJob, InvocationResult } from './invocation-job.ts';
import { reportFailure } from './report-failure.ts';

/** @throws Fault if a concurrency limit is reached, or if no environment can be started. */
export async function runInvocation(job: InvocationJob, ctx: Ctx): Promise<InvocationResult> {
  const startedMs = performance.now();
  const execution = executionOf(ctx);
  const { name } = job.fn;
  const traced = new TracedInvocation(followed(job, ctx), ctx);
  const leaveConcurrency = enter(execution, job, ctx);
  const leaveTrace = ctx.joinTrace(traced.header, ctx.trace.depth + 2, `function ${name}`);
  const leave = (): void => {
    leaveTrace();
    leaveConcurrency();
  };
  let slot: Slot;
  try {
    const found = execution.pool.acquire(deploymentOf({ name, version: job.version, settings: job.settings, tenantId: job.tenantId }, ctx));
    slot = found instanceof Promise ? await found : found;
  } catch (error) {
    leave();
    throw cannotStart(error);
  }
  traced.begin();
  const handle = slot.environment.invoke({
    requestId: job.requestId,
    payload: job.payload,
    invokedFunctionArn: job.invokedArn,
    traceId: traced.header,
    clientContext: job.clientContext,
    tenantId: job.tenantId,
    onChunk: job.onChunk,
  });
  const finished = handle.done.then((report) => {
    countDuration(job, report.durationMs, ctx);
    void ctx.track(handle.response.then((outcome) => traced.end(job, outcome, report, ctx.detached())));
    return finish(execution, slot, leave, ctx);
  });
  void ctx.track(finished);
  const outcome = await handle.response;
  countInvocation(job, outcome.kind !== 'response', ctx);
  ctx.notePayload(job.requestId, job.payload, job.onChunk || outcome.kind === 'stopped' ? undefined : outcome.body);
  let failure: string | undefined;
  if (outcome.kind !== 'response') failure = await reportFailure(job, { outcome, startedMs, done: handle.done }, ctx);
  else ctx.noteRun({ what: 'function', resource: job.invokedArn, requestId: job.requestId, startedMs, depth: ctx.trace.depth + 1 });
  execution.pool.answered(slot);
  return job.tail ? { outcome, failure, tail: await finished } : { outcome, failure };
}

/** Counts the invocation in, or as throttled. */
function enter(execution: Execution, job: InvocationJob, ctx: Ctx): () => void {
  const { name, reserved } = job.fn;
  try {
    const leave = execution.concurrency.enter({
      place: ctx,
      name,
      reserved,
      reservedInAll: totalsOf(ctx).reserved,
      provisioned: reserved === undefined ? undefined : provisionedShare(job, ctx),
      scaled: scaledOf(job, ctx),
    });
    const { ofFunction, inAll } = execution.concurrency.running({ place: ctx, name });
    countConcurrency(job, ofFunction, inAll, ctx);
    return leave;
  } catch (error) {
    countThrottle(job, ctx);
    throw error;
  }
}

const provisionedShare = ({ fn: { name }, version }: InvocationJob, ctx: Ctx) => ({
  version,
  ofVersion: provisionedFor(name, version, ctx),
  inAll: provisionedInAll(name, ctx),
});

/** Only versions with a capacity provider have a maximum of environments. */
function scaledOf({ fn, version, settings }: InvocationJob, ctx: Ctx): { version: number; most: number } | undefined {
  const most = settings.capacity && ctx.records(scalings).get([fn.name, version])?.most;
  return most === undefined ? undefined : { version, most };
}

/** Frees the environment, writes the log, and returns the end of the log. */
function finish(execution: Execution, slot: Slot, leave: () => void, ctx: Ctx): string {
  const records = slot.log.take();
  const tail = slot.log.takeTail();
  leave();
  execution.pool.release(slot);
  void ctx.track(execution.whileWriting(slot.log.write(records, ctx.detached())));
  return tail;
}

const cannotStart = (error: unknown): Fault =>
  error instanceof Fault
    ? error
    : fault('ServiceException', `The function could not be started: ${error instanceof Error ? error.message : String(error)}`);

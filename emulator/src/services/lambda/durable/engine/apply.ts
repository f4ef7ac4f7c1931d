// Applies the updates of a checkpoint, which are valid, to an execution.
import type { Draft } from './draft.ts';
import { close, eventType, finish } from './finish.ts';
import { eventData } from './history-event.ts';
import type { Data, OperationRecord } from './operation.ts';
import { STATUS_AFTER, type Update } from './update.ts';

export interface Applying {
  /** The payload as records hold it. */
  readonly dataOf: (text: string) => Data;
  readonly newCallbackId: (operationId: string) => string;
}

/** Chained invocations that start are listed in `draft.chained`: their events need facts about the other function. */
export function apply(draft: Draft, updates: readonly Update[], applying: Applying): void {
  for (const update of updates) {
    const result = update.Payload === undefined ? undefined : applying.dataOf(update.Payload);
    if (update.Payload) draft.set({ bytes: draft.head.bytes + Buffer.byteLength(update.Payload) });
    if (update.Type === 'EXECUTION') close(draft, update.Action === 'SUCCEED' ? 'SUCCEEDED' : 'FAILED', { result, error: update.Error });
    else if (update.Action === 'START') start(draft, update, result, applying);
    else if (update.Type === 'STEP') endAttempt(draft, update, result);
    else end(draft, update, result);
  }
}

const recordOf = (draft: Draft, { Id, Type, SubType, Name, ParentId }: Update): OperationRecord =>
  draft.get(Id) ?? {
    id: Id,
    position: draft.head.operations,
    type: Type,
    subType: SubType,
    name: Name,
    parentId: ParentId,
    status: 'STARTED',
    startMs: draft.nowMs,
  };

function start(draft: Draft, update: Update, input: Data | undefined, { newCallbackId }: Applying): void {
  const started: OperationRecord = { ...recordOf(draft, update), status: 'STARTED' };
  switch (update.Type) {
    case 'WAIT':
      startWait(draft, started, update.WaitOptions!.WaitSeconds!);
      return;
    case 'CALLBACK':
      startCallback(draft, started, update, newCallbackId(update.Id));
      return;
    case 'CHAINED_INVOKE': {
      const { FunctionName, TenantId, XAmznTraceId } = update.ChainedInvokeOptions!;
      draft.put({ ...started, input, functionName: FunctionName, tenantId: TenantId, traceId: XAmznTraceId });
      draft.chained.push(update.Id);
      return;
    }
    default:
      draft.record(eventType(update.Type, 'Started'), draft.put(started), {});
  }
}

function startWait(draft: Draft, started: OperationRecord, waitS: number): void {
  const dueMs = draft.nowMs + waitS * 1000;
  const wait = draft.put({ ...started, waitS, dueMs, scheduledEndMs: dueMs });
  draft.record('WaitStarted', wait, { Duration: waitS, ScheduledEndTimestamp: dueMs });
}

/** A time of 0 is none. */
function startCallback(draft: Draft, started: OperationRecord, { CallbackOptions }: Update, callbackId: string): void {
  const { TimeoutSeconds: timeoutS, HeartbeatTimeoutSeconds: heartbeatS } = CallbackOptions ?? {};
  const callback = draft.put({
    ...started,
    callbackId,
    ...(timeoutS && { dueMs: draft.nowMs + timeoutS * 1000 }),
    ...(heartbeatS && { heartbeatS, heartbeatMs: draft.nowMs + heartbeatS * 1000 }),
  });
  draft.record('CallbackStarted', callback, {
    CallbackId: callbackId,
    ...(timeoutS && { Timeout: timeoutS }),
    ...(heartbeatS && { HeartbeatTimeout: heartbeatS }),
  });
}

/** An attempt of a step ends: for good, or until the next one. With a payload instead of an error, a retry is a condition that does not hold yet. */
function endAttempt(draft: Draft, update: Update, result: Data | undefined): void {
  const { Action, Error: error, StepOptions } = update;
  const before = recordOf(draft, update);
  const attempt = (before.attempt ?? 0) + 1;
  const delayS = Action === 'RETRY' ? StepOptions!.NextAttemptDelaySeconds! : undefined;
  const ended = { ...before, attempt, result, error, status: STATUS_AFTER[Action] };
  const step = draft.put(
    delayS === undefined ? { ...ended, endMs: draft.nowMs, dueMs: undefined } : { ...ended, dueMs: draft.nowMs + delayS * 1000 },
  );
  const RetryDetails = { CurrentAttempt: attempt, ...(delayS !== undefined && { NextAttemptDelaySeconds: delayS }) };
  if (Action === 'FAIL' || error !== undefined) draft.record('StepFailed', step, { Error: eventData(error), RetryDetails });
  else draft.record('StepSucceeded', step, { Result: eventData(result), RetryDetails });
}

/** A context, or a wait that is cancelled. */
function end(draft: Draft, update: Update, result: Data | undefined): void {
  const { Action, Error: error, ContextOptions } = update;
  const { ReplayChildren: replayChildren } = ContextOptions ?? {};
  const operation = { ...recordOf(draft, update), ...(replayChildren !== undefined && { replayChildren }) };
  const status = STATUS_AFTER[Action] as 'SUCCEEDED' | 'FAILED' | 'CANCELLED';
  finish(draft, operation, status, { result, error });
}

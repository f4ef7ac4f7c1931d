// Ends operations from outside (a time, a callback, a chained function), and executions.
import type { ErrorObject } from '#model/lambda';
import type { Draft } from './draft.ts';
import type { ExecutionStatus } from './head.ts';
import { type EventType, eventData } from './history-event.ts';
import type { Data, Operation, OperationStatus } from './operation.ts';

export interface Ending {
  readonly result?: Data | undefined;
  readonly error?: ErrorObject | undefined;
}

export type EndedStatus = Extract<OperationStatus, 'SUCCEEDED' | 'FAILED' | 'CANCELLED' | 'TIMED_OUT' | 'STOPPED'>;

const KINDS = {
  STEP: 'Step',
  CONTEXT: 'Context',
  WAIT: 'Wait',
  CALLBACK: 'Callback',
  CHAINED_INVOKE: 'ChainedInvoke',
  EXECUTION: 'Execution',
} as const;

const ENDS = { SUCCEEDED: 'Succeeded', FAILED: 'Failed', TIMED_OUT: 'TimedOut', STOPPED: 'Stopped', CANCELLED: 'Cancelled' } as const;

export const eventType = (type: Operation['type'], what: 'Started' | (typeof ENDS)[EndedStatus]): EventType =>
  `${KINDS[type]}${what}` as EventType;

/** `told`: the error in the history, where it says less than that of the operation. */
export function finish(
  draft: Draft,
  operation: Operation,
  status: EndedStatus,
  { result, error }: Ending = {},
  told: ErrorObject | undefined = error,
): void {
  const ended = { ...operation, status, endMs: draft.nowMs, result, error, dueMs: undefined, heartbeatMs: undefined };
  const done = draft.put(ended);
  const type = eventType(operation.type, ENDS[status]);
  if (operation.type === 'WAIT') draft.record(type, done, status === 'SUCCEEDED' ? { Duration: operation.waitS } : {});
  else if (status === 'SUCCEEDED') draft.record(type, done, { Result: eventData(result) });
  else draft.record(type, done, { Error: eventData(told) });
}

/** Ends the execution. Operations that wait stay as they are. */
export function close(draft: Draft, status: Exclude<ExecutionStatus, 'RUNNING'>, { result, error }: Ending): void {
  const root = draft.get(draft.head.id)!;
  const ended = draft.put({ ...root, status, endMs: draft.nowMs, result, error });
  draft.set({ status, endMs: draft.nowMs, result, error, retryMs: undefined });
  const details = status === 'SUCCEEDED' ? { Result: eventData(result) } : status === 'TIMED_OUT' ? {} : { Error: eventData(error) };
  draft.record(eventType('EXECUTION', ENDS[status]), ended, details);
}

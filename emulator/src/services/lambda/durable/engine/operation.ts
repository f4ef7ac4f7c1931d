// Operations of durable executions as records: steps, waits, callbacks, chained invocations, contexts, and the execution itself.
import type { BlobRef, Frozen } from '#core/records';
import type { ErrorObject } from '#model/lambda';

/** A text, or the blob that holds it. */
export type Data = string | BlobRef;

export type OperationType = 'EXECUTION' | 'STEP' | 'WAIT' | 'CALLBACK' | 'CHAINED_INVOKE' | 'CONTEXT';

export type OperationStatus = 'STARTED' | 'PENDING' | 'READY' | 'SUCCEEDED' | 'FAILED' | 'CANCELLED' | 'TIMED_OUT' | 'STOPPED';

/** https://docs.aws.amazon.com/lambda/latest/api/API_Operation.html */
export interface OperationRecord {
  readonly id: string;
  /** Its place among the operations of the execution, from 0: the execution itself. */
  readonly position: number;
  readonly type: OperationType;
  readonly subType?: string | undefined;
  readonly name?: string | undefined;
  readonly parentId?: string | undefined;
  readonly status: OperationStatus;
  readonly startMs: number;
  readonly endMs?: number | undefined;
  /** The execution and chained invocations have one. */
  readonly input?: Data | undefined;
  readonly result?: Data | undefined;
  readonly error?: ErrorObject | undefined;
  /** When a wait ends, a step is tried again, or a callback times out. */
  readonly dueMs?: number | undefined;
  /** Attempts of a step that have ended. */
  readonly attempt?: number | undefined;
  readonly waitS?: number | undefined;
  readonly scheduledEndMs?: number | undefined;
  readonly callbackId?: string | undefined;
  /** When a callback times out unless a heartbeat comes. */
  readonly heartbeatMs?: number | undefined;
  readonly heartbeatS?: number | undefined;
  readonly replayChildren?: boolean | undefined;
  readonly functionName?: string | undefined;
  readonly tenantId?: string | undefined;
  readonly traceId?: string | undefined;
  /** The execution that a chained invocation of a durable function has started. */
  readonly childId?: string | undefined;
}

export type Operation = Frozen<OperationRecord>;

/** Whether the operation ends, or goes on, without the function. */
export const isPending = ({ type, status }: Operation): boolean =>
  type === 'STEP' ? status === 'PENDING' : status === 'STARTED' && type !== 'EXECUTION' && type !== 'CONTEXT';

/** The first moment at which something happens to the operation by itself. */
export function dueOf({ dueMs, heartbeatMs }: Operation): number | undefined {
  if (dueMs === undefined || heartbeatMs === undefined) return dueMs ?? heartbeatMs;
  return Math.min(dueMs, heartbeatMs);
}

// Records of durable executions.
import { collection } from '#core/records';
import type { HeadRecord } from './engine/head.ts';
import type { HistoryEventRecord } from './engine/history-event.ts';
import type { OperationRecord } from './engine/operation.ts';

export const durables = collection<[id: string], HeadRecord>('lambda.durable-executions', { bulk: true });

/** The first operation of an execution is the execution itself, under its own id. */
export const durableOperations = collection<[id: string, operationId: string], OperationRecord>('lambda.durable-operations', {
  bulk: true,
});

/** Operations by the time at which something happens to them. */
export const durableTimes = collection<[id: string, dueMs: number, operationId: string], object>('lambda.durable-times', { bulk: true });

/** The events of one write under the id of the first of them. */
export const durableEvents = collection<[id: string, eventId: number], { readonly events: readonly HistoryEventRecord[] }>(
  'lambda.durable-events',
  { bulk: true },
);

/** Executions of a function by their start. */
export const durablesByStart = collection<[functionName: string, startMs: number, id: string], object>('lambda.durables-by-start', {
  bulk: true,
});

/** A function uses each execution name once, until the execution's retention ends. */
export const durablesByNames = collection<[functionName: string, name: string], { readonly id: string }>('lambda.durables-by-names', {
  bulk: true,
});

export const NOTHING = Object.freeze({});

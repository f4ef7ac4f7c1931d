// Events of the history of an execution, as records.
import type { Frozen } from '#core/records';
import type { Event } from '#model/lambda';
import type { Data, OperationRecord } from './operation.ts';

export type EventType = NonNullable<Event['EventType']>;

/** A payload in an event: its text is left out where a client does not want the data. */
export interface EventData {
  readonly Payload?: Data | object | undefined;
  readonly Truncated: false;
}

/** In the model's spelling, apart from times, which are milliseconds, and payloads, which may be blobs. */
export type EventDetails = Readonly<Record<string, EventData | string | number | object | undefined>>;

export interface HistoryEventRecord {
  readonly type: EventType;
  /** From 1. */
  readonly id: number;
  readonly atMs: number;
  /** Undefined for events of invocations. */
  readonly operation?: Pick<OperationRecord, 'id' | 'name' | 'subType' | 'parentId'> | undefined;
  readonly details: EventDetails;
}

export type HistoryEvent = Frozen<HistoryEventRecord>;

export const eventData = (Payload: EventData['Payload']): EventData => ({
  ...(Payload !== undefined && { Payload }),
  Truncated: false,
});

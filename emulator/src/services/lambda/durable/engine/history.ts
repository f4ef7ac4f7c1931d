// Events of the history as clients see them.
import type { Event } from '#model/lambda';
import type { EventData, HistoryEvent } from './history-event.ts';
import type { Data } from './operation.ts';
import type { TextOf } from './wire.ts';

/** `withData`: whether payloads and errors are included. */
export function describedEvent({ type, id, atMs, operation, details }: HistoryEvent, textOf: TextOf, withData: boolean): Event {
  const entries = Object.entries(details).map(([name, value]) => [name, detail(name, value, textOf, withData)]);
  return {
    EventType: type,
    EventId: id,
    EventTimestamp: new Date(atMs),
    ...(operation && {
      Id: operation.id,
      ...(operation.name !== undefined && { Name: operation.name }),
      ...(operation.subType !== undefined && { SubType: operation.subType }),
      ...(operation.parentId !== undefined && { ParentId: operation.parentId }),
    }),
    [`${type}Details`]: Object.fromEntries(entries),
  };
}

function detail(name: string, value: unknown, textOf: TextOf, withData: boolean): unknown {
  if (name.endsWith('Timestamp')) return new Date(value as number);
  if (name !== 'Input' && name !== 'Result' && name !== 'Error') return value;
  const { Payload, Truncated } = value as EventData;
  if (Payload === undefined || !withData) return { Truncated };
  return { Payload: name === 'Error' ? Payload : textOf(Payload as Data), Truncated };
}

// The visits of an execution to its states, from its history: when each was entered and left, with what, and what became of it.
import type { OutputOf } from '#api/model.ts';
import type { Outcome } from './graph.tsx';

export type HistoryEvent = NonNullable<OutputOf<'states', 'GetExecutionHistory'>['events']>[number];

export interface Visit {
  /** The id of the event that entered the state. */
  readonly id: number;
  readonly name: string;
  readonly type: string;
  readonly enteredAt: unknown;
  leftAt?: unknown;
  readonly input: string;
  output?: string;
  error?: string;
  outcome: Outcome;
}

const FAILURE = /(?:Failed|TimedOut|Aborted)$/;

/** In the order in which the states were entered. */
export function visitsOf(events: readonly HistoryEvent[], isOver: boolean): Visit[] {
  const byId = new Map(events.map((event) => [event.id, event]));
  const visits = new Map<number, Visit>();
  /** The visit in which an event happened: the last state that was entered on the way to it and not left. */
  const visitAt = (event: HistoryEvent | undefined): Visit | undefined => {
    for (let at = event; at !== undefined; at = byId.get(at.previousEventId ?? -1)) {
      const visit = visits.get(at.id);
      if (visit) return visit;
      if (at !== event && at.stateExitedEventDetails) return undefined;
    }
    return undefined;
  };
  for (const event of events) {
    const { id, type = '', timestamp, stateEnteredEventDetails: entered, stateExitedEventDetails: exited } = event;
    if (entered) {
      const visit = {
        id,
        name: entered.name ?? '',
        type: type.replace('StateEntered', ''),
        enteredAt: timestamp,
        input: entered.input ?? '',
      };
      visits.set(id, { ...visit, outcome: isOver ? 'failed' : 'running' });
    } else if (exited) {
      const visit = [...visits.values()].reverse().find((one) => one.name === exited.name && one.leftAt === undefined);
      const own = ownerOf(event, exited.name ?? '') ?? visit;
      if (own) {
        own.leftAt = timestamp;
        own.output = exited.output ?? '';
        own.outcome = own.error === undefined ? 'succeeded' : 'caught';
      }
    } else if (FAILURE.test(type)) {
      const visit = visitAt(event);
      if (visit && visit.leftAt === undefined) visit.error = problemOf(event);
    }
  }
  return [...visits.values()];

  /** The visit that an exit ends: the entry of that name on the way to it. */
  function ownerOf(event: HistoryEvent, name: string): Visit | undefined {
    for (let at = byId.get(event.previousEventId ?? -1); at !== undefined; at = byId.get(at.previousEventId ?? -1)) {
      const visit = visits.get(at.id);
      if (visit?.name === name && visit.leftAt === undefined) return visit;
    }
    return undefined;
  }
}

/** `{ error, cause }` of whichever details an event has. */
function problemOf(event: HistoryEvent): string {
  const details = Object.entries(event).find(([name, value]) => name.endsWith('EventDetails') && typeof value === 'object');
  const { error = event.type ?? '', cause = '' } = (details?.[1] ?? {}) as { error?: string; cause?: string };
  return cause ? `${error}: ${cause}` : error;
}

/** The outcome of each state, by its last visit. */
export const outcomesOf = (visits: readonly Visit[]): Map<string, Outcome> => new Map(visits.map(({ name, outcome }) => [name, outcome]));

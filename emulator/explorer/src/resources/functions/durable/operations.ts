// The operations of a durable execution, from its history: when each began and ended, its attempts, and what it waits for.
import type { OutputOf } from '#api/model.ts';

export type HistoryEvent = NonNullable<OutputOf<'lambda', 'GetDurableExecutionHistory'>['Events']>[number];

export interface Operation {
  readonly id: string;
  readonly name: string;
  /** `Step`, or what the SDK calls it: `WaitForCallback`. */
  readonly type: string;
  /** Contexts in which it lies. */
  readonly depth: number;
  readonly startedAt: unknown;
  endedAt?: unknown;
  status: string;
  /** Attempts of a step that have ended. */
  attempts?: number | undefined;
  result?: unknown;
  /** `TypeError: no card` */
  error?: string | undefined;
  /** The callback that can be answered. */
  callbackId?: string | undefined;
  /** When it goes on by itself. */
  dueAt?: unknown;
}

interface Details {
  readonly Result?: { readonly Payload?: unknown };
  readonly Error?: { readonly Payload?: { readonly ErrorType?: string; readonly ErrorMessage?: string } };
  readonly RetryDetails?: { readonly CurrentAttempt?: number; readonly NextAttemptDelaySeconds?: number };
  readonly CallbackId?: string;
  readonly ScheduledEndTimestamp?: unknown;
}

const ENDS: Readonly<Record<string, string>> = {
  Succeeded: 'SUCCEEDED',
  Failed: 'FAILED',
  TimedOut: 'TIMED_OUT',
  Stopped: 'STOPPED',
  Cancelled: 'CANCELLED',
};

export const detailsOf = (event: HistoryEvent): Details =>
  ((event as Readonly<Record<string, unknown>>)[`${event.EventType}Details`] ?? {}) as Details;

const seconds = (at: unknown): number => (typeof at === 'number' ? at : new Date(String(at)).getTime() / 1000);

/** In the order in which they were begun. */
export function operationsOf(events: readonly HistoryEvent[]): Operation[] {
  const operations = new Map<string, Operation>();
  for (const event of events) {
    const [, kind = '', what = ''] = /^(Step|Wait|Callback|ChainedInvoke|Context)(\w+)$/.exec(event.EventType ?? '') ?? [];
    const { Id: id = '' } = event;
    if (kind === '') continue;
    const operation = operations.get(id) ?? begun(event, kind, operations);
    operations.set(id, operation);
    const details = detailsOf(event);
    if (what === 'Started') start(operation, details);
    else end(operation, ENDS[what] ?? what, event, details);
  }
  return [...operations.values()];
}

const begun = (
  { Id: id = '', Name, SubType, ParentId, EventTimestamp }: HistoryEvent,
  kind: string,
  known: ReadonlyMap<string, Operation>,
) => ({
  ...{ id, name: Name ?? id, type: SubType ?? kind, startedAt: EventTimestamp, status: 'STARTED' },
  depth: ParentId === undefined ? 0 : (known.get(ParentId)?.depth ?? -1) + 1,
});

function start(operation: Operation, { CallbackId, ScheduledEndTimestamp }: Details): void {
  operation.status = 'STARTED';
  operation.dueAt = ScheduledEndTimestamp;
  operation.callbackId = CallbackId;
}

/** A step whose attempt has ended may be tried again. */
function end(
  operation: Operation,
  status: string,
  { EventTimestamp }: HistoryEvent,
  { Result, Error: error, RetryDetails }: Details,
): void {
  const { CurrentAttempt, NextAttemptDelaySeconds: delay } = RetryDetails ?? {};
  const { ErrorType, ErrorMessage } = error?.Payload ?? {};
  operation.attempts = CurrentAttempt;
  operation.result = Result?.Payload;
  operation.error = [ErrorType, ErrorMessage].filter(Boolean).join(': ') || undefined;
  operation.callbackId = undefined;
  operation.status = delay === undefined ? status : 'PENDING';
  operation.endedAt = delay === undefined ? EventTimestamp : undefined;
  operation.dueAt = delay === undefined ? undefined : seconds(EventTimestamp) + delay;
}

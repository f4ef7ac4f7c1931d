// The parts that pages of executions share, of machines and of durable functions: the head with its state and its failure, payloads, the history.
import type { ComponentChildren } from 'preact';
import { firstLine } from './first-line.ts';
import { shownTime } from './format.ts';
import { Json } from './json.tsx';
import { Badge } from './parts.tsx';
import { Reason } from './reason.tsx';
import type { Column } from './resource.ts';
import { Table } from './table.tsx';

type Time = Parameters<typeof shownTime>[0];

interface HeadProps {
  readonly name: string;
  readonly state: string | undefined;
  readonly startedAt: Time;
  readonly endedAt: Time;
  /** Code and message of a failure. */
  readonly error: string | undefined;
  readonly cause: string | undefined;
  /** Leads to the list. */
  readonly close: () => void;
  /** Further buttons. */
  readonly children: ComponentChildren;
}

export function ExecutionHead({ name, state, startedAt, endedAt, error, cause, close, children }: HeadProps) {
  return (
    <>
      <div class="row">
        <h2>{name}</h2>
        <Badge state={state} />
        <span class="dim">
          {shownTime(startedAt, { millis: true })}
          {endedAt !== undefined && ` – ${shownTime(endedAt, { millis: true, day: false })}`}
        </span>
        <span class="grow" />
        <span class="actions">
          {children}
          <button type="button" onClick={close}>
            All executions
          </button>
        </span>
      </div>
      {(error || cause) && (
        <section class="problem" aria-label="Problem">
          {error && !firstLine(cause ?? '').startsWith(error) && <strong>{error}</strong>} <div>{cause && <Reason text={cause} />}</div>
        </section>
      )}
    </>
  );
}

/** `of`: the part of the execution whose value it is. */
export const Titled = ({ title, of, value }: { title: string; of?: string; value: unknown }) => (
  <div>
    <p class="dim">{title}</p>
    <Json value={value} label={of === undefined ? title : `${title} of ${of}`} />
  </div>
);

interface HistoryProps<Event> {
  readonly events: readonly Event[];
  readonly keyOf: (event: Event) => string;
  readonly columns: readonly Column<Event>[];
}

export const History = <Event extends object>({ events, keyOf, columns }: HistoryProps<Event>) => (
  <details>
    <summary>History: {events.length} events</summary>
    <Table label="events" rows={events} filterable={false} keyOf={keyOf} columns={columns} />
  </details>
);

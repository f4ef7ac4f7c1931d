// One request: the problems in it, and what followed from it, in a waterfall: calls, runs of functions, deliveries and events, each with its time.

import type { Scope } from '#api/model.ts';
import { readTrace, type Trace, type TraceStep } from '#api/traces.ts';
import { arnParts, logsPath, pathOf } from '#shell/paths.ts';
import { Copy } from '#ui/copy.tsx';
import { shownMs, shownTime } from '#ui/format.ts';
import { Json } from '#ui/json.tsx';
import { Badge, Heading, Loaded, Time } from '#ui/parts.tsx';
import { Reason } from '#ui/reason.tsx';
import { Remedy } from '#ui/remedy.tsx';
import { ArnLink, Breakable, Middle } from '#ui/text.tsx';
import { useLoaded } from '#ui/use-loaded.ts';
import { Payloads } from './payloads.tsx';
import { ProblemList } from './problem-list.tsx';

const labelOf = ({ kind, service, operation, what, name, eventId }: TraceStep): string =>
  kind === 'call' ? `${service}.${operation}` : kind === 'run' ? (name ?? what ?? '') : kind === 'event' ? `event ${eventId}` : 'delivery';

export function RequestPage({ id, scope }: { id: string; scope: Scope }) {
  const loaded = useLoaded(`request ${id}`, () => readTrace(id));
  const above = <a href={pathOf(scope, 'requests')}>Requests</a>;
  const first = loaded.value?.steps[0];
  return (
    <>
      <Heading title={first ? labelOf(first) : id} above={above}>
        {first && <Time at={first.atMs} millis />}
        <span class="mono dim">{id}</span>
        <Copy text={id} what="id" />
        <a href={`${pathOf(scope, 'map')}?${new URLSearchParams({ trace: id })}`}>Map</a>
      </Heading>
      <Loaded of={loaded}>
        {(trace) => (
          <div class="stack">
            <Problems trace={trace} scope={scope} />
            <Waterfall steps={trace.steps} scope={scope} />
            <Payloads id={trace.id} steps={trace.steps} nameOf={labelOf} scope={scope} />
            {trace.events.map(({ id: eventId, publications: [publication] }) => (
              <details key={eventId}>
                <summary>Event {eventId}</summary>
                <Json value={publication?.event ?? ''} label={`Event ${eventId}`} />
              </details>
            ))}
          </div>
        )}
      </Loaded>
    </>
  );
}

/** Failures that nobody handled; else what failed although somebody expected it. */
function Problems({ trace: { id, problems, steps }, scope }: { trace: Trace; scope: Scope }) {
  const failures = steps.flatMap((step) => problemOf(step) ?? []);
  if (problems.length === 0 && failures.length === 0) return null;
  return (
    <section aria-label="Problems">
      {problems.length > 0 ? (
        <ProblemList problems={problems} scope={scope} on={id} />
      ) : (
        <div class="problem">
          {failures.map((failure) => (
            <p key={failure}>
              <Breakable text={failure} />
            </p>
          ))}
        </div>
      )}
    </section>
  );
}

function problemOf(step: TraceStep): string | undefined {
  if (step.kind === 'delivery')
    return step.outcome === 'delivered' ? undefined : `${step.outcome} on the way to ${step.targetArn}: ${step.problem ?? ''}`;
  return step.failed ? `${labelOf(step)}: ${step.text ?? 'failed'}` : undefined;
}

/** The time of a call is that of its end. */
const startOf = ({ atMs, tookMs = 0 }: TraceStep): number => atMs - tookMs;

function Waterfall({ steps, scope }: { steps: readonly TraceStep[]; scope: Scope }) {
  const from = Math.min(...steps.map(startOf));
  const spanMs = Math.max(1, ...steps.map(({ atMs }) => atMs - from));
  return (
    <div class="table-box" tabIndex={0} role="region" aria-label="steps">
      <table class="grid waterfall">
        <thead>
          <tr>
            <th scope="col">Step</th>
            <th scope="col">Outcome</th>
            <th scope="col">{shownMs(spanMs)}</th>
          </tr>
        </thead>
        <tbody>
          {steps.map((step, i) => (
            <tr key={`${step.atMs} ${i}`} class={problemOf(step) === undefined ? undefined : 'failed'}>
              <td style={{ paddingInlineStart: `${12 + Math.min(MAX_INDENT, step.depth ?? 0) * 14}px` }}>
                <Step step={step} scope={scope} />
              </td>
              <td>
                <Outcome step={step} scope={scope} />
              </td>
              <td>
                <Bar at={(startOf(step) - from) / spanMs} width={(step.tookMs ?? 0) / spanMs} bad={problemOf(step) !== undefined} />
                <span class="dim">
                  +{shownMs(startOf(step) - from)}
                  {step.tookMs !== undefined && `, took ${shownMs(step.tookMs)}`}
                </span>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

const MAX_INDENT = 6;
const BAR_WIDTH = 1000;
const MIN_BAR_WIDTH = 8;

function Bar({ at, width, bad }: { at: number; width: number; bad: boolean }) {
  const wide = Math.max(MIN_BAR_WIDTH, Math.min(1, width) * BAR_WIDTH);
  return (
    <svg
      width="100%"
      height="8"
      viewBox={`0 0 ${BAR_WIDTH} 8`}
      preserveAspectRatio="none"
      aria-hidden="true"
      class={bad ? 'bar bad' : 'bar'}
    >
      <rect x={Math.min(at * BAR_WIDTH, BAR_WIDTH - wide)} width={wide} height="8" />
    </svg>
  );
}

function Step({ step, scope }: { step: TraceStep; scope: Scope }) {
  const { kind, eventId = '', targetArn = '', count = 1, resource, requestId, caller } = step;
  if (kind === 'event')
    return (
      <>
        event <a href={pathOf(scope, 'events', eventId)}>{eventId}</a>
      </>
    );
  if (kind === 'delivery')
    return (
      <>
        delivery to <ArnLink short arn={targetArn} />
        {count > 1 && ` (${count} together)`}
      </>
    );
  const functionName = step.what === 'function' ? arnParts(resource ?? '')?.resource.split(':')[1] : undefined;
  return (
    <>
      {kind === 'run' && <span class="dim">{step.what} </span>}
      <strong>
        <Breakable text={kind === 'run' ? (step.name ?? '') : labelOf(step)} />
      </strong>{' '}
      {resource && (resource.startsWith('arn:') ? <ArnLink short arn={resource} /> : <Middle text={resource} />)}{' '}
      {functionName && <a href={logsPath(scope, `/aws/lambda/${functionName}`, requestId)}>Logs</a>}
      {caller && <span class="dim"> {caller}</span>}
    </>
  );
}

function Outcome({ step, scope }: { step: TraceStep; scope: Scope }) {
  const { kind, outcome, problem, failed, text, remedy, nextMs } = step;
  if (kind === 'event') return null;
  const reason = kind === 'delivery' ? problem : text;
  return (
    <>
      <Badge state={kind === 'delivery' ? outcome : failed ? 'failed' : 'ok'} /> {reason && <Reason text={reason} />}
      {nextMs !== undefined && <p class="dim">Next attempt {shownTime(nextMs)}.</p>}
      {remedy && <Remedy text={remedy} scope={scope} />}
    </>
  );
}

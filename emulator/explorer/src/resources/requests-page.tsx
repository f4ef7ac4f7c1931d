// Traces of requests: what followed from each call, in a waterfall, and why something went wrong.
import type { Scope } from '#api/model.ts';
import { onlyReads, readTrace, recentTraces, type TraceLine, type TraceStep } from '#api/traces.ts';
import { pathOf } from '#shell/paths.ts';
import { useQuery } from '#shell/query.ts';
import type { ToolProps } from '#shell/tools.ts';
import { DraftInput } from '#ui/draft-input.tsx';
import { Empty } from '#ui/empty.tsx';
import { shownTime } from '#ui/format.ts';
import { ArnLink, Badge, Breakable, Copy, Heading, Loaded } from '#ui/parts.tsx';
import { Table } from '#ui/table.tsx';
import { useLoaded } from '#ui/use-loaded.ts';

const MAX_REQUESTS = 2_000;
const SHOWN = ['changes', 'problems', 'all'] as const;

export const Page = ({ scope, name }: ToolProps) =>
  name === undefined ? <Requests scope={scope} /> : <Request key={name} id={name} scope={scope} />;

/** Requests that name no account and region, such as those of web pages, belong to every one. */
const isIn = ({ account, region }: TraceLine, scope: Scope): boolean =>
  (account === undefined || account === scope.account) && (region === undefined || region === scope.region);

function Requests({ scope }: { scope: Scope }) {
  const [{ about = '', show = SHOWN[0] }, setQuery] = useQuery();
  const loaded = useLoaded(`requests ${scope.account} ${scope.region} ${about} ${show}`, async () => {
    const all = await recentTraces({ lines: MAX_REQUESTS, about: about.trim(), problems: show === 'problems' });
    return all.filter((line) => isIn(line, scope) && (show !== 'changes' || !onlyReads(line))).reverse();
  });
  const tools = (
    <>
      <DraftInput
        class="filter"
        type="search"
        label="About"
        placeholder="About: a name, ARN or operation"
        value={about}
        onChoose={(text) => setQuery({ about: text })}
      />
      <select aria-label="Requests" value={show} onChange={({ currentTarget }) => setQuery({ show: currentTarget.value })}>
        {SHOWN.map((one) => (
          <option key={one} value={one}>
            {one === 'all' ? 'all, reads too' : one}
          </option>
        ))}
      </select>
    </>
  );
  return (
    <>
      <Heading title="Requests" />
      <Loaded of={loaded}>
        {(value) =>
          value.length === 0 && !about && show === SHOWN[0] ? (
            <Empty
              about="Every request has a line here, with the calls, events and deliveries that followed from it."
              example="sqs list-queues"
              scope={scope}
            />
          ) : (
            <Table
              label="requests"
              rows={value}
              tools={tools}
              keyOf={({ id }) => id}
              href={({ id }) => pathOf(scope, 'requests', id)}
              empty="No request that is kept fits."
              columns={[
                ['Time', ({ atMs }) => shownTime(atMs, { millis: true, day: false }), 'mono'],
                ['Call', 'call'],
                ['Resource', 'resource'],
                ['Caller', ({ caller }) => caller?.replace(/^(in|by) /, '')],
                ['Took', 'tookMs', 'number', ({ tookMs }) => shownMs(tookMs)],
                ['Steps', 'steps', 'number'],
                ['Problem', 'problem'],
              ]}
            />
          )
        }
      </Loaded>
    </>
  );
}

const shownMs = (ms: number | undefined): string => (ms === undefined ? '' : ms < 10 ? `${ms.toFixed(1)} ms` : `${Math.round(ms)} ms`);

function Request({ id, scope }: { id: string; scope: Scope }) {
  const loaded = useLoaded(`request ${id}`, () => readTrace(id));
  const above = <a href={pathOf(scope, 'requests')}>Requests</a>;
  const problems = loaded.value?.steps.flatMap((step) => problemOf(step) ?? []) ?? [];
  return (
    <>
      <Heading title={id} above={above}>
        <Copy text={id} what="id" />
      </Heading>
      <Loaded of={loaded}>
        {(value) => (
          <div class="stack">
            {problems.length > 0 && (
              <section class="problem" aria-label="Problems">
                {problems.map((problem) => (
                  <p key={problem}>
                    <Breakable text={problem} />
                  </p>
                ))}
              </section>
            )}
            <Waterfall steps={value.steps} scope={scope} />
          </div>
        )}
      </Loaded>
    </>
  );
}

function problemOf(step: TraceStep): string | undefined {
  if (step.kind === 'call') return step.failed ? `${step.service}.${step.operation}: ${step.text ?? 'failed'}` : undefined;
  if (step.kind !== 'delivery' || step.outcome === 'delivered') return undefined;
  const next = step.nextMs === undefined ? '' : ` Next attempt ${shownTime(step.nextMs)}.`;
  return `${step.outcome} on the way to ${step.targetArn}: ${step.problem ?? ''}${next}`;
}

/** The time of a call is that of its end. */
const startOf = ({ atMs, tookMs = 0 }: TraceStep): number => atMs - tookMs;

function Waterfall({ steps, scope }: { steps: readonly TraceStep[]; scope: Scope }) {
  const from = Math.min(...steps.map(startOf));
  const spanMs = Math.max(1, ...steps.map(({ atMs }) => atMs - from));
  return (
    <div class="table-box" tabIndex={0} role="region" aria-label="steps">
      <table class="waterfall">
        <thead>
          <tr>
            <th scope="col">After</th>
            <th scope="col">Step</th>
            <th scope="col">Result</th>
            <th scope="col">Time of {shownMs(spanMs)}</th>
          </tr>
        </thead>
        <tbody>
          {steps.map((step, i) => (
            <tr key={`${step.atMs} ${i}`}>
              <td class="mono">{shownMs(startOf(step) - from)}</td>
              <td>
                <span style={{ paddingInlineStart: `${(step.depth ?? 0) * 1.2}em` }}>
                  <Step step={step} scope={scope} />
                </span>
              </td>
              <td>
                <Result step={step} />
              </td>
              <td>
                <Bar at={(startOf(step) - from) / spanMs} width={(step.tookMs ?? 0) / spanMs} bad={problemOf(step) !== undefined} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

const BAR_WIDTH = 240;
const MIN_BAR_WIDTH = 2;

function Bar({ at, width, bad }: { at: number; width: number; bad: boolean }) {
  const wide = Math.max(MIN_BAR_WIDTH, Math.min(1, width) * BAR_WIDTH);
  return (
    <svg width={BAR_WIDTH} height="10" viewBox={`0 0 ${BAR_WIDTH} 10`} aria-hidden="true" class={bad ? 'bar bad' : 'bar'}>
      <rect x={Math.min(at * BAR_WIDTH, BAR_WIDTH - wide)} y="1" width={wide} height="8" rx="1.5" />
    </svg>
  );
}

function Step({ step, scope }: { step: TraceStep; scope: Scope }) {
  if (step.kind === 'event')
    return (
      <>
        event <a href={pathOf(scope, 'events', step.eventId ?? '')}>{step.eventId}</a>
      </>
    );
  if (step.kind === 'delivery')
    return (
      <>
        delivery to <ArnLink short arn={step.targetArn ?? ''} />
        {step.count !== undefined && step.count > 1 && ` (${step.count} together)`}
      </>
    );
  return (
    <>
      <strong>
        {step.service}.{step.operation}
      </strong>{' '}
      {step.resource && <ArnLink short arn={step.resource} />}
    </>
  );
}

function Result({ step }: { step: TraceStep }) {
  if (step.kind === 'delivery')
    return (
      <>
        <Badge state={step.outcome} /> {step.problem}
      </>
    );
  if (step.kind === 'event') return null;
  return (
    <>
      {step.failed && <span class="badge bad">failed</span>} {step.text} <span class="dim">{shownMs(step.tookMs)}</span>
      {step.remedy && <div>{step.remedy}</div>}
    </>
  );
}

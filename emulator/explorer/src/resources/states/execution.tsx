// One execution: its graph, the states that it entered with their inputs and outputs, its history, and the ways to stop and to redrive it.
import { useState } from 'preact/hooks';
import { callOf, type OutputOf } from '#api/model.ts';
import { readOnly } from '#shell/session.ts';
import { FormButton } from '#ui/form.tsx';
import { lastPart, pretty, shownTime, timeOf } from '#ui/format.ts';
import { Badge, Facts, Json, Loading, Problem } from '#ui/parts.tsx';
import type { Api, FormSpec } from '#ui/resource.ts';
import { Table } from '#ui/table.tsx';
import { useLoaded } from '#ui/use-loaded.ts';
import { StatesGraph } from './graph.tsx';
import type { StatesBlock } from './graph-of.ts';
import { type HistoryEvent, outcomesOf, type Visit, visitsOf } from './visits.ts';

type Described = OutputOf<'states', 'DescribeExecution'>;

const MAX_EVENTS = 5_000;
const PAGE = 1_000;

async function readHistory(executionArn: string, { call }: Api): Promise<HistoryEvent[]> {
  const all: HistoryEvent[] = [];
  let nextToken: string | undefined;
  do {
    const page = await call('states', 'GetExecutionHistory', { executionArn, maxResults: PAGE, ...(nextToken && { nextToken }) });
    all.push(...(page.events ?? []));
    nextToken = page.nextToken;
  } while (nextToken && all.length < MAX_EVENTS);
  return all;
}

const actionsOf = ({ executionArn = '', stateMachineArn = '', input = '{}', status, redriveStatus }: Described): FormSpec[] => [
  {
    title: 'Start again',
    submit: 'Start execution',
    fields: [{ name: 'input', label: 'Input', kind: 'json', initial: pretty(input) }],
    calls: ({ input: changed = '{}' }) => [callOf('states', 'StartExecution', { stateMachineArn, input: changed || '{}' })],
  },
  ...(status === 'RUNNING'
    ? [
        {
          title: 'Stop',
          submit: 'Stop the execution',
          danger: true,
          fields: [
            { name: 'error', label: 'Error' },
            { name: 'cause', label: 'Cause' },
          ],
          calls: ({ error, cause }: Readonly<Record<string, string | undefined>>) => [
            callOf('states', 'StopExecution', { executionArn, ...(error && { error }), ...(cause && { cause }) }),
          ],
        },
      ]
    : []),
  ...(redriveStatus === 'REDRIVABLE'
    ? [
        {
          title: 'Redrive',
          submit: 'Run again from the state that failed',
          fields: [],
          calls: () => [callOf('states', 'RedriveExecution', { executionArn })],
        },
      ]
    : []),
];

export function Execution({ arn, definition, api, close }: { arn: string; definition: StatesBlock; api: Api; close: () => void }) {
  const [selected, setSelected] = useState<string>();
  const { value, error, reload } = useLoaded(`execution ${arn}`, async () => {
    const [described, events] = await Promise.all([api.call('states', 'DescribeExecution', { executionArn: arn }), readHistory(arn, api)]);
    return { described, events, visits: visitsOf(events, described.status !== 'RUNNING') };
  });
  if (error !== undefined) return <Problem error={error} retry={reload} />;
  if (!value) return <Loading />;
  const { described, events, visits } = value;
  const outcomes = outcomesOf(visits);
  return (
    <section class="stack" aria-label="Execution">
      <div class="row">
        <h2>{lastPart(arn, ':')}</h2>
        <Badge state={described.status} />
        <span class="grow" />
        {!readOnly.value && actionsOf(described).map((spec) => <FormButton key={spec.title} spec={spec} api={api} after={reload} />)}
        <button type="button" onClick={close}>
          All executions
        </button>
      </div>
      <Facts
        facts={[
          ['Started', shownTime(described.startDate, { millis: true })],
          ['Ended', shownTime(described.stopDate, { millis: true })],
          ['Error', described.error],
          ['Cause', described.cause],
        ]}
      />
      <div class="split">
        <StatesGraph definition={definition} outcomes={outcomes} selected={selected} onSelect={setSelected} />
        {selected === undefined ? (
          <div class="stack">
            <Titled title="Input" value={described.input ?? ''} />
            {described.output !== undefined && <Titled title="Output" value={described.output} />}
          </div>
        ) : (
          <StateDetail name={selected} visits={visits.filter(({ name }) => name === selected)} />
        )}
      </div>
      <Visits visits={visits} onSelect={setSelected} selected={selected} />
      <details>
        <summary>History: {events.length} events</summary>
        <Table
          label="events"
          rows={events}
          filterable={false}
          keyOf={({ id }) => String(id)}
          columns={[
            ['Event', 'id', 'number'],
            ['After', 'previousEventId', 'number'],
            ['Time', ({ timestamp }) => shownTime(timestamp, { millis: true, day: false }), 'mono'],
            ['Type', 'type'],
            ['Details', detailsOf, 'mono'],
          ]}
        />
      </details>
    </section>
  );
}

function detailsOf(event: HistoryEvent): string {
  const found = Object.entries(event).find(([name]) => name.endsWith('EventDetails'));
  return found ? JSON.stringify(found[1]).slice(0, 400) : '';
}

function Visits({
  visits,
  selected,
  onSelect,
}: {
  visits: readonly Visit[];
  selected: string | undefined;
  onSelect: (name: string) => void;
}) {
  return (
    <Table
      label="states"
      rows={visits}
      filterable={false}
      keyOf={({ id }) => String(id)}
      empty="The execution has entered no state."
      columns={[
        [
          'State',
          'name',
          undefined,
          ({ name }) => (
            <button type="button" class="link" aria-pressed={name === selected} onClick={() => onSelect(name)}>
              {name}
            </button>
          ),
        ],
        ['Type', 'type'],
        ['Result', 'outcome', 'badge'],
        ['Entered', ({ enteredAt }) => shownTime(enteredAt, { millis: true, day: false }), 'mono'],
        ['Took', tookMs, 'number', (visit) => (visit.leftAt === undefined ? '' : `${tookMs(visit)} ms`)],
        ['Problem', 'error'],
      ]}
    />
  );
}

const tookMs = ({ enteredAt, leftAt }: Visit): number | undefined =>
  leftAt === undefined ? undefined : (timeOf(leftAt)?.getTime() ?? 0) - (timeOf(enteredAt)?.getTime() ?? 0);

const Titled = ({ title, of, value }: { title: string; of?: string; value: unknown }) => (
  <div>
    <p class="dim">{title}</p>
    <Json value={value} label={of === undefined ? title : `${title} of ${of}`} />
  </div>
);

function StateDetail({ name, visits }: { name: string; visits: readonly Visit[] }) {
  if (visits.length === 0) return <p class="dim">The execution has not entered {name}.</p>;
  return (
    <div class="stack">
      {visits.map(({ id, input, output, error }, i) => (
        <section key={id} class="stack" aria-label={`${name}, visit ${i + 1}`}>
          <h3>{visits.length > 1 ? `${name}, visit ${i + 1} of ${visits.length}` : name}</h3>
          {error !== undefined && <p class="problem">{error}</p>}
          <Titled title="Input" of={name} value={input} />
          {output !== undefined && <Titled title="Output" of={name} value={output} />}
        </section>
      ))}
    </div>
  );
}

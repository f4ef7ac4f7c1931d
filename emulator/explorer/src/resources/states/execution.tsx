// One execution: its graph, the states that it entered with their inputs and outputs, its history, and the ways to stop and to redrive it.
import { useState } from 'preact/hooks';
import { callOf, type OutputOf, type Scope } from '#api/model.ts';
import { pathOf } from '#shell/paths.ts';
import { readOnly } from '#shell/session.ts';
import { Diff } from '#ui/diff.tsx';
import { ExecutionHead, History, Titled } from '#ui/execution-parts.tsx';
import { FormButton } from '#ui/form.tsx';
import { lastPart, pretty, shownTime, timeOf } from '#ui/format.ts';
import { Loading, Problem } from '#ui/parts.tsx';
import { Reason } from '#ui/reason.tsx';
import type { Api, FormSpec } from '#ui/resource.ts';
import { Table } from '#ui/table.tsx';
import { useLoaded } from '#ui/use-loaded.ts';
import { StatesGraph } from './graph.tsx';
import type { StatesBlock } from './graph-of.ts';
import { type HistoryEvent, outcomesOf, type Visit, visitsOf } from './visits.ts';

type Described = OutputOf<'states', 'DescribeExecution'>;

/** The page of an execution. `before`: one with whose answer it is compared. */
export const executionPath = (scope: Scope, machine: string, execution: string, before?: string): string =>
  `${pathOf(scope, 'state-machines', machine)}?${new URLSearchParams({ tab: 'executions', execution, ...(before && { before }) })}`;

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
    leadsTo: (_, [output], scope) => executionPath(scope, stateMachineArn, (output as { executionArn: string }).executionArn, executionArn),
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

interface ExecutionProps {
  readonly arn: string;
  /** One with whose answer it is compared. */
  readonly before: string | undefined;
  readonly definition: StatesBlock;
  readonly api: Api;
  readonly close: () => void;
}

/** The answer of an execution that is over. */
const answerOf = ({ output, error, cause }: Described): string | undefined =>
  output ?? (error || cause ? JSON.stringify({ error, cause }) : undefined);

export function Execution({ arn, before, definition, api, close }: ExecutionProps) {
  const [chosen, setSelected] = useState<string>();
  const { value, error, reload } = useLoaded(`execution ${arn}`, async () => {
    const [described, events, earlier] = await Promise.all([
      api.call('states', 'DescribeExecution', { executionArn: arn }),
      readHistory(arn, api),
      before === undefined ? undefined : api.call('states', 'DescribeExecution', { executionArn: before }),
    ]);
    return { described, earlier, events, visits: visitsOf(events, described.status !== 'RUNNING') };
  });
  if (error !== undefined) return <Problem error={error} retry={reload} />;
  if (!value) return <Loading />;
  const { described, earlier, events, visits } = value;
  const [answered, answeredBefore] = [answerOf(described), earlier && answerOf(earlier)];
  const outcomes = outcomesOf(visits);
  // The state that failed is what one looks for.
  const selected = chosen ?? visits.findLast(({ outcome }) => outcome === 'failed')?.name;
  return (
    <section class="stack" aria-label="Execution">
      <ExecutionHead
        name={lastPart(arn, ':')}
        state={described.status}
        startedAt={described.startDate}
        endedAt={described.stopDate}
        error={described.error}
        cause={described.cause}
        close={close}
      >
        {!readOnly.value && actionsOf(described).map((spec) => <FormButton key={spec.title} spec={spec} api={api} after={reload} />)}
      </ExecutionHead>
      {answered !== undefined && answeredBefore !== undefined && (
        <Diff before={answeredBefore} after={answered} what={lastPart(before ?? '', ':')} />
      )}
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
      <History
        events={events}
        keyOf={({ id }) => String(id)}
        columns={[
          ['Event', 'id', 'number'],
          ['After', 'previousEventId', 'number'],
          ['Time', ({ timestamp }) => shownTime(timestamp, { millis: true, day: false }), 'mono'],
          ['Type', 'type'],
          ['Details', detailsOf, 'mono'],
        ]}
      />
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
        ['Result', 'outcome', 'badge'],
        ['Problem', 'error', 'long'],
        ['Took', tookMs, 'number', (visit) => (visit.leftAt === undefined ? '' : `${tookMs(visit)} ms`)],
        ['Entered', ({ enteredAt }) => shownTime(enteredAt, { millis: true, day: false }), 'mono'],
        ['Type', 'type'],
      ]}
    />
  );
}

const tookMs = ({ enteredAt, leftAt }: Visit): number | undefined =>
  leftAt === undefined ? undefined : (timeOf(leftAt)?.getTime() ?? 0) - (timeOf(enteredAt)?.getTime() ?? 0);

function StateDetail({ name, visits }: { name: string; visits: readonly Visit[] }) {
  if (visits.length === 0) return <p class="dim">The execution has not entered {name}.</p>;
  return (
    <div class="stack">
      {visits.map(({ id, input, output, error }, i) => (
        <section key={id} class="stack" aria-label={`${name}, visit ${i + 1}`}>
          <h3>{visits.length > 1 ? `${name}, visit ${i + 1} of ${visits.length}` : name}</h3>
          {error !== undefined && (
            <div class="problem">
              <Reason text={error} />
            </div>
          )}
          <Titled title="Input" of={name} value={input} />
          {output !== undefined && <Titled title="Output" of={name} value={output} />}
        </section>
      ))}
    </div>
  );
}

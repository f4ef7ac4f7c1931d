// One execution of a durable function: its operations, what they wait for and how they ended, its history, and the ways to stop it and to answer
// its callbacks.
import { useState } from 'preact/hooks';
import { callOf } from '#api/model.ts';
import { readOnly } from '#shell/session.ts';
import { ExecutionHead, History, Titled } from '#ui/execution-parts.tsx';
import { FormButton } from '#ui/form.tsx';
import { shownTime, timeOf } from '#ui/format.ts';
import { Loading, Problem } from '#ui/parts.tsx';
import { Reason } from '#ui/reason.tsx';
import type { Api, FormSpec, Values } from '#ui/resource.ts';
import { Table } from '#ui/table.tsx';
import { useLoaded } from '#ui/use-loaded.ts';
import { detailsOf, type HistoryEvent, type Operation, operationsOf } from './operations.ts';

const MAX_EVENTS = 5_000;
const PAGE = 1_000;
const MAX_DETAILS = 400;

async function readHistory(DurableExecutionArn: string, { call }: Api): Promise<HistoryEvent[]> {
  const all: HistoryEvent[] = [];
  let Marker: string | undefined;
  do {
    const input = { DurableExecutionArn, MaxItems: PAGE, ...(Marker && { Marker }) };
    const page = await call('lambda', 'GetDurableExecutionHistory', input);
    all.push(...(page.Events ?? []));
    Marker = page.NextMarker;
  } while (Marker && all.length < MAX_EVENTS);
  return all;
}

const ERROR_FIELDS = [
  { name: 'type', label: 'Error type' },
  { name: 'message', label: 'Error message' },
] as const;
const errorOf = ({ type, message }: Values) => ({ ...(type && { ErrorType: type }), ...(message && { ErrorMessage: message }) });

const stop = (DurableExecutionArn: string): FormSpec => ({
  title: 'Stop',
  submit: 'Stop the execution',
  danger: true,
  fields: ERROR_FIELDS,
  calls: (values) => [callOf('lambda', 'StopDurableExecution', { DurableExecutionArn, Error: errorOf(values) })],
});

const answers = (CallbackId: string): FormSpec[] => [
  {
    title: 'Succeed',
    submit: 'The callback succeeds',
    fields: [{ name: 'result', label: 'Result', kind: 'json' }],
    calls: ({ result = '' }) => [callOf('lambda', 'SendDurableExecutionCallbackSuccess', { CallbackId, Result: result })],
  },
  {
    title: 'Fail',
    submit: 'The callback fails',
    danger: true,
    fields: ERROR_FIELDS,
    calls: (values) => [callOf('lambda', 'SendDurableExecutionCallbackFailure', { CallbackId, Error: errorOf(values) })],
  },
];

export function DurableExecution({ arn, api, close }: { arn: string; api: Api; close: () => void }) {
  const [chosen, setChosen] = useState<string>();
  const { value, error, reload } = useLoaded(`durable execution ${arn}`, async () => {
    const [described, events] = await Promise.all([
      api.call('lambda', 'GetDurableExecution', { DurableExecutionArn: arn }),
      readHistory(arn, api),
    ]);
    return { described, events, operations: operationsOf(events) };
  });
  if (error !== undefined) return <Problem error={error} retry={reload} />;
  if (!value) return <Loading />;
  const { described, events, operations } = value;
  // The operation that failed is what one looks for.
  const selected = operations.find(({ id }) => id === chosen) ?? operations.findLast(({ status }) => status === 'FAILED');
  return (
    <section class="stack" aria-label="Execution">
      <ExecutionHead
        name={described.DurableExecutionName ?? ''}
        state={described.Status}
        startedAt={described.StartTimestamp}
        endedAt={described.EndTimestamp}
        error={described.Error?.ErrorType}
        cause={described.Error?.ErrorMessage}
        close={close}
      >
        {!readOnly.value && described.Status === 'RUNNING' && <FormButton spec={stop(arn)} api={api} after={reload} />}
      </ExecutionHead>
      <div class="split">
        <Operations operations={operations} selected={selected?.id} onSelect={setChosen} api={api} reload={reload} />
        <div class="stack">
          {selected ? <Chosen operation={selected} /> : <Titled title="Input" value={described.InputPayload ?? ''} />}
          {!selected && described.Result !== undefined && <Titled title="Result" value={described.Result} />}
        </div>
      </div>
      <History
        events={events}
        keyOf={({ EventId }) => String(EventId)}
        columns={[
          ['Event', 'EventId', 'number'],
          ['Time', ({ EventTimestamp }) => shownTime(EventTimestamp, { millis: true }), 'mono'],
          ['Type', 'EventType'],
          ['Operation', ({ Name, Id }) => Name ?? Id],
          ['Details', (event) => JSON.stringify(detailsOf(event)).slice(0, MAX_DETAILS), 'mono'],
        ]}
      />
    </section>
  );
}

interface OperationsProps {
  readonly operations: readonly Operation[];
  readonly selected: string | undefined;
  readonly onSelect: (id: string) => void;
  readonly api: Api;
  readonly reload: () => void;
}

function Operations({ operations, selected, onSelect, api, reload }: OperationsProps) {
  return (
    <Table
      label="operations"
      rows={operations}
      filterable={false}
      keyOf={({ id }) => id}
      empty="The execution has no operation yet."
      columns={[
        [
          'Operation',
          'name',
          undefined,
          ({ id, name, depth }) => (
            <button type="button" class="link" aria-pressed={id === selected} onClick={() => onSelect(id)}>
              {'· '.repeat(depth)}
              {name}
            </button>
          ),
        ],
        ['State', 'status', 'badge'],
        ['Type', 'type'],
        ['Goes on', ({ dueAt }) => shownTime(dueAt), 'time'],
        [
          'Answer',
          ({ callbackId }) => callbackId,
          undefined,
          ({ callbackId }) =>
            callbackId !== undefined &&
            !readOnly.value && (
              <span class="actions">
                {answers(callbackId).map((spec) => (
                  <FormButton key={spec.title} small spec={spec} api={api} after={reload} />
                ))}
              </span>
            ),
        ],
        ['Attempts', 'attempts', 'number'],
        ['Started', ({ startedAt }) => shownTime(startedAt, { millis: true }), 'time'],
        ['Took', tookMs, 'number', (operation) => (operation.endedAt === undefined ? '' : `${tookMs(operation)} ms`)],
      ]}
    />
  );
}

const tookMs = ({ startedAt, endedAt }: Operation): number | undefined =>
  endedAt === undefined ? undefined : (timeOf(endedAt)?.getTime() ?? 0) - (timeOf(startedAt)?.getTime() ?? 0);

function Chosen({ operation: { name, error, result, callbackId } }: { operation: Operation }) {
  return (
    <section class="stack" aria-label={name}>
      <h3>{name}</h3>
      {error !== undefined && (
        <div class="problem">
          <Reason text={error} />
        </div>
      )}
      {callbackId !== undefined && <Titled title="Callback" value={callbackId} />}
      {result !== undefined && <Titled title={`Result of ${name}`} value={result} />}
    </section>
  );
}

// State machines: the graph, executions with each state's input and output, start.
import { callOf, type OutputOf } from '#api/model.ts';
import { permissionsTab } from '#resources/permissions-tab.tsx';
import { useQuery } from '#shell/query.ts';
import { lastPart, shownTime } from '#ui/format.ts';
import { Json } from '#ui/json.tsx';
import { type Api, type FormSpec, resource } from '#ui/resource.ts';
import { Table } from '#ui/table.tsx';
import { Execution, executionPath } from './execution.tsx';
import { StatesGraph } from './graph.tsx';
import type { StatesBlock } from './graph-of.ts';

type Item = NonNullable<OutputOf<'states', 'ListStateMachines'>['stateMachines']>[number];
type ExecutionItem = NonNullable<OutputOf<'states', 'ListExecutions'>['executions']>[number];
interface Detail {
  readonly machine: OutputOf<'states', 'DescribeStateMachine'>;
  readonly executions: readonly ExecutionItem[];
}

const EXAMPLE = JSON.stringify({ StartAt: 'Hello', States: { Hello: { Type: 'Pass', Result: 'hello', End: true } } }, undefined, 2);

function definitionOf({ definition = '' }: Detail['machine']): StatesBlock {
  try {
    return JSON.parse(definition) as StatesBlock;
  } catch {
    return {};
  }
}

const ROLE = { name: 'roleArn', label: 'Role ARN', required: true, initial: 'arn:aws:iam::000000000000:role/any' } as const;
const DEFINITION = { name: 'definition', label: 'Definition', kind: 'json', required: true, faults: /definition/i } as const;

const CREATE: FormSpec = {
  title: 'Create state machine',
  submit: 'Create state machine',
  fields: [
    { name: 'name', label: 'Name', required: true },
    { name: 'type', label: 'Type', kind: 'select', options: ['STANDARD', 'EXPRESS'] },
    { ...DEFINITION, initial: EXAMPLE },
    ROLE,
  ],
  calls: ({ name = '', type = 'STANDARD', definition = '', roleArn = '' }) => [
    callOf('states', 'CreateStateMachine', { name, type, definition, roleArn }),
  ],
  opens: (_, [output]) => (output as { stateMachineArn?: string } | undefined)?.stateMachineArn,
};

function start({ stateMachineArn = '', type }: Detail['machine']): FormSpec {
  const express = type === 'EXPRESS';
  return {
    title: 'Start execution',
    submit: express ? 'Run and wait' : 'Start execution',
    fields: [
      { name: 'input', label: 'Input', kind: 'json', initial: '{}' },
      { name: 'name', label: 'Name' },
    ],
    calls: ({ input = '{}', name }) => [
      callOf('states', express ? 'StartSyncExecution' : 'StartExecution', { stateMachineArn, input: input || '{}', ...(name && { name }) }),
    ],
    ...(express
      ? { done: ([output]) => <Json value={output} label="Result" /> }
      : { leadsTo: (_, [output], scope) => executionPath(scope, stateMachineArn, (output as { executionArn: string }).executionArn) }),
  };
}

function Executions({ detail: { machine, executions }, api }: { detail: Detail; api: Api }) {
  const [{ execution, before }, setQuery] = useQuery();
  if (execution)
    return (
      <Execution
        key={execution}
        arn={execution}
        before={before}
        definition={definitionOf(machine)}
        api={api}
        close={() => setQuery({ execution: '', before: '' })}
      />
    );
  return (
    <Table
      label="executions"
      rows={executions}
      keyOf={({ executionArn = '' }) => executionArn}
      href={({ executionArn = '' }) => `?tab=executions&execution=${encodeURIComponent(executionArn)}`}
      empty={machine.type === 'EXPRESS' ? 'Express executions leave no list: their logs tell of them.' : 'No execution yet.'}
      columns={[
        ['Name', 'name'],
        ['State', 'status', 'badge'],
        ['Started', ({ startDate }) => shownTime(startDate, { millis: true }), 'time'],
        ['Ended', ({ stopDate }) => shownTime(stopDate, { millis: true }), 'time'],
      ]}
    />
  );
}

export const view = resource<Item, Detail, ExecutionItem | undefined>({
  about: 'State machines call functions and services in the order that their definition says.',
  example: `stepfunctions create-state-machine --name hello --role-arn arn:aws:iam::000000000000:role/any --definition '{"StartAt":"Hello","States":{"Hello":{"Type":"Pass","End":true}}}'`,
  nameOf: ({ stateMachineArn = '' }) => stateMachineArn,
  titleOf: (arn) => lastPart(arn, ':'),
  columns: (of) => [
    ['Name', 'name'],
    ['Last execution', (machine) => of(machine)?.status, 'badge'],
    ['Started', (machine) => of(machine)?.startDate, 'time'],
    ['Type', 'type'],
    ['Created', 'creationDate', 'time'],
    ['ARN', 'stateMachineArn', 'arn'],
  ],
  readEach: async ({ stateMachineArn, type }, { call }) => {
    if (type === 'EXPRESS' || !stateMachineArn) return undefined;
    return (await call('states', 'ListExecutions', { stateMachineArn, maxResults: 1 })).executions?.[0];
  },
  create: CREATE,
  remove: (stateMachineArn) => [callOf('states', 'DeleteStateMachine', { stateMachineArn })],
  load: async (stateMachineArn, { call }) => {
    const machine = await call('states', 'DescribeStateMachine', { stateMachineArn });
    if (machine.type === 'EXPRESS') return { machine, executions: [] };
    const { executions = [] } = await call('states', 'ListExecutions', { stateMachineArn, maxResults: 1_000 });
    return { machine, executions };
  },
  // The page of an execution has facts of its own.
  facts: ({ machine }, { query }) =>
    query['execution']
      ? []
      : [
          ['State', machine.status, 'badge'],
          ['Type', machine.type],
          ['ARN', machine.stateMachineArn, 'copy'],
          ['Role', machine.roleArn, 'copy'],
          ['Created', machine.creationDate, 'time'],
        ],
  tabs: [
    {
      id: 'graph',
      title: 'Graph',
      view: ({ machine }) => <StatesGraph definition={definitionOf(machine)} />,
    },
    {
      id: 'executions',
      title: 'Executions',
      count: ({ executions }) => executions.length,
      view: (detail, { api }) => <Executions detail={detail} api={api} />,
    },
    { id: 'definition', title: 'Definition', view: ({ machine }) => <Json value={machine.definition ?? ''} label="Definition" /> },
    permissionsTab(({ machine }) => machine.roleArn),
  ],
  actions: ({ machine }) => [
    start(machine),
    {
      title: 'Edit definition',
      submit: 'Update',
      fields: [
        { ...DEFINITION, initial: machine.definition ?? '' },
        { ...ROLE, initial: machine.roleArn ?? '' },
      ],
      calls: ({ definition = '', roleArn = '' }) => [
        callOf('states', 'UpdateStateMachine', { stateMachineArn: machine.stateMachineArn ?? '', definition, roleArn }),
      ],
    },
  ],
});

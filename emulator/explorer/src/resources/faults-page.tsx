// Faults: calls that are made to fail or to wait, to try what an application does then; and calls of what is not emulated, with the stubs that answer some.

import { json } from '#api/management.ts';
import { manage, readOnly, say } from '#shell/session.ts';
import type { ToolProps } from '#shell/tools.ts';
import { Confirm } from '#ui/confirm.tsx';
import { FormButton } from '#ui/form.tsx';
import { Heading, Loaded } from '#ui/parts.tsx';
import { apiOf, type FormSpec } from '#ui/resource.ts';
import { Table } from '#ui/table.tsx';
import { useLoaded } from '#ui/use-loaded.ts';

interface FaultRule {
  readonly id: string;
  readonly service: string;
  readonly operation?: string;
  readonly resource?: string;
  readonly error?: string;
  readonly message?: string;
  readonly status?: number;
  readonly delayMs?: number;
  readonly rate?: number;
  readonly times?: number;
  readonly met: number;
}

interface Stubs {
  readonly stubs: readonly { readonly call: string; readonly answered: number }[];
  readonly unsupported: readonly { readonly call: string; readonly calls: number; readonly callers: readonly string[] }[];
}

const PATH = '/faults';

const ADD: FormSpec = {
  title: 'Add fault',
  submit: 'Add fault',
  intro: <p>Calls of clients, functions and services fail or wait from now on, until the fault ends.</p>,
  fields: [
    { name: 'service', label: 'Service', required: true, initial: 'sqs', hint: 'As in the lines of the log: sqs, dynamodb; * for all.' },
    { name: 'operation', label: 'Operation', placeholder: 'SendMessage; all where empty' },
    { name: 'resource', label: 'Resource', placeholder: 'a name, an ARN or a URL; all where empty' },
    { name: 'error', label: 'Error', initial: 'ThrottlingException', hint: 'Without one the call runs, after the delay.' },
    { name: 'message', label: 'Message' },
    { name: 'status', label: 'HTTP status', kind: 'number', placeholder: '400' },
    { name: 'delayMs', label: 'Delay in milliseconds', kind: 'number' },
    { name: 'rate', label: 'Share of the calls', kind: 'number', placeholder: '1', hint: 'Above 0 and up to 1.' },
    { name: 'times', label: 'Times', kind: 'number', hint: 'How many calls it meets before it ends.' },
  ],
  run: async (values) => {
    const numbers = new Set(['status', 'delayMs', 'rate', 'times']);
    const given = Object.entries(values).flatMap(([name, value]) => (value ? [[name, numbers.has(name) ? Number(value) : value]] : []));
    const { id } = await manage<FaultRule>('POST', PATH, Object.fromEntries(given) as object);
    return `Added ${id}.`;
  },
};

function effect({ error, status, delayMs, rate, times }: FaultRule): string {
  return [
    delayMs === undefined ? '' : `wait ${delayMs} ms`,
    error === undefined ? '' : `${error}${status === undefined ? '' : ` (${status})`}`,
    rate === undefined || rate === 1 ? '' : `${Math.round(rate * 1000) / 10} % of the calls`,
    times === undefined ? '' : `${times} times`,
  ]
    .filter(Boolean)
    .join(', ');
}

export function Page({ scope }: ToolProps) {
  const loaded = useLoaded('faults', async () => (await json<{ faults: FaultRule[] }>(PATH)).faults);
  const { value, reload } = loaded;
  const end = async (path: string, said: string): Promise<void> => {
    await manage('DELETE', path);
    say(said);
    reload();
  };
  return (
    <>
      <Heading title="Faults">
        <FormButton spec={ADD} api={apiOf(scope)} primary after={reload} />
        {value && value.length > 0 && !readOnly.value && (
          <Confirm label="End all" question="End all faults?" act={() => end(PATH, 'All faults have ended.')} />
        )}
      </Heading>
      <Loaded of={loaded}>
        {(value) => (
          <Table
            label="faults"
            rows={value}
            keyOf={({ id }) => id}
            empty="No call is made to fail or to wait. `emulator fault add` adds faults, too."
            controls={
              readOnly.value
                ? undefined
                : ({ id }) => (
                    <Confirm
                      small
                      label="End"
                      question={`End ${id}?`}
                      act={() => end(`${PATH}/${encodeURIComponent(id)}`, `${id} has ended.`)}
                    />
                  )
            }
            columns={[
              ['Fault', 'id', 'mono'],
              ['Calls', ({ service, operation }) => `${service}${operation === undefined ? '' : `.${operation}`}`],
              ['Resource', 'resource', 'mono'],
              ['Effect', effect],
              ['Met so far', 'met', 'number'],
            ]}
          />
        )}
      </Loaded>
      <NotEmulated />
    </>
  );
}

function NotEmulated() {
  const loaded = useLoaded('stubs', () => json<Stubs>('/stubs'));
  return (
    <Loaded of={loaded}>
      {({ stubs, unsupported }) => (
        <>
          <h2>Called in vain</h2>
          <Table
            label="calls in vain"
            rows={unsupported}
            keyOf={({ call }) => call}
            empty="Nothing was called that is not emulated."
            columns={[
              ['Call', 'call', 'mono'],
              ['Calls', 'calls', 'number'],
              ['Callers', ({ callers }) => callers.join(', ')],
              ['Answered by', ({ call }) => (stubs.some((stub) => stub.call === call) ? 'a stub' : `emulator stub ${call} answer.json`)],
            ]}
          />
          <h2>Stubs</h2>
          <Table
            label="stubs"
            rows={stubs}
            keyOf={({ call }) => call}
            empty="`emulator stub` adds answers for what is not emulated."
            columns={[
              ['Call', 'call', 'mono'],
              ['Answered so far', 'answered', 'number'],
            ]}
          />
        </>
      )}
    </Loaded>
  );
}

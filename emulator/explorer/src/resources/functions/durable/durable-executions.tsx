// The executions of a durable function: all of them, or the one that is chosen.
import type { OutputOf } from '#api/model.ts';
import { useQuery } from '#shell/query.ts';
import { shownTime } from '#ui/format.ts';
import type { Api } from '#ui/resource.ts';
import { Table } from '#ui/table.tsx';
import { DurableExecution } from './durable-execution.tsx';

export type ExecutionItem = NonNullable<OutputOf<'lambda', 'ListDurableExecutionsByFunction'>['DurableExecutions']>[number];

const MAX_ITEMS = 1_000;

/** The last ones, the newest first. */
export async function readExecutions(FunctionName: string, { call }: Api): Promise<readonly ExecutionItem[]> {
  const page = await call('lambda', 'ListDurableExecutionsByFunction', { FunctionName, ReverseOrder: true, MaxItems: MAX_ITEMS });
  return page.DurableExecutions ?? [];
}

export function DurableExecutions({ executions, api }: { executions: readonly ExecutionItem[]; api: Api }) {
  const [{ execution }, setQuery] = useQuery();
  if (execution) return <DurableExecution key={execution} arn={execution} api={api} close={() => setQuery({ execution: '' })} />;
  return (
    <Table
      label="executions"
      rows={executions}
      keyOf={({ DurableExecutionArn = '' }) => DurableExecutionArn}
      href={({ DurableExecutionArn = '' }) => `?tab=executions&execution=${encodeURIComponent(DurableExecutionArn)}`}
      empty="No execution yet."
      columns={[
        ['Name', 'DurableExecutionName'],
        ['State', 'Status', 'badge'],
        ['Started', ({ StartTimestamp }) => shownTime(StartTimestamp, { millis: true }), 'time'],
        ['Ended', ({ EndTimestamp }) => shownTime(EndTimestamp, { millis: true }), 'time'],
        ['Version', ({ FunctionArn = '' }) => FunctionArn.split(':')[7]],
      ]}
    />
  );
}

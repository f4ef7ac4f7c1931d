// The triggers of a function: the queues and streams that it reads, rules that have it as a target, and who its policy lets in.
import { callOf, type OutputOf } from '#api/model.ts';
import { pathOf } from '#shell/paths.ts';
import { readOnly } from '#shell/session.ts';
import { Confirm } from '#ui/confirm.tsx';
import { FormButton } from '#ui/form.tsx';
import { Json } from '#ui/json.tsx';
import { Loaded } from '#ui/parts.tsx';
import type { Api, FormSpec } from '#ui/resource.ts';
import { Table } from '#ui/table.tsx';
import { useLoaded } from '#ui/use-loaded.ts';

export type Mapping = NonNullable<OutputOf<'lambda', 'ListEventSourceMappings'>['EventSourceMappings']>[number];

interface RuleOfFunction {
  readonly bus: string;
  readonly rule: string;
}

/** Policies of functions are read here alone: a function without one answers with an error. */
const policyOf = async (FunctionName: string, { call }: Api): Promise<string | undefined> =>
  (await call('lambda', 'GetPolicy', { FunctionName }).catch(() => undefined))?.Policy;

async function rulesThatInvoke(TargetArn: string, { call }: Api): Promise<RuleOfFunction[]> {
  const { EventBuses = [] } = await call('events', 'ListEventBuses', {});
  const found = await Promise.all(
    EventBuses.map(async ({ Name: bus = '' }) => {
      const { RuleNames = [] } = await call('events', 'ListRuleNamesByTarget', { TargetArn, EventBusName: bus });
      return RuleNames.map((rule) => ({ bus, rule }));
    }),
  );
  return found.flat();
}

/** The patterns of a mapping: a record that matches none of them never reaches the function. */
const takenBy = ({ FilterCriteria }: Mapping): string =>
  FilterCriteria?.Filters?.map(({ Pattern }) => `only ${Pattern}`).join(' or ') ?? 'everything';

const addSource = (FunctionName: string): FormSpec => ({
  title: 'Add source',
  submit: 'Add source',
  fields: [
    { name: 'EventSourceArn', label: 'ARN of a queue or a stream', required: true },
    { name: 'BatchSize', label: 'Records in a batch, at most', kind: 'number', placeholder: '10' },
    {
      name: 'StartingPosition',
      label: 'Where to begin in a stream',
      kind: 'select',
      options: [['', 'It is a queue'], 'TRIM_HORIZON', 'LATEST'],
    },
    { name: 'Pattern', label: 'Filter pattern', kind: 'json' },
    { name: 'partial', label: 'Reports failures of single records', kind: 'check' },
  ],
  calls: ({ EventSourceArn = '', BatchSize, StartingPosition, Pattern, partial }) => [
    callOf('lambda', 'CreateEventSourceMapping', {
      FunctionName,
      EventSourceArn,
      ...(BatchSize && { BatchSize: Number(BatchSize) }),
      ...(StartingPosition && { StartingPosition: StartingPosition as 'LATEST' }),
      ...(Pattern && { FilterCriteria: { Filters: [{ Pattern }] } }),
      ...(partial === 'true' && { FunctionResponseTypes: ['ReportBatchItemFailures' as const] }),
    }),
  ],
});

const allow = (FunctionName: string): FormSpec => ({
  title: 'Allow a caller',
  submit: 'Add to the policy',
  fields: [
    { name: 'StatementId', label: 'Statement id', required: true, initial: 'events' },
    { name: 'Principal', label: 'Service or account', required: true, initial: 'events.amazonaws.com' },
    { name: 'SourceArn', label: 'ARN of the caller', placeholder: 'arn:aws:events:us-east-1:000000000000:rule/sales' },
  ],
  calls: ({ StatementId = '', Principal = '', SourceArn }) => [
    callOf('lambda', 'AddPermission', {
      FunctionName,
      StatementId,
      Principal,
      Action: 'lambda:InvokeFunction',
      ...(SourceArn && { SourceArn }),
    }),
  ],
});

const statementsOf = (policy: string | undefined): readonly { readonly Sid: string }[] =>
  policy === undefined ? [] : (JSON.parse(policy) as { Statement: { Sid: string }[] }).Statement;

export function TriggersTab({
  name,
  arn,
  mappings,
  api,
  reload,
}: {
  name: string;
  arn: string;
  mappings: readonly Mapping[];
  api: Api;
  reload: () => void;
}) {
  const rules = useLoaded(`rules that invoke ${arn}`, () => rulesThatInvoke(arn, api));
  const policy = useLoaded(`policy of ${arn}`, () => policyOf(name, api).then((text) => ({ text })));
  const change = async (operation: 'UpdateEventSourceMapping' | 'DeleteEventSourceMapping', input: { UUID: string; Enabled?: boolean }) => {
    await api.perform(callOf('lambda', operation, input));
    reload();
  };
  return (
    <div class="stack">
      <Table
        label="sources"
        rows={mappings}
        filterable={false}
        keyOf={({ UUID = '' }) => UUID}
        empty="The function reads from no queue and no stream."
        tools={<FormButton spec={addSource(name)} api={api} after={reload} />}
        columns={[
          ['Source', 'EventSourceArn', 'arn'],
          ['State', 'State', 'badge'],
          ['Batch', 'BatchSize', 'number'],
          ['Takes', takenBy, 'mono'],
          ['Last result', 'LastProcessingResult'],
        ]}
        controls={
          readOnly.value
            ? undefined
            : ({ UUID = '', State, EventSourceArn }) => (
                <span class="actions">
                  <button
                    type="button"
                    class="small quiet"
                    onClick={() => void change('UpdateEventSourceMapping', { UUID, Enabled: State === 'Disabled' })}
                  >
                    {State === 'Disabled' ? 'Enable' : 'Disable'}
                  </button>
                  <Confirm
                    small
                    label="Remove"
                    question={`Remove ${EventSourceArn}?`}
                    act={() => change('DeleteEventSourceMapping', { UUID })}
                  />
                </span>
              )
        }
      />
      <h2>Rules</h2>
      <Loaded of={rules}>
        {(found) => (
          <Table
            label="rules"
            rows={found}
            filterable={false}
            keyOf={({ bus, rule }) => `${bus} ${rule}`}
            href={({ bus, rule }) => `${pathOf(api.scope, 'buses', bus)}?rule=${encodeURIComponent(rule)}`}
            empty="No rule has the function as a target."
            columns={[
              ['Rule', 'rule'],
              ['Bus', 'bus'],
            ]}
          />
        )}
      </Loaded>
      <div class="row">
        <h2>Who may invoke it</h2>
        <span class="grow" />
        <FormButton spec={allow(name)} api={api} after={policy.reload} />
      </div>
      <Loaded of={policy}>
        {({ text }) => (
          <>
            {text ? <Json value={text} label="Policy" /> : <p class="dim">The function has no policy: services may not invoke it.</p>}
            {!readOnly.value && (
              <div class="row">
                {statementsOf(text).map(({ Sid }) => (
                  <Confirm
                    key={Sid}
                    label={`Remove ${Sid}`}
                    question={`Remove ${Sid}?`}
                    act={async () => {
                      await api.perform(callOf('lambda', 'RemovePermission', { FunctionName: name, StatementId: Sid }));
                      policy.reload();
                    }}
                  />
                ))}
              </div>
            )}
          </>
        )}
      </Loaded>
    </div>
  );
}

// The rules of a bus: list, form, targets; select some to remove them.

import { callOf, type OutputOf } from '#api/model.ts';
import { useQuery } from '#shell/query.ts';
import { readOnly } from '#shell/session.ts';
import { Confirm } from '#ui/confirm.tsx';
import { FormButton } from '#ui/form.tsx';
import { Json } from '#ui/json.tsx';
import { Facts, Loading, Problem } from '#ui/parts.tsx';
import type { Api } from '#ui/resource.ts';
import { Table } from '#ui/table.tsx';
import { useLoaded } from '#ui/use-loaded.ts';
import { ruleForm, targetForm } from './rule-form.tsx';

type Rule = NonNullable<OutputOf<'events', 'ListRules'>['Rules']>[number];

async function rulesOf(bus: string, { call }: Api): Promise<Rule[]> {
  const all: Rule[] = [];
  let NextToken: string | undefined;
  do {
    const output = await call('events', 'ListRules', { EventBusName: bus, ...(NextToken && { NextToken }) });
    all.push(...(output.Rules ?? []));
    NextToken = output.NextToken;
  } while (NextToken);
  return all;
}

/** Targets go with the rule. */
async function removeRule(bus: string, Rule: string, { call, perform }: Api): Promise<void> {
  const { Targets = [] } = await call('events', 'ListTargetsByRule', { EventBusName: bus, Rule });
  const Ids = Targets.map(({ Id = '' }) => Id);
  if (Ids.length > 0) await perform(callOf('events', 'RemoveTargets', { EventBusName: bus, Rule, Ids }));
  await perform(callOf('events', 'DeleteRule', { EventBusName: bus, Name: Rule }));
}

export function RulesTab({ bus, api }: { bus: string; api: Api }) {
  const [{ rule: open }, setQuery] = useQuery();
  const { value, error, reload } = useLoaded(`rules ${bus} ${api.scope.account} ${api.scope.region}`, () => rulesOf(bus, api));
  if (error !== undefined) return <Problem error={error} retry={reload} />;
  if (!value) return <Loading />;
  return (
    <div class="stack">
      <Table<Rule>
        label="rules"
        rows={value}
        keyOf={({ Name = '' }) => Name}
        empty="The bus has no rule: nothing that is sent to it goes anywhere."
        tools={<FormButton spec={ruleForm(bus)} api={api} primary after={reload} />}
        opened={open}
        onOpen={({ Name = '' }) => setQuery({ rule: Name === open ? '' : Name })}
        removal={readOnly.value ? undefined : { one: 'rule', remove: ({ Name = '' }) => removeRule(bus, Name, api), done: reload }}
        columns={[
          ['Name', 'Name'],
          ['State', 'State', 'badge'],
          ['Pattern or schedule', ({ EventPattern, ScheduleExpression }) => EventPattern ?? ScheduleExpression, 'mono'],
          ['Description', 'Description'],
        ]}
      />
      {open && value.some(({ Name }) => Name === open) && <RulePanel key={open} bus={bus} name={open} api={api} />}
    </div>
  );
}

function RulePanel({ bus, name, api }: { bus: string; name: string; api: Api }) {
  const { value, error, reload } = useLoaded(`rule ${bus} ${name} ${api.scope.account} ${api.scope.region}`, async () => {
    const { call } = api;
    const [rule, { Targets = [] }] = await Promise.all([
      call('events', 'DescribeRule', { EventBusName: bus, Name: name }),
      call('events', 'ListTargetsByRule', { EventBusName: bus, Rule: name }),
    ]);
    const { Tags = [] } = await call('events', 'ListTagsForResource', { ResourceARN: rule.Arn ?? '' });
    return { rule, targets: Targets, tags: Tags };
  });
  if (error !== undefined) return <Problem error={error} retry={reload} />;
  if (!value) return <Loading />;
  const { rule, targets, tags } = value;
  const enabled = rule.State !== 'DISABLED';
  const toggle = async (): Promise<void> => {
    await api.perform(callOf('events', enabled ? 'DisableRule' : 'EnableRule', { EventBusName: bus, Name: name }));
    reload();
  };
  return (
    <section class="panel stack" aria-label={`Rule ${name}`}>
      <div class="row">
        <h2>{name}</h2>
        <span class="grow" />
        {!readOnly.value && (
          <>
            <button type="button" onClick={() => void toggle()}>
              {enabled ? 'Disable' : 'Enable'}
            </button>
            <FormButton key={JSON.stringify(rule)} spec={ruleForm(bus, rule)} api={api} after={reload} />
            <FormButton spec={targetForm(bus, name)} api={api} after={reload} />
            <Confirm label="Delete" question={`Delete ${name}?`} act={() => removeRule(bus, name, api)} />
          </>
        )}
      </div>
      <Facts
        facts={[
          ['State', rule.State, 'badge'],
          ['ARN', rule.Arn, 'copy'],
          ['Schedule', rule.ScheduleExpression],
          ['Role', rule.RoleArn],
          ['Tags', tags.map(({ Key, Value }) => `${Key}=${Value}`).join(', ')],
          ['Description', rule.Description],
        ]}
      />
      <div class="columns">
        {rule.EventPattern && <Json value={rule.EventPattern} label="Event pattern" />}
        <Table
          label="targets"
          filterable={false}
          rows={targets}
          keyOf={({ Id = '' }) => Id}
          empty="The rule has no target: matching events go nowhere."
          columns={[
            ['Target', 'Id'],
            ['ARN', 'Arn', 'arn'],
          ]}
          controls={
            readOnly.value
              ? undefined
              : ({ Id = '' }) => (
                  <Confirm
                    small
                    label="Remove"
                    question={`Remove ${Id}?`}
                    act={async () => {
                      await api.perform(callOf('events', 'RemoveTargets', { EventBusName: bus, Rule: name, Ids: [Id] }));
                      reload();
                    }}
                  />
                )
          }
        />
      </div>
    </section>
  );
}

// Event buses: rules, sending, archives, policy.
import { callOf, type OutputOf } from '#api/model.ts';
import { pathOf } from '#shell/paths.ts';
import { pretty } from '#ui/format.ts';
import { Json } from '#ui/json.tsx';
import { resource } from '#ui/resource.ts';
import { Table } from '#ui/table.tsx';
import { RulesTab } from './rules-tab.tsx';
import { SendTab } from './send-tab.tsx';

type Bus = NonNullable<OutputOf<'events', 'ListEventBuses'>['EventBuses']>[number];
interface Detail {
  readonly bus: OutputOf<'events', 'DescribeEventBus'>;
  readonly archives: NonNullable<OutputOf<'events', 'ListArchives'>['Archives']>;
}

/** Lets another account send. */
const policyFor = (Resource: string | undefined) => ({
  Version: '2012-10-17',
  Statement: [{ Sid: 'other', Effect: 'Allow', Principal: { AWS: '111122223333' }, Action: 'events:PutEvents', Resource }],
});

export const view = resource<Bus, Detail>({
  about: 'Buses take events and hand them to the targets of the rules that match.',
  example: 'events create-event-bus --name shop',
  nameOf: ({ Name = '' }) => Name,
  columns: [
    ['Name', 'Name'],
    ['Description', 'Description'],
    ['Policy', 'Policy', 'mono'],
    ['ARN', 'Arn', 'arn'],
  ],
  create: {
    title: 'Create bus',
    submit: 'Create bus',
    fields: [
      { name: 'Name', label: 'Name', required: true },
      { name: 'Description', label: 'Description' },
    ],
    calls: ({ Name = '', Description }) => [callOf('events', 'CreateEventBus', { Name, ...(Description && { Description }) })],
    opens: ({ Name }) => Name,
  },
  remove: (Name) => [callOf('events', 'DeleteEventBus', { Name })],
  load: async (Name, { call }) => {
    const bus = await call('events', 'DescribeEventBus', { Name });
    const { Archives = [] } = await call('events', 'ListArchives', { EventSourceArn: bus.Arn });
    return { bus, archives: Archives };
  },
  facts: ({ bus }) => [
    ['ARN', bus.Arn, 'copy'],
    ['Description', bus.Description],
    ['Dead-letter queue', bus.DeadLetterConfig?.Arn, 'copy'],
    ['Created', bus.CreationTime, 'time'],
  ],
  tabs: [
    { id: 'rules', title: 'Rules', view: (_, { api, name }) => <RulesTab bus={name} api={api} /> },
    { id: 'send', title: 'Send events', view: (_, { api, name }) => <SendTab bus={name} api={api} /> },
    {
      id: 'archives',
      title: 'Archives',
      count: ({ archives }) => archives.length,
      view: ({ archives }, { api }) => (
        <Table
          label="archives"
          rows={archives}
          keyOf={({ ArchiveName = '' }) => ArchiveName}
          href={({ ArchiveName = '' }) => pathOf(api.scope, 'archives', ArchiveName)}
          empty="The bus has no archive."
          columns={[
            ['Name', 'ArchiveName'],
            ['State', 'State', 'badge'],
            ['Events', 'EventCount', 'number'],
          ]}
        />
      ),
    },
    {
      id: 'policy',
      title: 'Policy',
      view: ({ bus }) => (bus.Policy ? <Json value={bus.Policy} label="Policy" /> : <p class="dim">The bus has no policy.</p>),
    },
  ],
  actions: ({ bus }, { name, api }) => [
    {
      title: 'Edit policy',
      submit: 'Put the policy',
      fields: [{ name: 'Policy', label: 'Policy', kind: 'json', required: true, initial: pretty(bus.Policy ?? policyFor(bus.Arn)) }],
      calls: ({ Policy }) => [callOf('events', 'PutPermission', { EventBusName: name, ...(Policy && { Policy }) })],
    },
    {
      title: 'Create archive',
      submit: 'Create archive',
      fields: [
        { name: 'ArchiveName', label: 'Name', required: true },
        { name: 'EventPattern', label: 'Event pattern', kind: 'json' },
        { name: 'RetentionDays', label: 'Days to keep events', kind: 'number', hint: 'Without a number, for ever.' },
      ],
      calls: ({ ArchiveName = '', EventPattern, RetentionDays }) => [
        callOf('events', 'CreateArchive', {
          ArchiveName,
          EventSourceArn: `arn:aws:events:${api.scope.region}:${api.scope.account}:event-bus/${name}`,
          ...(EventPattern && { EventPattern }),
          ...(RetentionDays && { RetentionDays: Number(RetentionDays) }),
        }),
      ],
      leadsTo: ({ ArchiveName }, _, scope) => pathOf(scope, 'archives', ArchiveName),
    },
  ],
});

// Topics: publish, subscriptions.
import { callOf } from '#api/model.ts';
import { parsed } from '#resources/queues.tsx';
import { ATTRIBUTES, attributesIn } from '#resources/send-message.ts';
import { readOnly } from '#shell/session.ts';
import { Confirm } from '#ui/confirm.tsx';
import { lastPart } from '#ui/format.ts';
import { Json } from '#ui/json.tsx';
import { resource } from '#ui/resource.ts';
import { Table } from '#ui/table.tsx';

interface Subscription {
  readonly SubscriptionArn: string;
  readonly Protocol: string;
  readonly Endpoint: string;
}
interface Topic {
  readonly attributes: Readonly<Record<string, string>>;
  readonly subscriptions: readonly Subscription[];
}

/** Maps in answers to forms are lists of keys and values. */
export const entries = (map: unknown): Record<string, string> =>
  Array.isArray(map)
    ? Object.fromEntries((map as { key: string; value: string }[]).map(({ key, value }) => [key, value]))
    : ((map ?? {}) as Record<string, string>);

export const view = resource<{ TopicArn: string }, Topic>({
  about: 'Topics send each message to all their subscriptions: queues, functions, HTTP endpoints.',
  example: 'sns create-topic --name orders',
  nameOf: ({ TopicArn }) => TopicArn,
  titleOf: (arn) => lastPart(arn, ':'),
  columns: [
    ['Name', ({ TopicArn }) => lastPart(TopicArn, ':')],
    ['Type', ({ TopicArn }) => (TopicArn.endsWith('.fifo') ? 'FIFO' : 'Standard')],
    ['ARN', 'TopicArn', 'arn'],
  ],
  create: {
    title: 'Create topic',
    submit: 'Create topic',
    fields: [{ name: 'Name', label: 'Name', required: true, hint: 'Names of FIFO topics end with .fifo.' }],
    calls: ({ Name = '' }) => [
      callOf('sns', 'CreateTopic', { Name, ...(Name.endsWith('.fifo') && { Attributes: new Map([['FifoTopic', 'true']]) as never }) }),
    ],
    opens: (_, [output]) => (output as { TopicArn: string }).TopicArn,
  },
  remove: (TopicArn) => [callOf('sns', 'DeleteTopic', { TopicArn })],
  load: async (TopicArn, { call }) => {
    const [{ Attributes }, { Subscriptions }] = await Promise.all([
      call('sns', 'GetTopicAttributes', { TopicArn }),
      call('sns', 'ListSubscriptionsByTopic', { TopicArn }),
    ]);
    return { attributes: entries(Attributes), subscriptions: (Subscriptions ?? []) as unknown as Subscription[] };
  },
  facts: ({ attributes, subscriptions }) => [
    ['ARN', attributes['TopicArn'], 'copy'],
    ['Display name', attributes['DisplayName']],
    ['Subscriptions', String(subscriptions.length)],
    ['Pending', attributes['SubscriptionsPending']],
  ],
  tabs: [
    {
      id: 'subscriptions',
      title: 'Subscriptions',
      count: ({ subscriptions }) => subscriptions.length,
      view: ({ subscriptions }, { api, reload }) => (
        <Table
          label="subscriptions"
          rows={subscriptions}
          keyOf={({ SubscriptionArn, Endpoint }) => SubscriptionArn + Endpoint}
          empty="Nobody has subscribed."
          columns={[
            ['Endpoint', 'Endpoint', 'arn'],
            ['State', ({ SubscriptionArn }) => stateOf(SubscriptionArn), 'badge'],
            ['Protocol', 'Protocol'],
            ['ARN', 'SubscriptionArn', 'arn'],
          ]}
          controls={
            readOnly.value
              ? undefined
              : ({ SubscriptionArn, Endpoint }) =>
                  SubscriptionArn.startsWith('arn:') && (
                    <Confirm
                      small
                      label="Unsubscribe"
                      question={`Unsubscribe ${Endpoint}?`}
                      act={async () => {
                        await api.perform(callOf('sns', 'Unsubscribe', { SubscriptionArn }));
                        reload();
                      }}
                    />
                  )
          }
        />
      ),
    },
    { id: 'policy', title: 'Policy', view: ({ attributes }) => <Json value={parsed(attributes['Policy'])} label="Policy" /> },
  ],
  actions: ({ attributes }) => {
    const TopicArn = attributes['TopicArn'] ?? '';
    return [
      {
        title: 'Publish',
        submit: 'Publish',
        fields: [
          { name: 'Message', label: 'Message', kind: 'area', required: true, initial: '{\n  "hello": "world"\n}' },
          { name: 'Subject', label: 'Subject' },
          ATTRIBUTES,
          ...(TopicArn.endsWith('.fifo')
            ? [
                { name: 'MessageGroupId', label: 'Message group', required: true, initial: 'default' },
                { name: 'MessageDeduplicationId', label: 'Deduplication id' },
              ]
            : []),
        ],
        calls: ({ Message = '', Subject, MessageGroupId, MessageDeduplicationId, MessageAttributes }) => [
          callOf('sns', 'Publish', {
            ...{ TopicArn, Message, Subject, MessageGroupId, MessageDeduplicationId },
            ...(MessageAttributes && { MessageAttributes: new Map(Object.entries(attributesIn(MessageAttributes))) as never }),
          }),
        ],
        done: ([output]) => `Published as ${(output as { MessageId: string }).MessageId}.`,
      },
      {
        title: 'Subscribe',
        submit: 'Subscribe',
        fields: [
          { name: 'Protocol', label: 'Protocol', kind: 'select', options: ['sqs', 'lambda', 'http', 'https', 'firehose', 'email', 'sms'] },
          { name: 'Endpoint', label: 'Endpoint', required: true, hint: 'An ARN, a URL, or an address, as the protocol needs it.' },
          { name: 'FilterPolicy', label: 'Filter policy', kind: 'json' },
          { name: 'Raw', label: 'Raw message delivery', kind: 'check' },
        ],
        calls: ({ Protocol = '', Endpoint, FilterPolicy, Raw }) => {
          const chosen = new Map<string, string>();
          if (FilterPolicy) chosen.set('FilterPolicy', FilterPolicy);
          if (Raw === 'true') chosen.set('RawMessageDelivery', 'true');
          return [callOf('sns', 'Subscribe', { TopicArn, Protocol, Endpoint, ReturnSubscriptionArn: true, Attributes: chosen as never })];
        },
      },
    ];
  },
});

const stateOf = (arn: string): string => (arn.startsWith('arn:') ? 'confirmed' : arn === 'Deleted' ? 'deleted' : 'pending');

// Queues: depth, messages without receiving them, send, redrive, purge.
import { callOf, type OutputOf } from '#api/model.ts';
import { Messages } from '#resources/peek.tsx';
import { countsOf, movedFrom } from '#resources/queue-counts.ts';
import { sendForm } from '#resources/send-message.ts';
import { lastPart, pretty } from '#ui/format.ts';
import { Json } from '#ui/json.tsx';
import { type Api, resource, type Values } from '#ui/resource.ts';

type Attributes = NonNullable<OutputOf<'sqs', 'GetQueueAttributes'>['Attributes']>;
interface Queue {
  readonly url: string;
  readonly attributes: Attributes;
  readonly tags: Record<string, string>;
}

async function urlOf(name: string, { call }: Api): Promise<string> {
  return (await call('sqs', 'GetQueueUrl', { QueueName: name })).QueueUrl ?? '';
}

export const view = resource<string, Queue, readonly number[]>({
  about: 'Queues hold messages until somebody has received and deleted them.',
  example: 'sqs create-queue --queue-name orders',
  nameOf: (url) => lastPart(url),
  columns: (of) => [
    ['Name', (url) => lastPart(url)],
    ['Visible', (url) => of(url)?.[0], 'number'],
    ['In flight', (url) => of(url)?.[1], 'number'],
    ['Delayed', (url) => of(url)?.[2], 'number'],
    ['Type', (url) => (url.endsWith('.fifo') ? 'FIFO' : 'Standard')],
    ['URL', (url) => url, 'mono'],
  ],
  readEach: countsOf,
  create: {
    title: 'Create queue',
    submit: 'Create queue',
    fields: [
      { name: 'QueueName', label: 'Name', required: true, hint: 'Names of FIFO queues end with .fifo.' },
      { name: 'VisibilityTimeout', label: 'Visibility timeout in seconds', kind: 'number', placeholder: '30' },
      { name: 'DelaySeconds', label: 'Delay in seconds', kind: 'number', placeholder: '0' },
      { name: 'RedrivePolicy', label: 'Redrive policy', kind: 'json', placeholder: '{"deadLetterTargetArn": "…", "maxReceiveCount": 3}' },
    ],
    calls: ({ QueueName = '', VisibilityTimeout, DelaySeconds, RedrivePolicy }) => [
      callOf('sqs', 'CreateQueue', {
        QueueName,
        Attributes: {
          ...(QueueName.endsWith('.fifo') && { FifoQueue: 'true' }),
          ...(VisibilityTimeout && { VisibilityTimeout }),
          ...(DelaySeconds && { DelaySeconds }),
          ...(RedrivePolicy && { RedrivePolicy }),
        },
      }),
    ],
    opens: ({ QueueName }) => QueueName,
  },
  remove: (name, { account }) => [callOf('sqs', 'DeleteQueue', { QueueUrl: `${location.origin}/${account}/${name}` })],
  load: async (name, api) => {
    const url = await urlOf(name, api);
    const [{ Attributes = {} }, { Tags = {} }] = await Promise.all([
      api.call('sqs', 'GetQueueAttributes', { QueueUrl: url, AttributeNames: ['All'] }),
      api.call('sqs', 'ListQueueTags', { QueueUrl: url }),
    ]);
    return { url, attributes: Attributes, tags: Tags as Record<string, string> };
  },
  facts: ({ url, attributes }) => [
    ['Messages', attributes['ApproximateNumberOfMessages']],
    ['In flight', attributes['ApproximateNumberOfMessagesNotVisible']],
    ['Delayed', attributes['ApproximateNumberOfMessagesDelayed']],
    ['ARN', attributes['QueueArn'], 'copy'],
    ['URL', url, 'copy'],
    ['Visibility timeout', `${attributes['VisibilityTimeout']} s`],
    ['Retention', `${Number(attributes['MessageRetentionPeriod']) / 86_400} days`],
    ['Created', attributes['CreatedTimestamp'], 'time'],
    ['Redrive policy', attributes['RedrivePolicy']],
  ],
  tabs: [
    {
      id: 'messages',
      title: 'Messages',
      view: ({ url }, { api, name }) => <Messages queue={name} api={api} again={(message) => sendForm(url, message)} />,
    },
    {
      id: 'policy',
      title: 'Policy and tags',
      view: ({ attributes, tags }) => <Json value={{ Policy: parsed(attributes['Policy']), Tags: tags }} label="Policy and tags" />,
    },
  ],
  actions: ({ url, attributes }) => [
    sendForm(url),
    {
      title: 'Configure',
      submit: 'Set the attributes',
      fields: [
        {
          name: 'VisibilityTimeout',
          label: 'Visibility timeout in seconds',
          kind: 'number',
          initial: attributes['VisibilityTimeout'] ?? '',
        },
        {
          name: 'MessageRetentionPeriod',
          label: 'Retention in seconds',
          kind: 'number',
          initial: attributes['MessageRetentionPeriod'] ?? '',
        },
        { name: 'RedrivePolicy', label: 'Redrive policy', kind: 'json', initial: attributes['RedrivePolicy'] ?? '' },
        { name: 'Policy', label: 'Policy', kind: 'json', initial: pretty(attributes['Policy'] ?? '') },
      ],
      calls: (values) => [callOf('sqs', 'SetQueueAttributes', { QueueUrl: url, Attributes: changedIn(values, attributes) as Attributes })],
    },
    {
      title: 'Redrive',
      submit: 'Move messages back',
      intro: <p>Moves the messages of this dead-letter queue back to the queues that they came from, or to one queue.</p>,
      fields: [{ name: 'DestinationArn', label: 'Destination ARN', placeholder: 'by default, where each message came from' }],
      calls: ({ DestinationArn }) => [
        callOf('sqs', 'StartMessageMoveTask', { SourceArn: attributes['QueueArn'] ?? '', ...(DestinationArn && { DestinationArn }) }),
      ],
      run: (_, api) => movedFrom(attributes['QueueArn'] ?? '', url, api),
    },
    {
      title: 'Purge',
      submit: 'Delete all messages',
      danger: true,
      intro: <p>Deletes every message in the queue, also those in flight.</p>,
      fields: [],
      calls: () => [callOf('sqs', 'PurgeQueue', { QueueUrl: url })],
    },
  ],
});

const plain = (text: string | undefined): string => JSON.stringify(parsed(text) ?? '');

/** Documents that differ only in blanks are the same. */
const changedIn = (values: Values, before: Readonly<Record<string, string | undefined>>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(values).flatMap(([name, value = '']) => (plain(value) === plain(before[name] ?? '') ? [] : [[name, value]])),
  );

export const parsed = (text: string | undefined): unknown => {
  try {
    return text === undefined ? undefined : (JSON.parse(text) as unknown);
  } catch {
    return text;
  }
};

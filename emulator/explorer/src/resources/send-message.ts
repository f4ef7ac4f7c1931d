// The form that sends a message to a queue: a new one, or one of the queue again, changed.
import { callOf } from '#api/model.ts';
import type { FormSpec } from '#ui/resource.ts';
import type { Message } from './peek.tsx';

export const ATTRIBUTES = {
  name: 'MessageAttributes',
  label: 'Attributes',
  kind: 'json',
  placeholder: '{"priority": "high", "attempt": 1}',
} as const;

/** `{"priority": "high"}` in the form of the API. */
export const attributesIn = (json: string) =>
  Object.fromEntries(
    Object.entries(JSON.parse(json) as Record<string, string | number>).map(([name, value]) => [
      name,
      { DataType: typeof value === 'number' ? 'Number' : 'String', StringValue: String(value) },
    ]),
  );

/** `again`: a message of the queue to begin with. */
export const sendForm = (url: string, again?: Message): FormSpec => ({
  title: again ? 'Send again' : 'Send message',
  submit: 'Send',
  fields: [
    { name: 'MessageBody', label: 'Body', kind: 'area', required: true, initial: again ? again.body : '{\n  "hello": "world"\n}' },
    { name: 'DelaySeconds', label: 'Delay in seconds', kind: 'number' },
    { ...ATTRIBUTES, initial: again ? again.own : '' },
    ...(url.endsWith('.fifo')
      ? [
          { name: 'MessageGroupId', label: 'Message group', required: true, initial: again?.attributes['MessageGroupId'] ?? 'default' },
          { name: 'MessageDeduplicationId', label: 'Deduplication id' },
        ]
      : []),
  ],
  calls: ({ MessageBody = '', DelaySeconds, MessageGroupId, MessageDeduplicationId, MessageAttributes }) => [
    callOf('sqs', 'SendMessage', {
      QueueUrl: url,
      MessageBody,
      ...(DelaySeconds && { DelaySeconds: Number(DelaySeconds) }),
      ...(MessageAttributes && { MessageAttributes: attributesIn(MessageAttributes) }),
      ...(MessageGroupId && { MessageGroupId }),
      ...(MessageDeduplicationId && { MessageDeduplicationId }),
    }),
  ],
  done: ([output]) => `Sent as ${(output as { MessageId: string }).MessageId}.`,
});

// A queue as a target of deliveries, and as their dead-letter queue.
import type { Target } from '#core/outbox';
import type { MessageAttributeValue } from '#model/sqs';
import { noSuchQueue } from './faults.ts';
import { hasForbiddenCharacters } from './message-attributes.ts';
import { parseQueueArn, queueUrl } from './queue-address.ts';
import { queues } from './state.ts';

export const target: Target = {
  send: async (delivery, ctx) => {
    const address = parseQueueArn(delivery.targetArn);
    if (!address) throw noSuchQueue();
    const { account, region, name } = address;
    const queue = ctx.in({ account, region }).records(queues).get([name]);
    const { MessageGroupId, MessageDeduplicationId, MessageAttributes } = delivery.parameters ?? {};
    // A retry must not arrive twice: the delivery's own id, where the queue does not go by the content.
    const deduplication = queue?.fifo && queue.settings['ContentBasedDeduplication'] !== 'true' ? delivery.id : undefined;
    await ctx.call(
      'sqs',
      'SendMessage',
      {
        QueueUrl: queueUrl(ctx.origin, account, name),
        MessageBody: delivery.payload,
        MessageGroupId: asText(MessageGroupId),
        MessageDeduplicationId: asText(MessageDeduplicationId) ?? deduplication,
        MessageAttributes: asAttributes(MessageAttributes),
      },
      { as: delivery.as, account, region },
    );
  },
};

const asText = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined);

/** Texts by name, as dead letters carry their reasons. What a message cannot carry (an empty text) is left out. */
function asAttributes(value: unknown): Record<string, MessageAttributeValue> | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  const texts = Object.entries(value).filter(
    (entry): entry is [string, string] => typeof entry[1] === 'string' && entry[1] !== '' && !hasForbiddenCharacters(entry[1]),
  );
  return Object.fromEntries(texts.map(([name, text]) => [name, { DataType: 'String', StringValue: text }]));
}

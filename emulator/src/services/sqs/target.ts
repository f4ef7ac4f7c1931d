// A queue as a target of deliveries, and as their dead-letter queue.
import type { Target } from '#core/outbox';
import type { MessageAttributeValue } from '#model/sqs';
import { noSuchQueue } from './faults.ts';
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
        MessageAttributes: MessageAttributes as Record<string, MessageAttributeValue> | undefined,
      },
      { as: delivery.as, account, region },
    );
  },
};

const asText = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined);

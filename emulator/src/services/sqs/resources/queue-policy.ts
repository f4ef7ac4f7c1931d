// AWS::SQS::QueuePolicy: one policy for any number of queues.
import { attachedPolicy } from '#core/resources/attached-policy';

export const resource = attachedPolicy({
  member: 'Queues',
  gone: ['QueueDoesNotExist'],
  set: (QueueUrl, Policy, ctx) => ctx.call('sqs', 'SetQueueAttributes', { QueueUrl, Attributes: { Policy } }),
  async get(QueueUrl, ctx) {
    const { Attributes } = await ctx.call('sqs', 'GetQueueAttributes', { QueueUrl, AttributeNames: ['Policy'] });
    return Attributes?.Policy;
  },
});

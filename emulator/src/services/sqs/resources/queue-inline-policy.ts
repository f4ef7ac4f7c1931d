// AWS::SQS::QueueInlinePolicy: the policy of one queue.
import { crudType } from '#core/resources/crud-type';
import { documentAs, requiredText } from '#core/resources/resource-shape';
import type { ResourceType } from '#core/resources/resource-type';

export const resource: ResourceType = crudType({
  id: 'Queue',
  gone: ['QueueDoesNotExist'],
  properties: { PolicyDocument: requiredText },
  create: (QueueUrl, { PolicyDocument: Policy }, _properties, ctx) =>
    ctx.call('sqs', 'SetQueueAttributes', { QueueUrl, Attributes: { Policy } }),
  update: 'create',
  delete: (QueueUrl, _properties, ctx) => ctx.call('sqs', 'SetQueueAttributes', { QueueUrl, Attributes: { Policy: '' } }),
  async find(QueueUrl, _properties, ctx) {
    const { Attributes } = await ctx.call('sqs', 'GetQueueAttributes', { QueueUrl, AttributeNames: ['Policy'] });
    return Attributes?.Policy ? { Policy: Attributes.Policy } : undefined;
  },
  shown: ({ Policy }, given) => ({ PolicyDocument: documentAs(Policy, given.PolicyDocument) }),
});

// AWS::SNS::TopicInlinePolicy: the policy of one topic.
import { crudType } from '#core/resources/crud-type';
import { documentAs, requiredText } from '#core/resources/resource-shape';
import type { ResourceContext, ResourceType } from '#core/resources/resource-type';

/** An empty policy brings the default one back. */
const set = (TopicArn: string, AttributeValue: string, ctx: ResourceContext) =>
  ctx.call('sns', 'SetTopicAttributes', { TopicArn, AttributeName: 'Policy', AttributeValue });

export const resource: ResourceType = crudType({
  id: 'TopicArn',
  gone: ['NotFoundException'],
  properties: { PolicyDocument: requiredText },
  create: (TopicArn, { PolicyDocument }, _properties, ctx) => set(TopicArn, PolicyDocument, ctx),
  update: 'create',
  delete: (TopicArn, _properties, ctx) => set(TopicArn, '', ctx),
  async find(TopicArn, _properties, ctx) {
    const Policy = (await ctx.call('sns', 'GetTopicAttributes', { TopicArn })).Attributes?.['Policy'];
    return !Policy || Policy.includes('__default_policy_ID') ? undefined : { Policy };
  },
  shown: ({ Policy }, given) => ({ PolicyDocument: documentAs(Policy, given.PolicyDocument) }),
});

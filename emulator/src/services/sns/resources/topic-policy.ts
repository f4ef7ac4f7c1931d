// AWS::SNS::TopicPolicy: one policy for any number of topics.
import { attachedPolicy } from '#core/resources/attached-policy';

export const resource = attachedPolicy({
  member: 'Topics',
  gone: ['NotFoundException'],
  /** An empty policy brings the default one back. */
  set: (TopicArn, AttributeValue, ctx) => ctx.call('sns', 'SetTopicAttributes', { TopicArn, AttributeName: 'Policy', AttributeValue }),
  async get(TopicArn, ctx) {
    const { Attributes } = await ctx.call('sns', 'GetTopicAttributes', { TopicArn });
    const policy = Attributes?.['Policy'];
    return policy?.includes('__default_policy_ID') ? undefined : policy;
  },
});

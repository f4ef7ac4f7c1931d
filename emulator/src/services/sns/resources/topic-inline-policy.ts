// AWS::SNS::TopicInlinePolicy: the policy of one topic.
import type { Value } from '#core/resources/resource-handlers';
import { document, ignoring, text } from '#core/resources/resource-properties';
import type { ResourceContext, ResourceType } from '#core/resources/resource-type';

const GONE = ['NotFoundException'];

const set = (TopicArn: string, AttributeValue: string, ctx: ResourceContext) =>
  ctx.call('sns', 'SetTopicAttributes', { TopicArn, AttributeName: 'Policy', AttributeValue });

export const resource: ResourceType = {
  async create(properties, ctx) {
    const arn = text(properties.TopicArn) ?? '';
    await set(arn, document(properties.PolicyDocument)!, ctx);
    return { physicalId: arn, attributes: {} };
  },
  async update(arn, properties, _previous, ctx) {
    await set(arn, document(properties.PolicyDocument)!, ctx);
    return { physicalId: arn, attributes: {} };
  },
  async delete(arn, _properties, ctx) {
    await ignoring(GONE, set(arn, '', ctx));
  },
  async read(arn, properties, ctx) {
    const found = await ignoring(GONE, ctx.call('sns', 'GetTopicAttributes', { TopicArn: arn }));
    const policy = found?.Attributes?.['Policy'];
    if (!policy || policy.includes('__default_policy_ID')) return undefined;
    const isText = typeof properties.PolicyDocument === 'string';
    return { TopicArn: arn, PolicyDocument: isText ? policy : (JSON.parse(policy) as Value) };
  },
};

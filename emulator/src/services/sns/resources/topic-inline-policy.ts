// AWS::SNS::TopicInlinePolicy: the policy of one topic.
import { document, ignoring, text } from '#core/resources/resource-properties';
import { documentAs } from '#core/resources/resource-shape';
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
    return { TopicArn: arn, PolicyDocument: documentAs(policy, properties.PolicyDocument)! };
  },
};

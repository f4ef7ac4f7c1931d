// AWS::SNS::TopicPolicy: one policy for any number of topics.
import type { Properties, Value } from '#core/resources/resource-handlers';
import { document, ignoring, texts } from '#core/resources/resource-properties';
import type { ResourceContext, ResourceType } from '#core/resources/resource-type';

const GONE = ['NotFoundException'];

/** An empty policy brings the default one back. */
const set = (TopicArn: string, AttributeValue: string, ctx: ResourceContext) =>
  ctx.call('sns', 'SetTopicAttributes', { TopicArn, AttributeName: 'Policy', AttributeValue });

async function apply(properties: Properties, ctx: ResourceContext): Promise<void> {
  for (const arn of texts(properties.Topics)) await set(arn, document(properties.PolicyDocument)!, ctx);
}

export const resource: ResourceType = {
  async create(properties, ctx) {
    await apply(properties, ctx);
    const id = ctx.physicalName(128);
    return { physicalId: id, attributes: { Id: id } };
  },
  async update(physicalId, properties, previous, ctx) {
    const kept = texts(properties.Topics);
    for (const arn of texts(previous.Topics)) if (!kept.includes(arn)) await ignoring(GONE, set(arn, '', ctx));
    await apply(properties, ctx);
    return { physicalId, attributes: { Id: physicalId } };
  },
  async delete(_physicalId, properties, ctx) {
    for (const arn of texts(properties.Topics)) await ignoring(GONE, set(arn, '', ctx));
  },
  async read(_physicalId, properties, ctx) {
    const [TopicArn] = texts(properties.Topics);
    if (TopicArn === undefined) return undefined;
    const found = await ignoring(GONE, ctx.call('sns', 'GetTopicAttributes', { TopicArn }));
    const policy = found?.Attributes?.['Policy'];
    if (!policy || policy.includes('__default_policy_ID')) return undefined;
    return {
      Topics: properties.Topics!,
      PolicyDocument: typeof properties.PolicyDocument === 'string' ? policy : (JSON.parse(policy) as Value),
    };
  },
};

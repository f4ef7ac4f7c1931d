// AWS::SQS::QueueInlinePolicy: the policy of one queue.
import type { Properties } from '#core/resources/resource-handlers';
import { document, ignoring } from '#core/resources/resource-properties';
import { documentAs } from '#core/resources/resource-shape';
import type { ResourceContext, ResourceType } from '#core/resources/resource-type';

const GONE = ['QueueDoesNotExist'];
const set = (url: string, policy: string, ctx: ResourceContext) =>
  ctx.call('sqs', 'SetQueueAttributes', { QueueUrl: url, Attributes: { Policy: policy } });

const apply = (properties: Properties, ctx: ResourceContext) => set(String(properties.Queue), document(properties.PolicyDocument)!, ctx);

export const resource: ResourceType = {
  async create(properties, ctx) {
    await apply(properties, ctx);
    return { physicalId: String(properties.Queue), attributes: {} };
  },
  async update(physicalId, properties, _previous, ctx) {
    await apply(properties, ctx);
    return { physicalId, attributes: {} };
  },
  async delete(physicalId, _properties, ctx) {
    await ignoring(GONE, set(physicalId, '', ctx));
  },
  async read(physicalId, properties, ctx) {
    const found = await ignoring(GONE, ctx.call('sqs', 'GetQueueAttributes', { QueueUrl: physicalId, AttributeNames: ['Policy'] }));
    const policy = found?.Attributes?.Policy;
    if (!policy) return undefined;
    return { Queue: physicalId, PolicyDocument: documentAs(policy, properties.PolicyDocument)! };
  },
};

// AWS::SQS::QueuePolicy: one policy for any number of queues.

import type { Properties, Value } from '#core/resources/resource-handlers';
import { document, ignoring, texts } from '#core/resources/resource-properties';
import type { ResourceContext, ResourceType } from '#core/resources/resource-type';

const GONE = ['QueueDoesNotExist'];
const set = (url: string, policy: string, ctx: ResourceContext) =>
  ctx.call('sqs', 'SetQueueAttributes', { QueueUrl: url, Attributes: { Policy: policy } });

async function apply(properties: Properties, ctx: ResourceContext): Promise<void> {
  for (const url of texts(properties.Queues)) await set(url, document(properties.PolicyDocument)!, ctx);
}

export const resource: ResourceType = {
  async create(properties, ctx) {
    await apply(properties, ctx);
    const id = ctx.physicalName(128);
    return { physicalId: id, attributes: { Id: id } };
  },
  async update(physicalId, properties, previous, ctx) {
    const kept = texts(properties.Queues);
    for (const url of texts(previous.Queues)) if (!kept.includes(url)) await ignoring(GONE, set(url, '', ctx));
    await apply(properties, ctx);
    return { physicalId, attributes: { Id: physicalId } };
  },
  async delete(_physicalId, properties, ctx) {
    for (const url of texts(properties.Queues)) await ignoring(GONE, set(url, '', ctx));
  },
  async read(_physicalId, properties, ctx) {
    const [url] = texts(properties.Queues);
    const found =
      url === undefined
        ? undefined
        : await ignoring(GONE, ctx.call('sqs', 'GetQueueAttributes', { QueueUrl: url, AttributeNames: ['Policy'] }));
    const policy = found?.Attributes?.Policy;
    if (!policy) return undefined;
    return {
      Queues: properties.Queues!,
      PolicyDocument: typeof properties.PolicyDocument === 'string' ? policy : (JSON.parse(policy) as Value),
    };
  },
};

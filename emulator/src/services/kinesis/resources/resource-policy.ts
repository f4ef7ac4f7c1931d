// AWS::Kinesis::ResourcePolicy: of a stream or of a consumer.
import type { Properties } from '#core/resources/resource-handlers';
import { document, ignoring, text } from '#core/resources/resource-properties';
import { documentAs } from '#core/resources/resource-shape';
import type { ResourceContext, ResourceType } from '#core/resources/resource-type';

const GONE = ['ResourceNotFoundException'];
const NO_POLICY = '{}';

const policyOf = async (ResourceARN: string, ctx: ResourceContext): Promise<string | undefined> => {
  const found = await ignoring(GONE, ctx.call('kinesis', 'GetResourcePolicy', { ResourceARN }));
  return found?.Policy === NO_POLICY ? undefined : found?.Policy;
};

async function put(ResourceARN: string, { ResourcePolicy }: Properties, ctx: ResourceContext) {
  await ctx.call('kinesis', 'PutResourcePolicy', { ResourceARN, Policy: document(ResourcePolicy)! });
  return { physicalId: ResourceARN, attributes: {} };
}

export const resource: ResourceType = {
  async create(properties, ctx) {
    const arn = text(properties.ResourceArn)!;
    if ((await policyOf(arn, ctx)) !== undefined)
      throw new Error(`Resource of type 'AWS::Kinesis::ResourcePolicy' with identifier '${arn}' already exists.`);
    return put(arn, properties, ctx);
  },
  update: (arn, properties, _previous, ctx) => put(arn, properties, ctx),
  async delete(ResourceARN, _properties, ctx) {
    await ignoring(GONE, ctx.call('kinesis', 'DeleteResourcePolicy', { ResourceARN }));
  },
  async read(arn, properties, ctx) {
    const policy = await policyOf(arn, ctx);
    if (policy === undefined) return undefined;
    return { ResourceArn: arn, ResourcePolicy: documentAs(policy, properties.ResourcePolicy)! };
  },
};

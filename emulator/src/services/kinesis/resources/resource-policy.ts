// AWS::Kinesis::ResourcePolicy: of a stream or of a consumer.
import { crudType } from '#core/resources/crud-type';
import { documentAs, requiredText } from '#core/resources/resource-shape';
import type { ResourceType } from '#core/resources/resource-type';

const NO_POLICY = '{}';

export const resource: ResourceType = crudType({
  id: 'ResourceArn',
  gone: ['ResourceNotFoundException'],
  properties: { ResourcePolicy: requiredText },
  refusesExisting: true,
  create: (ResourceARN, { ResourcePolicy: Policy }, _properties, ctx) => ctx.call('kinesis', 'PutResourcePolicy', { ResourceARN, Policy }),
  update: 'create',
  delete: (ResourceARN, _properties, ctx) => ctx.call('kinesis', 'DeleteResourcePolicy', { ResourceARN }),
  async find(ResourceARN, _properties, ctx) {
    const found = await ctx.call('kinesis', 'GetResourcePolicy', { ResourceARN });
    return found.Policy === NO_POLICY ? undefined : found;
  },
  shown: ({ Policy }, given) => ({ ResourcePolicy: documentAs(Policy, given.ResourcePolicy) }),
});

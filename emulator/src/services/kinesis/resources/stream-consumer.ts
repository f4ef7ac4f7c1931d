// AWS::Kinesis::StreamConsumer
import type { Created } from '#core/resources/resource-handlers';
import { ignoring, tagMap, text } from '#core/resources/resource-properties';
import { readAs } from '#core/resources/resource-shape';
import type { ResourceContext, ResourceType } from '#core/resources/resource-type';

const GONE = ['ResourceNotFoundException'];

const describe = async (ConsumerARN: string, ctx: ResourceContext) =>
  (await ctx.call('kinesis', 'DescribeStreamConsumer', { ConsumerARN })).ConsumerDescription;

async function made(arn: string, ctx: ResourceContext): Promise<Created> {
  const { ConsumerName, ConsumerARN, ConsumerStatus, ConsumerCreationTimestamp, StreamARN } = await describe(arn, ctx);
  const attributes = {
    ConsumerName,
    ConsumerARN,
    ConsumerStatus,
    ConsumerCreationTimestamp: ConsumerCreationTimestamp.toISOString(),
    StreamARN,
  };
  return { physicalId: ConsumerARN, attributes };
}

export const resource: ResourceType = {
  listNeeds: ['StreamARN'],
  async create(properties, ctx) {
    const { Consumer } = await ctx.call('kinesis', 'RegisterStreamConsumer', {
      StreamARN: text(properties.StreamARN)!,
      ConsumerName: text(properties.ConsumerName)!,
      Tags: properties.Tags === undefined ? undefined : tagMap(properties.Tags),
    });
    return made(Consumer.ConsumerARN, ctx);
  },
  async delete(ConsumerARN, _properties, ctx) {
    await ignoring(GONE, ctx.call('kinesis', 'DeregisterStreamConsumer', { ConsumerARN }));
  },
  async read(ConsumerARN, _properties, ctx) {
    const found = await ignoring(GONE, describe(ConsumerARN, ctx));
    if (!found) return undefined;
    const { Tags = [] } = await ctx.call('kinesis', 'ListTagsForResource', { ResourceARN: ConsumerARN });
    return readAs({ ConsumerName: found.ConsumerName, StreamARN: found.StreamARN, Tags: Tags.length > 0 ? Tags : undefined });
  },
  async list(filter, NextToken, ctx) {
    const found = await ctx.call('kinesis', 'ListStreamConsumers', { StreamARN: text(filter.StreamARN)!, NextToken });
    return { items: (found.Consumers ?? []).map(({ ConsumerARN }) => ({ ConsumerARN })), next: found.NextToken };
  },
  adopt: (identifier, _properties, ctx) => made(text(identifier.ConsumerARN) ?? '', ctx),
};

// AWS::Kinesis::StreamConsumer, which any change replaces.
import { crudType } from '#core/resources/crud-type';
import { tagMap } from '#core/resources/resource-properties';
import { requiredText } from '#core/resources/resource-shape';
import type { ResourceType } from '#core/resources/resource-type';

export const resource: ResourceType = crudType({
  id: 'ConsumerARN',
  gone: ['ResourceNotFoundException'],
  properties: { StreamARN: requiredText, ConsumerName: requiredText },
  create: (_name, given, { Tags }, ctx) =>
    ctx.call('kinesis', 'RegisterStreamConsumer', { ...given, Tags: Tags === undefined ? undefined : tagMap(Tags) }),
  idOf: ({ Consumer }) => Consumer.ConsumerARN,
  delete: (ConsumerARN, _properties, ctx) => ctx.call('kinesis', 'DeregisterStreamConsumer', { ConsumerARN }),
  find: async (ConsumerARN, _properties, ctx) => (await ctx.call('kinesis', 'DescribeStreamConsumer', { ConsumerARN })).ConsumerDescription,
  attributes: ({ ConsumerName, ConsumerStatus, ConsumerCreationTimestamp, StreamARN }) => ({
    ConsumerName,
    ConsumerStatus,
    ConsumerCreationTimestamp: ConsumerCreationTimestamp.toISOString(),
    StreamARN,
  }),
  async shown(_found, _given, arn, ctx) {
    const { Tags } = await ctx.call('kinesis', 'ListTagsForResource', { ResourceARN: arn });
    return { Tags: Tags?.length ? Tags : undefined };
  },
  listNeeds: ['StreamARN'],
  list: (NextToken, { StreamARN }, ctx) => ctx.call('kinesis', 'ListStreamConsumers', { StreamARN: requiredText(StreamARN), NextToken }),
  listed: ({ Consumers }) => Consumers?.map(({ ConsumerARN }) => ConsumerARN),
});

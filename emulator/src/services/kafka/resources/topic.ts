// AWS::MSK::Topic
import type { Created } from '#core/resources/resource-handlers';
import { ignoring, number, text } from '#core/resources/resource-properties';
import { readAs } from '#core/resources/resource-shape';
import type { ResourceType } from '#core/resources/resource-type';
import { topicOfArn } from '#services/kafka/topics/topic-arn';

const GONE = ['NotFoundException', 'UnknownTopicOrPartitionException'];

const made = (TopicArn: string): Created => ({ physicalId: TopicArn, attributes: { TopicArn } });

export const resource: ResourceType = {
  listNeeds: ['ClusterArn'],
  async create(properties, ctx) {
    const { TopicArn } = await ctx.call('kafka', 'CreateTopic', {
      ClusterArn: text(properties.ClusterArn)!,
      TopicName: text(properties.TopicName)!,
      PartitionCount: number(properties.PartitionCount)!,
      ReplicationFactor: number(properties.ReplicationFactor)!,
      Configs: text(properties.Configs),
    });
    return made(TopicArn!);
  },
  async update(arn, properties, _previous, ctx) {
    const change = { PartitionCount: number(properties.PartitionCount), Configs: text(properties.Configs) };
    await ctx.call('kafka', 'UpdateTopic', { ...topicOfArn(arn), ...change });
    return made(arn);
  },
  async delete(arn, _properties, ctx) {
    await ignoring(GONE, ctx.call('kafka', 'DeleteTopic', topicOfArn(arn)));
  },
  async read(arn, _properties, ctx) {
    const found = await ignoring(GONE, ctx.call('kafka', 'DescribeTopic', topicOfArn(arn)));
    if (!found) return undefined;
    const { TopicName, PartitionCount, ReplicationFactor, Configs } = found;
    return readAs({ ClusterArn: topicOfArn(arn).ClusterArn, TopicName, PartitionCount, ReplicationFactor, Configs: Configs || undefined });
  },
  async list(filter, NextToken, ctx) {
    const found = await ctx.call('kafka', 'ListTopics', { ClusterArn: text(filter.ClusterArn)!, NextToken });
    return { items: (found.Topics ?? []).map(({ TopicArn }) => ({ TopicArn: TopicArn! })), next: found.NextToken };
  },
  async adopt(identifier, _properties, ctx) {
    const arn = text(identifier.TopicArn) ?? '';
    await ctx.call('kafka', 'DescribeTopic', topicOfArn(arn));
    return made(arn);
  },
};

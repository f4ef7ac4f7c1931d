// AWS::MSK::Topic
import { crudType } from '#core/resources/crud-type';
import { text } from '#core/resources/resource-properties';
import { requiredNumber, requiredText } from '#core/resources/resource-shape';
import type { ResourceType } from '#core/resources/resource-type';
import { topicOfArn } from '#services/kafka/topics/topic-arn';

export const resource: ResourceType = crudType({
  id: 'TopicArn',
  gone: ['NotFoundException', 'UnknownTopicOrPartitionException'],
  properties: {
    ClusterArn: requiredText,
    TopicName: requiredText,
    PartitionCount: requiredNumber,
    ReplicationFactor: requiredNumber,
    Configs: text,
  },
  create: (_name, given, _properties, ctx) => ctx.call('kafka', 'CreateTopic', given),
  idOf: ({ TopicArn }) => TopicArn!,
  update: (arn, { PartitionCount, Configs }, _change, ctx) =>
    ctx.call('kafka', 'UpdateTopic', { ...topicOfArn(arn), PartitionCount, Configs }),
  delete: (arn, _properties, ctx) => ctx.call('kafka', 'DeleteTopic', topicOfArn(arn)),
  find: (arn, _properties, ctx) => ctx.call('kafka', 'DescribeTopic', topicOfArn(arn)),
  shown: ({ Configs }, _given, arn) => ({ ClusterArn: topicOfArn(arn).ClusterArn, Configs: Configs || undefined }),
  listNeeds: ['ClusterArn'],
  list: (NextToken, { ClusterArn }, ctx) => ctx.call('kafka', 'ListTopics', { ClusterArn: requiredText(ClusterArn), NextToken }),
  listed: ({ Topics }) => Topics?.map(({ TopicArn }) => TopicArn),
});

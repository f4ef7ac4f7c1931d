// Operations of topics: the same topics that clients of the broker see.
import type { Ctx } from '#core/ctx';
import type { Frozen } from '#core/records';
import { fault, operation } from '#model/kafka';
import { clusterSettings, propertiesIn } from '#services/kafka/cluster-settings';
import { badRequest, invalidToken } from '#services/kafka/faults';
import { findCluster } from '#services/kafka/find-cluster';
import { MAX_LISTED, pageOfValues } from '#services/kafka/pages';
import { type ClusterRecord, type TopicRecord, topics } from '#services/kafka/state';
import { topicArn } from './topic-arn.ts';
import { problemOf } from './topic-configs.ts';
import { changeTopic, deleteTopic, findTopic, newTopicProblem, partitionsProblem, putTopic } from './topic-records.ts';

const NODE = 1;

/** Settings come as lines of `name=value`, in base64. */
function configsIn(text = ''): Record<string, string> {
  const lines = Buffer.from(text, 'base64').toString();
  const properties = propertiesIn(lines);
  if (lines.trim() !== '' && properties.size === 0) throw badRequest('configs', 'Configs are lines of name=value, in base64.');
  return Object.fromEntries(properties);
}

const configsText = (configs: Readonly<Record<string, string>>): string =>
  Buffer.from(
    Object.entries(configs)
      .map(([name, value]) => `${name}=${value}`)
      .join('\n'),
  ).toString('base64');

/** @throws UnknownTopicOrPartitionException */
function existing(cluster: Frozen<ClusterRecord>, name: string, ctx: Ctx): Frozen<TopicRecord> {
  const found = findTopic(cluster.id, name, ctx);
  if (!found)
    throw fault('UnknownTopicOrPartitionException', 'This server does not host this topic-partition.', { InvalidParameter: 'topicName' });
  return found;
}

export const CreateTopic = operation('CreateTopic', (input, ctx) => {
  const cluster = findCluster(input.ClusterArn, ctx);
  const topic = {
    name: input.TopicName,
    partitions: input.PartitionCount,
    replicas: input.ReplicationFactor,
    configs: configsIn(input.Configs),
  };
  const problem = newTopicProblem(cluster.id, topic, clusterSettings(cluster, ctx).brokers, ctx);
  if (problem?.code === 'TOPIC_ALREADY_EXISTS') throw fault('TopicExistsException', problem.message, { InvalidParameter: 'topicName' });
  if (problem) throw badRequest('topic', problem.message);
  putTopic(cluster.id, topic, ctx);
  return { TopicArn: topicArn(cluster.arn, topic.name), TopicName: topic.name, Status: 'CREATING' };
});

export const DescribeTopic = operation('DescribeTopic', ({ ClusterArn, TopicName }, ctx) => {
  const cluster = findCluster(ClusterArn, ctx);
  const { name, replicas, partitions, configs } = existing(cluster, TopicName, ctx);
  return {
    TopicArn: topicArn(cluster.arn, name),
    TopicName: name,
    ReplicationFactor: replicas,
    PartitionCount: partitions,
    Configs: configsText(configs),
    Status: 'ACTIVE',
  };
});

export const ListTopics = operation('ListTopics', (input, ctx) => {
  const cluster = findCluster(input.ClusterArn, ctx);
  const { items, NextToken } = pageOfValues(ctx.records(topics), [cluster.id], input, { startsWith: input.TopicNameFilter });
  return {
    Topics: items.map(({ name, replicas, partitions }) => ({
      TopicArn: topicArn(cluster.arn, name),
      TopicName: name,
      ReplicationFactor: replicas,
      PartitionCount: partitions,
      OutOfSyncReplicaCount: 0,
    })),
    NextToken,
  };
});

export const DescribeTopicPartitions = operation('DescribeTopicPartitions', (input, ctx) => {
  const { ClusterArn, TopicName, MaxResults: limit = MAX_LISTED, NextToken: token } = input;
  const { partitions } = existing(findCluster(ClusterArn, ctx), TopicName, ctx);
  const first = token === undefined ? 0 : Number(token);
  if (!Number.isInteger(first) || first < 0 || first > partitions) throw invalidToken();
  const count = Math.min(limit, partitions - first);
  return {
    Partitions: Array.from({ length: count }, (_, n) => ({ Partition: first + n, Leader: NODE, Replicas: [NODE], Isr: [NODE] })),
    NextToken: first + count < partitions ? String(first + count) : undefined,
  };
});

export const UpdateTopic = operation('UpdateTopic', ({ ClusterArn, TopicName, Configs, PartitionCount }, ctx) => {
  const cluster = findCluster(ClusterArn, ctx);
  const topic = existing(cluster, TopicName, ctx);
  if (PartitionCount !== undefined && PartitionCount < topic.partitions)
    throw badRequest('partitionCount', `The topic has ${topic.partitions} partitions, and cannot have fewer.`);
  const configs = Configs === undefined ? topic.configs : { ...topic.configs, ...configsIn(Configs) };
  const problem = problemOf(configs);
  if (problem !== undefined) throw badRequest('configs', problem);
  const more = partitionsProblem(cluster.id, (PartitionCount ?? topic.partitions) - topic.partitions, ctx);
  if (more) throw badRequest('partitionCount', more.message);
  changeTopic(cluster.id, topic, { configs, partitions: PartitionCount ?? topic.partitions }, ctx);
  return { TopicArn: topicArn(cluster.arn, TopicName), TopicName, Status: 'UPDATING' };
});

export const DeleteTopic = operation('DeleteTopic', ({ ClusterArn, TopicName }, ctx) => {
  const cluster = findCluster(ClusterArn, ctx);
  deleteTopic(cluster.id, existing(cluster, TopicName, ctx), ctx);
  return { TopicArn: topicArn(cluster.arn, TopicName), TopicName, Status: 'DELETING' };
});

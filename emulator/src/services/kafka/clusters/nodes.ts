// Nodes of clusters, and the versions of Kafka that can be named.
import { pageOfItems } from '#core/page';
import { formatArn } from '#lib/arn';
import { operation } from '#model/kafka';
import { invalidToken } from '#services/kafka/faults';
import { findCluster } from '#services/kafka/find-cluster';
import { bootstrapServers } from './bootstrap-servers.ts';

/** https://docs.aws.amazon.com/msk/latest/developerguide/supported-kafka-versions.html */
const VERSIONS = [
  '2.8.1',
  '3.3.1',
  '3.3.2',
  '3.4.0',
  '3.5.1',
  '3.6.0',
  '3.7.x',
  '3.7.x.kraft',
  '3.8.x',
  '3.8.x.kraft',
  '3.9.x',
  '3.9.x.kraft',
];
/** Limit: nodes of a page of ListNodes. */
const MAX_LISTED = 100;

/** One broker answers for all nodes that the cluster is said to have. */
export const ListNodes = operation('ListNodes', async ({ ClusterArn, MaxResults: limit = MAX_LISTED, NextToken: token }, ctx) => {
  const cluster = findCluster(ClusterArn, ctx);
  const { name, id, createdMs, provisioned } = cluster;
  const { account, region } = ctx;
  const endpoints = (await bootstrapServers(cluster, ctx)).map((server) => server.slice(0, server.lastIndexOf(':')));
  const nodes = Array.from({ length: provisioned?.NumberOfBrokerNodes ?? 0 }, (_, index) => ({
    AddedToClusterTime: new Date(createdMs).toISOString(),
    BrokerNodeInfo: {
      BrokerId: index + 1,
      ClientSubnet: provisioned!.BrokerNodeGroupInfo.ClientSubnets[index % provisioned!.BrokerNodeGroupInfo.ClientSubnets.length],
      CurrentBrokerSoftwareInfo: { ...provisioned!.CurrentBrokerSoftwareInfo },
      Endpoints: endpoints,
    },
    InstanceType: provisioned!.BrokerNodeGroupInfo.InstanceType.replace(/^kafka\./, ''),
    NodeARN: formatArn({ service: 'kafka', region, account, resource: `broker/${name}/${id}/${index + 1}` }),
    NodeType: 'BROKER',
  }));
  const { items, next } = pageOfItems(nodes, ({ NodeARN }) => [NodeARN], { limit, token }, invalidToken);
  return { NodeInfoList: items, NextToken: next };
});

export const ListKafkaVersions = operation('ListKafkaVersions', ({ MaxResults: limit = MAX_LISTED, NextToken: token }) => {
  const { items, next } = pageOfItems(VERSIONS, (version) => [version], { limit, token }, invalidToken);
  return { KafkaVersions: items.map((Version) => ({ Version, Status: 'ACTIVE' })), NextToken: next };
});

export const GetCompatibleKafkaVersions = operation('GetCompatibleKafkaVersions', ({ ClusterArn }, ctx) => {
  const current = ClusterArn === undefined ? undefined : findCluster(ClusterArn, ctx).provisioned?.CurrentBrokerSoftwareInfo?.KafkaVersion;
  const sources = current === undefined ? VERSIONS : VERSIONS.filter((version) => version === current);
  return {
    CompatibleKafkaVersions: sources.map((SourceVersion) => ({
      SourceVersion,
      TargetVersions: VERSIONS.slice(VERSIONS.indexOf(SourceVersion) + 1),
    })),
  };
});

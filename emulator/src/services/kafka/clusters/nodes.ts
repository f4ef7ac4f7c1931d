// Nodes of clusters, and the versions of Kafka that can be named.
import { formatArn } from '#lib/arn';
import { operation } from '#model/kafka';
import { findCluster } from '#services/kafka/find-cluster';
import { pageOfItems } from '#services/kafka/pages';
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

/** One broker answers for all nodes that the cluster is said to have. */
export const ListNodes = operation('ListNodes', async (input, ctx) => {
  const cluster = findCluster(input.ClusterArn, ctx);
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
  const { items: NodeInfoList, NextToken } = pageOfItems(nodes, ({ NodeARN }) => NodeARN, input);
  return { NodeInfoList, NextToken };
});

export const ListKafkaVersions = operation('ListKafkaVersions', (input) => {
  const { items, NextToken } = pageOfItems(VERSIONS, (version) => version, input);
  return { KafkaVersions: items.map((Version) => ({ Version, Status: 'ACTIVE' })), NextToken };
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

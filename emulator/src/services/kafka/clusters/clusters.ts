// Operations of clusters. A cluster is ready at once; its broker opens with the first question for its address.
import type { Ctx } from '#core/ctx';
import type { Frozen } from '#core/records';
import { formatArn } from '#lib/arn';
import { type CreateClusterV2Request, operation, type ProvisionedRequest } from '#model/kafka';
import { brokersOf } from '#services/kafka/broker/brokers';
import { admitsAnybody, takesIdentities, takesScram } from '#services/kafka/cluster-settings';
import { findConfiguration } from '#services/kafka/configurations/find-configuration';
import { badRequest, conflict } from '#services/kafka/faults';
import { checkVersion, findCluster, newVersion } from '#services/kafka/find-cluster';
import { pageOfValues } from '#services/kafka/pages';
import { type ClusterRecord, clusters, groupOffsets, topics } from '#services/kafka/state';
import { deleteTopic } from '#services/kafka/topics/topic-records';
import { bootstrapServers } from './bootstrap-servers.ts';
import { describeV1, describeV2 } from './describe-cluster.ts';

const NAME = /^[a-zA-Z0-9][a-zA-Z0-9-]{0,63}$/;
const DEFAULT_VOLUME_GB = 100;

export const CreateCluster = operation('CreateCluster', ({ ClusterName, Tags, ...provisioned }, ctx) => {
  const { arn, name } = create({ ClusterName, Tags, Provisioned: provisioned }, ctx);
  return { ClusterArn: arn, ClusterName: name, State: 'CREATING' };
});

export const CreateClusterV2 = operation('CreateClusterV2', (input, ctx) => {
  const { arn, name, kind } = create(input, ctx);
  return { ClusterArn: arn, ClusterName: name, State: 'CREATING', ClusterType: kind };
});

function create({ ClusterName: name, Tags: tags = {}, Provisioned, Serverless }: CreateClusterV2Request, ctx: Ctx): ClusterRecord {
  if (!NAME.test(name))
    throw badRequest('clusterName', 'The cluster name must begin with a letter or digit, and have letters, digits and hyphens only.');
  if ((Provisioned === undefined) === (Serverless === undefined))
    throw badRequest('clusterType', 'One of provisioned and serverless must be given, and only one.');
  if (
    ctx
      .records(clusters)
      .range([])
      .some((one) => one.name === name)
  )
    throw conflict('A resource with this name already exists.');
  const id = `${ctx.id()}-${Serverless ? 's1' : '1'}`;
  const cluster: ClusterRecord = {
    arn: formatArn({ service: 'kafka', region: ctx.region, account: ctx.account, resource: `cluster/${name}/${id}` }),
    ...{ name, id, createdMs: ctx.now(), version: newVersion(ctx), kind: Serverless ? 'SERVERLESS' : 'PROVISIONED' },
    provisioned: Provisioned && provisionedOf(Provisioned, ctx),
    serverless: Serverless,
    tags: { ...tags },
    secrets: [],
  };
  ctx.write((tx) => tx.put(ctx.records(clusters), [cluster.arn], cluster));
  return cluster;
}

/** @throws NotFoundException where the configuration does not exist */
function provisionedOf(request: ProvisionedRequest, ctx: Ctx): NonNullable<ClusterRecord['provisioned']> {
  const { KafkaVersion, ConfigurationInfo, BrokerNodeGroupInfo: nodes, NumberOfBrokerNodes: count, ...others } = request;
  const zones = nodes.ClientSubnets.length;
  if (zones === 0 || count % zones !== 0)
    throw badRequest(
      'numberOfBrokerNodes',
      'The number of broker nodes must be a multiple of Availability Zones in the Client Subnets parameter.',
    );
  if (ConfigurationInfo) findConfiguration(ConfigurationInfo.Arn, ctx, ConfigurationInfo.Revision);
  const storage = nodes.StorageInfo ?? { EbsStorageInfo: { VolumeSize: DEFAULT_VOLUME_GB } };
  return {
    ...others,
    NumberOfBrokerNodes: count,
    BrokerNodeGroupInfo: { BrokerAZDistribution: 'DEFAULT', SecurityGroups: [], ...nodes, StorageInfo: storage },
    EnhancedMonitoring: request.EnhancedMonitoring ?? 'DEFAULT',
    StorageMode: request.StorageMode ?? 'LOCAL',
    CurrentBrokerSoftwareInfo: {
      KafkaVersion,
      ...(ConfigurationInfo && { ConfigurationArn: ConfigurationInfo.Arn, ConfigurationRevision: ConfigurationInfo.Revision }),
    },
  };
}

export const DescribeCluster = operation('DescribeCluster', ({ ClusterArn }, ctx) => {
  const cluster = findCluster(ClusterArn, ctx);
  if (cluster.kind === 'SERVERLESS') throw badRequest('clusterArn', 'This operation cannot be performed on serverless clusters.');
  return { ClusterInfo: describeV1(cluster) };
});

export const DescribeClusterV2 = operation('DescribeClusterV2', ({ ClusterArn }, ctx) => ({
  ClusterInfo: describeV2(findCluster(ClusterArn, ctx)),
}));

interface Listing {
  readonly ClusterNameFilter?: string | undefined;
  readonly MaxResults?: number | undefined;
  readonly NextToken?: string | undefined;
}

function page(input: Listing, kind: string | undefined, ctx: Ctx) {
  const { ClusterNameFilter: prefix = '' } = input;
  const keep = (one: Frozen<ClusterRecord>): boolean => one.name.startsWith(prefix) && (kind === undefined || one.kind === kind);
  return pageOfValues(ctx.records(clusters), [], input, { keep });
}

export const ListClusters = operation('ListClusters', (input, ctx) => {
  const { items, NextToken } = page(input, 'PROVISIONED', ctx);
  return { ClusterInfoList: items.map(describeV1), NextToken };
});

export const ListClustersV2 = operation('ListClustersV2', (input, ctx) => {
  const { items, NextToken } = page(input, input.ClusterTypeFilter, ctx);
  return { ClusterInfoList: items.map(describeV2), NextToken };
});

export const DeleteCluster = operation('DeleteCluster', async ({ ClusterArn, CurrentVersion }, ctx) => {
  const cluster = findCluster(ClusterArn, ctx);
  checkVersion(cluster, CurrentVersion);
  const { arn, id } = cluster;
  ctx.write((tx) => {
    tx.delete(ctx.records(clusters), [arn]);
    for (const topic of ctx.records(topics).range([id])) deleteTopic(id, topic, ctx);
    for (const [key] of ctx.records(groupOffsets).entries([id])) tx.delete(ctx.records(groupOffsets), key);
  });
  await brokersOf(ctx).close(arn);
  return { ClusterArn: arn, State: 'DELETING' };
});

/** The broker speaks in plain text: addresses with TLS are not there. Addresses for names and passwords are the same. */
export const GetBootstrapBrokers = operation('GetBootstrapBrokers', async ({ ClusterArn }, ctx) => {
  const cluster = findCluster(ClusterArn, ctx);
  const servers = (await bootstrapServers(cluster, ctx)).join(',');
  return {
    ...(admitsAnybody(cluster) && { BootstrapBrokerString: servers }),
    ...(takesScram(cluster) && { BootstrapBrokerStringSaslScram: servers }),
    ...(takesIdentities(cluster) && { BootstrapBrokerStringSaslIam: servers }),
  };
});

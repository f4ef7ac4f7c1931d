// AWS::MSK::Cluster. Every change is an operation of its own, after which the cluster has a new version.
import type { Created, Properties } from '#core/resources/resource-handlers';
import { changed, flag, ignoring, number, object, text } from '#core/resources/resource-properties';
import { asGiven, each, must, readAs, shape } from '#core/resources/resource-shape';
import type { ResourceContext, ResourceType } from '#core/resources/resource-type';
import { applyTags, tagsIn, tagsShown } from './cluster-tags.ts';

const GONE = ['NotFoundException'];

const texts = each(must(text));
const enabled = shape({ Enabled: flag });
const throughput = shape({ Enabled: flag, VolumeThroughput: number });
const volume = shape({ VolumeSize: number, ProvisionedThroughput: throughput });
const zones = shape({
  ...{ ClientSubnets: must(texts), InstanceType: must(text), BrokerAZDistribution: text, SecurityGroups: texts },
  StorageInfo: shape({ EBSStorageInfo: volume }),
  ConnectivityInfo: shape({ PublicAccess: shape({ Type: text }) }),
});
const authentication = shape({
  Sasl: shape({ Scram: enabled, Iam: enabled }),
  Tls: shape({ Enabled: flag, CertificateAuthorityArnList: texts }),
  Unauthenticated: enabled,
});
const encryption = shape({
  EncryptionAtRest: shape({ DataVolumeKMSKeyId: must(text) }),
  EncryptionInTransit: shape({ ClientBroker: text, InCluster: flag }),
});
const configuration = shape({ Arn: must(text), Revision: must(number) });
const exporter = shape({ EnabledInBroker: must(flag) });
const monitoring = shape({ Prometheus: shape({ JmxExporter: exporter, NodeExporter: exporter }) });
const logs = shape({
  CloudWatchLogs: shape({ Enabled: must(flag), LogGroup: text }),
  Firehose: shape({ Enabled: must(flag), DeliveryStream: text }),
  S3: shape({ Enabled: must(flag), Bucket: text, Prefix: text }),
});
const logging = shape({ BrokerLogs: logs, AuthorizerLogs: logs });
const rebalancing = shape({ Status: must(text) });
const NETWORKS = 'no networks are emulated: every program on this machine reaches the broker.';

/** The API spells one member differently. */
function nodesOf(properties: Properties) {
  const { StorageInfo, ...others } = zones(properties.BrokerNodeGroupInfo)!;
  return { ...others, ...(StorageInfo && { StorageInfo: { EbsStorageInfo: StorageInfo.EBSStorageInfo } }) };
}

async function made(arn: string, ctx: ResourceContext): Promise<Created> {
  const { ClusterInfo } = await ctx.call('kafka', 'DescribeClusterV2', { ClusterArn: arn });
  return { physicalId: arn, attributes: { Arn: arn, CurrentVersion: ClusterInfo?.CurrentVersion ?? '' } };
}

const versionOf = async (ClusterArn: string, ctx: ResourceContext): Promise<string> =>
  (await ctx.call('kafka', 'DescribeClusterV2', { ClusterArn })).ClusterInfo?.CurrentVersion ?? '';

async function applyNodes(ClusterArn: string, next: Properties, before: Properties, ctx: ResourceContext): Promise<void> {
  const named = async () => ({ ClusterArn, CurrentVersion: await versionOf(ClusterArn, ctx) });
  const [nodes, old] = [nodesOf(next), nodesOf(before)];
  if (nodes.InstanceType !== old.InstanceType)
    await ctx.call('kafka', 'UpdateBrokerType', { ...(await named()), TargetInstanceType: nodes.InstanceType! });
  const size = nodes.StorageInfo?.EbsStorageInfo?.VolumeSize;
  if (size !== undefined && size !== old.StorageInfo?.EbsStorageInfo?.VolumeSize) {
    const TargetBrokerEBSVolumeInfo = [{ KafkaBrokerNodeId: 'All', VolumeSizeGB: size }];
    await ctx.call('kafka', 'UpdateBrokerStorage', { ...(await named()), TargetBrokerEBSVolumeInfo });
  }
  if (changed(['NumberOfBrokerNodes'], next, before).length > 0)
    await ctx.call('kafka', 'UpdateBrokerCount', { ...(await named()), TargetNumberOfBrokerNodes: number(next.NumberOfBrokerNodes)! });
}

async function applySettings(ClusterArn: string, next: Properties, before: Properties, ctx: ResourceContext): Promise<void> {
  const named = async () => ({ ClusterArn, CurrentVersion: await versionOf(ClusterArn, ctx) });
  const configured = configuration(next.ConfigurationInfo) as { Arn: string; Revision: number } | undefined;
  const isOther = (...names: string[]): boolean => changed(names as never[], next as never, before as never).length > 0;
  if (isOther('KafkaVersion'))
    await ctx.call('kafka', 'UpdateClusterKafkaVersion', { ...(await named()), TargetKafkaVersion: text(next.KafkaVersion)! });
  if (configured && isOther('ConfigurationInfo'))
    await ctx.call('kafka', 'UpdateClusterConfiguration', { ...(await named()), ConfigurationInfo: configured });
  if (isOther('EnhancedMonitoring', 'OpenMonitoring', 'LoggingInfo'))
    await ctx.call('kafka', 'UpdateMonitoring', { ...(await named()), ...(monitoringOf(next) as object) });
  if (isOther('ClientAuthentication', 'EncryptionInfo'))
    await ctx.call('kafka', 'UpdateSecurity', { ...(await named()), ...(securityOf(next) as object) });
  const balance = rebalancing(next.Rebalancing);
  if (balance && isOther('Rebalancing'))
    await ctx.call('kafka', 'UpdateRebalancing', { ...(await named()), Rebalancing: balance as never });
  if (isOther('StorageMode'))
    await ctx.call('kafka', 'UpdateStorage', { ...(await named()), StorageMode: text(next.StorageMode) ?? 'LOCAL' });
}

const monitoringOf = (properties: Properties) => ({
  EnhancedMonitoring: text(properties.EnhancedMonitoring),
  OpenMonitoring: monitoring(properties.OpenMonitoring),
  LoggingInfo: logging(properties.LoggingInfo),
});
const securityOf = (properties: Properties) => ({
  ClientAuthentication: authentication(properties.ClientAuthentication),
  EncryptionInfo: encryption(properties.EncryptionInfo),
});

export const resource: ResourceType = {
  refuse: {
    CurrentVersion: 'the service counts versions itself: it can be read, not given.',
    ZookeeperAccess: 'there is no ZooKeeper beside the broker.',
    'BrokerNodeGroupInfo.ConnectivityInfo.VpcConnectivity': NETWORKS,
    'BrokerNodeGroupInfo.ConnectivityInfo.NetworkType': NETWORKS,
  },
  async create(properties, ctx) {
    const Provisioned = {
      KafkaVersion: text(properties.KafkaVersion)!,
      NumberOfBrokerNodes: number(properties.NumberOfBrokerNodes)!,
      BrokerNodeGroupInfo: nodesOf(properties),
      ConfigurationInfo: configuration(properties.ConfigurationInfo),
      StorageMode: text(properties.StorageMode),
      Rebalancing: rebalancing(properties.Rebalancing),
      ...monitoringOf(properties),
      ...securityOf(properties),
    };
    const input = { ClusterName: text(properties.ClusterName)!, Provisioned, Tags: tagsIn(properties) };
    const { ClusterArn } = await ctx.call('kafka', 'CreateClusterV2', input as never);
    return made(ClusterArn!, ctx);
  },
  async update(arn, properties, previous, ctx) {
    await applyNodes(arn, properties, previous, ctx);
    await applySettings(arn, properties, previous, ctx);
    await applyTags(arn, properties, previous, ctx);
    return made(arn, ctx);
  },
  async delete(ClusterArn, _properties, ctx) {
    await ignoring(GONE, ctx.call('kafka', 'DeleteCluster', { ClusterArn }));
  },
  async read(ClusterArn, properties, ctx) {
    const found = (await ignoring(GONE, ctx.call('kafka', 'DescribeClusterV2', { ClusterArn })))?.ClusterInfo;
    if (!found?.Provisioned) return undefined;
    const { CurrentBrokerSoftwareInfo: software, BrokerNodeGroupInfo: nodes, ...others } = found.Provisioned;
    const { StorageInfo, ...shown } = nodes;
    const { ConfigurationArn: Arn, ConfigurationRevision: Revision } = software ?? {};
    return readAs({
      ClusterName: found.ClusterName,
      KafkaVersion: software?.KafkaVersion,
      NumberOfBrokerNodes: others.NumberOfBrokerNodes,
      BrokerNodeGroupInfo: asGiven(
        { ...shown, StorageInfo: { EBSStorageInfo: StorageInfo?.EbsStorageInfo } },
        object(properties.BrokerNodeGroupInfo),
      ),
      ConfigurationInfo: Arn && { Arn, Revision },
      EnhancedMonitoring: others.EnhancedMonitoring,
      StorageMode: others.StorageMode,
      Rebalancing: others.Rebalancing,
      OpenMonitoring: others.OpenMonitoring,
      LoggingInfo: others.LoggingInfo,
      ClientAuthentication: others.ClientAuthentication,
      EncryptionInfo: others.EncryptionInfo,
      Tags: tagsShown(found.Tags),
    });
  },
  async list(_filter, NextToken, ctx) {
    const found = await ctx.call('kafka', 'ListClustersV2', { NextToken, ClusterTypeFilter: 'PROVISIONED' });
    return { items: (found.ClusterInfoList ?? []).map(({ ClusterArn }) => ({ Arn: ClusterArn! })), next: found.NextToken };
  },
  adopt: (identifier, _properties, ctx) => made(text(identifier.Arn) ?? '', ctx),
};

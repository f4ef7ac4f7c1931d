// Changes of clusters, each of which is done at once and kept as an operation.
import type { Ctx } from '#core/ctx';
import type { Frozen } from '#core/records';
import { formatArn } from '#lib/arn';
import { operation } from '#model/kafka';
import { findConfiguration } from '#services/kafka/configurations/find-configuration';
import { badRequest, notFound } from '#services/kafka/faults';
import { changeCluster, checkVersion, findCluster, newVersion } from '#services/kafka/find-cluster';
import { pageOfValues } from '#services/kafka/pages';
import { type ClusterRecord, type OperationRecord, operations } from '#services/kafka/state';

interface Update {
  readonly ClusterArn: string;
  readonly CurrentVersion?: string | undefined;
}

type Provisioned = NonNullable<ClusterRecord['provisioned']>;

/** Changes a provisioned cluster; returns what all such operations answer. */
function update({ ClusterArn, CurrentVersion }: Update, type: string, change: (before: Provisioned) => Partial<Provisioned>, ctx: Ctx) {
  const cluster = findCluster(ClusterArn, ctx);
  checkVersion(cluster, CurrentVersion);
  if (!cluster.provisioned) throw badRequest('clusterArn', 'This operation cannot be performed on serverless clusters.');
  const before = cluster.provisioned as Provisioned;
  const { name, id } = cluster;
  const arn = formatArn({
    service: 'kafka',
    region: ctx.region,
    account: ctx.account,
    resource: `cluster-operation/${name}/${id}/${ctx.id()}`,
  });
  const made: OperationRecord = { arn, clusterArn: ClusterArn, type, atMs: ctx.now() };
  ctx.write((tx) => {
    changeCluster(cluster, { version: newVersion(ctx), provisioned: { ...before, ...change(before) } }, ctx);
    tx.put(ctx.records(operations), [ClusterArn, arn], made);
  });
  return { ClusterArn, ClusterOperationArn: arn };
}

export const RebootBroker = operation('RebootBroker', (input, ctx) => update(input, 'REBOOT_NODE', () => ({}), ctx));

export const UpdateBrokerCount = operation('UpdateBrokerCount', (input, ctx) =>
  update(
    input,
    'INCREASE_BROKER_COUNT',
    ({ BrokerNodeGroupInfo: { ClientSubnets } }) => {
      const { TargetNumberOfBrokerNodes: count } = input;
      if (count % ClientSubnets.length !== 0)
        throw badRequest(
          'targetNumberOfBrokerNodes',
          'The number of broker nodes must be a multiple of Availability Zones in the Client Subnets parameter.',
        );
      return { NumberOfBrokerNodes: count };
    },
    ctx,
  ),
);

export const UpdateBrokerStorage = operation('UpdateBrokerStorage', (input, ctx) =>
  update(
    input,
    'UPDATE_BROKER_STORAGE',
    ({ BrokerNodeGroupInfo: nodes }) => {
      const [volume] = input.TargetBrokerEBSVolumeInfo;
      const { VolumeSizeGB: VolumeSize, ProvisionedThroughput } = volume ?? {};
      const before = nodes.StorageInfo?.EbsStorageInfo;
      const EbsStorageInfo = { ...before, ...(VolumeSize && { VolumeSize }), ...(ProvisionedThroughput && { ProvisionedThroughput }) };
      return { BrokerNodeGroupInfo: { ...nodes, StorageInfo: { EbsStorageInfo } } };
    },
    ctx,
  ),
);

export const UpdateBrokerType = operation('UpdateBrokerType', (input, ctx) =>
  update(
    input,
    'UPDATE_BROKER_TYPE',
    ({ BrokerNodeGroupInfo }) => ({ BrokerNodeGroupInfo: { ...BrokerNodeGroupInfo, InstanceType: input.TargetInstanceType } }),
    ctx,
  ),
);

export const UpdateClusterConfiguration = operation('UpdateClusterConfiguration', (input, ctx) => {
  const { Arn: ConfigurationArn, Revision: ConfigurationRevision } = input.ConfigurationInfo;
  findConfiguration(ConfigurationArn, ctx, ConfigurationRevision);
  const named = { ConfigurationArn, ConfigurationRevision };
  const change = ({ CurrentBrokerSoftwareInfo: before }: Provisioned) => ({ CurrentBrokerSoftwareInfo: { ...before, ...named } });
  return update(input, 'UPDATE_CLUSTER_CONFIGURATION', change, ctx);
});

export const UpdateClusterKafkaVersion = operation('UpdateClusterKafkaVersion', (input, ctx) => {
  const { TargetKafkaVersion: KafkaVersion, ConfigurationInfo: named } = input;
  if (named) findConfiguration(named.Arn, ctx, named.Revision);
  const configuration = named && { ConfigurationArn: named.Arn, ConfigurationRevision: named.Revision };
  const change = ({ CurrentBrokerSoftwareInfo: before }: Provisioned) => ({
    CurrentBrokerSoftwareInfo: { ...before, ...configuration, KafkaVersion },
  });
  return update(input, 'UPDATE_CLUSTER_KAFKA_VERSION', change, ctx);
});

/** Without members that are undefined: those stay as they are. */
const given = <T extends object>(members: T): Partial<T> =>
  Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined)) as Partial<T>;

export const UpdateMonitoring = operation('UpdateMonitoring', (input, ctx) => {
  const { EnhancedMonitoring, OpenMonitoring, LoggingInfo } = input;
  return update(input, 'UPDATE_MONITORING', () => given({ EnhancedMonitoring, OpenMonitoring, LoggingInfo }), ctx);
});

export const UpdateSecurity = operation('UpdateSecurity', (input, ctx) => {
  const { ClientAuthentication, EncryptionInfo } = input;
  return update(input, 'UPDATE_SECURITY', () => given({ ClientAuthentication, EncryptionInfo }), ctx);
});

export const UpdateStorage = operation('UpdateStorage', (input, ctx) =>
  update(input, 'UPDATE_STORAGE', () => given({ StorageMode: input.StorageMode }), ctx),
);

export const UpdateRebalancing = operation('UpdateRebalancing', (input, ctx) =>
  update(input, 'UPDATE_REBALANCING', () => given({ Rebalancing: input.Rebalancing }), ctx),
);

const describeV1 = ({ arn, clusterArn, type, atMs }: Frozen<OperationRecord>) => ({
  ClusterArn: clusterArn,
  OperationArn: arn,
  OperationType: type,
  OperationState: 'UPDATE_COMPLETE',
  CreationTime: new Date(atMs),
  EndTime: new Date(atMs),
});

function describeV2(made: Frozen<OperationRecord>) {
  const { CreationTime: StartTime, ...facts } = describeV1(made);
  return { ...facts, StartTime, ClusterType: 'PROVISIONED' };
}

function findOperation(arn: string, ctx: Ctx): Frozen<OperationRecord> {
  const found = ctx
    .records(operations)
    .range([])
    .find((one) => one.arn === arn);
  if (!found) throw notFound('clusterOperationArn', 'The specified cluster operation was not found.');
  return found;
}

export const DescribeClusterOperation = operation('DescribeClusterOperation', ({ ClusterOperationArn }, ctx) => ({
  ClusterOperationInfo: describeV1(findOperation(ClusterOperationArn, ctx)),
}));

export const DescribeClusterOperationV2 = operation('DescribeClusterOperationV2', ({ ClusterOperationArn }, ctx) => ({
  ClusterOperationInfo: describeV2(findOperation(ClusterOperationArn, ctx)),
}));

interface Listing {
  readonly ClusterArn: string;
  readonly MaxResults?: number | undefined;
  readonly NextToken?: string | undefined;
}

function page(input: Listing, ctx: Ctx) {
  findCluster(input.ClusterArn, ctx);
  return pageOfValues(ctx.records(operations), [input.ClusterArn], input);
}

export const ListClusterOperations = operation('ListClusterOperations', (input, ctx) => {
  const { items, NextToken } = page(input, ctx);
  return { ClusterOperationInfoList: items.map(describeV1), NextToken };
});

export const ListClusterOperationsV2 = operation('ListClusterOperationsV2', (input, ctx) => {
  const { items, NextToken } = page(input, ctx);
  return { ClusterOperationInfoList: items.map(describeV2), NextToken };
});

// Clusters of Kafka, their configurations, topics, policies and secrets, and the mappings that follow topics.
import { Kafka } from '@aws-sdk/client-kafka';
import { Lambda } from '@aws-sdk/client-lambda';
import { expect } from 'vitest';
import type { TestEmulator } from '../../../support/emulator.ts';
import { getAtt, policy, ROLE, ref, type TypeCase } from './type-case.ts';

const MAP_TAGS = { team: 'blue', stage: 'test' };
const NODES = { ClientSubnets: ['subnet-a'], InstanceType: 'kafka.t3.small' };

const cluster = (ClusterName: string, more: object = {}) => ({
  Type: 'AWS::MSK::Cluster',
  Properties: { ClusterName, KafkaVersion: '3.6.0', NumberOfBrokerNodes: 1, BrokerNodeGroupInfo: NODES, ...more },
});

async function clusterOf(name: string, emulator: TestEmulator) {
  const { ClusterInfoList } = await emulator.client(Kafka).listClustersV2({ ClusterNameFilter: name });
  return ClusterInfoList?.[0];
}

const WRITTEN = {
  CloudWatchLogs: { Enabled: true, LogGroup: 'brokers' },
  Firehose: { Enabled: true, DeliveryStream: 'brokers' },
  S3: { Enabled: true, Bucket: 'brokers', Prefix: 'logs/' },
};
const LOGS = { BrokerLogs: WRITTEN, AuthorizerLogs: WRITTEN };
const MONITORING = { Prometheus: { JmxExporter: { EnabledInBroker: true }, NodeExporter: { EnabledInBroker: true } } };
const AUTHENTICATION = {
  Sasl: { Scram: { Enabled: true }, Iam: { Enabled: true } },
  Tls: { Enabled: true, CertificateAuthorityArnList: ['arn:aws:acm-pca:us-east-1:000000000000:certificate-authority/a'] },
  Unauthenticated: { Enabled: true },
};
const ENCRYPTION = {
  EncryptionAtRest: { DataVolumeKMSKeyId: 'alias/aws/kafka' },
  EncryptionInTransit: { ClientBroker: 'TLS_PLAINTEXT', InCluster: true },
};
const POLICY = policy({ Effect: 'Allow', Principal: { AWS: 'arn:aws:iam::000000000000:root' }, Action: 'kafka:*', Resource: '*' });

const FUNCTION = {
  Type: 'AWS::Lambda::Function',
  Properties: { Role: ROLE, Runtime: 'nodejs20.x', Handler: 'index.handler', Code: { ZipFile: 'exports.handler = async () => {};' } },
};
const mappingOf = (emulator: TestEmulator, UUID: string) => emulator.client(Lambda).getEventSourceMapping({ UUID });

export const cases: readonly TypeCase[] = [
  {
    type: 'AWS::Lambda::EventSourceMapping',
    title: 'of-a-managed-topic',
    needs: { Fn: FUNCTION, Cluster: cluster('of-mapping') },
    properties: {
      FunctionName: ref('Fn'),
      EventSourceArn: getAtt('Cluster', 'Arn'),
      Topics: ['orders'],
      StartingPosition: 'AT_TIMESTAMP',
      StartingPositionTimestamp: '1700000000',
      AmazonManagedKafkaEventSourceConfig: { ConsumerGroupId: 'followers' },
      ProvisionedPollerConfig: { MinimumPollers: '1', MaximumPollers: 2, PollerGroupName: 'shared' },
      LoggingConfig: { SystemLogLevel: 'DEBUG' },
    },
    readBack: (emulator, { ref: { It } }) => mappingOf(emulator, It!),
    ref: /^[0-9a-f-]{36}$/,
    expected: {
      State: 'Enabled',
      Topics: ['orders'],
      StartingPosition: 'AT_TIMESTAMP',
      AmazonManagedKafkaEventSourceConfig: { ConsumerGroupId: 'followers' },
      ProvisionedPollerConfig: { MinimumPollers: 1, MaximumPollers: 2, PollerGroupName: 'shared' },
      LoggingConfig: { SystemLogLevel: 'DEBUG' },
    },
    untested: { 'DestinationConfig.OnSuccess': 'the service refuses it for every source' },
  },
  {
    type: 'AWS::Lambda::EventSourceMapping',
    title: 'of-a-self-managed-topic',
    needs: { Fn: FUNCTION },
    properties: {
      FunctionName: ref('Fn'),
      SelfManagedEventSource: { Endpoints: { KafkaBootstrapServers: ['127.0.0.1:9'] } },
      SelfManagedKafkaEventSourceConfig: { ConsumerGroupId: 'followers', ConsumptionMode: 'Stream' },
      SourceAccessConfigurations: [{ Type: 'VPC_SUBNET', URI: 'subnet:subnet-a' }],
      Topics: ['orders'],
      StartingPosition: 'LATEST',
    },
    readBack: (emulator, { ref: { It } }) => mappingOf(emulator, It!),
    ref: /^[0-9a-f-]{36}$/,
    expected: {
      State: 'Enabled',
      SelfManagedEventSource: { Endpoints: { KAFKA_BOOTSTRAP_SERVERS: ['127.0.0.1:9'] } },
      SelfManagedKafkaEventSourceConfig: { ConsumerGroupId: 'followers', ConsumptionMode: 'Stream' },
      SourceAccessConfigurations: [{ Type: 'VPC_SUBNET', URI: 'subnet:subnet-a' }],
    },
  },
  {
    type: 'AWS::MSK::Cluster',
    needs: { Settings: { Type: 'AWS::MSK::Configuration', Properties: { Name: 'of-cluster', ServerProperties: 'num.partitions=2' } } },
    properties: {
      ClusterName: 'every-property',
      KafkaVersion: '3.6.0',
      NumberOfBrokerNodes: '2',
      BrokerNodeGroupInfo: {
        ...NODES,
        BrokerAZDistribution: 'DEFAULT',
        SecurityGroups: ['sg-a'],
        StorageInfo: { EBSStorageInfo: { VolumeSize: '10', ProvisionedThroughput: { Enabled: true, VolumeThroughput: 250 } } },
        ConnectivityInfo: { PublicAccess: { Type: 'DISABLED' } },
      },
      ConfigurationInfo: { Arn: ref('Settings'), Revision: 1 },
      EnhancedMonitoring: 'PER_BROKER',
      OpenMonitoring: MONITORING,
      LoggingInfo: LOGS,
      ClientAuthentication: AUTHENTICATION,
      EncryptionInfo: ENCRYPTION,
      StorageMode: 'TIERED',
      Rebalancing: { Status: 'PAUSED' },
      Tags: MAP_TAGS,
    },
    readBack: (emulator) => clusterOf('every-property', emulator),
    expected: {
      Tags: MAP_TAGS,
      Provisioned: {
        NumberOfBrokerNodes: 2,
        BrokerNodeGroupInfo: {
          ...NODES,
          SecurityGroups: ['sg-a'],
          StorageInfo: { EbsStorageInfo: { VolumeSize: 10, ProvisionedThroughput: { Enabled: true, VolumeThroughput: 250 } } },
        },
        CurrentBrokerSoftwareInfo: { KafkaVersion: '3.6.0', ConfigurationRevision: 1 },
        EnhancedMonitoring: 'PER_BROKER',
        OpenMonitoring: MONITORING,
        LoggingInfo: LOGS,
        ClientAuthentication: AUTHENTICATION,
        EncryptionInfo: ENCRYPTION,
        StorageMode: 'TIERED',
        Rebalancing: { Status: 'PAUSED' },
      },
    },
    ref: /^arn:aws:kafka:us-east-1:000000000000:cluster\/every-property\/[0-9a-f-]{36}-1$/,
    untested: { CurrentVersion: 'the service counts versions itself' },
  },
  {
    type: 'AWS::MSK::ServerlessCluster',
    properties: {
      ClusterName: 'without-servers',
      VpcConfigs: [{ SubnetIds: ['subnet-a'], SecurityGroups: ['sg-a'] }],
      ClientAuthentication: { Sasl: { Iam: { Enabled: true } } },
      Tags: MAP_TAGS,
    },
    readBack: (emulator) => clusterOf('without-servers', emulator),
    expected: { Tags: MAP_TAGS, Serverless: { VpcConfigs: [{ SubnetIds: ['subnet-a'], SecurityGroupIds: ['sg-a'] }] } },
    ref: /^arn:aws:kafka:us-east-1:000000000000:cluster\/without-servers\//,
  },
  {
    type: 'AWS::MSK::Configuration',
    properties: { Name: 'every-setting', Description: 'all', KafkaVersionsList: ['3.6.0'], ServerProperties: 'num.partitions=2' },
    readBack: (emulator, { ref: { It } }) => emulator.client(Kafka).describeConfiguration({ Arn: It }),
    expected: { Name: 'every-setting', KafkaVersions: ['3.6.0'], LatestRevision: { Description: 'all' } },
    ref: /^arn:aws:kafka:us-east-1:000000000000:configuration\/every-setting\//,
    change: {
      properties: { Name: 'every-setting', Description: 'more', KafkaVersionsList: ['3.6.0'], ServerProperties: 'num.partitions=3' },
      expected: { LatestRevision: { Description: 'more' } },
    },
    history: ['kafka.configurations'],
    untested: { LatestRevision: 'the service counts revisions itself' },
  },
  {
    type: 'AWS::MSK::Topic',
    needs: { Cluster: cluster('of-topic') },
    properties: {
      ClusterArn: ref('Cluster'),
      TopicName: 'orders',
      PartitionCount: '2',
      ReplicationFactor: 1,
      Configs: Buffer.from('retention.ms=1000').toString('base64'),
    },
    readBack: async (emulator, { ref: { Cluster } }) => emulator.client(Kafka).describeTopic({ ClusterArn: Cluster, TopicName: 'orders' }),
    expected: { PartitionCount: 2, ReplicationFactor: 1, Configs: Buffer.from('retention.ms=1000').toString('base64') },
    ref: /^arn:aws:kafka:us-east-1:000000000000:topic\/of-topic\/[0-9a-f-]{36}-1\/orders$/,
  },
  {
    type: 'AWS::MSK::ClusterPolicy',
    needs: { Cluster: cluster('of-policy') },
    properties: { ClusterArn: ref('Cluster'), Policy: POLICY },
    readBack: async (emulator, { ref: { Cluster } }) => {
      const { Policy } = await emulator.client(Kafka).getClusterPolicy({ ClusterArn: Cluster });
      return JSON.parse(Policy!) as object;
    },
    expected: POLICY,
    ref: /^arn:aws:kafka:us-east-1:000000000000:cluster\/of-policy\//,
  },
  {
    type: 'AWS::MSK::BatchScramSecret',
    needs: {
      Cluster: cluster('of-secrets', { ClientAuthentication: { Sasl: { Scram: { Enabled: true } } } }),
      Secret: {
        Type: 'AWS::SecretsManager::Secret',
        Properties: { Name: 'AmazonMSK_typed', SecretString: '{"username":"a","password":"b"}' },
      },
    },
    properties: { ClusterArn: getAtt('Cluster', 'Arn'), SecretArnList: [ref('Secret')] },
    readBack: async (emulator, { ref: { Cluster } }) => {
      const { SecretArnList = [] } = await emulator.client(Kafka).listScramSecrets({ ClusterArn: Cluster });
      return SecretArnList.length > 0 ? { SecretArnList } : undefined;
    },
    expected: { SecretArnList: [expect.stringContaining('AmazonMSK_typed')] },
    ref: /^arn:aws:kafka:us-east-1:000000000000:cluster\/of-secrets\//,
  },
];

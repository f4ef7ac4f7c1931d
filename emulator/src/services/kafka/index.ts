// Kafka: managed clusters as records around a broker of the emulator's own, or of the user's; topics as sources of functions.
import { operationsIn, service } from '#core/service';

const CLUSTERS = [
  'CreateCluster',
  'CreateClusterV2',
  'DescribeCluster',
  'DescribeClusterV2',
  'ListClusters',
  'ListClustersV2',
  'DeleteCluster',
  'GetBootstrapBrokers',
] as const;

const CONFIGURATIONS = [
  'CreateConfiguration',
  'UpdateConfiguration',
  'DescribeConfiguration',
  'DescribeConfigurationRevision',
  'ListConfigurations',
  'ListConfigurationRevisions',
  'DeleteConfiguration',
] as const;

const TOPICS = ['CreateTopic', 'DescribeTopic', 'ListTopics', 'DescribeTopicPartitions', 'UpdateTopic', 'DeleteTopic'] as const;
const SECRETS = ['BatchAssociateScramSecret', 'BatchDisassociateScramSecret', 'ListScramSecrets'] as const;

const CHANGES = [
  'RebootBroker',
  'UpdateBrokerCount',
  'UpdateBrokerStorage',
  'UpdateBrokerType',
  'UpdateClusterConfiguration',
  'UpdateClusterKafkaVersion',
  'UpdateMonitoring',
  'UpdateRebalancing',
  'UpdateSecurity',
  'UpdateStorage',
  'DescribeClusterOperation',
  'DescribeClusterOperationV2',
  'ListClusterOperations',
  'ListClusterOperationsV2',
] as const;
const NODE_CHANGES = [
  'RebootBroker',
  'UpdateBrokerCount',
  'UpdateBrokerStorage',
  'UpdateBrokerType',
  'UpdateClusterKafkaVersion',
  'UpdateMonitoring',
  'UpdateRebalancing',
  'UpdateStorage',
];
const REPLICATORS = ['CreateReplicator', 'DescribeReplicator', 'ListReplicators', 'DeleteReplicator', 'UpdateReplicationInfo'];
const NETWORKS = [
  'UpdateConnectivity',
  'CreateVpcConnection',
  'DescribeVpcConnection',
  'ListVpcConnections',
  'DeleteVpcConnection',
  'ListClientVpcConnections',
  'RejectClientVpcConnection',
];
const CHANNELS = ['CreateChannel', 'DescribeChannel', 'UpdateChannel', 'DeleteChannel', 'ListChannels'];

const saying = (sentence: string, names: readonly string[]) => Object.fromEntries(names.map((name) => [name, sentence]));

export const kafka = service('kafka', {
  protects: () => import('./protects.ts'),
  tier: 'licensed',
  resourceMembers: ['ClusterName', 'ClusterArn', 'Arn', 'ResourceArn', 'Name'],
  traffic: {
    operations: [],
    arns: [/^cluster\/(?<name>[^/]+)/, /^(?<kind>topic)\/[^/]+\/[^/]+\/(?<name>.+)$/],
  },
  operations: [
    operationsIn(() => import('./clusters/clusters.ts'), ...CLUSTERS),
    operationsIn(() => import('./clusters/nodes.ts'), 'ListNodes', 'ListKafkaVersions', 'GetCompatibleKafkaVersions'),
    operationsIn(() => import('./clusters/operations.ts'), ...CHANGES),
    operationsIn(() => import('./clusters/scram-secrets.ts'), ...SECRETS),
    operationsIn(() => import('./clusters/policies.ts'), 'PutClusterPolicy', 'GetClusterPolicy', 'DeleteClusterPolicy'),
    operationsIn(() => import('./configurations/configurations.ts'), ...CONFIGURATIONS),
    operationsIn(() => import('./topics/topics.ts'), ...TOPICS),
    operationsIn(() => import('./tags/tags.ts'), 'TagResource', 'UntagResource', 'ListTagsForResource'),
  ],
  refused: {
    ...saying('nothing is replicated between clusters.', REPLICATORS),
    ...saying('no networks are emulated: every program on this machine reaches the broker.', NETWORKS),
    ...saying('channels, which copy topics to tables, are not emulated.', CHANNELS),
  },
  recordsOnly: {
    ...saying('the policy is kept; connections to brokers are not checked by it', ['PutClusterPolicy']),
    ...saying('kept as a record; the one broker stays as it is', NODE_CHANGES),
  },
  targets: {
    'kafka topic': { arn: /^kafka:\/\//, load: () => import('./target.ts') },
  },
  logSources: {
    topic: { arn: /^kafka:\/\//, load: () => import('./source/log-source.ts') },
  },
  resources: {
    'AWS::MSK::BatchScramSecret': () => import('./resources/batch-scram-secret.ts'),
    'AWS::MSK::Cluster': () => import('./resources/cluster.ts'),
    'AWS::MSK::ClusterPolicy': () => import('./resources/cluster-policy.ts'),
    'AWS::MSK::Configuration': () => import('./resources/configuration.ts'),
    'AWS::MSK::ServerlessCluster': () => import('./resources/serverless-cluster.ts'),
    'AWS::MSK::Topic': () => import('./resources/topic.ts'),
  },
  work: {
    'kafka.trim': () => import('./work.ts'),
    'kafka.forget': () => import('./work.ts'),
  },
});

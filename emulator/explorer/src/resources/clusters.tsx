// Kafka clusters: where clients connect, topics, make and delete topics.
import { callOf, type OutputOf } from '#api/model.ts';
import { lastPart } from '#ui/format.ts';
import { resource } from '#ui/resource.ts';
import { Table } from '#ui/table.tsx';

type Item = NonNullable<OutputOf<'kafka', 'ListClustersV2'>['clusterInfoList']>[number];
interface Detail {
  readonly cluster: Item;
  readonly brokers: OutputOf<'kafka', 'GetBootstrapBrokers'>;
  readonly topics: NonNullable<OutputOf<'kafka', 'ListTopics'>['topics']>;
}

/** `arn:…:cluster/shop/1f2e…` → `shop`. */
const clusterName = (arn: string): string => arn.split('/')[1] ?? arn;

export const view = resource<Item, Detail>({
  about: 'Kafka clusters keep records in topics, for consumers that read at their own pace.',
  example: `kafka create-cluster-v2 --cluster-name shop --serverless '{"VpcConfigs":[{"SubnetIds":["subnet-1","subnet-2"]}]}'`,
  nameOf: ({ clusterArn = '' }) => clusterArn,
  titleOf: clusterName,
  columns: [
    ['Name', ({ clusterName: name }) => name],
    ['State', 'state', 'badge'],
    ['Type', 'clusterType'],
    ['Created', 'creationTime', 'time'],
  ],
  create: {
    title: 'Create cluster',
    submit: 'Create cluster',
    fields: [
      { name: 'clusterName', label: 'Name', required: true },
      { name: 'kafkaVersion', label: 'Version', required: true, initial: '3.6.0' },
      { name: 'numberOfBrokerNodes', label: 'Nodes', kind: 'number', required: true, initial: '2' },
    ],
    calls: ({ clusterName: name = '', kafkaVersion = '', numberOfBrokerNodes }) => [
      callOf('kafka', 'CreateCluster', {
        clusterName: name,
        kafkaVersion,
        numberOfBrokerNodes: Number(numberOfBrokerNodes),
        brokerNodeGroupInfo: { instanceType: 'kafka.t3.small', clientSubnets: ['subnet-1', 'subnet-2'] },
      }),
    ],
    opens: (_, [output]) => (output as { clusterArn?: string } | undefined)?.clusterArn,
  },
  remove: (clusterArn) => [callOf('kafka', 'DeleteCluster', { clusterArn })],
  load: async (clusterArn, { call }) => {
    const [{ clusterInfo }, brokers, { topics = [] }] = await Promise.all([
      call('kafka', 'DescribeClusterV2', { clusterArn }),
      call('kafka', 'GetBootstrapBrokers', { clusterArn }),
      call('kafka', 'ListTopics', { clusterArn, maxResults: 100 }),
    ]);
    return { cluster: clusterInfo!, brokers, topics };
  },
  facts: ({ cluster, brokers }) => [
    ['State', cluster.state, 'badge'],
    ['Type', cluster.clusterType],
    ['ARN', cluster.clusterArn, 'copy'],
    ['Brokers', brokers.bootstrapBrokerString ?? brokers.bootstrapBrokerStringSaslScram, 'copy'],
    ['Version', cluster.provisioned?.currentBrokerSoftwareInfo?.kafkaVersion],
    ['Created', cluster.creationTime, 'time'],
  ],
  tabs: [
    {
      id: 'topics',
      title: 'Topics',
      count: ({ topics }) => topics.length,
      view: ({ topics }) => (
        <Table
          label="topics"
          rows={topics}
          keyOf={({ topicName = '' }) => topicName}
          empty="The cluster has no topic."
          columns={[
            ['Topic', 'topicName'],
            ['Partitions', 'partitionCount', 'number'],
            ['Replicas', 'replicationFactor', 'number'],
            ['ARN', ({ topicArn }) => lastPart(topicArn ?? '', ':'), 'mono'],
          ]}
        />
      ),
    },
  ],
  actions: (_, { name: clusterArn }) => [
    {
      title: 'Create topic',
      submit: 'Create topic',
      fields: [
        { name: 'topicName', label: 'Name', required: true },
        { name: 'partitionCount', label: 'Partitions', kind: 'number', required: true, initial: '1' },
        { name: 'replicationFactor', label: 'Replicas', kind: 'number', required: true, initial: '2' },
      ],
      calls: ({ topicName = '', partitionCount, replicationFactor }) => [
        callOf('kafka', 'CreateTopic', {
          clusterArn,
          topicName,
          partitionCount: Number(partitionCount),
          replicationFactor: Number(replicationFactor),
        }),
      ],
    },
    {
      title: 'Delete topic',
      submit: 'Delete topic',
      danger: true,
      fields: [{ name: 'topicName', label: 'Name', required: true }],
      calls: ({ topicName = '' }) => [callOf('kafka', 'DeleteTopic', { clusterArn, topicName })],
    },
  ],
});

// Kafka clusters: where clients connect, topics, make and delete topics.
import { callOf, type OutputOf } from '#api/model.ts';
import { lastPart, shownTime } from '#ui/format.ts';
import { Badge } from '#ui/parts.tsx';
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
    { title: 'Name', text: ({ clusterName: name }) => name },
    { title: 'Type', text: ({ clusterType }) => clusterType },
    { title: 'State', text: ({ state }) => state, cell: ({ state }) => <Badge state={state} /> },
    { title: 'Created', text: ({ creationTime }) => shownTime(creationTime) },
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
    { label: 'State', value: <Badge state={cluster.state} /> },
    { label: 'Type', value: cluster.clusterType },
    { label: 'ARN', value: cluster.clusterArn, copy: true },
    { label: 'Brokers', value: brokers.bootstrapBrokerString ?? brokers.bootstrapBrokerStringSaslScram, copy: true },
    { label: 'Version', value: cluster.provisioned?.currentBrokerSoftwareInfo?.kafkaVersion },
    { label: 'Created', value: shownTime(cluster.creationTime) },
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
            { title: 'Topic', text: ({ topicName }) => topicName },
            { title: 'Partitions', text: ({ partitionCount }) => partitionCount, kind: 'number' },
            { title: 'Replicas', text: ({ replicationFactor }) => replicationFactor, kind: 'number' },
            { title: 'ARN', text: ({ topicArn }) => lastPart(topicArn ?? '', ':'), kind: 'mono' },
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

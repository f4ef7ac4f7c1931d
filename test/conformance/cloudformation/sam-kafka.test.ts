// Events `MSK` and `SelfManagedKafka` of SAM functions: from the template to the invocation.
import { CloudFormation } from '@aws-sdk/client-cloudformation';
import { IAM } from '@aws-sdk/client-iam';
import { Kafka } from '@aws-sdk/client-kafka';
import { Lambda } from '@aws-sdk/client-lambda';
import { expect, it } from 'vitest';
import { startTestEmulator } from '../../support/emulator.ts';
import { clientOf } from '../kafka/use-kafka.ts';

const CODE = `InlineCode: |
        exports.handler = async ({ eventSource, records }) => {
          for (const list of Object.values(records))
            for (const { topic, value } of list) console.log('SAW ' + eventSource + ' ' + topic + ' ' + Buffer.from(value, 'base64'));
        };`;

const TEMPLATE = `
Transform: AWS::Serverless-2016-10-31
Parameters:
  Servers:
    Type: CommaDelimitedList
Globals:
  Function:
    Runtime: nodejs20.x
    Handler: index.handler
Resources:
  Cluster:
    Type: AWS::MSK::Cluster
    Properties:
      ClusterName: orders
      KafkaVersion: 3.6.0
      NumberOfBrokerNodes: 1
      BrokerNodeGroupInfo:
        ClientSubnets: [subnet-a]
        InstanceType: kafka.t3.small
  Topic:
    Type: AWS::MSK::Topic
    Properties:
      ClusterArn: !Ref Cluster
      TopicName: orders
      PartitionCount: 1
      ReplicationFactor: 1
  Managed:
    Type: AWS::Serverless::Function
    DependsOn: Topic
    Properties:
      FunctionName: managed
      ${CODE}
      Events:
        Orders:
          Type: MSK
          Properties:
            Stream: !GetAtt Cluster.Arn
            StartingPosition: TRIM_HORIZON
            Topics: [orders]
            BatchSize: 5
            ConsumerGroupId: managed-readers
            FilterCriteria:
              Filters:
                - Pattern: '{"value": {"kind": ["order"]}}'
  Owned:
    Type: AWS::Serverless::Function
    Properties:
      FunctionName: owned
      ${CODE}
      Events:
        Bills:
          Type: SelfManagedKafka
          Properties:
            KafkaBootstrapServers: !Ref Servers
            Topics: [bills]
            StartingPosition: TRIM_HORIZON
            SourceAccessConfigurations:
              - Type: VPC_SUBNET
                URI: subnet:subnet-a
              - Type: VPC_SECURITY_GROUP
                URI: security_group:sg-a
`;

it('invoke the functions', async () => {
  const lines: string[] = [];
  let look = (): void => undefined;
  await using emulator = await startTestEmulator({
    log: ({ text }) => {
      lines.push(text);
      look();
    },
  });
  const [stacks, kafka] = [emulator.client(CloudFormation), emulator.client(Kafka)];
  const produce = async (server: string, topic: string, values: readonly string[]) => {
    const producer = clientOf(server).producer({ allowAutoTopicCreation: false });
    await producer.connect();
    await producer.send({ topic, messages: values.map((value) => ({ value })) });
    await producer.disconnect();
  };
  const serverOf = async (ClusterArn: string | undefined) => (await kafka.getBootstrapBrokers({ ClusterArn })).BootstrapBrokerString!;
  const { ClusterArn } = await kafka.createClusterV2({
    ClusterName: 'elsewhere',
    Provisioned: {
      BrokerNodeGroupInfo: { ClientSubnets: ['subnet-a'], InstanceType: 'kafka.t3.small' },
      ...{ KafkaVersion: '3.6.0', NumberOfBrokerNodes: 1 },
    },
  });
  await kafka.createTopic({ ClusterArn, TopicName: 'bills', PartitionCount: 1, ReplicationFactor: 1 });
  const elsewhere = await serverOf(ClusterArn);
  await produce(elsewhere, 'bills', ['one']);
  await stacks.createStack({
    ...{ StackName: 'orders', TemplateBody: TEMPLATE, Capabilities: ['CAPABILITY_IAM', 'CAPABILITY_AUTO_EXPAND'] },
    Parameters: [{ ParameterKey: 'Servers', ParameterValue: elsewhere }],
  });
  await emulator.idle();
  expect((await stacks.describeStacks({ StackName: 'orders' })).Stacks?.[0]).toMatchObject({ StackStatus: 'CREATE_COMPLETE' });
  const mappings = async (FunctionName: string) =>
    (await emulator.client(Lambda).listEventSourceMappings({ FunctionName })).EventSourceMappings;
  expect(await mappings('managed')).toMatchObject([
    { BatchSize: 5, Topics: ['orders'], AmazonManagedKafkaEventSourceConfig: { ConsumerGroupId: 'managed-readers' } },
  ]);
  expect(await mappings('owned')).toMatchObject([
    {
      SelfManagedEventSource: { Endpoints: { KAFKA_BOOTSTRAP_SERVERS: [elsewhere] } },
      SourceAccessConfigurations: [{ Type: 'VPC_SUBNET' }, { Type: 'VPC_SECURITY_GROUP' }],
    },
  ]);
  const { StackResourceDetail } = await stacks.describeStackResource({ StackName: 'orders', LogicalResourceId: 'ManagedRole' });
  const { AttachedPolicies } = await emulator.client(IAM).listAttachedRolePolicies({ RoleName: StackResourceDetail!.PhysicalResourceId! });
  expect(AttachedPolicies!.map(({ PolicyName }) => PolicyName)).toContain('AWSLambdaMSKExecutionRole');
  const own = await stacks.describeStackResource({ StackName: 'orders', LogicalResourceId: 'Cluster' });
  const values = ['order', 'return', 'order'].map((kind, n) => JSON.stringify({ kind, n }));
  await produce(await serverOf(own.StackResourceDetail!.PhysicalResourceId), 'orders', values);
  const saw = (): string[] => lines.flatMap((line) => /SAW (.*)/.exec(line)?.[1] ?? []);
  await new Promise<void>((resolve) => {
    look = () => saw().length >= 3 && resolve();
    look();
  });
  expect(saw().sort()).toEqual(['SelfManagedKafka bills one', `aws:kafka orders ${values[0]}`, `aws:kafka orders ${values[2]}`]);
});

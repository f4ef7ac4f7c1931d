// The CDK's constructs for records: data streams, delivery streams and clusters of Kafka, with everything that writes to them and follows them.
import { SecurityGroup, SubnetType, Vpc } from 'aws-cdk-lib/aws-ec2';
import { Rule } from 'aws-cdk-lib/aws-events';
import { FirehoseDeliveryStream, KinesisStream as KinesisTarget } from 'aws-cdk-lib/aws-events-targets';
import { Stream, StreamConsumer, StreamMode } from 'aws-cdk-lib/aws-kinesis';
import {
  Compression,
  DeliveryStream,
  HttpEndpoint,
  KinesisStreamSource,
  LambdaFunctionProcessor,
  S3Bucket,
} from 'aws-cdk-lib/aws-kinesisfirehose';
import { Code, FilterCriteria, FilterRule, Function as LambdaFn, Runtime, StartingPosition } from 'aws-cdk-lib/aws-lambda';
import {
  KafkaDlq,
  KinesisConsumerEventSource,
  KinesisEventSource,
  ManagedKafkaEventSource,
  SelfManagedKafkaEventSource,
  SqsDlq,
} from 'aws-cdk-lib/aws-lambda-event-sources';
import { FilterPattern, LogGroup } from 'aws-cdk-lib/aws-logs';
import { KinesisDestination } from 'aws-cdk-lib/aws-logs-destinations';
import { CfnCluster, CfnTopic } from 'aws-cdk-lib/aws-msk';
import { Bucket } from 'aws-cdk-lib/aws-s3';
import { Topic } from 'aws-cdk-lib/aws-sns';
import { FirehoseSubscription } from 'aws-cdk-lib/aws-sns-subscriptions';
import { Queue } from 'aws-cdk-lib/aws-sqs';
import { App, CfnOutput, Duration, RemovalPolicy, SecretValue, Size, Stack } from 'aws-cdk-lib/core';

const env = { account: '000000000000', region: 'us-east-1' };
const app = new App();
const given = (name) => app.node.tryGetContext(name);

/** A function of that code, its name as an output. */
function functionIn(stack, id, code) {
  const fn = new LambdaFn(stack, id, { runtime: Runtime.NODEJS_20_X, handler: 'index.handler', code: Code.fromInline(code) });
  new CfnOutput(stack, `${id}Name`, { value: fn.functionName });
  return fn;
}
const output = (stack, id, value) => new CfnOutput(stack, id, { value });

const streams = new Stack(app, 'Streams', { env });
const orders = new Stream(streams, 'Orders', {
  streamName: 'orders',
  shardCount: 2,
  retentionPeriod: Duration.hours(48),
  removalPolicy: RemovalPolicy.DESTROY,
});
const events = new Stream(streams, 'Events', {
  streamName: 'events',
  streamMode: StreamMode.ON_DEMAND,
  removalPolicy: RemovalPolicy.DESTROY,
});
const SAW = "exports.handler = async ({ Records }) => { for (const { kinesis } of Records) console.log('saw', atob(kinesis.data)); };";
functionIn(streams, 'Paid', SAW).addEventSource(
  new KinesisEventSource(orders, {
    startingPosition: StartingPosition.TRIM_HORIZON,
    batchSize: 5,
    parallelizationFactor: 2,
    bisectBatchOnError: true,
    retryAttempts: 1,
    maxRecordAge: Duration.hours(1),
    reportBatchItemFailures: true,
    filters: [FilterCriteria.filter({ data: { state: FilterRule.isEqual('paid') } })],
    onFailure: new SqsDlq(new Queue(streams, 'Lost')),
  }),
);
const consumer = new StreamConsumer(streams, 'Consumer', { streamConsumerName: 'all', stream: orders });
functionIn(streams, 'All', SAW).addEventSource(
  new KinesisConsumerEventSource(consumer, { startingPosition: StartingPosition.TRIM_HORIZON, tumblingWindow: Duration.seconds(1) }),
);

const bucketOf = (id, name) => {
  const bucket = new Bucket(streams, id, { bucketName: name, removalPolicy: RemovalPolicy.DESTROY, autoDeleteObjects: true });
  return bucket;
};
const shout = functionIn(
  streams,
  'Shout',
  "exports.handler = async ({ records }) => ({ records: records.map(({ recordId, data }) => ({ recordId, result: 'Ok', data: btoa(atob(data).toUpperCase()) })) });",
);
const kept = new DeliveryStream(streams, 'Kept', {
  deliveryStreamName: 'kept',
  source: new KinesisStreamSource(orders),
  destination: new S3Bucket(bucketOf('KeptBucket', 'kept-orders'), {
    processors: [new LambdaFunctionProcessor(shout, { bufferInterval: Duration.seconds(60), bufferSize: Size.mebibytes(1) })],
    compression: Compression.GZIP,
    dataOutputPrefix: 'orders/!{timestamp:yyyy}/',
    errorOutputPrefix: 'failed/!{firehose:error-output-type}/',
    bufferingInterval: Duration.seconds(60),
  }),
});
output(streams, 'KeptArn', kept.deliveryStreamArn);
const told = new DeliveryStream(streams, 'Told', {
  deliveryStreamName: 'told',
  destination: new HttpEndpoint({
    endpointConfig: { url: given('endpoint'), accessKey: SecretValue.unsafePlainText('key') },
    s3Backup: { bucket: bucketOf('ToldBucket', 'told-lost') },
  }),
});
new Rule(streams, 'Shop', { eventPattern: { source: ['shop'] }, targets: [new KinesisTarget(events), new FirehoseDeliveryStream(told)] });
const topic = new Topic(streams, 'Topic');
topic.addSubscription(new FirehoseSubscription(told, { rawMessageDelivery: true }));
output(streams, 'TopicArn', topic.topicArn);
const log = new LogGroup(streams, 'Log', { logGroupName: '/shop', removalPolicy: RemovalPolicy.DESTROY });
log.addSubscriptionFilter('Errors', { destination: new KinesisDestination(events), filterPattern: FilterPattern.literal('ERROR') });

const kafka = new Stack(app, 'Kafka', { env });
const cluster = new CfnCluster(kafka, 'Cluster', {
  clusterName: 'shop',
  kafkaVersion: '3.6.0',
  numberOfBrokerNodes: 1,
  brokerNodeGroupInfo: { clientSubnets: ['subnet-a'], instanceType: 'kafka.t3.small' },
});
const topicOf = (topicName) =>
  new CfnTopic(kafka, topicName, { clusterArn: cluster.attrArn, topicName, partitionCount: 1, replicationFactor: 1 });
const [managed, failing, lost] = ['managed', 'failing', 'lost'].map(topicOf);
output(kafka, 'ClusterArn', cluster.attrArn);
const SAW_TOPIC = `exports.handler = async ({ eventSource, records }) => {
  for (const { value } of Object.values(records).flat()) console.log('saw', eventSource, atob(value));
};`;
const follow = (id, code, source, ...topics) => {
  const fn = functionIn(kafka, id, code);
  fn.addEventSource(source);
  for (const one of topics) fn.node.addDependency(one);
};
follow(
  'Managed',
  SAW_TOPIC,
  new ManagedKafkaEventSource({
    clusterArn: cluster.attrArn,
    topic: 'managed',
    startingPosition: StartingPosition.TRIM_HORIZON,
    consumerGroupId: 'shop-readers',
    batchSize: 10,
    maxBatchingWindow: Duration.seconds(0),
    filters: [FilterCriteria.filter({ value: { kind: FilterRule.isEqual('order') } })],
  }),
  managed,
);
follow(
  'Failing',
  "exports.handler = async () => { throw new Error('no'); };",
  new ManagedKafkaEventSource({
    clusterArn: cluster.attrArn,
    topic: 'failing',
    startingPosition: StartingPosition.TRIM_HORIZON,
    retryAttempts: 0,
    provisionedPollerConfig: { minimumPollers: 1, maximumPollers: 2 },
    onFailure: new KafkaDlq('lost'),
  }),
  failing,
  lost,
);
follow(
  'Owned',
  SAW_TOPIC,
  new SelfManagedKafkaEventSource({
    bootstrapServers: [given('servers')],
    topic: 'bills',
    startingPosition: StartingPosition.AT_TIMESTAMP,
    startingPositionTimestamp: 1,
    vpc: Vpc.fromVpcAttributes(kafka, 'Vpc', { vpcId: 'vpc-a', availabilityZones: ['us-east-1a'], privateSubnetIds: ['subnet-a'] }),
    vpcSubnets: { subnetType: SubnetType.PRIVATE_WITH_EGRESS },
    securityGroup: SecurityGroup.fromSecurityGroupId(kafka, 'Group', 'sg-a'),
  }),
);

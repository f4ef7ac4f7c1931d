// Pipes from topics of Kafka, with all their settings, and logs in a bucket and a delivery stream.
import { absent, describe, QUEUE } from './pipes-parts.ts';
import { getAtt, ROLE, ref, type TypeCase } from './type-case.ts';

const CLUSTER = {
  Type: 'AWS::MSK::Cluster',
  Properties: {
    ClusterName: 'read-by-pipes',
    KafkaVersion: '3.6.0',
    NumberOfBrokerNodes: 1,
    BrokerNodeGroupInfo: { ClientSubnets: ['subnet-a'], InstanceType: 'kafka.t3.small' },
  },
};
const BUCKET = { Type: 'AWS::S3::Bucket' };
const STREAM = {
  Type: 'AWS::KinesisFirehose::DeliveryStream',
  Properties: { ExtendedS3DestinationConfiguration: { BucketARN: getAtt('Bucket', 'Arn'), RoleARN: ROLE } },
};
const SECRET = 'arn:aws:secretsmanager:us-east-1:000000000000:secret:AmazonMSK_login-abcdef';
const CERTIFICATE = 'arn:aws:secretsmanager:us-east-1:000000000000:secret:root-abcdef';
const TOPIC = { TopicName: 'orders', StartingPosition: 'TRIM_HORIZON', ConsumerGroupID: 'pipes' };
const SIZES = { BatchSize: 5, MaximumBatchingWindowInSeconds: 2 };
const DEFAULTS = { BatchSize: 10, MaximumBatchingWindowInSeconds: 0 };
const OWN = { ...TOPIC, AdditionalBootstrapServers: ['127.0.0.1:2'] };
const VPC = { SecurityGroup: ['sg-a'], Subnets: ['subnet-a'] };

export const cases: readonly TypeCase[] = [
  {
    type: 'AWS::Pipes::Pipe',
    title: 'of-a-managed-topic',
    absent,
    needs: { Source: CLUSTER, Target: QUEUE, Bucket: BUCKET, Stream: STREAM },
    properties: {
      RoleArn: ROLE,
      DesiredState: 'STOPPED',
      Source: getAtt('Source', 'Arn'),
      SourceParameters: { ManagedStreamingKafkaParameters: { ...TOPIC, ...SIZES, Credentials: { SaslScram512Auth: SECRET } } },
      Target: getAtt('Target', 'Arn'),
      LogConfiguration: {
        Level: 'INFO',
        FirehoseLogDestination: { DeliveryStreamArn: getAtt('Stream', 'Arn') },
        S3LogDestination: { BucketName: ref('Bucket'), BucketOwner: '000000000000', OutputFormat: 'json', Prefix: 'pipes/' },
      },
    },
    readBack: describe,
    ref: /^t-Pipes-Pipe-of-a-managed-topic-It-[A-Za-z0-9]{12}$/,
    expected: {
      CurrentState: 'STOPPED',
      SourceParameters: { ManagedStreamingKafkaParameters: { ...TOPIC, ...SIZES, Credentials: { SaslScram512Auth: SECRET } } },
      LogConfiguration: { Level: 'INFO', S3LogDestination: { OutputFormat: 'json', Prefix: 'pipes/' } },
    },
    change: {
      properties: {
        RoleArn: ROLE,
        Source: getAtt('Source', 'Arn'),
        SourceParameters: { ManagedStreamingKafkaParameters: { ...TOPIC, Credentials: { ClientCertificateTlsAuth: CERTIFICATE } } },
        DesiredState: 'STOPPED',
        Target: getAtt('Target', 'Arn'),
      },
      expected: {
        SourceParameters: {
          ManagedStreamingKafkaParameters: { ...TOPIC, ...DEFAULTS, Credentials: { ClientCertificateTlsAuth: CERTIFICATE } },
        },
      },
    },
  },
  ...Object.entries({
    basic: 'BasicAuth',
    scram256: 'SaslScram256Auth',
    scram512: 'SaslScram512Auth',
    tls: 'ClientCertificateTlsAuth',
  }).map(
    ([word, login]): TypeCase => ({
      type: 'AWS::Pipes::Pipe',
      title: `of-a-topic-by-${word}`,
      absent,
      needs: { Target: QUEUE },
      properties: {
        RoleArn: ROLE,
        DesiredState: 'STOPPED',
        Source: 'smk://127.0.0.1:1',
        SourceParameters: {
          SelfManagedKafkaParameters: {
            ...{ ...OWN, ...SIZES, Credentials: { [login]: SECRET } },
            ...{ ServerRootCaCertificate: CERTIFICATE, Vpc: VPC },
          },
        },
        Target: getAtt('Target', 'Arn'),
      },
      readBack: describe,
      ref: new RegExp(`^t-Pipes-Pipe-of-a-topic-by-${word}-It-[A-Za-z0-9]{12}$`),
      expected: {
        SourceParameters: {
          SelfManagedKafkaParameters: {
            ...{ ...OWN, ...SIZES, Credentials: { [login]: SECRET } },
            ...{ ServerRootCaCertificate: CERTIFICATE, Vpc: VPC },
          },
        },
      },
    }),
  ),
];

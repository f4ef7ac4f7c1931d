// Sources that feed functions, each with a record for the function `orders`.
import { DynamoDB } from '@aws-sdk/client-dynamodb';
import { Firehose } from '@aws-sdk/client-firehose';
import { Kafka } from '@aws-sdk/client-kafka';
import { Kinesis } from '@aws-sdk/client-kinesis';
import { S3 } from '@aws-sdk/client-s3';
import { expect } from 'vitest';
import { clientOf, PROVISIONED } from '../../conformance/kafka/use-kafka.ts';
import { ROLE } from '../../scenarios/why/mistake.ts';
import { runsOf } from '../../support/problems.ts';
import { untilPasses } from '../../support/until-passes.ts';
import type { Way } from './way.ts';

const CLICKS = 'arn:aws:kinesis:us-east-1:000000000000:stream/clicks';
const BATCH = { kind: 'run', what: 'batch', name: expect.stringMatching(/^1 (?:message|record)/), failed: false };

export const SOURCE_WAYS: readonly Way[] = [
  {
    title: 'a record of a table',
    entries: ['dynamodb log source stream'],
    go: async ({ emulator, lambda }) => {
      const dynamodb = emulator.client(DynamoDB);
      const { TableDescription } = await dynamodb.createTable({
        TableName: 'orders',
        KeySchema: [{ AttributeName: 'id', KeyType: 'HASH' }],
        AttributeDefinitions: [{ AttributeName: 'id', AttributeType: 'S' }],
        BillingMode: 'PAY_PER_REQUEST',
        StreamSpecification: { StreamEnabled: true, StreamViewType: 'KEYS_ONLY' },
      });
      const EventSourceArn = TableDescription!.LatestStreamArn;
      await lambda.createEventSourceMapping({ FunctionName: 'orders', EventSourceArn, StartingPosition: 'TRIM_HORIZON' });
      await emulator.idle();
      return (await dynamodb.putItem({ TableName: 'orders', Item: { id: { S: '1' } } })).$metadata.requestId;
    },
    step: BATCH,
  },
  {
    title: 'a record of a data stream',
    entries: ['kinesis log source stream'],
    go: async ({ emulator, lambda }) => {
      const kinesis = emulator.client(Kinesis);
      await kinesis.createStream({ StreamName: 'clicks', ShardCount: 1 });
      await emulator.clock.advance('1s');
      await lambda.createEventSourceMapping({ FunctionName: 'orders', EventSourceArn: CLICKS, StartingPosition: 'TRIM_HORIZON' });
      await emulator.idle();
      return (await kinesis.putRecord({ StreamName: 'clicks', PartitionKey: 'k', Data: Buffer.from('{}') })).$metadata.requestId;
    },
    step: BATCH,
  },
  {
    title: 'a record of a topic of Kafka',
    entries: ['kafka log source topic'],
    go: async ({ emulator, lambda }) => {
      const kafka = emulator.client(Kafka);
      const { ClusterArn } = await kafka.createCluster({ ClusterName: 'source', ...PROVISIONED });
      const { BootstrapBrokerString = '' } = await kafka.getBootstrapBrokers({ ClusterArn });
      const [admin, producer] = [clientOf(BootstrapBrokerString).admin(), clientOf(BootstrapBrokerString).producer()];
      await admin.connect();
      await producer.connect();
      await admin.createTopics({ topics: [{ topic: 'orders', numPartitions: 1 }] });
      await producer.send({ topic: 'orders', messages: [{ value: '{}' }] });
      await Promise.all([admin.disconnect(), producer.disconnect()]);
      const mapping = { EventSourceArn: ClusterArn, Topics: ['orders'], StartingPosition: 'TRIM_HORIZON' as const };
      await lambda.createEventSourceMapping({ FunctionName: 'orders', ...mapping });
      // A reader joins its group in the clock's time, and reads on a connection, for which an idle emulator need not wait.
      await untilPasses(async () => {
        await emulator.clock.advance('1s');
        expect(await runsOf(emulator, 'batch')).not.toEqual([]);
      });
      return undefined;
    },
    step: BATCH,
  },
  {
    title: 'a change of a table with a data stream',
    entries: ['work dynamodb.send-changes'],
    go: async ({ emulator }) => {
      const dynamodb = emulator.client(DynamoDB);
      await emulator.client(Kinesis).createStream({ StreamName: 'clicks', ShardCount: 1 });
      await emulator.clock.advance('1s');
      await dynamodb.createTable({
        TableName: 'orders',
        KeySchema: [{ AttributeName: 'id', KeyType: 'HASH' }],
        AttributeDefinitions: [{ AttributeName: 'id', AttributeType: 'S' }],
        BillingMode: 'PAY_PER_REQUEST',
      });
      await dynamodb.enableKinesisStreamingDestination({ TableName: 'orders', StreamArn: CLICKS });
      await emulator.clock.advance('1m');
      return (await dynamodb.putItem({ TableName: 'orders', Item: { id: { S: '1' } } })).$metadata.requestId;
    },
    step: { kind: 'call', service: 'kinesis', operation: 'PutRecords', failed: false },
  },
  {
    title: 'a record of a data stream that a delivery stream reads',
    entries: ['work firehose.read'],
    go: async ({ emulator }) => {
      const [firehose, kinesis] = [emulator.client(Firehose), emulator.client(Kinesis)];
      await emulator.client(S3).createBucket({ Bucket: 'clicks' });
      await kinesis.createStream({ StreamName: 'clicks', ShardCount: 1 });
      await emulator.clock.advance('1s');
      await firehose.createDeliveryStream({
        DeliveryStreamName: 'clicks',
        DeliveryStreamType: 'KinesisStreamAsSource',
        KinesisStreamSourceConfiguration: { KinesisStreamARN: CLICKS, RoleARN: ROLE },
        S3DestinationConfiguration: { RoleARN: ROLE, BucketARN: 'arn:aws:s3:::clicks' },
      });
      await emulator.idle();
      const { $metadata } = await kinesis.putRecord({ StreamName: 'clicks', PartitionKey: 'k', Data: Buffer.from('{}') });
      await emulator.clock.advance('15m');
      return $metadata.requestId;
    },
    step: { kind: 'call', service: 's3', operation: 'PutObject', failed: false },
  },
  {
    title: 'a record of a delivery stream',
    entries: ['work firehose.flush', 'work firehose.send'],
    go: async ({ emulator }) => {
      const firehose = emulator.client(Firehose);
      await emulator.client(S3).createBucket({ Bucket: 'clicks' });
      const S3DestinationConfiguration = { RoleARN: ROLE, BucketARN: 'arn:aws:s3:::clicks' };
      await firehose.createDeliveryStream({ DeliveryStreamName: 'clicks', S3DestinationConfiguration });
      await emulator.idle();
      const { $metadata } = await firehose.putRecord({ DeliveryStreamName: 'clicks', Record: { Data: Buffer.from('{}') } });
      await emulator.clock.advance('15m');
      return $metadata.requestId;
    },
    step: { kind: 'call', service: 's3', operation: 'PutObject', failed: false },
  },
];

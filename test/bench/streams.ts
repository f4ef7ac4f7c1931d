// From a write to a table, a data stream or a Kafka topic to the first line of the function that follows it, its environment warm.
import { Kafka, logLevel } from 'kafkajs';
import type { Ask } from './asking.ts';
import { json } from './door.ts';
import { type FollowedSource, firstLineRow } from './first-line.ts';
import type { Shot } from './load.ts';
import type { BenchRow } from './row.ts';

const STREAM_LIMIT_MS = 5;
const TOPIC_LIMIT_MS = 10;

const table = (operation: string, input: object): Shot => json('dynamodb', `DynamoDB_20120810.${operation}`, '1.0', input);
const kinesis = (operation: string, input: object): Shot => json('kinesis', `Kinesis_20131202.${operation}`, '1.1', input);
const kafka = (path: string, input: object, method = 'POST'): Shot => ({ ...json('kafka', '', '1.1', input), path, method });
const base64 = (text: string): string => Buffer.from(text).toString('base64');

export async function streamsBench(): Promise<BenchRow[]> {
  return [
    await firstLineRow({
      what: 'PutItem',
      limitMs: STREAM_LIMIT_MS,
      texts: 'event.Records.map(({ dynamodb }) => dynamodb.NewImage.sentMs.N)',
      source: ofTable,
    }),
    await firstLineRow({
      what: 'PutRecord',
      limitMs: STREAM_LIMIT_MS,
      texts: 'event.Records.map(({ kinesis }) => atob(kinesis.data))',
      source: ofDataStream,
    }),
    await firstLineRow({
      what: 'a Kafka message',
      limitMs: TOPIC_LIMIT_MS,
      texts: "event.records['bench-0'].map(({ value }) => atob(value))",
      source: ofTopic,
    }),
  ];
}

async function ofTable(ask: Ask): Promise<FollowedSource> {
  const TableName = 'bench';
  const created = await ask(
    table('CreateTable', {
      TableName,
      BillingMode: 'PAY_PER_REQUEST',
      AttributeDefinitions: [{ AttributeName: 'pk', AttributeType: 'S' }],
      KeySchema: [{ AttributeName: 'pk', KeyType: 'HASH' }],
      StreamSpecification: { StreamEnabled: true, StreamViewType: 'NEW_IMAGE' },
    }),
  );
  const { LatestStreamArn: EventSourceArn } = created['TableDescription'] as { LatestStreamArn: string };
  return {
    mapping: { EventSourceArn },
    write: (text, i) => ask(table('PutItem', { TableName, Item: { pk: { S: `item ${i}` }, sentMs: { N: text } } })),
  };
}

async function ofDataStream(ask: Ask): Promise<FollowedSource> {
  const StreamName = 'bench';
  await ask(kinesis('CreateStream', { StreamName, ShardCount: 1 }));
  return {
    mapping: { EventSourceArn: `arn:aws:kinesis:us-east-1:000000000000:stream/${StreamName}` },
    write: (text, i) => ask(kinesis('PutRecord', { StreamName, Data: base64(text), PartitionKey: String(i) })),
  };
}

async function ofTopic(ask: Ask): Promise<FollowedSource> {
  const cluster = {
    clusterName: 'bench',
    brokerNodeGroupInfo: { clientSubnets: ['subnet-a'], instanceType: 'kafka.t3.small' },
    kafkaVersion: '3.6.0',
    numberOfBrokerNodes: 1,
  };
  const { clusterArn } = (await ask(kafka('/v1/clusters', cluster))) as { clusterArn: string };
  const path = `/v1/clusters/${encodeURIComponent(clusterArn)}/bootstrap-brokers`;
  const { bootstrapBrokerString: server } = (await ask(kafka(path, {}, 'GET'))) as { bootstrapBrokerString: string };
  const client = new Kafka({ clientId: 'bench', brokers: [server], logLevel: logLevel.NOTHING });
  const admin = client.admin();
  await admin.connect();
  await admin.createTopics({ topics: [{ topic: 'bench', numPartitions: 1 }] });
  await admin.disconnect();
  const producer = client.producer();
  await producer.connect();
  return {
    // Batches of Kafka wait for half a second where nothing else is said.
    mapping: { EventSourceArn: clusterArn, Topics: ['bench'], MaximumBatchingWindowInSeconds: 0 },
    write: (value) => producer.send({ topic: 'bench', messages: [{ value }] }),
    close: () => producer.disconnect(),
  };
}

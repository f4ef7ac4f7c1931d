// The real CDK's constructs for data streams, delivery streams and Kafka: deployed, their event sources fired, destroyed.
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import { gunzipSync } from 'node:zlib';
import { CloudFormation } from '@aws-sdk/client-cloudformation';
import { CloudWatchLogs } from '@aws-sdk/client-cloudwatch-logs';
import { EventBridge } from '@aws-sdk/client-eventbridge';
import { Firehose } from '@aws-sdk/client-firehose';
import { Kafka } from '@aws-sdk/client-kafka';
import { Kinesis } from '@aws-sdk/client-kinesis';
import { Lambda } from '@aws-sdk/client-lambda';
import { S3 } from '@aws-sdk/client-s3';
import { SNS } from '@aws-sdk/client-sns';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { clientOf, PROVISIONED, valuesOf } from '../conformance/kafka/use-kafka.ts';
import { type CdkApp, openApp, whyNoCdk } from '../support/cdk.ts';
import { startTestEmulator, type TestEmulator } from '../support/emulator.ts';
import { isMissing } from '../support/is-missing.ts';
import { whyNoLongScenario } from '../support/long-scenario.ts';
import { untilPasses } from '../support/until-passes.ts';

const APP = fileURLToPath(new URL('./cdk-streams', import.meta.url));
const STACKS = ['Kafka', 'Streams'];

describe.skipIf(isMissing('constructs of streams of the CDK', whyNoLongScenario() ?? whyNoCdk()))("the CDK's constructs of streams", () => {
  let emulator: TestEmulator;
  let app: CdkApp;
  let server: Server;
  let context: readonly string[];
  /** Bodies of requests that the HTTP endpoint received, with their keys. */
  const received: { key: unknown; texts: string[] }[] = [];
  /** The broker of the cluster that no stack knows. */
  let elsewhere: string;
  let kinesis: Kinesis;

  const outputsOf = async (StackName: string): Promise<Record<string, string>> => {
    const { Stacks } = await emulator.client(CloudFormation).describeStacks({ StackName });
    return Object.fromEntries((Stacks?.[0]?.Outputs ?? []).map(({ OutputKey = '', OutputValue = '' }) => [OutputKey, OutputValue]));
  };
  const serverOf = async (ClusterArn: string | undefined): Promise<string> =>
    (await emulator.client(Kafka).getBootstrapBrokers({ ClusterArn })).BootstrapBrokerString!;
  const produce = async (broker: string, topic: string, ...values: readonly string[]): Promise<void> => {
    const producer = clientOf(broker).producer({ allowAutoTopicCreation: false });
    await producer.connect();
    await producer.send({ topic, messages: values.map((value) => ({ value })) });
    await producer.disconnect();
  };
  /** Texts that the function has logged after `saw`. */
  const seenBy = async (name: string | undefined): Promise<string[]> => {
    const { events = [] } = await emulator
      .client(CloudWatchLogs)
      .filterLogEvents({ logGroupName: `/aws/lambda/${name}`, filterPattern: 'saw' });
    return events.map(({ message = '' }) => /saw (.*)/.exec(message)?.[1]?.trim() ?? '').sort();
  };
  const put = (...texts: readonly string[]) =>
    kinesis.putRecords({ StreamName: 'orders', Records: texts.map((text) => ({ Data: Buffer.from(text), PartitionKey: text })) });
  /** All records of a stream, as texts. */
  const recordsOf = async (StreamName: string): Promise<string[]> => {
    const { Shards = [] } = await kinesis.listShards({ StreamName });
    const found: string[] = [];
    for (const { ShardId } of Shards) {
      const { ShardIterator } = await kinesis.getShardIterator({ StreamName, ShardId, ShardIteratorType: 'TRIM_HORIZON' });
      const { Records = [] } = await kinesis.getRecords({ ShardIterator });
      for (const { Data } of Records) found.push(Data![0] === 0x1f ? gunzipSync(Data!).toString() : Buffer.from(Data!).toString());
    }
    return found;
  };

  beforeAll(async () => {
    server = createServer((request, response) => {
      let body = '';
      request.on('data', (chunk: Buffer) => (body += chunk.toString()));
      request.on('end', () => {
        const { requestId, records } = JSON.parse(body) as { requestId: string; records: { data: string }[] };
        const texts = records.map(({ data }) => Buffer.from(data, 'base64').toString());
        received.push({ key: request.headers['x-amz-firehose-access-key'], texts });
        response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ requestId, timestamp: Date.now() }));
      });
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    emulator = await startTestEmulator({ environment: { CONTAINER_RUNTIME: 'embedded' } });
    kinesis = emulator.client(Kinesis);
    const own = await emulator.client(Kafka).createCluster({ ClusterName: 'elsewhere', ...PROVISIONED });
    elsewhere = await serverOf(own.ClusterArn);
    const admin = clientOf(elsewhere).admin();
    await admin.connect();
    await admin.createTopics({ topics: [{ topic: 'bills', numPartitions: 1 }] });
    await admin.disconnect();
    app = openApp(APP, emulator.url);
    const endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}/records`;
    context = ['-c', `endpoint=${endpoint}`, '-c', `servers=${elsewhere}`];
    await app.cdk('bootstrap', 'aws://000000000000/us-east-1', ...context);
    for (const stack of STACKS) await app.cdk('deploy', stack, '--require-approval', 'never', ...context);
  });
  afterAll(async () => {
    await emulator?.stop();
    server?.close();
    app?.[Symbol.dispose]();
  });

  it('lead the records of a data stream to functions, through their filters, and to a bucket, through a function', async () => {
    const { PaidName, AllName } = await outputsOf('Streams');
    await put('{"state":"paid","id":1}', '{"state":"open","id":2}', 'plain');
    await untilPasses(async () => expect(await seenBy(PaidName)).toEqual(['{"state":"paid","id":1}']));
    await untilPasses(async () => expect(await seenBy(AllName)).toHaveLength(3));
    const s3 = emulator.client(S3);
    const lines = async (): Promise<string> => {
      const { Contents = [] } = await s3.listObjectsV2({ Bucket: 'kept-orders', Prefix: 'orders/2' });
      const bodies = Contents.map(async ({ Key }) => (await s3.getObject({ Bucket: 'kept-orders', Key })).Body!.transformToByteArray());
      return (await Promise.all(bodies)).map((bytes) => gunzipSync(bytes).toString()).join('');
    };
    await untilPasses(async () =>
      expect([...(await lines()).matchAll(/PAID|OPEN|PLAIN/g)].flat().sort()).toEqual(['OPEN', 'PAID', 'PLAIN']),
    );
  });

  it('lead events, messages and lines of logs to streams', async () => {
    const { TopicArn } = await outputsOf('Streams');
    await emulator.client(EventBridge).putEvents({ Entries: [{ Source: 'shop', DetailType: 'Order', Detail: '{"id":7}' }] });
    await emulator.client(SNS).publish({ TopicArn, Message: 'from a topic' });
    const logs = emulator.client(CloudWatchLogs);
    await logs.createLogStream({ logGroupName: '/shop', logStreamName: 'app' });
    const timestamp = Date.now();
    const logEvents = ['ERROR here', 'all is well'].map((message) => ({ message, timestamp }));
    await logs.putLogEvents({ logGroupName: '/shop', logStreamName: 'app', logEvents });
    await untilPasses(async () => {
      const texts = await recordsOf('events');
      expect(texts.filter((text) => text.includes('"detail":{"id":7}'))).toHaveLength(1);
      expect(texts.filter((text) => text.includes('ERROR here') && !text.includes('all is well'))).toHaveLength(1);
    });
    await untilPasses(() => {
      const texts = received.flatMap((one) => one.texts);
      expect(texts.some((text) => text.includes('"detail":{"id":7}'))).toBe(true);
      expect(texts).toContain('from a topic');
    });
    expect(received.every(({ key }) => key === 'key')).toBe(true);
  });

  it('lead the records of topics of both kinds of clusters to functions, and failed ones to a topic', async () => {
    const { ClusterArn, ManagedName, OwnedName } = await outputsOf('Kafka');
    const shop = await serverOf(ClusterArn);
    await produce(shop, 'managed', '{"kind":"order"}', '{"kind":"other"}');
    await produce(shop, 'failing', 'bad');
    await produce(elsewhere, 'bills', 'bill');
    await untilPasses(async () => expect(await seenBy(ManagedName)).toEqual(['aws:kafka {"kind":"order"}']));
    await untilPasses(async () => expect(await seenBy(OwnedName)).toEqual(['SelfManagedKafka bill']));
    const reader = clientOf(shop).consumer({ groupId: 'readers-of-lost' });
    const [failure = ''] = await valuesOf(reader, 'lost', 1);
    await reader.disconnect();
    expect(JSON.parse(failure)).toMatchObject({ requestContext: { condition: 'RetryAttemptsExhausted' } });
  });

  it('are destroyed without a trace', async () => {
    for (const stack of STACKS) await app.cdk('destroy', stack, '--force', ...context);
    expect((await kinesis.listStreams({})).StreamNames).toEqual([]);
    expect((await emulator.client(Firehose).listDeliveryStreams({})).DeliveryStreamNames).toEqual([]);
    expect((await emulator.client(Lambda).listEventSourceMappings({})).EventSourceMappings).toEqual([]);
    const { ClusterInfoList = [] } = await emulator.client(Kafka).listClusters({});
    expect(ClusterInfoList.map(({ ClusterName }) => ClusterName)).toEqual(['elsewhere']);
  });
});

// Data streams and delivery streams: what writing and reading records costs the server, and how soon a subscription has a record.
import { Kinesis } from '@aws-sdk/client-kinesis';
import { type Ask, asking } from './asking.ts';
import { type Cost, costRow, sendShot } from './beside-send.ts';
import { json } from './door.ts';
import type { Shot } from './load.ts';
import { type Measured, startBuilt } from './process.ts';
import type { BenchRow } from './row.ts';

const StreamName = 'bench';
const READ = 'read';
const SUBSCRIBED = 'subscribed';
const BATCH = 500;
const PAGE = 1000;
/** 100 bytes. */
const Data = Buffer.alloc(100, 'x').toString('base64');
const SUBSCRIBE_LIMIT_MS = 2;
const WARMING = 60;
const EVENTS = 200;

const kinesis = (operation: string, input: object): Shot => json('kinesis', `Kinesis_20131202.${operation}`, '1.1', input);
const firehose = (operation: string, input: object): Shot => json('firehose', `Firehose_20150804.${operation}`, '1.1', input);
const records = (count: number) => Array.from({ length: count }, (_, i) => ({ Data, PartitionKey: String(i) }));
const putting = (stream: string, count: number): Shot => kinesis('PutRecords', { StreamName: stream, Records: records(count) });

export async function recordsBench(): Promise<BenchRow[]> {
  const emulator = await startBuilt();
  const { ask, close } = asking(emulator.url);
  try {
    for (const name of [StreamName, READ, SUBSCRIBED]) await ask(kinesis('CreateStream', { StreamName: name, ShardCount: 1 }));
    for (let written = 0; written < PAGE; written += BATCH) await ask(putting(READ, BATCH));
    await createDeliveryStream(ask);
    const rows: BenchRow[] = [];
    const send = await sendShot(ask);
    for (const cost of await costs(ask)) rows.push(await costRow(emulator, send, cost));
    rows.push(await subscriptionRow(emulator, ask));
    return rows;
  } finally {
    close();
    await emulator.stop();
  }
}

/** Many rounds of short requests, so that they are compiled as well as they will ever be. */
async function costs(ask: Ask): Promise<readonly Cost[]> {
  const place = { StreamName: READ, ShardId: 'shardId-000000000000', ShardIteratorType: 'TRIM_HORIZON' };
  const { ShardIterator } = await ask(kinesis('GetShardIterator', place));
  const put = kinesis('PutRecord', { StreamName, Data, PartitionKey: 'k' });
  const record = firehose('PutRecord', { DeliveryStreamName: StreamName, Record: { Data } });
  const prepare = emptiedStream(ask);
  return [
    { what: 'PutRecord', shot: put, limitUs: 90, count: 1000, rounds: 8, prepare },
    { what: `PutRecords of ${BATCH}`, shot: putting(StreamName, BATCH), limitUs: 5000, count: 40, rounds: 4, prepare },
    { what: 'GetRecords of 100', shot: kinesis('GetRecords', { ShardIterator, Limit: 100 }), limitUs: 400, count: 300, rounds: 5 },
    { what: `GetRecords of ${PAGE}`, shot: kinesis('GetRecords', { ShardIterator, Limit: PAGE }), limitUs: 3000, count: 60, rounds: 5 },
    { what: 'PutRecord to a delivery stream', shot: record, limitUs: 90, count: 1000, rounds: 8 },
  ];
}

/** A stream without the records of the round before: what lies in it is the business of another row. */
const emptiedStream = (ask: Ask) => async (): Promise<void> => {
  await ask(kinesis('DeleteStream', { StreamName }));
  await ask(kinesis('CreateStream', { StreamName, ShardCount: 1 }));
};

async function createDeliveryStream(ask: Ask): Promise<void> {
  const bucket = { ...json('s3', '', '1.1', {}), path: `/${StreamName}`, method: 'PUT', body: '' };
  await ask(bucket);
  const RoleARN = 'arn:aws:iam::000000000000:role/firehose';
  const ExtendedS3DestinationConfiguration = { BucketARN: `arn:aws:s3:::${StreamName}`, RoleARN };
  await ask(firehose('CreateDeliveryStream', { DeliveryStreamName: StreamName, ExtendedS3DestinationConfiguration }));
}

/** From the sending of a PutRecord to its event in the SDK's client, over HTTP/2. */
async function subscriptionRow({ url }: Measured, ask: Ask): Promise<BenchRow> {
  const client = new Kinesis({ endpoint: url, region: 'us-east-1', credentials: { accessKeyId: 'test', secretAccessKey: 'test' } });
  const StreamARN = `arn:aws:kinesis:us-east-1:000000000000:stream/${SUBSCRIBED}`;
  const { Consumer } = await client.registerStreamConsumer({ StreamARN, ConsumerName: 'bench' });
  const { EventStream } = await client.subscribeToShard({
    ConsumerARN: Consumer!.ConsumerARN!,
    ShardId: 'shardId-000000000000',
    StartingPosition: { Type: 'TRIM_HORIZON' },
  });
  const times: number[] = [];
  let sentAt = 0;
  const send = () => {
    sentAt = performance.now();
    return ask(kinesis('PutRecord', { StreamName: SUBSCRIBED, Data, PartitionKey: 'k' }));
  };
  let answered = send();
  for await (const { SubscribeToShardEvent: event } of EventStream!) {
    if (!event?.Records?.length) continue;
    times.push(performance.now() - sentAt);
    await answered;
    if (times.length === WARMING + EVENTS) break;
    answered = send();
  }
  client.destroy();
  const median = times.slice(WARMING).sort((a, b) => a - b)[EVENTS / 2]!;
  return {
    what: 'PutRecord to its event in a subscription (SubscribeToShard), p50',
    figure: `${median.toFixed(2)} ms`,
    ratio: median,
    limit: SUBSCRIBE_LIMIT_MS,
  };
}

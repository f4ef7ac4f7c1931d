// kill -9 under a load of records: every acknowledged record is in its shard in the order in which it was put, a function that follows the stream gets
// each, a delivery stream delivers each, and goes on in the data stream where it stopped.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Firehose } from '@aws-sdk/client-firehose';
import { Kinesis } from '@aws-sdk/client-kinesis';
import { Lambda } from '@aws-sdk/client-lambda';
import { S3 } from '@aws-sdk/client-s3';
import { SQS } from '@aws-sdk/client-sqs';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { handler, ROLE } from '../conformance/lambda/fixture.ts';
import { type ChildEmulator, startChild } from '../support/child.ts';
import { clientsOf } from '../support/emulator.ts';
import { untilPasses } from '../support/until-passes.ts';

const WRITERS = 4;
/** The emulator is killed after this many acknowledgements of a round. */
const ACKNOWLEDGED = [20, 120];
const BUCKET = 'arrived';
const RoleARN = 'arn:aws:iam::000000000000:role/delivery';
const BucketARN = `arn:aws:s3:::${BUCKET}`;
const StreamName = 'orders';
const STREAM_ARN = `arn:aws:kinesis:us-east-1:000000000000:stream/${StreamName}`;
/** Long enough for a slow machine; what is waited for comes within seconds. */

/** Sends the text of each record to the queue. */
const FORWARD = handler(`
  for (const { kinesis } of event.Records) {
    const MessageBody = Buffer.from(kinesis.data, 'base64').toString();
    const fields = { Action: 'SendMessage', Version: '2012-11-05', QueueUrl: 'seen', MessageBody };
    const { status } = await fetch(process.env.AWS_ENDPOINT_URL + '/', { method: 'POST', body: new URLSearchParams(fields) });
    if (status !== 200) throw new Error('status ' + status);
  }`);

interface Clients {
  readonly kinesis: Kinesis;
  readonly firehose: Firehose;
  readonly s3: S3;
  readonly sqs: SQS;
  readonly lambda: Lambda;
}

let folder: string;
let emulator: ChildEmulator;
let clients: Clients;
let close = (): void => {};

async function start(): Promise<void> {
  emulator = await startChild({ PERSISTENCE: '1', DATA_DIR: folder });
  const { client, destroy } = clientsOf(emulator.url);
  close = destroy;
  clients = { kinesis: client(Kinesis), firehose: client(Firehose), s3: client(S3), sqs: client(SQS), lambda: client(Lambda) };
}

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'streams-crash-'));
  await start();
  const { kinesis, firehose, s3, sqs, lambda } = clients;
  await s3.createBucket({ Bucket: BUCKET });
  await sqs.createQueue({ QueueName: 'seen' });
  await kinesis.createStream({ StreamName, ShardCount: 2 });
  const destination = (Prefix: string) => ({ RoleARN, BucketARN, Prefix });
  await firehose.createDeliveryStream({ DeliveryStreamName: 'direct', ExtendedS3DestinationConfiguration: destination('direct/') });
  await firehose.createDeliveryStream({
    DeliveryStreamName: 'followed',
    DeliveryStreamType: 'KinesisStreamAsSource',
    KinesisStreamSourceConfiguration: { KinesisStreamARN: STREAM_ARN, RoleARN },
    ExtendedS3DestinationConfiguration: destination('followed/'),
  });
  await lambda.createFunction({
    ...{ FunctionName: 'forward', Runtime: 'nodejs20.x', Handler: 'index.handler', Role: ROLE, Timeout: 30 },
    Code: { ZipFile: FORWARD },
  });
  await lambda.createEventSourceMapping({ FunctionName: 'forward', EventSourceArn: STREAM_ARN, StartingPosition: 'TRIM_HORIZON' });
});
afterAll(async () => {
  await emulator.kill('SIGKILL');
  close();
  rmSync(folder, { recursive: true, force: true });
});

/** One record after the other into both, until the emulator is gone. Answers by kind what was acknowledged. */
async function write(writer: number, round: number, acknowledge: (kind: 'stream' | 'delivery', text: string) => void): Promise<void> {
  const { kinesis, firehose } = clients;
  for (let n = 0; emulator.exit === undefined; n++) {
    const text = `${round}-${writer}-${n}`;
    const Data = Buffer.from(`${text}\n`);
    try {
      await kinesis.putRecord({ StreamName, Data, PartitionKey: `writer ${writer}` });
      acknowledge('stream', text);
      await firehose.putRecord({ DeliveryStreamName: 'direct', Record: { Data } });
      acknowledge('delivery', text);
    } catch {
      return;
    }
  }
}

/** The texts of all records, shard by shard. */
async function recordsInStream(): Promise<string[]> {
  const { kinesis } = clients;
  const { Shards = [] } = await kinesis.listShards({ StreamName });
  const texts: string[] = [];
  for (const { ShardId } of Shards) {
    let { ShardIterator } = await kinesis.getShardIterator({ StreamName, ShardId: ShardId!, ShardIteratorType: 'TRIM_HORIZON' });
    for (let isOver = false; !isOver; ) {
      const { Records = [], NextShardIterator } = await kinesis.getRecords({ ShardIterator: ShardIterator! });
      texts.push(...Records.map(({ Data }) => Buffer.from(Data!).toString().trim()));
      isOver = Records.length === 0;
      ShardIterator = NextShardIterator;
    }
  }
  return texts;
}

async function linesUnder(Prefix: string): Promise<string[]> {
  const { s3 } = clients;
  const { Contents = [] } = await s3.listObjectsV2({ Bucket: BUCKET, Prefix });
  const bodies = await Promise.all(
    Contents.map(async ({ Key }) => (await s3.getObject({ Bucket: BUCKET, Key: Key! })).Body!.transformToString()),
  );
  return bodies.flatMap((body) => body.trimEnd().split('\n'));
}

/** Adds what the function has forwarded since the last call. */
async function drain(seen: Set<string>): Promise<void> {
  const { sqs } = clients;
  for (;;) {
    const { Messages = [] } = await sqs.receiveMessage({ QueueUrl: 'seen', MaxNumberOfMessages: 10 });
    if (Messages.length === 0) return;
    for (const { Body } of Messages) seen.add(Body!.trim());
    const Entries = Messages.map(({ ReceiptHandle }, at) => ({ Id: String(at), ReceiptHandle: ReceiptHandle! }));
    await sqs.deleteMessageBatch({ QueueUrl: 'seen', Entries });
  }
}

const missing = (acknowledged: ReadonlySet<string>, present: Iterable<string>): string[] => {
  const found = new Set(present);
  return [...acknowledged].filter((text) => !found.has(text));
};

it(`kill -9, ${ACKNOWLEDGED.length} times, loses no acknowledged record and no checkpoint`, { timeout: 400_000 }, async () => {
  const acknowledged = { stream: new Set<string>(), delivery: new Set<string>() };
  const seen = new Set<string>();
  for (const [round, limit] of ACKNOWLEDGED.entries()) {
    let count = 0;
    const acknowledge = (kind: 'stream' | 'delivery', text: string): void => {
      acknowledged[kind].add(text);
      if (++count === limit) void emulator.kill('SIGKILL');
    };
    await Promise.all(Array.from({ length: WRITERS }, (_, writer) => write(writer, round, acknowledge)));
    close();
    await start();
    const inStream = await recordsInStream();
    expect(missing(acknowledged.stream, inStream)).toEqual([]);
    // Order within a partition key, and no record twice.
    for (let writer = 0; writer < WRITERS; writer++) {
      const own = inStream.filter((text) => text.split('-')[1] === String(writer)).map((text) => text.split('-').map(Number));
      expect(own).toEqual([...own].sort((a, b) => a[0]! - b[0]! || a[2]! - b[2]!));
    }
    expect(new Set(inStream).size).toBe(inStream.length);
    await untilPasses(async () => expect(missing(acknowledged.delivery, await linesUnder('direct/'))).toEqual([]));
    await untilPasses(async () => expect(missing(new Set(inStream), await linesUnder('followed/'))).toEqual([]));
    await untilPasses(async () => {
      await drain(seen);
      expect(missing(new Set(inStream), seen)).toEqual([]);
    });
  }
  // Attempts that a kill interrupted write the same objects again.
  const followed = await linesUnder('followed/');
  expect(followed.length).toBe(new Set(followed).size);
});

// Data streams and delivery streams of a data directory: records, iterators, consumers and buffers are there after a restart, and readers go on.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Firehose } from '@aws-sdk/client-firehose';
import { S3 } from '@aws-sdk/client-s3';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Streams, shardId, textOf, useStreams } from './use-streams.ts';

const RoleARN = 'arn:aws:iam::000000000000:role/delivery';
const ExtendedS3DestinationConfiguration = { RoleARN, BucketARN: 'arn:aws:s3:::arrived' };
let DATA_DIR: string;
let streams: Streams;
const start = async (): Promise<void> => {
  streams = await useStreams({ options: { PERSISTENCE: '1', DATA_DIR } });
};
const restart = async (): Promise<void> => {
  await streams.emulator.stop();
  await start();
};
beforeAll(async () => {
  DATA_DIR = await mkdtemp(join(tmpdir(), 'streams-'));
  await start();
});
afterAll(async () => {
  await streams.emulator.stop();
  await rm(DATA_DIR, { recursive: true });
});

const put = (StreamName: string, text: string) =>
  streams.kinesis.putRecord({ StreamName, Data: Buffer.from(text), PartitionKey: 'k', ExplicitHashKey: '0' });

it('keep records with their numbers, shards and consumers, and iterators go on where they were', async () => {
  const StreamARN = await streams.stream('kept', 2);
  const { Consumer } = await streams.kinesis.registerStreamConsumer({ StreamARN, ConsumerName: 'reader' });
  const large = 'x'.repeat(500_000);
  for (const text of ['one', large, 'three']) await put('kept', text);
  await streams.kinesis.mergeShards({ StreamARN, ShardToMerge: shardId(0), AdjacentShardToMerge: shardId(1) });
  const first = await streams.kinesis.getRecords({ ShardIterator: await streams.iterator('kept'), Limit: 1 });
  const { SequenceNumber: last = '' } = await put('kept', 'child');
  await restart();
  const rest = await streams.kinesis.getRecords({ ShardIterator: first.NextShardIterator! });
  expect(rest.Records!.map(textOf)).toEqual([large, 'three']);
  expect(rest.NextShardIterator).toBeUndefined();
  const { SequenceNumber: next = '' } = await put('kept', 'later');
  expect(BigInt(next)).toBeGreaterThan(BigInt(last));
  expect((await streams.records('kept', 2)).map((record) => [textOf(record), record.SequenceNumber])).toEqual([
    ['child', last],
    ['later', next],
  ]);
  expect((await streams.kinesis.listShards({ StreamName: 'kept' })).Shards).toHaveLength(3);
  const { ConsumerDescription } = await streams.kinesis.describeStreamConsumer({ ConsumerARN: Consumer!.ConsumerARN! });
  expect(ConsumerDescription!.ConsumerStatus).toBe('ACTIVE');
});

it('deliver what was buffered, and follow a data stream from where they were', async () => {
  const KinesisStreamARN = await streams.stream('source');
  await streams.emulator.client(S3).createBucket({ Bucket: 'arrived' });
  const firehose = streams.emulator.client(Firehose);
  await firehose.createDeliveryStream({ DeliveryStreamName: 'direct', ExtendedS3DestinationConfiguration });
  await firehose.createDeliveryStream({
    DeliveryStreamName: 'following',
    DeliveryStreamType: 'KinesisStreamAsSource',
    KinesisStreamSourceConfiguration: { KinesisStreamARN, RoleARN },
    ExtendedS3DestinationConfiguration,
  });
  await firehose.putRecord({ DeliveryStreamName: 'direct', Record: { Data: Buffer.from('buffered\n') } });
  await put('source', 'before\n');
  await streams.emulator.idle();
  await restart();
  await put('source', 'after\n');
  await streams.emulator.idle();
  await streams.emulator.clock.advance('2s');
  await streams.emulator.idle();
  const s3 = streams.emulator.client(S3);
  const { Contents = [] } = await s3.listObjectsV2({ Bucket: 'arrived' });
  const bodies = await Promise.all(
    Contents.map(async ({ Key }) => (await s3.getObject({ Bucket: 'arrived', Key: Key! })).Body!.transformToString()),
  );
  expect(bodies.join('').trim().split('\n').sort()).toEqual(['after', 'before', 'buffered']);
});

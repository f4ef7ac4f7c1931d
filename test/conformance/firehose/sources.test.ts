import { Kinesis } from '@aws-sdk/client-kinesis';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { ROLE, type Streams, textsOf, useStreams } from './use-streams.ts';

let streams: Streams;
let kinesis: Kinesis;
const SOURCE = 'arn:aws:kinesis:us-east-1:000000000000:stream/';

beforeAll(async () => {
  streams = await useStreams();
  kinesis = streams.emulator.client(Kinesis);
});
afterAll(() => streams.emulator.stop());

const send = (StreamName: string, ...texts: string[]) =>
  kinesis.putRecords({ StreamName, Records: texts.map((text) => ({ Data: Buffer.from(text), PartitionKey: text })) });

const follow = (name: string, source: string) =>
  streams.create(
    name,
    {},
    {
      DeliveryStreamType: 'KinesisStreamAsSource',
      KinesisStreamSourceConfiguration: { KinesisStreamARN: `${SOURCE}${source}`, RoleARN: ROLE },
    },
  );

it('delivers what arrives in a data stream from its creation on, and takes no records of others', async () => {
  await kinesis.createStream({ StreamName: 'orders', ShardCount: 2 });
  await send('orders', 'before');
  await follow('followed', 'orders');
  await send('orders', 'a', 'b', 'c');
  await streams.emulator.idle();
  expect(
    textsOf(await streams.delivered('followed'))
      .join('')
      .split('')
      .sort(),
  ).toEqual(['a', 'b', 'c']);
  const { DeliveryStreamDescription } = await streams.firehose.describeDeliveryStream({ DeliveryStreamName: 'followed' });
  expect(DeliveryStreamDescription).toMatchObject({
    DeliveryStreamType: 'KinesisStreamAsSource',
    Source: { KinesisStreamSourceDescription: { KinesisStreamARN: `${SOURCE}orders`, RoleARN: ROLE } },
  });
  await expect(streams.put('followed', 'x')).rejects.toMatchObject({
    name: 'InvalidArgumentException',
    message: 'This operation is not permitted on KinesisStreamAsSource delivery stream type.',
  });
});

it('follows shards that are split, and ends with the delivery stream', async () => {
  await kinesis.createStream({ StreamName: 'split', ShardCount: 1 });
  await follow('splitting', 'split');
  await send('split', 'a');
  await kinesis.splitShard({ StreamName: 'split', ShardToSplit: 'shardId-000000000000', NewStartingHashKey: String(2n ** 127n) });
  await streams.emulator.clock.advance('10s');
  await send('split', 'b', 'c', 'd');
  await streams.emulator.idle();
  expect(
    textsOf(await streams.delivered('splitting'))
      .join('')
      .split('')
      .sort(),
  ).toEqual(['a', 'b', 'c', 'd']);
  await streams.firehose.deleteDeliveryStream({ DeliveryStreamName: 'splitting' });
  await send('split', 'late');
  expect(textsOf(await streams.delivered('splitting')).join('')).not.toContain('late');
});

it('needs a data stream that is there', async () => {
  await expect(follow('lonely', 'missing')).rejects.toMatchObject({ name: 'ResourceNotFoundException' });
});

// CreateStream, DescribeStream, DescribeStreamSummary, ListStreams, ListShards, DeleteStream.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Streams, shardId, useStreams } from './use-streams.ts';

let streams: Streams;
beforeAll(async () => {
  streams = await useStreams();
});
afterAll(() => streams.emulator.stop());

const LAST_KEY = String(2n ** 128n - 1n);

it('describes a stream with its shards, whose ranges meet', async () => {
  const StreamARN = await streams.stream('described', 3);
  expect(StreamARN).toBe('arn:aws:kinesis:us-east-1:000000000000:stream/described');
  const { StreamDescription } = await streams.kinesis.describeStream({ StreamARN });
  expect(StreamDescription).toEqual({
    StreamName: 'described',
    StreamARN,
    StreamStatus: 'ACTIVE',
    StreamModeDetails: { StreamMode: 'PROVISIONED' },
    RetentionPeriodHours: 24,
    StreamCreationTimestamp: expect.any(Date),
    EnhancedMonitoring: [{ ShardLevelMetrics: [] }],
    EncryptionType: 'NONE',
    HasMoreShards: false,
    Shards: [
      ['0', '113427455640312821154458202477256070484'],
      ['113427455640312821154458202477256070485', '226854911280625642308916404954512140969'],
      ['226854911280625642308916404954512140970', LAST_KEY],
    ].map(([StartingHashKey, EndingHashKey], at) => ({
      ShardId: shardId(at),
      HashKeyRange: { StartingHashKey, EndingHashKey },
      SequenceNumberRange: { StartingSequenceNumber: expect.stringMatching(/^\d{56}$/) },
    })),
  });
  const { StreamDescriptionSummary } = await streams.kinesis.describeStreamSummary({ StreamARN });
  expect(StreamDescriptionSummary).toMatchObject({ OpenShardCount: 3, ConsumerCount: 0, MaxRecordSizeInKiB: 1024 });
});

// localstack/localstack, tests/aws/services/kinesis/test_kinesis.snapshot.json, test_create_stream_without_shard_count, 2022.
it('has four shards where none are asked for', async () => {
  await streams.kinesis.createStream({ StreamName: 'plain' });
  expect((await streams.kinesis.listShards({ StreamName: 'plain' })).Shards).toHaveLength(4);
  await streams.kinesis.createStream({ StreamName: 'on-demand', StreamModeDetails: { StreamMode: 'ON_DEMAND' } });
  expect((await streams.kinesis.listShards({ StreamName: 'on-demand' })).Shards).toHaveLength(4);
});

it('exists once, and its successor begins empty', async () => {
  await streams.stream('again');
  await streams.kinesis.putRecord({ StreamName: 'again', Data: Buffer.from('x'), PartitionKey: 'k' });
  const ShardIterator = await streams.iterator('again');
  await expect(streams.stream('again')).rejects.toMatchObject({
    name: 'ResourceInUseException',
    message: 'Stream again under account 000000000000 already exists.',
  });
  await streams.kinesis.deleteStream({ StreamName: 'again' });
  await expect(streams.kinesis.describeStream({ StreamName: 'again' })).rejects.toThrow(
    'Stream again under account 000000000000 not found.',
  );
  await streams.stream('again');
  expect(await streams.records('again')).toEqual([]);
  await expect(streams.kinesis.getRecords({ ShardIterator })).rejects.toThrow(
    'Shard shardId-000000000000 in stream again under account 000000000000 does not exist',
  );
});

it('lists streams in pages, by token or by the last name', async () => {
  await using other = await useStreams();
  for (const name of ['a', 'b', 'c']) await other.stream(name);
  const one = await other.kinesis.listStreams({ Limit: 2 });
  expect(one).toMatchObject({ StreamNames: ['a', 'b'], HasMoreStreams: true });
  expect(await other.kinesis.listStreams({ NextToken: one.NextToken })).toMatchObject({ StreamNames: ['c'], HasMoreStreams: false });
  const { StreamNames, StreamSummaries } = await other.kinesis.listStreams({ ExclusiveStartStreamName: 'a' });
  expect(StreamNames).toEqual(['b', 'c']);
  expect(StreamSummaries![0]).toMatchObject({ StreamName: 'b', StreamStatus: 'ACTIVE', StreamModeDetails: { StreamMode: 'PROVISIONED' } });
});

it('lists shards in pages', async () => {
  await streams.stream('paged', 5);
  const one = await streams.kinesis.listShards({ StreamName: 'paged', MaxResults: 3 });
  const two = await streams.kinesis.listShards({ NextToken: one.NextToken! });
  expect([...one.Shards!, ...two.Shards!].map(({ ShardId }) => ShardId)).toEqual([0, 1, 2, 3, 4].map(shardId));
  expect(two.NextToken).toBeUndefined();
  const after = await streams.kinesis.listShards({ StreamName: 'paged', ShardFilter: { Type: 'AFTER_SHARD_ID', ShardId: shardId(3) } });
  expect(after.Shards).toHaveLength(1);
  await expect(streams.kinesis.listShards({ StreamName: 'paged', NextToken: one.NextToken! })).rejects.toThrow(
    'NextToken and StreamName cannot be provided together.',
  );
  await expect(streams.kinesis.listShards({})).rejects.toThrow('Either NextToken or StreamName should be provided.');
  await expect(streams.kinesis.listShards({ NextToken: 'bm9uc2Vuc2U' })).rejects.toThrow('NextToken is not valid.');
});

it('refuses what would be no stream, and the id that the service keeps for later', async () => {
  const onDemand = { StreamMode: 'ON_DEMAND' } as const;
  await expect(streams.kinesis.createStream({ StreamName: 'x', ShardCount: 1, StreamModeDetails: onDemand })).rejects.toThrow(
    'ShardCount must not be set for a stream in ON_DEMAND mode.',
  );
  await expect(streams.kinesis.createStream({ StreamName: 'x', ShardCount: 30_000 })).rejects.toMatchObject({
    name: 'LimitExceededException',
    message: expect.stringMatching(/^This request would exceed the shard limit for the account 000000000000 in us-east-1\./),
  });
  // SDKs send a request with this member to another host.
  const headers = { 'x-amz-target': 'Kinesis_20131202.DescribeStream', 'content-type': 'application/x-amz-json-1.1' };
  const body = JSON.stringify({ StreamName: 'plain', StreamId: 'abcdefghijklmnopqrst-abc' });
  const answer = await fetch(streams.emulator.url, { method: 'POST', headers, body });
  expect(await answer.json()).toMatchObject({
    __type: 'InvalidArgumentException',
    message: expect.stringMatching(/^StreamId is reserved for future use\./),
  });
});

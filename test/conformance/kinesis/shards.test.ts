// SplitShard, MergeShards, UpdateShardCount, filters of ListShards, retention.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Streams, shardId, textOf, useStreams } from './use-streams.ts';

let streams: Streams;
beforeAll(async () => {
  streams = await useStreams();
});
afterAll(() => streams.emulator.stop());

const MIDDLE = String(2n ** 127n);
const list = async (StreamName: string) => (await streams.kinesis.listShards({ StreamName })).Shards!;
const openOf = async (StreamName: string) => (await list(StreamName)).filter((shard) => !shard.SequenceNumberRange!.EndingSequenceNumber);
const put = (StreamName: string, text: string, ExplicitHashKey: string) =>
  streams.kinesis.putRecord({ StreamName, Data: Buffer.from(text), PartitionKey: 'k', ExplicitHashKey });

describe('splitting', () => {
  it('closes a shard, whose last page names its children; their numbers are higher', async () => {
    await streams.stream('split');
    const before = await put('split', 'before', '0');
    await streams.kinesis.splitShard({ StreamName: 'split', ShardToSplit: shardId(0), NewStartingHashKey: MIDDLE });
    const after = await put('split', 'after', MIDDLE);
    expect(after.ShardId).toBe(shardId(2));
    expect(BigInt(after.SequenceNumber!)).toBeGreaterThan(BigInt(before.SequenceNumber!));
    const [parent, low, high] = await list('split');
    expect(parent!.SequenceNumberRange!.EndingSequenceNumber).toMatch(/^\d{56}$/);
    expect([low, high]).toMatchObject([
      { ShardId: shardId(1), ParentShardId: shardId(0), HashKeyRange: { StartingHashKey: '0', EndingHashKey: String(2n ** 127n - 1n) } },
      { ShardId: shardId(2), ParentShardId: shardId(0), HashKeyRange: { StartingHashKey: MIDDLE, EndingHashKey: String(2n ** 128n - 1n) } },
    ]);
    const page = await streams.kinesis.getRecords({ ShardIterator: await streams.iterator('split') });
    expect(page.Records!.map(textOf)).toEqual(['before']);
    expect(page).not.toHaveProperty('NextShardIterator');
    expect(page.ChildShards).toEqual([
      { ShardId: shardId(1), ParentShards: [shardId(0)], HashKeyRange: low!.HashKeyRange },
      { ShardId: shardId(2), ParentShards: [shardId(0)], HashKeyRange: high!.HashKeyRange },
    ]);
  });

  it('names what is wrong', async () => {
    await streams.stream('unsplit');
    const split = (ShardToSplit: string, NewStartingHashKey: string) =>
      streams.kinesis.splitShard({ StreamName: 'unsplit', ShardToSplit, NewStartingHashKey });
    await expect(split(shardId(7), MIDDLE)).rejects.toThrow(
      'Could not find shard shardId-000000000007 in stream unsplit under account 000000000000.',
    );
    await expect(split(shardId(0), '1')).rejects.toThrow(
      "NewStartingHashKey 1 used in SplitShard() on shard shardId-000000000000 in stream unsplit under account 000000000000 is not both greater than one plus the shard's StartingHashKey 0 and less than the shard's EndingHashKey 340282366920938463463374607431768211455.",
    );
    await split(shardId(0), MIDDLE);
    await expect(split(shardId(0), MIDDLE)).rejects.toMatchObject({ name: 'ResourceInUseException' });
  });
});

describe('merging', () => {
  it('makes one shard of two that meet', async () => {
    await streams.stream('merge', 3);
    const merge = (ShardToMerge: string, AdjacentShardToMerge: string) =>
      streams.kinesis.mergeShards({ StreamName: 'merge', ShardToMerge, AdjacentShardToMerge });
    await expect(merge(shardId(0), shardId(2))).rejects.toThrow(
      'Shards shardId-000000000000 and shardId-000000000002 in stream merge under account 000000000000 are not an adjacent pair of shards eligible for merging',
    );
    await merge(shardId(0), shardId(1));
    expect(await openOf('merge')).toMatchObject([
      { ShardId: shardId(2) },
      { ShardId: shardId(3), ParentShardId: shardId(0), AdjacentParentShardId: shardId(1), HashKeyRange: { StartingHashKey: '0' } },
    ]);
  });
});

describe('a number of shards', () => {
  it.each([
    [1, 2],
    [2, 3],
    [3, 5],
    [5, 3],
    [4, 2],
  ])('goes from %d to %d, all of one size, each with two parents at most', async (from, to) => {
    const name = `count-${from}-${to}`;
    await streams.stream(name, from);
    const answer = await streams.kinesis.updateShardCount({ StreamName: name, TargetShardCount: to, ScalingType: 'UNIFORM_SCALING' });
    expect(answer).toMatchObject({ CurrentShardCount: from, TargetShardCount: to });
    const starts = (await openOf(name)).map((shard) => BigInt(shard.HashKeyRange!.StartingHashKey!)).sort((a, b) => (a < b ? -1 : 1));
    expect(starts).toEqual(Array.from({ length: to }, (_, at) => (2n ** 128n / BigInt(to)) * BigInt(at)));
    expect((await put(name, 'x', '0')).SequenceNumber).toBeDefined();
  });

  it('at most doubles, and halves', async () => {
    await streams.stream('bounds', 4);
    const to = (TargetShardCount: number) =>
      streams.kinesis.updateShardCount({ StreamName: 'bounds', TargetShardCount, ScalingType: 'UNIFORM_SCALING' });
    await expect(to(9)).rejects.toThrow('cannot scale up over double your current open shard count');
    await expect(to(1)).rejects.toThrow('cannot scale down below half your current open shard count');
  });
});

it('lists the shards that a filter lets through', async () => {
  await streams.stream('filtered');
  const start = (await streams.kinesis.describeStreamSummary({ StreamName: 'filtered' })).StreamDescriptionSummary!
    .StreamCreationTimestamp!;
  await streams.emulator.clock.advance('1h');
  await streams.kinesis.splitShard({ StreamName: 'filtered', ShardToSplit: shardId(0), NewStartingHashKey: MIDDLE });
  await streams.emulator.clock.advance('1h');
  const idsBy = async (ShardFilter: Parameters<typeof streams.kinesis.listShards>[0]['ShardFilter']) =>
    (await streams.kinesis.listShards({ StreamName: 'filtered', ShardFilter })).Shards!.map(({ ShardId }) => Number(ShardId!.slice(-2)));
  expect(await idsBy({ Type: 'AT_LATEST' })).toEqual([1, 2]);
  expect(await idsBy({ Type: 'AT_TRIM_HORIZON' })).toEqual([0]);
  expect(await idsBy({ Type: 'FROM_TRIM_HORIZON' })).toEqual([0, 1, 2]);
  expect(await idsBy({ Type: 'AT_TIMESTAMP', Timestamp: new Date(start.getTime() + 60_000) })).toEqual([0]);
  expect(await idsBy({ Type: 'FROM_TIMESTAMP', Timestamp: new Date(start.getTime() + 5_400_000) })).toEqual([1, 2]);
  await expect(idsBy({ Type: 'AT_TIMESTAMP' })).rejects.toThrow('Timestamp must be provided when ShardFilterType is AT_TIMESTAMP.');
});

it('keeps records as long as the retention says, and forgets closed shards with their last record', async () => {
  await streams.stream('kept');
  const hours = (RetentionPeriodHours: number) => ({ StreamName: 'kept', RetentionPeriodHours });
  await expect(streams.kinesis.increaseStreamRetentionPeriod(hours(23))).rejects.toThrow(
    'Minimum allowed retention period is 24 hours. Requested retention period (23 hours) is too short.',
  );
  await streams.kinesis.increaseStreamRetentionPeriod(hours(48));
  await expect(streams.kinesis.increaseStreamRetentionPeriod(hours(24))).rejects.toThrow(
    'Requested retention period (24 hours) for stream kept can not be shorter than existing retention period (48 hours). Use DecreaseRetentionPeriod API.',
  );
  await put('kept', 'old', '0');
  await streams.kinesis.splitShard({ StreamName: 'kept', ShardToSplit: shardId(0), NewStartingHashKey: MIDDLE });
  await streams.emulator.clock.advance('30h');
  expect((await streams.records('kept')).map(textOf)).toEqual(['old']);
  await streams.kinesis.decreaseStreamRetentionPeriod(hours(24));
  await streams.emulator.idle();
  expect((await list('kept')).map(({ ShardId }) => ShardId)).toEqual([shardId(1), shardId(2)]);
});

// Tags, encryption, metrics, modes, limits, settings of the account, policies.
import { Kinesis } from '@aws-sdk/client-kinesis';
import { KMS } from '@aws-sdk/client-kms';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Streams, useStreams } from './use-streams.ts';

let streams: Streams;
beforeAll(async () => {
  streams = await useStreams();
});
afterAll(() => streams.emulator.stop());

it('tags a stream by its name and by its ARN', async () => {
  const ResourceARN = await streams.stream('tagged');
  await streams.kinesis.addTagsToStream({ StreamName: 'tagged', Tags: { b: '2', a: '1', c: '3' } });
  const one = await streams.kinesis.listTagsForStream({ StreamName: 'tagged', Limit: 2 });
  expect(one).toMatchObject({ Tags: [{ Key: 'a', Value: '1' }, { Key: 'b' }], HasMoreTags: true });
  const two = await streams.kinesis.listTagsForStream({ StreamName: 'tagged', ExclusiveStartTagKey: 'b' });
  expect(two).toMatchObject({ Tags: [{ Key: 'c' }], HasMoreTags: false });
  await streams.kinesis.removeTagsFromStream({ StreamName: 'tagged', TagKeys: ['a', 'b'] });
  await streams.kinesis.tagResource({ ResourceARN, Tags: { d: '4' } });
  await streams.kinesis.untagResource({ ResourceARN, TagKeys: ['c'] });
  expect((await streams.kinesis.listTagsForResource({ ResourceARN })).Tags).toEqual([{ Key: 'd', Value: '4' }]);
  await expect(streams.kinesis.addTagsToStream({ StreamName: 'tagged', Tags: { '<x>': 'y' } })).rejects.toThrow(
    'Some tags contain invalid characters. Valid characters: Unicode letters, digits, white space, _ . / = + - % @.',
  );
});

it('says that a stream is encrypted, with a key that exists', async () => {
  await streams.stream('secret');
  const start = (KeyId: string) => streams.kinesis.startStreamEncryption({ StreamName: 'secret', EncryptionType: 'KMS', KeyId });
  await expect(start('alias/none')).rejects.toMatchObject({ name: 'KMSNotFoundException' });
  const { KeyMetadata } = await streams.emulator.client(KMS).createKey({});
  await start(KeyMetadata!.KeyId!);
  const put = { StreamName: 'secret', Data: Buffer.from('x'), PartitionKey: 'k' };
  expect(await streams.kinesis.putRecord(put)).toMatchObject({ EncryptionType: 'KMS' });
  expect((await streams.records('secret'))[0]).toMatchObject({ EncryptionType: 'KMS' });
  const described = async () => (await streams.kinesis.describeStreamSummary({ StreamName: 'secret' })).StreamDescriptionSummary;
  expect(await described()).toMatchObject({ EncryptionType: 'KMS', KeyId: KeyMetadata!.KeyId });
  await streams.kinesis.stopStreamEncryption({ StreamName: 'secret', EncryptionType: 'KMS', KeyId: KeyMetadata!.KeyId! });
  expect(await described()).toMatchObject({ EncryptionType: 'NONE' });
});

it('changes mode, size of records, throughput and metrics', async () => {
  const StreamARN = await streams.stream('changed');
  await expect(streams.kinesis.updateStreamWarmThroughput({ StreamARN, WarmThroughputMiBps: 5 })).rejects.toThrow('ON_DEMAND');
  await streams.kinesis.updateStreamMode({ StreamARN, StreamModeDetails: { StreamMode: 'ON_DEMAND' } });
  await streams.kinesis.updateStreamWarmThroughput({ StreamARN, WarmThroughputMiBps: 5 });
  await streams.kinesis.updateMaxRecordSize({ StreamARN, MaxRecordSizeInKiB: 2048 });
  await streams.kinesis.putRecord({ StreamARN, Data: Buffer.alloc(1_500_000), PartitionKey: 'k' });
  const metrics = await streams.kinesis.enableEnhancedMonitoring({ StreamARN, ShardLevelMetrics: ['OutgoingBytes', 'IncomingBytes'] });
  expect(metrics).toMatchObject({ CurrentShardLevelMetrics: [], DesiredShardLevelMetrics: ['IncomingBytes', 'OutgoingBytes'] });
  await streams.kinesis.disableEnhancedMonitoring({ StreamARN, ShardLevelMetrics: ['OutgoingBytes'] });
  expect((await streams.kinesis.describeStreamSummary({ StreamARN })).StreamDescriptionSummary).toMatchObject({
    StreamModeDetails: { StreamMode: 'ON_DEMAND' },
    MaxRecordSizeInKiB: 2048,
    WarmThroughput: { TargetMiBps: 5, CurrentMiBps: 5 },
    EnhancedMonitoring: [{ ShardLevelMetrics: ['IncomingBytes'] }],
  });
});

it('chooses shards itself where the stream says so', async () => {
  const StreamARN = await streams.stream('spread', 2);
  const put = () => streams.kinesis.putRecord({ StreamARN, Data: Buffer.from('x') } as never);
  await expect(put()).rejects.toThrow("Value null at 'partitionKey' failed to satisfy constraint: Member must not be null");
  await streams.kinesis.updateStreamRecordDistributionStrategy({ StreamARN, RecordDistributionStrategy: 'AUTO' });
  expect(await put()).toMatchObject({ ShardId: expect.stringMatching(/^shardId-00000000000[01]$/) });
});

it('knows limits and settings of the account', async () => {
  await using other = await useStreams();
  await other.stream('three', 3);
  await other.kinesis.createStream({ StreamName: 'four', StreamModeDetails: { StreamMode: 'ON_DEMAND' } });
  expect(await other.kinesis.describeLimits({})).toMatchObject({ OpenShardCount: 3, OnDemandStreamCount: 1, OnDemandStreamCountLimit: 50 });
  const status = async () => (await other.kinesis.describeAccountSettings({})).MinimumThroughputBillingCommitment;
  expect(await status()).toEqual({ Status: 'DISABLED' });
  await other.kinesis.updateAccountSettings({ MinimumThroughputBillingCommitment: { Status: 'ENABLED' } });
  expect(await status()).toMatchObject({ Status: 'ENABLED', StartedAt: expect.any(Date) });
  await other.kinesis.updateAccountSettings({ MinimumThroughputBillingCommitment: { Status: 'DISABLED' } });
  expect(await status()).toMatchObject({ Status: 'ENABLED_UNTIL_EARLIEST_ALLOWED_END' });
});

// localstack/localstack, tests/aws/services/kinesis/test_kinesis.snapshot.json, test_resource_policy_crud, 2025.
it('keeps a policy, which decides about other accounts', async () => {
  const ResourceARN = await streams.stream('shared');
  const policyOf = async () => JSON.parse((await streams.kinesis.getResourcePolicy({ ResourceARN })).Policy!) as object;
  expect(await policyOf()).toEqual({});
  const stranger = streams.emulator.client(Kinesis, { credentials: { accessKeyId: '111111111111', secretAccessKey: 'x' } });
  const put = () => stranger.putRecord({ StreamARN: ResourceARN, Data: Buffer.from('x'), PartitionKey: 'k' });
  await expect(put()).rejects.toMatchObject({
    name: 'AccessDeniedException',
    message: `User: arn:aws:iam::111111111111:root is not authorized to perform: kinesis:PutRecord on resource: ${ResourceARN} because no resource-based policy allows the kinesis:PutRecord action`,
  });
  const Statement = [
    { Effect: 'Allow', Principal: { AWS: 'arn:aws:iam::111111111111:root' }, Action: 'kinesis:PutRecord', Resource: ResourceARN },
  ];
  await streams.kinesis.putResourcePolicy({ ResourceARN, Policy: JSON.stringify({ Version: '2012-10-17', Statement }) });
  await put();
  expect(await policyOf()).toMatchObject({ Statement });
  const iterator = { StreamARN: ResourceARN, ShardId: 'shardId-000000000000', ShardIteratorType: 'TRIM_HORIZON' as const };
  await expect(stranger.getShardIterator(iterator)).rejects.toMatchObject({ name: 'AccessDeniedException' });
  await streams.kinesis.deleteResourcePolicy({ ResourceARN });
  expect(await policyOf()).toEqual({});
  await expect(streams.kinesis.putResourcePolicy({ ResourceARN, Policy: '{' })).rejects.toMatchObject({ name: 'InvalidArgumentException' });
});

it('refuses what a shard does not take in a second, where limits are those of the cloud', async () => {
  await using limited = await useStreams({ environment: { KINESIS_LIMITS: 'cloud' } });
  await limited.stream('narrow');
  const Records = Array.from({ length: 500 }, () => ({ Data: Buffer.alloc(1500), PartitionKey: 'k' }));
  await limited.kinesis.putRecords({ StreamName: 'narrow', Records });
  const { FailedRecordCount, Records: results } = await limited.kinesis.putRecords({ StreamName: 'narrow', Records });
  expect(FailedRecordCount).toBeGreaterThan(0);
  expect(results!.at(-1)).toEqual({
    ErrorCode: 'ProvisionedThroughputExceededException',
    ErrorMessage: 'Rate exceeded for shard shardId-000000000000 in stream narrow under account 000000000000.',
  });
});

it('refuses at random as often as it is told', async () => {
  await using failing = await useStreams({ environment: { KINESIS_ERROR_PROBABILITY: '1' } });
  await failing.stream('failing');
  const put = failing.kinesis.putRecord({ StreamName: 'failing', Data: Buffer.from('x'), PartitionKey: 'k' });
  await expect(put).rejects.toMatchObject({ name: 'ProvisionedThroughputExceededException' });
});

// Replication: new versions are copied to other buckets, in the emulator's accounts and regions.
import { type ReplicationRule, S3 } from '@aws-sdk/client-s3';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestEmulator, type TestEmulator } from '../../support/emulator.ts';

const OTHER = '111122223333';
let emulator: TestEmulator;
let s3: S3;
beforeAll(async () => {
  emulator = await startTestEmulator();
  s3 = emulator.client(S3);
});
afterAll(() => emulator.stop());

const make = async (Bucket: string, client = s3, LocationConstraint?: 'eu-west-1') => {
  await client.createBucket({ Bucket, ...(LocationConstraint && { CreateBucketConfiguration: { LocationConstraint } }) });
  await client.putBucketVersioning({ Bucket, VersioningConfiguration: { Status: 'Enabled' } });
};
const rule = (destination: string, more: Partial<ReplicationRule> = {}): ReplicationRule => ({
  ID: destination,
  Status: 'Enabled',
  Priority: 1,
  Filter: {},
  DeleteMarkerReplication: { Status: 'Disabled' },
  ...more,
  Destination: { Bucket: `arn:aws:s3:::${destination}`, ...more.Destination },
});
const replicate = (Bucket: string, ...Rules: ReplicationRule[]) =>
  s3.putBucketReplication({ Bucket, ReplicationConfiguration: { Role: 'arn:aws:iam::000000000000:role/replication', Rules } });
const read = async (Bucket: string, Key: string, client = s3) => {
  const { Body, VersionId, ReplicationStatus, Metadata, StorageClass } = await client.getObject({ Bucket, Key });
  return { text: await Body!.transformToString(), VersionId, ReplicationStatus, Metadata, StorageClass };
};

it('copies small and large objects with their facts, and says so on both sides', async () => {
  await make('from');
  await make('to-there', s3, 'eu-west-1');
  await replicate(
    'from',
    rule('to-there', { Filter: { Prefix: 'a/' }, Destination: { Bucket: 'arn:aws:s3:::to-there', StorageClass: 'STANDARD_IA' } }),
  );
  const large = 'x'.repeat(200_000);
  for (const [Key, Body] of [
    ['a/small', 'small'],
    ['a/large', large],
  ] as const) {
    const { VersionId } = await s3.putObject({ Bucket: 'from', Key, Body, Metadata: { m: '1' } });
    expect(await read('from', Key)).toMatchObject({ text: Body, VersionId, ReplicationStatus: 'COMPLETED' });
    expect(await read('to-there', Key)).toEqual({
      text: Body,
      VersionId,
      ReplicationStatus: 'REPLICA',
      Metadata: { m: '1' },
      StorageClass: 'STANDARD_IA',
    });
  }
  await s3.putObject({ Bucket: 'from', Key: 'b', Body: 'b' });
  expect((await read('from', 'b')).ReplicationStatus).toBeUndefined();
  await expect(read('to-there', 'b')).rejects.toMatchObject({ name: 'NoSuchKey' });
  await s3.deleteObject({ Bucket: 'from', Key: 'a/small' });
  expect((await read('to-there', 'a/small')).text).toBe('small');
});

it('copies copies and multipart uploads; a replica goes no further', async () => {
  await make('one');
  await make('two');
  await make('three');
  await replicate('one', rule('two'));
  await replicate('two', rule('three'));
  await s3.putObject({ Bucket: 'three', Key: 'source', Body: 'copied' });
  await s3.copyObject({ Bucket: 'one', Key: 'copy', CopySource: 'three/source' });
  expect((await read('two', 'copy')).text).toBe('copied');
  const { UploadId } = await s3.createMultipartUpload({ Bucket: 'one', Key: 'parts' });
  const { ETag } = await s3.uploadPart({ Bucket: 'one', Key: 'parts', UploadId, PartNumber: 1, Body: 'part' });
  await s3.completeMultipartUpload({ Bucket: 'one', Key: 'parts', UploadId, MultipartUpload: { Parts: [{ ETag, PartNumber: 1 }] } });
  expect(await read('two', 'parts')).toMatchObject({ text: 'part', ReplicationStatus: 'REPLICA' });
  await expect(read('three', 'parts')).rejects.toMatchObject({ name: 'NoSuchKey' });
  await s3.deleteObject({ Bucket: 'one', Key: 'parts', VersionId: (await read('one', 'parts')).VersionId });
  expect((await read('two', 'parts')).text).toBe('part');
});

it('copies delete markers where the rule says so', async () => {
  await make('marked');
  await make('marked-too');
  await replicate('marked', rule('marked-too', { DeleteMarkerReplication: { Status: 'Enabled' } }));
  await s3.putObject({ Bucket: 'marked', Key: 'k', Body: '1' });
  const { VersionId } = await s3.deleteObject({ Bucket: 'marked', Key: 'k' });
  const { DeleteMarkers } = await s3.listObjectVersions({ Bucket: 'marked-too' });
  expect(DeleteMarkers?.map((each) => each.VersionId)).toEqual([VersionId]);
});

it('keeps the order of versions where the destination has newer ones of its own', async () => {
  await make('late');
  await make('busy');
  for (const Body of ['1', '2', '3']) await s3.putObject({ Bucket: 'busy', Key: 'k', Body });
  await replicate('late', rule('busy'));
  await s3.putObject({ Bucket: 'late', Key: 'k', Body: 'newest' });
  expect((await read('busy', 'k')).text).toBe('newest');
});

it('fails, and says why, where another account does not let it in', async () => {
  const there = emulator.client(S3, { credentials: { accessKeyId: OTHER, secretAccessKey: 'x' } });
  await make('mine');
  await make('theirs', there);
  await replicate('mine', rule('theirs'));
  await s3.putObject({ Bucket: 'mine', Key: 'k', Body: '1' });
  expect((await read('mine', 'k')).ReplicationStatus).toBe('FAILED');
  expect(emulator.lines.join('\n')).toContain('k of bucket mine is not replicated to theirs: its policy does not allow s3:ReplicateObject');
  const Statement = [
    { Effect: 'Allow', Principal: { AWS: '000000000000' }, Action: ['s3:ReplicateObject'], Resource: 'arn:aws:s3:::theirs/*' },
  ];
  await there.putBucketPolicy({ Bucket: 'theirs', Policy: JSON.stringify({ Version: '2012-10-17', Statement }) });
  await s3.putObject({ Bucket: 'mine', Key: 'k', Body: '2' });
  expect((await read('mine', 'k')).ReplicationStatus).toBe('COMPLETED');
  await there.putPublicAccessBlock({ Bucket: 'theirs', PublicAccessBlockConfiguration: { IgnorePublicAcls: true } });
  expect((await there.listObjectVersions({ Bucket: 'theirs' })).Versions).toHaveLength(1);
});

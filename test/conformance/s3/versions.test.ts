import { S3 } from '@aws-sdk/client-s3';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestEmulator, type TestEmulator } from '../../support/emulator.ts';

let emulator: TestEmulator;
let s3: S3;
beforeAll(async () => {
  emulator = await startTestEmulator();
  s3 = emulator.client(S3);
});
afterAll(() => emulator.stop());

const make = async (Bucket: string, Status?: 'Enabled' | 'Suspended') => {
  await s3.createBucket({ Bucket });
  if (Status) await s3.putBucketVersioning({ Bucket, VersioningConfiguration: { Status } });
};
const put = async (Bucket: string, Key: string, Body: string) => (await s3.putObject({ Bucket, Key, Body })).VersionId;
const text = async (Bucket: string, Key: string, VersionId?: string) =>
  (await s3.getObject({ Bucket, Key, VersionId })).Body!.transformToString();
const history = async (Bucket: string) => {
  const { Versions = [], DeleteMarkers = [] } = await s3.listObjectVersions({ Bucket });
  return {
    versions: Versions.map(({ Key, VersionId, IsLatest }) => [Key, VersionId, IsLatest]),
    markers: DeleteMarkers.map(({ VersionId, IsLatest }) => [VersionId, IsLatest]),
  };
};

describe('a versioned bucket', () => {
  const Bucket = 'versioned';
  beforeAll(() => make(Bucket, 'Enabled'));

  it('keeps every version', async () => {
    const v1 = await put(Bucket, 'k', 'one');
    const v2 = await put(Bucket, 'k', 'two');
    const v3 = await put(Bucket, 'k', 'three');
    expect(await text(Bucket, 'k')).toBe('three');
    expect(await text(Bucket, 'k', v1)).toBe('one');
    expect((await history(Bucket)).versions).toEqual([
      ['k', v3, true],
      ['k', v2, false],
      ['k', v1, false],
    ]);
  });

  it('hides what is deleted behind a marker', async () => {
    const v1 = await put(Bucket, 'hidden', 'x');
    const gone = await s3.deleteObject({ Bucket, Key: 'hidden' });
    expect(gone.DeleteMarker).toBe(true);
    await expect(text(Bucket, 'hidden')).rejects.toMatchObject({ name: 'NoSuchKey' });
    await expect(text(Bucket, 'hidden', gone.VersionId)).rejects.toMatchObject({
      name: 'MethodNotAllowed',
      $metadata: { httpStatusCode: 405 },
    });
    await expect(s3.headObject({ Bucket, Key: 'hidden' })).rejects.toMatchObject({ name: 'NotFound' });
    expect(await text(Bucket, 'hidden', v1)).toBe('x');
    const { Contents = [] } = await s3.listObjectsV2({ Bucket });
    expect(Contents.map(({ Key }) => Key)).not.toContain('hidden');
    expect((await history(Bucket)).markers).toEqual([[gone.VersionId, true]]);
    const undone = await s3.deleteObject({ Bucket, Key: 'hidden', VersionId: gone.VersionId });
    expect(undone.DeleteMarker).toBe(true);
    expect(await text(Bucket, 'hidden')).toBe('x');
  });

  it('brings the version before back when the newest goes', async () => {
    const v1 = await put(Bucket, 'back', 'one');
    const v2 = await put(Bucket, 'back', 'two');
    await s3.deleteObject({ Bucket, Key: 'back', VersionId: v2 });
    expect(await text(Bucket, 'back')).toBe('one');
    await s3.deleteObject({ Bucket, Key: 'back', VersionId: v1 });
    await expect(text(Bucket, 'back')).rejects.toMatchObject({ name: 'NoSuchKey' });
    await expect(text(Bucket, 'back', v1)).rejects.toMatchObject({ name: 'NoSuchVersion' });
    await expect(text(Bucket, 'back', 'nonsense')).rejects.toMatchObject({ name: 'InvalidArgument' });
  });

  it('has tags for each version', async () => {
    const v1 = await put(Bucket, 'tags', 'one');
    await put(Bucket, 'tags', 'two');
    const TagSet = [{ Key: 'a', Value: 'b' }];
    await s3.putObjectTagging({ Bucket, Key: 'tags', VersionId: v1, Tagging: { TagSet } });
    expect((await s3.getObjectTagging({ Bucket, Key: 'tags', VersionId: v1 })).TagSet).toEqual(TagSet);
    expect((await s3.getObjectTagging({ Bucket, Key: 'tags' })).TagSet).toEqual([]);
  });

  it('copies an older version', async () => {
    const v1 = await put(Bucket, 'copy', 'one');
    await put(Bucket, 'copy', 'two');
    const done = await s3.copyObject({ Bucket, Key: 'copy', CopySource: `${Bucket}/copy?versionId=${v1}` });
    expect(done.CopySourceVersionId).toBe(v1);
    expect(await text(Bucket, 'copy')).toBe('one');
  });

  it('lists in pages', async () => {
    const all = await s3.listObjectVersions({ Bucket });
    const seen: (string | undefined)[] = [];
    let KeyMarker: string | undefined;
    let VersionIdMarker: string | undefined;
    for (;;) {
      const page = await s3.listObjectVersions({ Bucket, MaxKeys: 2, KeyMarker, VersionIdMarker });
      seen.push(...(page.Versions ?? []).map(({ VersionId }) => VersionId));
      if (!page.IsTruncated) break;
      ({ NextKeyMarker: KeyMarker, NextVersionIdMarker: VersionIdMarker } = page);
    }
    expect(seen).toEqual(all.Versions?.map(({ VersionId }) => VersionId));
  });

  it('is empty only when all versions are gone', async () => {
    await make('emptied', 'Enabled');
    await put('emptied', 'a', 'x');
    await s3.deleteObject({ Bucket: 'emptied', Key: 'a' });
    await expect(s3.deleteBucket({ Bucket: 'emptied' })).rejects.toMatchObject({ name: 'BucketNotEmpty' });
    const { Versions = [], DeleteMarkers = [] } = await s3.listObjectVersions({ Bucket: 'emptied' });
    const Objects = [...Versions, ...DeleteMarkers].map(({ Key, VersionId }) => ({ Key: Key!, VersionId }));
    const { Deleted } = await s3.deleteObjects({ Bucket: 'emptied', Delete: { Objects } });
    expect(Deleted).toHaveLength(2);
    await s3.deleteBucket({ Bucket: 'emptied' });
  });
});

it('versioning may be suspended: what is written then is the version null', async () => {
  const Bucket = 'suspended';
  await make(Bucket);
  expect((await s3.getBucketVersioning({ Bucket })).Status).toBeUndefined();
  expect(await put(Bucket, 'k', 'before')).toBeUndefined();
  await s3.putBucketVersioning({ Bucket, VersioningConfiguration: { Status: 'Enabled' } });
  const v2 = await put(Bucket, 'k', 'during');
  expect(await text(Bucket, 'k', 'null')).toBe('before');
  await s3.putBucketVersioning({ Bucket, VersioningConfiguration: { Status: 'Suspended' } });
  expect(await put(Bucket, 'k', 'after')).toBeUndefined();
  expect(await text(Bucket, 'k', 'null')).toBe('after');
  expect((await history(Bucket)).versions).toEqual([
    ['k', 'null', true],
    ['k', v2, false],
  ]);
  const marker = await s3.deleteObject({ Bucket, Key: 'k' });
  expect(marker).toMatchObject({ DeleteMarker: true, VersionId: 'null' });
  expect((await history(Bucket)).versions).toEqual([['k', v2, false]]);
  await s3.deleteObject({ Bucket, Key: 'k', VersionId: 'null' });
  expect(await text(Bucket, 'k')).toBe('during');
});

describe('object lock', () => {
  const Bucket = 'locked';
  beforeAll(() => s3.createBucket({ Bucket, ObjectLockEnabledForBucket: true }));
  const remove = (Key: string, VersionId: string | undefined, BypassGovernanceRetention?: boolean) =>
    s3.deleteObject({ Bucket, Key, VersionId, BypassGovernanceRetention });
  const later = () => new Date(Date.now() + 3_600_000);

  it('keeps what is retained', async () => {
    const v1 = await put(Bucket, 'g', 'x');
    await s3.putObjectRetention({ Bucket, Key: 'g', Retention: { Mode: 'GOVERNANCE', RetainUntilDate: later() } });
    await expect(remove('g', v1)).rejects.toMatchObject({ name: 'AccessDenied' });
    expect(await s3.headObject({ Bucket, Key: 'g' })).toMatchObject({ ObjectLockMode: 'GOVERNANCE' });
    await remove('g', v1, true);
  });
  it('keeps what compliance retains from everybody', async () => {
    const v1 = await put(Bucket, 'c', 'x');
    await s3.putObjectRetention({ Bucket, Key: 'c', Retention: { Mode: 'COMPLIANCE', RetainUntilDate: later() } });
    await expect(remove('c', v1, true)).rejects.toMatchObject({ name: 'AccessDenied' });
    expect((await remove('c', undefined)).DeleteMarker).toBe(true);
  });
  it('keeps what is held', async () => {
    const v1 = await put(Bucket, 'h', 'x');
    await s3.putObjectLegalHold({ Bucket, Key: 'h', LegalHold: { Status: 'ON' } });
    await expect(remove('h', v1, true)).rejects.toMatchObject({ name: 'AccessDenied' });
    await s3.putObjectLegalHold({ Bucket, Key: 'h', LegalHold: { Status: 'OFF' } });
    await remove('h', v1);
  });
  it('has a default', async () => {
    await s3.putObjectLockConfiguration({
      Bucket,
      ObjectLockConfiguration: { ObjectLockEnabled: 'Enabled', Rule: { DefaultRetention: { Mode: 'GOVERNANCE', Days: 1 } } },
    });
    const v1 = await put(Bucket, 'd', 'x');
    await expect(remove('d', v1)).rejects.toMatchObject({ name: 'AccessDenied' });
  });
  it('needs a bucket that has it', async () => {
    await make('unlocked');
    await put('unlocked', 'k', 'x');
    await expect(s3.putObjectLegalHold({ Bucket: 'unlocked', Key: 'k', LegalHold: { Status: 'ON' } })).rejects.toMatchObject({
      name: 'InvalidRequest',
      message: 'Bucket is missing Object Lock Configuration',
    });
  });
});

it('a suspended bucket names no version in answers to uploads in parts either, as to others', async () => {
  const Bucket = 'suspended-parts';
  await make(Bucket, 'Suspended');
  const { UploadId } = await s3.createMultipartUpload({ Bucket, Key: 'k' });
  const { ETag } = await s3.uploadPart({ Bucket, Key: 'k', UploadId, PartNumber: 1, Body: 'part' });
  const done = await s3.completeMultipartUpload({ Bucket, Key: 'k', UploadId, MultipartUpload: { Parts: [{ PartNumber: 1, ETag }] } });
  expect(done.VersionId).toBeUndefined();
});

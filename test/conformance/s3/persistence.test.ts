import { mkdtemp, readdir, rm, truncate } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { S3 } from '@aws-sdk/client-s3';
import { expect, it } from 'vitest';
import { startTestEmulator } from '../../support/emulator.ts';

const Bucket = 'kept';
const LARGE = Buffer.alloc(300_000, 7);

async function blobFiles(directory: string): Promise<number> {
  const names = await readdir(join(directory, 'store', 'blobs'), { recursive: true }).catch(() => []);
  return names.filter((name) => /[0-9a-f]{64}$/.test(name)).length;
}

it('objects outlive a restart, and their files go with them', async () => {
  const directory = await mkdtemp(join(tmpdir(), 's3-kept-'));
  const environment = { PERSISTENCE: '1', DATA_DIR: directory };
  try {
    let UploadId: string | undefined;
    {
      await using emulator = await startTestEmulator({ environment });
      const s3 = emulator.client(S3);
      await s3.createBucket({ Bucket });
      await s3.putBucketVersioning({ Bucket, VersioningConfiguration: { Status: 'Enabled' } });
      for (const Body of ['small', LARGE]) await s3.putObject({ Bucket, Key: 'a/k', Body });
      await s3.putObject({ Bucket, Key: 'b', Body: 'b' });
      UploadId = (await s3.createMultipartUpload({ Bucket, Key: 'u' })).UploadId;
      await s3.uploadPart({ Bucket, Key: 'u', UploadId, PartNumber: 1, Body: 'part' });
      expect((await s3.listObjectsV2({ Bucket, Delimiter: '/' })).CommonPrefixes).toEqual([{ Prefix: 'a/' }]);
    }
    await using emulator = await startTestEmulator({ environment });
    const s3 = emulator.client(S3);
    const got = await s3.getObject({ Bucket, Key: 'a/k' });
    expect(Buffer.compare(Buffer.from(await got.Body!.transformToByteArray()), LARGE)).toBe(0);
    const { Versions = [] } = await s3.listObjectVersions({ Bucket });
    expect(Versions.map(({ Key, Size }) => [Key, Size])).toEqual([
      ['a/k', 300_000],
      ['a/k', 5],
      ['b', 1],
    ]);
    expect(await (await s3.getObject({ Bucket, Key: 'a/k', VersionId: Versions[1]!.VersionId })).Body!.transformToString()).toBe('small');
    expect((await s3.listParts({ Bucket, Key: 'u', UploadId })).Parts).toHaveLength(1);
    expect(await blobFiles(directory)).toBe(1);
    const Objects = Versions.map(({ Key, VersionId }) => ({ Key: Key!, VersionId }));
    await s3.deleteObjects({ Bucket, Delete: { Objects } });
    await expect.poll(() => blobFiles(directory)).toBe(0);
  } finally {
    await rm(directory, { recursive: true, force: true });
  }
});

it.each([
  { damage: 'gone', spoil: (file: string) => rm(file), says: /are not there/ },
  { damage: 'cut short', spoil: (file: string) => truncate(file, 1000), says: /are incomplete: 1000 of 300000/ },
])('an object whose stored bytes are $damage is an error with a name, and in the log', async ({ spoil, says }) => {
  const directory = await mkdtemp(join(tmpdir(), 's3-spoilt-'));
  try {
    await using emulator = await startTestEmulator({ environment: { PERSISTENCE: '1', DATA_DIR: directory } });
    const s3 = emulator.client(S3);
    await s3.createBucket({ Bucket });
    await s3.putObject({ Bucket, Key: 'large', Body: LARGE });
    await s3.putObject({ Bucket, Key: 'small', Body: 'small' });
    const blobs = join(directory, 'store', 'blobs');
    const [file = ''] = (await readdir(blobs, { recursive: true })).filter((name) => /[0-9a-f]{64}$/.test(name));
    await spoil(join(blobs, file));
    for (const Range of [undefined, 'bytes=0-9']) {
      const failed = s3.getObject({ Bucket, Key: 'large', Range });
      await expect(failed).rejects.toMatchObject({ $metadata: { httpStatusCode: 500 } });
    }
    const lines = emulator.lines.filter((line) => line.includes('GetObject'));
    expect(lines).toHaveLength(2);
    for (const line of lines) expect(line).toMatch(says);
    const small = await s3.getObject({ Bucket, Key: 'small' });
    expect(await small.Body?.transformToString()).toBe('small');
  } finally {
    await rm(directory, { recursive: true });
  }
});

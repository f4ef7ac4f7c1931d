import { S3 } from '@aws-sdk/client-s3';
import { expect, it } from 'vitest';
import { startTestEmulator } from '../../support/emulator.ts';

it('objects, versions and uploads end when their days are over', async () => {
  await using emulator = await startTestEmulator({ clock: 'manual' });
  const s3 = emulator.client(S3);
  const Bucket = 'ageing';
  await s3.createBucket({ Bucket });
  await s3.putObject({ Bucket, Key: 'logs/before', Body: 'x' });
  await s3.putBucketLifecycleConfiguration({
    Bucket,
    LifecycleConfiguration: {
      Rules: [
        {
          ID: 'logs',
          Status: 'Enabled',
          Filter: { Prefix: 'logs/' },
          Expiration: { Days: 3 },
          NoncurrentVersionExpiration: { NoncurrentDays: 2 },
        },
        { ID: 'colder', Status: 'Enabled', Filter: { Prefix: 'cold/' }, Transitions: [{ Days: 1, StorageClass: 'GLACIER' }] },
        { ID: 'uploads', Status: 'Enabled', Filter: { Prefix: '' }, AbortIncompleteMultipartUpload: { DaysAfterInitiation: 1 } },
      ],
    },
  });
  await s3.putObject({ Bucket, Key: 'logs/after', Body: 'x' });
  await s3.putObject({ Bucket, Key: 'cold/a', Body: 'x' });
  await s3.putObject({ Bucket, Key: 'kept', Body: 'x' });
  await s3.createMultipartUpload({ Bucket, Key: 'never' });
  const keys = async () => ((await s3.listObjectVersions({ Bucket })).Versions ?? []).map(({ Key }) => Key);

  await emulator.clock.advance('49h');
  expect(await keys()).toEqual(['cold/a', 'kept', 'logs/after', 'logs/before']);
  expect((await s3.headObject({ Bucket, Key: 'cold/a' })).StorageClass).toBe('GLACIER');
  expect((await s3.listMultipartUploads({ Bucket })).Uploads).toBeUndefined();
  await emulator.clock.advance('48h');
  expect(await keys()).toEqual(['cold/a', 'kept']);

  await s3.putBucketVersioning({ Bucket, VersioningConfiguration: { Status: 'Enabled' } });
  for (const Body of ['1', '2']) await s3.putObject({ Bucket, Key: 'logs/v', Body });
  await emulator.clock.advance('73h');
  expect((await keys()).filter((key) => key === 'logs/v')).toHaveLength(1);
  await emulator.clock.advance('26h');
  const { DeleteMarkers } = await s3.listObjectVersions({ Bucket, Prefix: 'logs/' });
  expect(DeleteMarkers).toMatchObject([{ Key: 'logs/v', IsLatest: true }]);
  await emulator.clock.advance('100h');
  const end = await s3.listObjectVersions({ Bucket, Prefix: 'logs/' });
  expect([end.Versions, end.DeleteMarkers]).toEqual([undefined, undefined]);
  await s3.deleteObject({ Bucket, Key: 'kept' });
});

it('what is locked outlives its days', async () => {
  await using emulator = await startTestEmulator({ clock: 'manual' });
  const s3 = emulator.client(S3);
  const Bucket = 'locked-ageing';
  await s3.createBucket({ Bucket, ObjectLockEnabledForBucket: true });
  const Rules = [{ Status: 'Enabled' as const, Filter: { Prefix: '' }, NoncurrentVersionExpiration: { NoncurrentDays: 1 } }];
  await s3.putBucketLifecycleConfiguration({ Bucket, LifecycleConfiguration: { Rules } });
  const lock = { ObjectLockMode: 'COMPLIANCE' as const, ObjectLockRetainUntilDate: new Date(Date.UTC(2026, 0, 6)) };
  await s3.putObject({ Bucket, Key: 'k', Body: '1', ...lock });
  await s3.putObject({ Bucket, Key: 'k', Body: '2' });
  const count = async () => (await s3.listObjectVersions({ Bucket })).Versions?.length;
  await emulator.clock.advance('96h');
  expect(await count()).toBe(2);
  await emulator.clock.advance('48h');
  expect(await count()).toBe(1);
});

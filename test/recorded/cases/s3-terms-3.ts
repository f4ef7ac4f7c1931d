// Recorded answers about terms of the objects service.
import { call, localstack, type RecordedCases, refused } from '../case.ts';

const Bucket = '{id}';
const Key = 'test-delete-locked';
const VersionId = '{object.VersionId}';

export const recorded: RecordedCases = {
  service: 's3',
  cases: [
    {
      title: 'an object under a legal hold is not deleted, alone or in a list',
      source: localstack('s3/test_s3.py::TestS3ObjectLockLegalHold::test_delete_locked_object'),
      recorded: '2026-02',
      steps: [
        call('s3.CreateBucket', { ObjectLockEnabledForBucket: true, Bucket }),
        call(
          's3.PutObject',
          { Bucket, Key, Body: 'test' },
          {
            as: 'object',
            contains: {
              ChecksumCRC32: '2H9+DA==',
              ChecksumType: 'FULL_OBJECT',
              ETag: '"098f6bcd4621d373cade4e832627b4f6"',
              ServerSideEncryption: 'AES256',
            },
          },
        ),
        call('s3.PutObjectLegalHold', { Bucket, Key, VersionId, LegalHold: { Status: 'ON' } }, { answer: {} }),
        refused('s3.DeleteObject', { Bucket, Key, VersionId }, 'AccessDenied', 'Access Denied because object protected by object lock.', {
          status: 403,
        }),
        call(
          's3.DeleteObjects',
          { Bucket, Delete: { Objects: [{ Key, VersionId }] } },
          {
            contains: {
              Errors: [
                {
                  Code: 'AccessDenied',
                  Key: 'test-delete-locked',
                  Message: 'Access Denied because object protected by object lock.',
                  VersionId: '{object.VersionId}',
                },
              ],
            },
          },
        ),
        call('s3.PutObjectLegalHold', { Bucket, Key, VersionId, LegalHold: { Status: 'OFF' } }, { answer: {} }),
      ],
    },
    {
      title: 'the lock of a bucket is configured, and read back',
      source: localstack('s3/test_s3_api.py::TestS3ObjectLock::test_get_put_object_lock_configuration'),
      recorded: '2026-02',
      steps: [
        call('s3.CreateBucket', { ObjectLockEnabledForBucket: true, Bucket }),
        call('s3.GetObjectLockConfiguration', { Bucket }, { contains: { ObjectLockConfiguration: { ObjectLockEnabled: 'Enabled' } } }),
        call(
          's3.PutObjectLockConfiguration',
          {
            Bucket,
            ObjectLockConfiguration: { ObjectLockEnabled: 'Enabled', Rule: { DefaultRetention: { Mode: 'GOVERNANCE', Days: 1 } } },
          },
          { answer: {} },
        ),
        call(
          's3.GetObjectLockConfiguration',
          { Bucket },
          {
            contains: {
              ObjectLockConfiguration: { ObjectLockEnabled: 'Enabled', Rule: { DefaultRetention: { Days: 1, Mode: 'GOVERNANCE' } } },
            },
          },
        ),
        call('s3.PutObjectLockConfiguration', { Bucket, ObjectLockConfiguration: { ObjectLockEnabled: 'Enabled' } }, { answer: {} }),
        call('s3.GetObjectLockConfiguration', { Bucket }, { contains: { ObjectLockConfiguration: { ObjectLockEnabled: 'Enabled' } } }),
      ],
    },
    {
      title: 'a bucket without a lock says so',
      source: localstack('s3/test_s3_api.py::TestS3ObjectLock::test_get_object_lock_configuration_exc'),
      recorded: '2026-02',
      steps: [
        call('s3.CreateBucket', { Bucket }),
        refused(
          's3.GetObjectLockConfiguration',
          { Bucket },
          'ObjectLockConfigurationNotFoundError',
          'Object Lock configuration does not exist for this bucket',
          { status: 404 },
        ),
        refused(
          's3.GetObjectLockConfiguration',
          { Bucket: 'fake-bucket-ls-80cbb0b7-4294-4dfe-861e-840150f7251e' },
          'NoSuchBucket',
          'The specified bucket does not exist',
          { status: 404 },
        ),
      ],
    },
  ],
};

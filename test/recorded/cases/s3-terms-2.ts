// Recorded answers about terms of the objects service.
import { call, localstack, type RecordedCases, refused } from '../case.ts';

const test = (name: string): string => localstack(`s3/test_s3.py::${name}`);
const Bucket = '{id}';
const Key = 'locked-object';
const VersionId = '{object.VersionId}';

export const recorded: RecordedCases = {
  service: 's3',
  cases: [
    {
      title: 'rules apply to objects by their sizes',
      source: test('TestS3BucketLifecycle::test_bucket_lifecycle_object_size_rules'),
      recorded: '2026-02',
      steps: [
        call('s3.CreateBucket', { Bucket }),
        call('s3.PutBucketLifecycleConfiguration', {
          Bucket,
          LifecycleConfiguration: {
            Rules: [
              { ID: 'rule_one', Filter: { ObjectSizeGreaterThan: 20 }, Status: 'Enabled', Expiration: { Days: 7 } },
              { ID: 'rule_two', Filter: { ObjectSizeLessThan: 10 }, Status: 'Enabled', Expiration: { Days: 7 } },
            ],
          },
        }),
        call(
          's3.GetBucketLifecycleConfiguration',
          { Bucket },
          {
            contains: {
              Rules: [
                { Filter: { ObjectSizeGreaterThan: 20 }, ID: 'rule_one', Status: 'Enabled' },
                { Filter: { ObjectSizeLessThan: 10 }, ID: 'rule_two', Status: 'Enabled' },
              ],
              TransitionDefaultMinimumObjectSize: 'all_storage_classes_128K',
            },
          },
        ),
        call(
          's3.PutObject',
          { Body: 'aaaaaaaaaaaaaaaaaaaaaa', Bucket, Key: 'testobject-expiry' },
          {
            contains: {
              ChecksumCRC32: 'KJmf0A==',
              ChecksumType: 'FULL_OBJECT',
              ETag: '"ff49cfac3968dbce26ebe7d4823e58bd"',
              ServerSideEncryption: 'AES256',
            },
          },
        ),
        call(
          's3.PutObject',
          { Body: 'aaaaa', Bucket, Key: 'test-one-rule' },
          {
            contains: {
              ChecksumCRC32: '7qyTuQ==',
              ChecksumType: 'FULL_OBJECT',
              ETag: '"594f803b380a41396ed63dca39503542"',
              ServerSideEncryption: 'AES256',
            },
          },
        ),
        call(
          's3.PutObject',
          { Body: 'aaaaaaaaaaaaaaa', Bucket, Key: 'no-rules' },
          {
            contains: {
              ChecksumCRC32: 'Y5c8cQ==',
              ChecksumType: 'FULL_OBJECT',
              ETag: '"12f9cf6998d52dbe773b06f848bb3608"',
              ServerSideEncryption: 'AES256',
            },
          },
        ),
      ],
    },
    {
      title: 'a legal hold is put on an object, and read back',
      source: test('TestS3ObjectLockLegalHold::test_put_get_object_legal_hold'),
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
        refused(
          's3.GetObjectLegalHold',
          { Bucket, Key, VersionId },
          'NoSuchObjectLockConfiguration',
          'The specified object does not have a ObjectLock configuration',
          { status: 404 },
        ),
        call('s3.PutObjectLegalHold', { Bucket, Key, VersionId, LegalHold: { Status: 'ON' } }, { answer: {} }),
        call('s3.HeadObject', { Bucket, Key }, { contains: { ObjectLockLegalHoldStatus: 'ON', VersionId: '{object.VersionId}' } }),
        call('s3.GetObjectLegalHold', { Bucket, Key, VersionId }, { contains: { LegalHold: { Status: 'ON' } } }),
        call('s3.PutObjectLegalHold', { Bucket, Key, VersionId, LegalHold: { Status: 'OFF' } }, { answer: {} }),
      ],
    },
    {
      title: 'an object is written with a legal hold',
      source: test('TestS3ObjectLockLegalHold::test_put_object_with_legal_hold'),
      recorded: '2026-02',
      steps: [
        call('s3.CreateBucket', { ObjectLockEnabledForBucket: true, Bucket }),
        call(
          's3.PutObject',
          { Bucket, Key, Body: 'test', ObjectLockLegalHoldStatus: 'ON' },
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
        call(
          's3.HeadObject',
          { Bucket, Key },
          { as: 'object2', contains: { ObjectLockLegalHoldStatus: 'ON', VersionId: '{object.VersionId}' } },
        ),
        call('s3.PutObjectLegalHold', { Bucket, Key, VersionId: '{object2.VersionId}', LegalHold: { Status: 'OFF' } }, { answer: {} }),
      ],
    },
  ],
};

// Recorded answers about terms of the objects service.
import { call, localstack, type RecordedCases, refused } from '../case.ts';

const test = (name: string): string => localstack(`s3/test_s3.py::TestS3BucketLifecycle::${name}`);
const Bucket = '{id}';
const Status = 'Enabled';

export const recorded: RecordedCases = {
  service: 's3',
  cases: [
    {
      title: 'a bucket that is made again has no lifecycle of the former one',
      source: test('test_delete_lifecycle_configuration_on_bucket_deletion'),
      recorded: '2026-02',
      steps: [
        call('s3.CreateBucket', { Bucket }),
        call('s3.PutBucketLifecycleConfiguration', {
          Bucket,
          LifecycleConfiguration: { Rules: [{ Expiration: { Days: 7 }, ID: 'wholebucket', Filter: { Prefix: '' }, Status }] },
        }),
        call(
          's3.GetBucketLifecycleConfiguration',
          { Bucket },
          {
            contains: {
              Rules: [{ Expiration: { Days: 7 }, Filter: {}, ID: 'wholebucket', Status: 'Enabled' }],
              TransitionDefaultMinimumObjectSize: 'all_storage_classes_128K',
            },
          },
        ),
        call('s3.DeleteBucket', { Bucket }),
        call('s3.CreateBucket', { Bucket }),
        refused(
          's3.GetBucketLifecycleConfiguration',
          { Bucket },
          'NoSuchLifecycleConfiguration',
          'The lifecycle configuration does not exist',
          { status: 404 },
        ),
      ],
    },
    {
      title: 'an object tells when its rule lets it expire',
      source: test('test_bucket_lifecycle_configuration_object_expiry'),
      recorded: '2026-02',
      steps: [
        call('s3.CreateBucket', { Bucket }),
        call('s3.PutBucketLifecycleConfiguration', {
          Bucket,
          LifecycleConfiguration: { Rules: [{ Expiration: { Days: 7 }, ID: 'rule_number_one', Filter: { Prefix: '' }, Status }] },
        }),
        call(
          's3.GetBucketLifecycleConfiguration',
          { Bucket },
          {
            contains: {
              Rules: [{ Filter: {}, ID: 'rule_number_one', Status: 'Enabled' }],
              TransitionDefaultMinimumObjectSize: 'all_storage_classes_128K',
            },
          },
        ),
        call('s3.PutObject', { Body: 'test', Bucket, Key: 'test-object-expiry' }),
        call(
          's3.HeadObject',
          { Bucket, Key: 'test-object-expiry' },
          {
            contains: {
              AcceptRanges: 'bytes',
              ContentLength: 4,
              ETag: '"098f6bcd4621d373cade4e832627b4f6"',
              Metadata: {},
              ServerSideEncryption: 'AES256',
            },
          },
        ),
        call(
          's3.GetObject',
          { Bucket, Key: 'test-object-expiry' },
          {
            contains: {
              AcceptRanges: 'bytes',
              ChecksumCRC32: '2H9+DA==',
              ChecksumType: 'FULL_OBJECT',
              ContentLength: 4,
              ETag: '"098f6bcd4621d373cade4e832627b4f6"',
              Metadata: {},
              ServerSideEncryption: 'AES256',
            },
          },
        ),
      ],
    },
    {
      title: 'of several rules that match, an object tells the one that applies',
      source: test('test_bucket_lifecycle_multiple_rules'),
      recorded: '2026-02',
      steps: [
        call('s3.CreateBucket', { Bucket }),
        call('s3.PutBucketLifecycleConfiguration', {
          Bucket,
          LifecycleConfiguration: {
            Rules: [
              { ID: 'rule_one', Filter: { Prefix: 'testobject' }, Status, Expiration: { Days: 7 } },
              { ID: 'rule_two', Filter: { Prefix: 'test' }, Status, Expiration: { Days: 7 } },
              { ID: 'rule_three', Filter: { Prefix: 't' }, Status, Expiration: { Days: 7 } },
            ],
          },
        }),
        call(
          's3.GetBucketLifecycleConfiguration',
          { Bucket },
          {
            contains: {
              Rules: [
                { Filter: {}, ID: 'rule_one', Status: 'Enabled' },
                { Filter: {}, ID: 'rule_two', Status: 'Enabled' },
                { Filter: {}, ID: 'rule_three', Status: 'Enabled' },
              ],
              TransitionDefaultMinimumObjectSize: 'all_storage_classes_128K',
            },
          },
        ),
        call(
          's3.PutObject',
          { Body: 'test', Bucket, Key: 'testobject-expiry' },
          {
            contains: {
              ChecksumCRC32: '2H9+DA==',
              ChecksumType: 'FULL_OBJECT',
              ETag: '"098f6bcd4621d373cade4e832627b4f6"',
              ServerSideEncryption: 'AES256',
            },
          },
        ),
        call(
          's3.PutObject',
          { Body: 'test', Bucket, Key: 'test-one-rule' },
          {
            contains: {
              ChecksumCRC32: '2H9+DA==',
              ChecksumType: 'FULL_OBJECT',
              ETag: '"098f6bcd4621d373cade4e832627b4f6"',
              ServerSideEncryption: 'AES256',
            },
          },
        ),
        call(
          's3.PutObject',
          { Body: 'test', Bucket, Key: 'no-rules' },
          {
            contains: {
              ChecksumCRC32: '2H9+DA==',
              ChecksumType: 'FULL_OBJECT',
              ETag: '"098f6bcd4621d373cade4e832627b4f6"',
              ServerSideEncryption: 'AES256',
            },
          },
        ),
      ],
    },
  ],
};

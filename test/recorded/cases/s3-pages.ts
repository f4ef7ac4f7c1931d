// Recorded answers about pages of the objects service.
import { call, localstack, type RecordedCases } from '../case.ts';

const Bucket = '{id}';
const Key = 'my-key';

export const recorded: RecordedCases = {
  service: 's3',
  cases: [
    {
      title: 'a key may begin with a number sign',
      source: localstack('s3/test_s3.py::TestS3::test_put_and_get_object_with_hash_prefix'),
      recorded: '2026-02',
      steps: [
        call('s3.CreateBucket', { Bucket }),
        call(
          's3.PutObject',
          { Bucket, Key: '#key-with-hash-prefix', Body: 'test 123' },
          {
            contains: {
              ChecksumCRC32: 'wmkP3w==',
              ChecksumType: 'FULL_OBJECT',
              ETag: '"39d0d586a701e199389d954f2d592720"',
              ServerSideEncryption: 'AES256',
            },
          },
        ),
        call(
          's3.GetObject',
          { Bucket, Key: '#key-with-hash-prefix' },
          {
            contains: {
              AcceptRanges: 'bytes',
              ChecksumCRC32: 'wmkP3w==',
              ChecksumType: 'FULL_OBJECT',
              ContentLength: 8,
              ETag: '"39d0d586a701e199389d954f2d592720"',
              Metadata: {},
              ServerSideEncryption: 'AES256',
            },
          },
        ),
      ],
    },
    {
      title: 'an empty set removes the tags of an object',
      source: localstack('s3/test_s3.py::TestS3::test_put_object_tagging_empty_list'),
      recorded: '2026-02',
      steps: [
        call('s3.CreateBucket', { Bucket }),
        call('s3.PutObject', { Bucket, Key, Body: 'abcdefgh' }),
        call('s3.GetObjectTagging', { Bucket, Key }, { contains: { TagSet: [] } }),
        call('s3.PutObjectTagging', {
          Bucket,
          Key,
          Tagging: {
            TagSet: [
              { Key: 'tag1', Value: 'tag1' },
              { Key: 'tag2', Value: '' },
            ],
          },
        }),
        call(
          's3.GetObjectTagging',
          { Bucket, Key },
          {
            contains: {
              TagSet: [
                { Key: 'tag1', Value: 'tag1' },
                { Key: 'tag2', Value: '' },
              ],
            },
          },
        ),
        call('s3.PutObjectTagging', { Bucket, Key, Tagging: { TagSet: [] } }),
        call('s3.GetObjectTagging', { Bucket, Key }, { contains: { TagSet: [] } }),
      ],
    },
    {
      title: 'a rule about delete markers lets no object expire',
      source: localstack('s3/test_s3.py::TestS3BucketLifecycle::test_lifecycle_expired_object_delete_marker'),
      recorded: '2026-02',
      steps: [
        call('s3.CreateBucket', { Bucket }),
        call('s3.PutBucketLifecycleConfiguration', {
          Bucket,
          LifecycleConfiguration: {
            Rules: [{ Expiration: { ExpiredObjectDeleteMarker: true }, ID: 'rule-marker', Filter: {}, Status: 'Enabled' }],
          },
        }),
        call(
          's3.GetBucketLifecycleConfiguration',
          { Bucket },
          {
            contains: {
              Rules: [{ Filter: {}, ID: 'rule-marker', Status: 'Enabled' }],
              TransitionDefaultMinimumObjectSize: 'all_storage_classes_128K',
            },
          },
        ),
        call(
          's3.PutObject',
          { Body: 'test', Bucket, Key: 'test-expired-object-delete-marker' },
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
          's3.HeadObject',
          { Bucket, Key: 'test-expired-object-delete-marker' },
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
      ],
    },
    {
      title: 'metrics configurations are listed',
      source: localstack('s3/test_s3_api.py::TestS3MetricsConfiguration::test_list_bucket_metrics_configurations'),
      recorded: '2026-02',
      steps: [
        call('s3.CreateBucket', { Bucket }),
        call('s3.PutBucketMetricsConfiguration', {
          Bucket,
          Id: '1-1',
          MetricsConfiguration: { Id: '1-1', Filter: { Prefix: 'logs/prefix' } },
        }),
        call('s3.PutBucketMetricsConfiguration', {
          Bucket,
          Id: '2-2',
          MetricsConfiguration: { Id: '2-2', Filter: { Prefix: 'logs/prefix' } },
        }),
        call(
          's3.ListBucketMetricsConfigurations',
          { Bucket },
          {
            contains: {
              IsTruncated: false,
              MetricsConfigurationList: [
                { Filter: { Prefix: 'logs/prefix' }, Id: '1-1' },
                { Filter: { Prefix: 'logs/prefix' }, Id: '2-2' },
              ],
            },
          },
        ),
      ],
    },
    {
      title: 'a bucket that was never versioned lists its objects as versions null',
      source: localstack('s3/test_s3_api.py::TestS3ObjectCRUD::test_list_object_versions_order_unversioned'),
      recorded: '2026-02',
      steps: [
        call('s3.CreateBucket', { Bucket }),
        call('s3.ListObjectVersions', { Bucket }, { contains: { IsTruncated: false, Prefix: '' } }),
        call(
          's3.PutObject',
          { Bucket, Key: 'a-test-object-1', Body: 'test-object-1' },
          {
            contains: {
              ChecksumCRC32: 'yNTGAg==',
              ChecksumType: 'FULL_OBJECT',
              ETag: '"1b5c4d94104ea274dc3a49a55179de86"',
              ServerSideEncryption: 'AES256',
            },
          },
        ),
        call(
          's3.PutObject',
          { Bucket, Key: 'c-test-object-3', Body: 'test-object-3' },
          {
            contains: {
              ChecksumCRC32: 'JtqnLg==',
              ChecksumType: 'FULL_OBJECT',
              ETag: '"2532913c38a0c3046be3dc4e434df6e6"',
              ServerSideEncryption: 'AES256',
            },
          },
        ),
        call(
          's3.PutObject',
          { Bucket, Key: 'b-test-object-2', Body: 'test-object-2' },
          {
            contains: {
              ChecksumCRC32: 'Ud2XuA==',
              ChecksumType: 'FULL_OBJECT',
              ETag: '"2f3c2d190be43f3f6cd1c26ce4c59ae6"',
              ServerSideEncryption: 'AES256',
            },
          },
        ),
        call(
          's3.ListObjectVersions',
          { Bucket },
          {
            contains: {
              IsTruncated: false,
              Prefix: '',
              Versions: [
                { IsLatest: true, Key: 'a-test-object-1', Size: 13 },
                { IsLatest: true, Key: 'b-test-object-2', Size: 13 },
                { IsLatest: true, Key: 'c-test-object-3', Size: 13 },
              ],
            },
          },
        ),
      ],
    },
  ],
};

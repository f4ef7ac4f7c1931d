// Recorded answers about pages of the objects service.
import { call, localstack, type RecordedCases } from '../case.ts';

const test = (name: string): string => localstack(`s3/test_s3_list_operations.py::${name}`);
const Bucket = '{id}';

export const recorded: RecordedCases = {
  service: 's3',
  cases: [
    {
      title: 'buckets are listed by their region',
      source: test('TestS3ListBuckets::test_list_buckets_by_bucket_region'),
      recorded: '2026-02',
      steps: [
        call('s3.CreateBucket', { Bucket }),
        call(
          's3.CreateBucket',
          { Bucket: '{id}-2', CreateBucketConfiguration: { LocationConstraint: 'us-west-2' } },
          { region: 'us-west-2' },
        ),
        call(
          's3.ListBuckets',
          { BucketRegion: 'eu-central-1', Prefix: '{id}-2' },
          { as: 'buckets', region: 'eu-central-1', contains: { Buckets: [], Prefix: '{id}-2' } },
        ),
        call(
          's3.ListBuckets',
          { BucketRegion: 'us-west-2', Prefix: '{id}-2' },
          {
            region: 'us-west-2',
            contains: { Buckets: [{ BucketArn: 'arn:aws:s3:::{id}-2', BucketRegion: 'us-west-2', Name: '{id}-2' }], Prefix: '{id}-2' },
          },
        ),
      ],
    },
    {
      title: 'keys with a prefix are listed ()',
      source: test('TestS3ListObjects::test_list_objects_with_prefix[]'),
      recorded: '2026-02',
      steps: [
        call('s3.CreateBucket', { Bucket }),
        call('s3.PutObject', { Bucket, Key: 'test/foo/bar/123', Body: 'content 123' }),
        call(
          's3.ListObjects',
          { Bucket, Prefix: 'test/', Delimiter: '', MaxKeys: 1, EncodingType: 'url' },
          { contains: { Contents: [{ Key: 'test/foo/bar/123', Size: 11 }], IsTruncated: false, Prefix: 'test/' } },
        ),
      ],
    },
    {
      title: 'keys with a prefix are listed (/)',
      source: test('TestS3ListObjects::test_list_objects_with_prefix[/]'),
      recorded: '2026-02',
      steps: [
        call('s3.CreateBucket', { Bucket }),
        call('s3.PutObject', { Bucket, Key: 'test/foo/bar/123', Body: 'content 123' }),
        call(
          's3.ListObjects',
          { Bucket, Prefix: 'test/', Delimiter: '/', MaxKeys: 1, EncodingType: 'url' },
          { contains: { CommonPrefixes: [{ Prefix: 'test/foo/' }], IsTruncated: false, Prefix: 'test/' } },
        ),
      ],
    },
    {
      title: 'keys with a prefix are listed (%2F)',
      source: test('TestS3ListObjects::test_list_objects_with_prefix[%2F]'),
      recorded: '2026-02',
      steps: [
        call('s3.CreateBucket', { Bucket }),
        call('s3.PutObject', { Bucket, Key: 'test/foo/bar/123', Body: 'content 123' }),
        call(
          's3.ListObjects',
          { Bucket, Prefix: 'test/', Delimiter: '%2F', MaxKeys: 1, EncodingType: 'url' },
          { contains: { Contents: [{ Key: 'test/foo/bar/123', Size: 11 }], IsTruncated: false, Prefix: 'test/' } },
        ),
      ],
    },
    {
      title: 'a page of keys tells where the next one begins only with a delimiter',
      source: test('TestS3ListObjects::test_list_objects_next_marker'),
      recorded: '2026-02',
      steps: [
        call('s3.CreateBucket', { Bucket }),
        call('s3.PutObject', { Bucket, Key: 'test_0', Body: 'content 123' }),
        call('s3.PutObject', { Bucket, Key: 'test_1', Body: 'content 123' }),
        call('s3.PutObject', { Bucket, Key: 'test_2', Body: 'content 123' }),
        call(
          's3.ListObjects',
          { Bucket },
          {
            as: 'objects',
            contains: {
              Contents: [
                { Key: 'test_0', Size: 11 },
                { Key: 'test_1', Size: 11 },
                { Key: 'test_2', Size: 11 },
              ],
              IsTruncated: false,
              Prefix: '',
            },
          },
        ),
        call(
          's3.ListObjects',
          { Bucket, MaxKeys: 1, Delimiter: '/' },
          { as: 'objects2', contains: { Contents: [{ Key: 'test_0', Size: 11 }], IsTruncated: true, NextMarker: 'test_0', Prefix: '' } },
        ),
        call(
          's3.ListObjects',
          { Bucket, Marker: 'test_0', MaxKeys: 1 },
          { as: 'objects3', contains: { Contents: [{ Key: 'test_1', Size: 11 }], IsTruncated: true, Prefix: '' } },
        ),
        call(
          's3.ListObjects',
          { Bucket, Marker: '', MaxKeys: 1 },
          { contains: { Contents: [{ Key: 'test_0', Size: 11 }], IsTruncated: true, Prefix: '' } },
        ),
      ],
    },
    {
      title: 'an empty marker is none',
      source: test('TestS3ListObjects::test_s3_list_objects_empty_marker'),
      recorded: '2026-02',
      steps: [
        call('s3.CreateBucket', { Bucket }),
        call('s3.ListObjects', { Bucket, Marker: '' }, { contains: { IsTruncated: false, Prefix: '' } }),
      ],
    },
  ],
};

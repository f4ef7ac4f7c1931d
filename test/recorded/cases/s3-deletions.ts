// Recorded answers about deletions of the objects service.
import { call, localstack, type RecordedCases, refused } from '../case.ts';

const test = (name: string): string => localstack(`s3/test_s3.py::TestS3::${name}`);
const Bucket = '{id}';
const Key = 'my-key';

export const recorded: RecordedCases = {
  service: 's3',
  cases: [
    {
      title: 'a bucket that is not there is not deleted',
      source: test('test_delete_bucket_no_such_bucket'),
      recorded: '2026-02',
      steps: [
        refused('s3.DeleteBucket', { Bucket: 'does-not-exist-localstack-test' }, 'NoSuchBucket', 'The specified bucket does not exist', {
          status: 404,
        }),
      ],
    },
    {
      title: 'a delete marker hides the object of a versioned bucket',
      source: test('test_get_object_after_deleted_in_versioned_bucket'),
      recorded: '2026-02',
      steps: [
        call('s3.CreateBucket', { Bucket }),
        call('s3.PutBucketVersioning', { Bucket, VersioningConfiguration: { Status: 'Enabled' } }),
        call('s3.PutObject', { Bucket, Key, Body: 'abcdefgh' }, { as: 'object' }),
        call('s3.GetObject', { Bucket, Key }, { contains: { VersionId: '{object.VersionId}' } }),
        call('s3.DeleteObject', { Bucket, Key }),
        refused('s3.GetObject', { Bucket, Key }, 'NoSuchKey', 'The specified key does not exist.', { status: 404 }),
      ],
    },
    {
      title: 'a quiet deletion tells nothing of keys that are not there',
      source: test('test_delete_non_existing_keys_quiet'),
      recorded: '2026-02',
      steps: [
        call('s3.CreateBucket', { Bucket }),
        call('s3.PutObject', { Bucket, Key: 'test-key-nonexistent', Body: 'something' }),
        call(
          's3.DeleteObjects',
          { Bucket, Delete: { Objects: [{ Key: 'test-key-nonexistent' }, { Key: 'dummy1' }, { Key: 'dummy2' }], Quiet: true } },
          { answer: {} },
        ),
      ],
    },
    {
      title: 'keys that are not there are deleted, too',
      source: test('test_delete_non_existing_keys'),
      recorded: '2026-02',
      steps: [
        call('s3.CreateBucket', { Bucket }),
        call('s3.PutObject', { Bucket, Key: 'test-key-nonexistent', Body: 'something' }),
        call(
          's3.DeleteObjects',
          { Bucket, Delete: { Objects: [{ Key: 'test-key-nonexistent' }, { Key: 'dummy1' }, { Key: 'dummy2' }] } },
          { contains: { Deleted: [{}, {}, {}] } },
        ),
      ],
    },
    {
      title: 'nothing is deleted in a bucket that is not there',
      source: test('test_delete_non_existing_keys_in_non_existing_bucket'),
      recorded: '2026-02',
      steps: [
        refused(
          's3.DeleteObjects',
          {
            Bucket: 'non-existent-bucket-c1a8c911-4602-4245-ace7-044a63f3e895',
            Delete: { Objects: [{ Key: 'dummy1' }, { Key: 'dummy2' }] },
          },
          'NoSuchBucket',
          'The specified bucket does not exist',
          { status: 404 },
        ),
      ],
    },
    {
      title: 'keys with encoded characters are deleted as they are',
      source: test('test_delete_objects_encoding'),
      recorded: '2026-02',
      steps: [
        call('s3.CreateBucket', { Bucket }),
        call('s3.PutObject', { Bucket, Key: 'a%2Fb', Body: 'percent encoding' }),
        call('s3.PutObject', { Bucket, Key: 'a/%F0%9F%98%80', Body: 'percent encoded emoji' }),
        call(
          's3.ListObjectsV2',
          { Bucket },
          {
            contains: {
              Contents: [
                { Key: 'a%2Fb', Size: 16 },
                { Key: 'a/%F0%9F%98%80', Size: 21 },
              ],
            },
          },
        ),
        call(
          's3.DeleteObjects',
          { Bucket, Delete: { Objects: [{ Key: 'a%2Fb' }, { Key: 'a/%F0%9F%98%80' }] } },
          { contains: { Deleted: [{ Key: 'a%2Fb' }, { Key: 'a/%F0%9F%98%80' }] } },
        ),
        call('s3.ListObjectsV2', { Bucket }, { contains: { IsTruncated: false, KeyCount: 0, MaxKeys: 1000, Name: '{id}', Prefix: '' } }),
      ],
    },
    {
      title: 'a list of versions is deleted by their ids',
      source: test('test_s3_delete_object_with_version_id'),
      recorded: '2026-02',
      steps: [
        call('s3.CreateBucket', { Bucket }),
        call('s3.PutBucketVersioning', { Bucket, VersioningConfiguration: { Status: 'Enabled' } }),
        call('s3.GetBucketVersioning', { Bucket }, { contains: { Status: 'Enabled' } }),
        call(
          's3.PutObject',
          {
            Bucket,
            Key: 'aws/s3/testkey1.txt',
            Body: 'Lorem ipsum dolor sit amet, ... Lorem ipsum dolor sit amet, ... Lorem ipsum dolor sit amet, ... Lorem ipsum dolor sit amet, ... Lorem ipsum dolor sit amet, ... Lorem ipsum dolor sit amet, ... Lorem ipsum dolor sit amet, ... Lorem ipsum dolor sit amet, ... Lorem ipsum dolor sit amet, ... Lorem ipsum dolor sit amet, ... Lorem ipsum dolor sit amet, ... Lorem ipsum dolor sit amet, ... Lorem ipsum dolor sit amet, ... Lorem ipsum dolor sit amet, ... Lorem ipsum dolor sit amet, ... Lorem ipsum dolor sit amet, ... Lorem ipsum dolor sit amet, ... Lorem ipsum dolor sit amet, ... Lorem ipsum dolor sit amet, ... Lorem ipsum dolor sit amet, ... Lorem ipsum dolor sit amet, ... Lorem ipsum dolor sit amet, ... Lorem ipsum dolor sit amet, ... Lorem ipsum dolor sit amet, ... Lorem ipsum dolor sit amet, ... Lorem ipsum dolor sit amet, ... Lorem ipsum dolor sit amet, ... Lorem ipsum dolor sit amet, ... Lorem ipsum dolor sit amet, ... Lorem ipsum dolor sit amet, ... ',
          },
          { as: 'object' },
        ),
        call(
          's3.PutObject',
          {
            Bucket,
            Key: 'aws/s3/testkey2.txt',
            Body: 'Lorem ipsum dolor sit amet, ... Lorem ipsum dolor sit amet, ... Lorem ipsum dolor sit amet, ... Lorem ipsum dolor sit amet, ... Lorem ipsum dolor sit amet, ... Lorem ipsum dolor sit amet, ... Lorem ipsum dolor sit amet, ... Lorem ipsum dolor sit amet, ... Lorem ipsum dolor sit amet, ... Lorem ipsum dolor sit amet, ... Lorem ipsum dolor sit amet, ... Lorem ipsum dolor sit amet, ... Lorem ipsum dolor sit amet, ... Lorem ipsum dolor sit amet, ... Lorem ipsum dolor sit amet, ... Lorem ipsum dolor sit amet, ... Lorem ipsum dolor sit amet, ... Lorem ipsum dolor sit amet, ... Lorem ipsum dolor sit amet, ... Lorem ipsum dolor sit amet, ... Lorem ipsum dolor sit amet, ... Lorem ipsum dolor sit amet, ... Lorem ipsum dolor sit amet, ... Lorem ipsum dolor sit amet, ... Lorem ipsum dolor sit amet, ... Lorem ipsum dolor sit amet, ... Lorem ipsum dolor sit amet, ... Lorem ipsum dolor sit amet, ... Lorem ipsum dolor sit amet, ... Lorem ipsum dolor sit amet, ... ',
          },
          { as: 'object2' },
        ),
        call(
          's3.DeleteObjects',
          { Bucket, Delete: { Objects: [{ Key: 'aws/s3/testkey1.txt', VersionId: '{object.VersionId}' }] } },
          { contains: { Deleted: [{ Key: 'aws/s3/testkey1.txt', VersionId: '{object.VersionId}' }] } },
        ),
        call(
          's3.ListObjectVersions',
          { Bucket },
          { contains: { Versions: [{ IsLatest: true, Key: 'aws/s3/testkey2.txt', Size: 960, VersionId: '{object2.VersionId}' }] } },
        ),
        call('s3.PutBucketVersioning', { Bucket, VersioningConfiguration: { Status: 'Suspended' } }),
        call('s3.GetBucketVersioning', { Bucket }, { contains: { Status: 'Suspended' } }),
      ],
    },
    {
      title: 'a bucket is empty once its objects were deleted together',
      source: test('test_s3_batch_delete_public_objects_using_requests'),
      recorded: '2026-02',
      steps: [
        call('s3.CreateBucket', { Bucket }),
        call('s3.DeleteBucketOwnershipControls', { Bucket }),
        call('s3.DeletePublicAccessBlock', { Bucket }),
        call('s3.PutBucketAcl', { Bucket, ACL: 'public-read-write' }),
        call('s3.PutObject', { Bucket, Key: 'key-created-by-anonymous-1', Body: 'This body document', ACL: 'public-read-write' }),
        call('s3.PutObject', { Bucket, Key: 'key-created-by-anonymous-2', Body: 'This body document #2', ACL: 'public-read-write' }),
        call('s3.ListObjects', { Bucket }, { contains: { IsTruncated: false, Marker: '', MaxKeys: 1000, Name: '{id}', Prefix: '' } }),
      ],
    },
  ],
};

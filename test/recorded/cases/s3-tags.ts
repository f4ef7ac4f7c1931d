// Recorded answers about tags of the objects service.
import { call, localstack, type RecordedCases, refused } from '../case.ts';

const Bucket = '{id}';
const Key = 'test-object-tagging';

export const recorded: RecordedCases = {
  service: 's3',
  cases: [
    {
      title: 'an object stays as it is when its tags are removed',
      source: localstack('s3/test_s3.py::TestS3::test_delete_object_tagging'),
      recorded: '2026-02',
      steps: [
        call('s3.CreateBucket', { Bucket }),
        call('s3.PutObject', { Bucket, Key: 'test-key-tagging', Body: 'something' }),
        call(
          's3.GetObject',
          { Bucket, Key: 'test-key-tagging' },
          {
            contains: {
              AcceptRanges: 'bytes',
              ChecksumCRC32: 'Cdox+w==',
              ChecksumType: 'FULL_OBJECT',
              ContentLength: 9,
              ETag: '"437b930db84b8079c2dd804a71936b5f"',
              Metadata: {},
              ServerSideEncryption: 'AES256',
            },
          },
        ),
        call('s3.DeleteObjectTagging', { Bucket, Key: 'test-key-tagging' }),
        call(
          's3.GetObject',
          { Bucket, Key: 'test-key-tagging' },
          {
            contains: {
              AcceptRanges: 'bytes',
              ChecksumCRC32: 'Cdox+w==',
              ChecksumType: 'FULL_OBJECT',
              ContentLength: 9,
              ETag: '"437b930db84b8079c2dd804a71936b5f"',
              Metadata: {},
              ServerSideEncryption: 'AES256',
            },
          },
        ),
      ],
    },
    {
      title: 'the tag of a small object is the MD5 of its bytes',
      source: localstack('s3/test_s3.py::TestS3::test_etag_on_get_object_call'),
      recorded: '2026-02',
      steps: [
        call('s3.CreateBucket', { Bucket }),
        call('s3.PutObject', {
          Bucket,
          Key: 'my-key',
          Body: 'Lorem ipsum dolor sit amet, ... Lorem ipsum dolor sit amet, ... Lorem ipsum dolor sit amet, ... Lorem ipsum dolor sit amet, ... Lorem ipsum dolor sit amet, ... Lorem ipsum dolor sit amet, ... Lorem ipsum dolor sit amet, ... Lorem ipsum dolor sit amet, ... Lorem ipsum dolor sit amet, ... Lorem ipsum dolor sit amet, ... Lorem ipsum dolor sit amet, ... Lorem ipsum dolor sit amet, ... Lorem ipsum dolor sit amet, ... Lorem ipsum dolor sit amet, ... Lorem ipsum dolor sit amet, ... Lorem ipsum dolor sit amet, ... Lorem ipsum dolor sit amet, ... Lorem ipsum dolor sit amet, ... Lorem ipsum dolor sit amet, ... Lorem ipsum dolor sit amet, ... Lorem ipsum dolor sit amet, ... Lorem ipsum dolor sit amet, ... Lorem ipsum dolor sit amet, ... Lorem ipsum dolor sit amet, ... Lorem ipsum dolor sit amet, ... Lorem ipsum dolor sit amet, ... Lorem ipsum dolor sit amet, ... Lorem ipsum dolor sit amet, ... Lorem ipsum dolor sit amet, ... Lorem ipsum dolor sit amet, ... ',
        }),
        call('s3.GetObject', { Bucket, Key: 'my-key' }, { contains: { ETag: '"c289c6e309be295fe68af649d1e6c6ec"' } }),
        call(
          's3.GetObject',
          { Bucket, Key: 'my-key', Range: 'bytes=0-16' },
          { contains: { ContentRange: 'bytes 0-16/960', ETag: '"c289c6e309be295fe68af649d1e6c6ec"' } },
        ),
      ],
    },
    {
      title: 'tags of a bucket are put, read back and removed',
      source: localstack('s3/test_s3_api.py::TestS3BucketObjectTagging::test_bucket_tagging_crud'),
      recorded: '2026-02',
      steps: [
        call('s3.CreateBucket', { Bucket }),
        refused('s3.GetBucketTagging', { Bucket }, 'NoSuchTagSet', 'The TagSet does not exist', { status: 404 }),
        call(
          's3.PutBucketTagging',
          {
            Bucket,
            Tagging: {
              TagSet: [
                { Key: 'tag1', Value: 'tag1' },
                { Key: 'tag2', Value: '' },
              ],
            },
          },
          { answer: {} },
        ),
        call(
          's3.GetBucketTagging',
          { Bucket },
          {
            contains: {
              TagSet: [
                { Key: 'tag1', Value: 'tag1' },
                { Key: 'tag2', Value: '' },
              ],
            },
          },
        ),
        call('s3.PutBucketTagging', { Bucket, Tagging: { TagSet: [{ Key: 'tag3', Value: 'tag3' }] } }, { answer: {} }),
        call('s3.GetBucketTagging', { Bucket }, { contains: { TagSet: [{ Key: 'tag3', Value: 'tag3' }] } }),
        call('s3.DeleteBucketTagging', { Bucket }, { answer: {} }),
        call('s3.DeleteBucketTagging', { Bucket }),
        call('s3.PutBucketTagging', { Bucket, Tagging: { TagSet: [] } }, { answer: {} }),
      ],
    },
    {
      title: 'a bucket that is not there has no tags',
      source: localstack('s3/test_s3_api.py::TestS3BucketObjectTagging::test_bucket_tagging_exc'),
      recorded: '2026-02',
      steps: [
        call('s3.CreateBucket', { Bucket }),
        refused('s3.GetBucketTagging', { Bucket: 'fake-bucket-1-2' }, 'NoSuchBucket', 'The specified bucket does not exist', {
          status: 404,
        }),
        refused('s3.DeleteBucketTagging', { Bucket: 'fake-bucket-1-2' }, 'NoSuchBucket', 'The specified bucket does not exist', {
          status: 404,
        }),
        refused(
          's3.PutBucketTagging',
          { Bucket: 'fake-bucket-1-2', Tagging: { TagSet: [] } },
          'NoSuchBucket',
          'The specified bucket does not exist',
          { status: 404 },
        ),
      ],
    },
    {
      title: 'tags of an object are put, read back and removed',
      source: localstack('s3/test_s3_api.py::TestS3BucketObjectTagging::test_object_tagging_crud'),
      recorded: '2026-02',
      steps: [
        call('s3.CreateBucket', { Bucket }),
        call(
          's3.PutObject',
          { Bucket, Key, Body: 'test-tagging' },
          {
            contains: {
              ChecksumCRC32: 'lpqTBg==',
              ChecksumType: 'FULL_OBJECT',
              ETag: '"b635a7fc30aa9091e0d236bee77e6844"',
              ServerSideEncryption: 'AES256',
            },
          },
        ),
        call('s3.GetObjectTagging', { Bucket, Key }, { contains: { TagSet: [] } }),
        call(
          's3.PutObjectTagging',
          {
            Bucket,
            Key,
            Tagging: {
              TagSet: [
                { Key: 'tag1', Value: 'tag1' },
                { Key: 'tag2', Value: '' },
              ],
            },
          },
          { answer: {} },
        ),
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
        call('s3.PutObjectTagging', { Bucket, Key, Tagging: { TagSet: [{ Key: 'tag3', Value: 'tag3' }] } }, { answer: {} }),
        call('s3.GetObjectTagging', { Bucket, Key }, { contains: { TagSet: [{ Key: 'tag3', Value: 'tag3' }] } }),
        call('s3.GetObject', { Bucket, Key }, { contains: { TagCount: 1 } }),
        call('s3.DeleteObjectTagging', { Bucket, Key }, { answer: {} }),
        call('s3.GetObjectTagging', { Bucket, Key }, { contains: { TagSet: [] } }),
        call(
          's3.GetObject',
          { Bucket, Key },
          {
            contains: {
              AcceptRanges: 'bytes',
              ChecksumCRC32: 'lpqTBg==',
              ChecksumType: 'FULL_OBJECT',
              ContentLength: 12,
              ETag: '"b635a7fc30aa9091e0d236bee77e6844"',
              Metadata: {},
              ServerSideEncryption: 'AES256',
            },
          },
        ),
      ],
    },
  ],
};

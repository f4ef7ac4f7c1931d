// Recorded answers about tags of the objects service.
import { call, localstack, type RecordedCases } from '../case.ts';

const test = (name: string): string => localstack(`s3/test_s3_api.py::TestS3BucketObjectTagging::${name}`);
const Bucket = '{id}';
const Key = 'test-put-object-tagging';
const Value = 'tag3';

export const recorded: RecordedCases = {
  service: 's3',
  cases: [
    {
      title: 'an object is written with tags, and tells their number',
      source: test('test_put_object_with_tags'),
      recorded: '2026-02',
      steps: [
        call('s3.CreateBucket', { Bucket }),
        call(
          's3.PutObject',
          { Bucket, Key, Body: 'test-tagging', Tagging: 'tag1=tag1&tag2=tag2&tag=' },
          {
            contains: {
              ChecksumCRC32: 'lpqTBg==',
              ChecksumType: 'FULL_OBJECT',
              ETag: '"b635a7fc30aa9091e0d236bee77e6844"',
              ServerSideEncryption: 'AES256',
            },
          },
        ),
        call('s3.GetObjectTagging', { Bucket, Key }, { contains: { TagSet: [{}, {}, {}] } }),
        call('s3.PutObjectTagging', { Bucket, Key, Tagging: { TagSet: [{ Key: 'tag3', Value }] } }, { answer: {} }),
        call('s3.GetObjectTagging', { Bucket, Key }, { contains: { TagSet: [{ Key: 'tag3', Value: 'tag3' }] } }),
        call('s3.HeadObject', { Bucket, Key }, { contains: { TagCount: 1 } }),
        call('s3.GetObject', { Bucket, Key }, { contains: { TagCount: 1 } }),
        call('s3.PutObject', { Bucket, Key, Body: '', Tagging: 'wrongquery&wrongagain' }),
        call('s3.GetObjectTagging', { Bucket, Key }, { contains: { TagSet: [{ Value: '' }, { Value: '' }] } }),
        call('s3.PutObject', { Bucket, Key, Body: '', Tagging: 'key1&&&key2' }),
        call(
          's3.GetObjectTagging',
          { Bucket, Key },
          {
            contains: {
              TagSet: [
                { Key: 'key1', Value: '' },
                { Key: 'key2', Value: '' },
              ],
            },
          },
        ),
      ],
    },
    {
      title: 'the number of tags is told with the headers of an object',
      source: test('test_head_object_with_tags'),
      recorded: '2026-02',
      steps: [
        call('s3.CreateBucket', { Bucket }),
        call(
          's3.PutObject',
          { Bucket, Key, Body: 'test-tagging', Tagging: 'tag1=tag1&tag2=tag2&tag=' },
          {
            contains: {
              ChecksumCRC32: 'lpqTBg==',
              ChecksumType: 'FULL_OBJECT',
              ETag: '"b635a7fc30aa9091e0d236bee77e6844"',
              ServerSideEncryption: 'AES256',
            },
          },
        ),
        call('s3.HeadObject', { Bucket, Key }, { contains: { TagCount: 3 } }),
        call('s3.PutObjectTagging', { Bucket, Key, Tagging: { TagSet: [{ Key: 'tag3', Value }] } }, { answer: {} }),
        call('s3.HeadObject', { Bucket, Key }, { contains: { TagCount: 1 } }),
        call('s3.PutObjectTagging', {
          Bucket,
          Key,
          Tagging: {
            TagSet: [
              { Key: 'tag3', Value },
              { Key: 'tag4', Value: 'tag4' },
              { Key: 'tag5', Value: 'tag5' },
            ],
          },
        }),
        call('s3.HeadObject', { Bucket, Key }, { contains: { TagCount: 3 } }),
        call('s3.PutObjectTagging', { Bucket, Key, Tagging: { TagSet: [] } }),
        call(
          's3.HeadObject',
          { Bucket, Key },
          {
            contains: {
              AcceptRanges: 'bytes',
              ContentLength: 12,
              ETag: '"b635a7fc30aa9091e0d236bee77e6844"',
              Metadata: {},
              ServerSideEncryption: 'AES256',
            },
          },
        ),
      ],
    },
    {
      title: 'an object that is written again has no tags of the former one',
      source: test('test_object_tags_delete_or_overwrite_object'),
      recorded: '2026-02',
      steps: [
        call('s3.CreateBucket', { Bucket }),
        call('s3.PutObject', { Bucket, Key: 'test-put-object-tagging-kept', Body: 'create', Tagging: 'tag1=val1' }),
        call(
          's3.GetObjectTagging',
          { Bucket, Key: 'test-put-object-tagging-kept' },
          { contains: { TagSet: [{ Key: 'tag1', Value: 'val1' }] } },
        ),
        call('s3.PutObject', { Bucket, Key: 'test-put-object-tagging-kept', Body: 'overwrite' }),
        call('s3.GetObjectTagging', { Bucket, Key: 'test-put-object-tagging-kept' }, { contains: { TagSet: [] } }),
        call('s3.PutObjectTagging', { Bucket, Key: 'test-put-object-tagging-kept', Tagging: { TagSet: [{ Key: 'tag3', Value }] } }),
        call('s3.DeleteObject', { Bucket, Key: 'test-put-object-tagging-kept' }),
        call('s3.PutObject', { Bucket, Key: 'test-put-object-tagging-kept', Body: 'recreate' }),
        call('s3.GetObjectTagging', { Bucket, Key: 'test-put-object-tagging-kept' }, { contains: { TagSet: [] } }),
      ],
    },
  ],
};

// Recorded answers about copies of the objects service.
import { call, localstack, type RecordedCases } from '../case.ts';

const test = (name: string): string => localstack(`s3/test_s3.py::TestS3::${name}`);
const Bucket = '{id}';
const Key = 'source-object';

export const recorded: RecordedCases = {
  service: 's3',
  cases: [
    {
      title: 'the directive decides about the tags of a copy (REPLACE)',
      source: test('test_s3_copy_tagging_directive[REPLACE]'),
      recorded: '2026-02',
      steps: [
        call('s3.CreateBucket', { Bucket }),
        call(
          's3.PutObject',
          { Bucket, Key, Body: 'test', Tagging: 'key1=value1' },
          {
            contains: {
              ChecksumCRC32: '2H9+DA==',
              ChecksumType: 'FULL_OBJECT',
              ETag: '"098f6bcd4621d373cade4e832627b4f6"',
              ServerSideEncryption: 'AES256',
            },
          },
        ),
        call('s3.GetObjectTagging', { Bucket, Key }, { contains: { TagSet: [{ Key: 'key1', Value: 'value1' }] } }),
        call(
          's3.CopyObject',
          { Bucket, CopySource: '{id}/source-object', Key: 'source-object-copy', Tagging: 'key2=value2', TaggingDirective: 'REPLACE' },
          { contains: { CopyObjectResult: {} } },
        ),
        call('s3.GetObjectTagging', { Bucket, Key: 'source-object-copy' }, { contains: { TagSet: [{ Key: 'key2', Value: 'value2' }] } }),
        call(
          's3.CopyObject',
          { Bucket, CopySource: '{id}/source-object', Key: 'source-object-copy-tag-empty', TaggingDirective: 'REPLACE' },
          { contains: { CopyObjectResult: {} } },
        ),
        call('s3.GetObjectTagging', { Bucket, Key: 'source-object-copy-tag-empty' }, { contains: { TagSet: [] } }),
      ],
    },
    {
      title: 'the directive decides about the tags of a copy (None)',
      source: test('test_s3_copy_tagging_directive[None]'),
      recorded: '2026-02',
      steps: [
        call('s3.CreateBucket', { Bucket }),
        call(
          's3.PutObject',
          { Bucket, Key, Body: 'test', Tagging: 'key1=value1' },
          {
            contains: {
              ChecksumCRC32: '2H9+DA==',
              ChecksumType: 'FULL_OBJECT',
              ETag: '"098f6bcd4621d373cade4e832627b4f6"',
              ServerSideEncryption: 'AES256',
            },
          },
        ),
        call('s3.GetObjectTagging', { Bucket, Key }, { contains: { TagSet: [{ Key: 'key1', Value: 'value1' }] } }),
        call(
          's3.CopyObject',
          { Bucket, CopySource: '{id}/source-object', Key: 'source-object-copy', Tagging: 'key2=value2' },
          { contains: { CopyObjectResult: {} } },
        ),
        call('s3.GetObjectTagging', { Bucket, Key: 'source-object-copy' }, { contains: { TagSet: [{ Key: 'key1', Value: 'value1' }] } }),
        call(
          's3.CopyObject',
          { Bucket, CopySource: '{id}/source-object', Key: 'source-object-copy-tag-empty' },
          { contains: { CopyObjectResult: {} } },
        ),
        call(
          's3.GetObjectTagging',
          { Bucket, Key: 'source-object-copy-tag-empty' },
          { contains: { TagSet: [{ Key: 'key1', Value: 'value1' }] } },
        ),
      ],
    },
    {
      title: 'a copy takes a content type and metadata together with REPLACE',
      source: test('test_s3_copy_content_type_and_metadata'),
      recorded: '2026-02',
      steps: [
        call('s3.CreateBucket', { Bucket }),
        call(
          's3.PutObject',
          { Bucket, Key, Body: '{"key": "value"}', ContentType: 'application/json', Metadata: { key: 'value' } },
          {
            contains: {
              ChecksumCRC32: 'MzVIGw==',
              ChecksumType: 'FULL_OBJECT',
              ETag: '"88bac95f31528d13a072c05f2a1cf371"',
              ServerSideEncryption: 'AES256',
            },
          },
        ),
        call('s3.HeadObject', { Bucket, Key }, { contains: { ContentType: 'application/json', Metadata: { key: 'value' } } }),
        call(
          's3.CopyObject',
          { Bucket, CopySource: '{id}/source-object', Key: 'source-object-copy' },
          { contains: { CopyObjectResult: {} } },
        ),
        call(
          's3.HeadObject',
          { Bucket, Key: 'source-object-copy' },
          { contains: { ContentType: 'application/json', Metadata: { key: 'value' } } },
        ),
        call('s3.DeleteObjects', { Bucket, Delete: { Objects: [{ Key: 'source-object-copy' }] } }),
        call(
          's3.CopyObject',
          {
            Bucket,
            CopySource: '{id}/source-object',
            Key: 'source-object-second-copy',
            Metadata: { 'another-key': 'value' },
            ContentType: 'application/javascript',
          },
          { contains: { CopyObjectResult: {} } },
        ),
        call(
          's3.HeadObject',
          { Bucket, Key: 'source-object-second-copy' },
          { contains: { ContentType: 'application/json', Metadata: { key: 'value' } } },
        ),
      ],
    },
    {
      title: 'a copy onto itself may change where a website redirects to',
      source: test('test_s3_copy_object_in_place_website_redirect_location'),
      recorded: '2026-02',
      steps: [
        call('s3.CreateBucket', { Bucket }),
        call(
          's3.PutObject',
          { Bucket, Key, Body: 'test', WebsiteRedirectLocation: '/test/direct' },
          {
            contains: {
              ChecksumCRC32: '2H9+DA==',
              ChecksumType: 'FULL_OBJECT',
              ETag: '"098f6bcd4621d373cade4e832627b4f6"',
              ServerSideEncryption: 'AES256',
            },
          },
        ),
        call('s3.HeadObject', { Bucket, Key }, { contains: { WebsiteRedirectLocation: '/test/direct' } }),
        call(
          's3.CopyObject',
          { Bucket, CopySource: '{id}/source-object', Key, WebsiteRedirectLocation: '/test/direct' },
          { contains: { CopyObjectResult: {} } },
        ),
        call('s3.HeadObject', { Bucket, Key }, { contains: { WebsiteRedirectLocation: '/test/direct' } }),
      ],
    },
  ],
};

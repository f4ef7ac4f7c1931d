// Recorded answers about copies of the objects service.
import { call, localstack, type RecordedCases } from '../case.ts';

const test = (name: string): string => localstack(`s3/test_s3.py::TestS3::${name}`);
const Bucket = '{id}';
const Key = 'source-object';

export const recorded: RecordedCases = {
  service: 's3',
  cases: [
    {
      title: 'a copy has the encryption that its request names, not that of its source',
      source: test('test_copy_object_kms'),
      recorded: '2026-02',
      steps: [
        call('s3.CreateBucket', { Bucket }),
        call('kms.CreateKey', { Description: 'test description - 1' }, { as: 'key' }),
        call('s3.PutObject', { Bucket, Key: 'mykey', Body: 'hello world' }),
        call('s3.GetObject', { Bucket, Key: 'mykey' }, { contains: { ServerSideEncryption: 'AES256' } }),
        call(
          's3.CopyObject',
          {
            Bucket,
            CopySource: '{id}/mykey',
            Key: 'copiedkey',
            BucketKeyEnabled: true,
            SSEKMSKeyId: '{key.KeyMetadata.KeyId}',
            ServerSideEncryption: 'aws:kms',
          },
          {
            as: 'object3',
            contains: {
              BucketKeyEnabled: true,
              CopyObjectResult: {},
              SSEKMSKeyId: '{key.KeyMetadata.Arn}',
              ServerSideEncryption: 'aws:kms',
            },
          },
        ),
        call(
          's3.GetObject',
          { Bucket, Key: 'copiedkey' },
          { contains: { BucketKeyEnabled: true, SSEKMSKeyId: '{object3.SSEKMSKeyId}', ServerSideEncryption: 'aws:kms' } },
        ),
      ],
    },
    {
      title: 'a copy with the directive REPLACE has its own metadata',
      source: test('test_s3_copy_metadata_replace'),
      recorded: '2026-02',
      steps: [
        call('s3.CreateBucket', { Bucket }),
        call(
          's3.PutObject',
          { Bucket, Key, Body: '{"key": "value"}', ContentType: 'application/json', Metadata: { key: 'value' }, ContentLanguage: 'en-US' },
          {
            contains: {
              ChecksumCRC32: 'MzVIGw==',
              ChecksumType: 'FULL_OBJECT',
              ETag: '"88bac95f31528d13a072c05f2a1cf371"',
              ServerSideEncryption: 'AES256',
            },
          },
        ),
        call(
          's3.HeadObject',
          { Bucket, Key },
          { contains: { ContentLanguage: 'en-US', ContentType: 'application/json', Metadata: { key: 'value' } } },
        ),
        call(
          's3.CopyObject',
          {
            Bucket,
            CopySource: '{id}/source-object',
            Key: 'source-object-copy',
            Metadata: { 'another-key': 'value' },
            ContentType: 'image/jpg',
            MetadataDirective: 'REPLACE',
          },
          { contains: { CopyObjectResult: {} } },
        ),
        call(
          's3.HeadObject',
          { Bucket, Key: 'source-object-copy' },
          { contains: { ContentType: 'image/jpg', Metadata: { 'another-key': 'value' } } },
        ),
      ],
    },
    {
      title: 'a copy with the directive COPY keeps the metadata of its source',
      source: test('test_s3_copy_metadata_directive_copy'),
      recorded: '2026-02',
      steps: [
        call('s3.CreateBucket', { Bucket }),
        call(
          's3.PutObject',
          { Bucket, Key, Body: 'test', Metadata: { key: 'value' }, ContentLanguage: 'en-US' },
          {
            contains: {
              ChecksumCRC32: '2H9+DA==',
              ChecksumType: 'FULL_OBJECT',
              ETag: '"098f6bcd4621d373cade4e832627b4f6"',
              ServerSideEncryption: 'AES256',
            },
          },
        ),
        call('s3.HeadObject', { Bucket, Key }, { contains: { ContentLanguage: 'en-US', Metadata: { key: 'value' } } }),
        call(
          's3.CopyObject',
          {
            Bucket,
            CopySource: '{id}/source-object',
            Key: 'source-object-copy',
            Metadata: { 'another-key': 'value' },
            ContentLanguage: 'en-GB',
            ContentType: 'image/jpg',
            MetadataDirective: 'COPY',
          },
          { contains: { CopyObjectResult: {} } },
        ),
        call(
          's3.HeadObject',
          { Bucket, Key: 'source-object-copy' },
          { contains: { ContentLanguage: 'en-US', Metadata: { key: 'value' } } },
        ),
      ],
    },
    {
      title: 'the directive decides about the tags of a copy (COPY)',
      source: test('test_s3_copy_tagging_directive[COPY]'),
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
          { Bucket, CopySource: '{id}/source-object', Key: 'source-object-copy', Tagging: 'key2=value2', TaggingDirective: 'COPY' },
          { contains: { CopyObjectResult: {} } },
        ),
        call('s3.GetObjectTagging', { Bucket, Key: 'source-object-copy' }, { contains: { TagSet: [{ Key: 'key1', Value: 'value1' }] } }),
        call(
          's3.CopyObject',
          { Bucket, CopySource: '{id}/source-object', Key: 'source-object-copy-tag-empty', TaggingDirective: 'COPY' },
          { contains: { CopyObjectResult: {} } },
        ),
        call(
          's3.GetObjectTagging',
          { Bucket, Key: 'source-object-copy-tag-empty' },
          { contains: { TagSet: [{ Key: 'key1', Value: 'value1' }] } },
        ),
      ],
    },
  ],
};

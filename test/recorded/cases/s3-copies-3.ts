// Recorded answers about copies of the objects service.
import { call, localstack, type RecordedCases, refused } from '../case.ts';

const test = (name: string): string => localstack(`s3/test_s3.py::TestS3::${name}`);
const Bucket = '{id}';
const Key = 'source-object';

export const recorded: RecordedCases = {
  service: 's3',
  cases: [
    {
      title: 'a copy has the storage class that its request names',
      source: test('test_s3_copy_object_storage_class'),
      recorded: '2026-02',
      steps: [
        call('s3.CreateBucket', { Bucket }),
        call(
          's3.PutObject',
          { Bucket, Key, Body: 'test', StorageClass: 'STANDARD_IA' },
          {
            contains: {
              ChecksumCRC32: '2H9+DA==',
              ChecksumType: 'FULL_OBJECT',
              ETag: '"098f6bcd4621d373cade4e832627b4f6"',
              ServerSideEncryption: 'AES256',
            },
          },
        ),
        call('s3.HeadObject', { Bucket, Key }, { contains: { StorageClass: 'STANDARD_IA' } }),
        call('s3.GetObjectAttributes', { Bucket, Key, ObjectAttributes: ['StorageClass'] }, { contains: { StorageClass: 'STANDARD_IA' } }),
        call('s3.CopyObject', { Bucket, CopySource: '{id}/source-object', Key: 'dest-object' }, { contains: { CopyObjectResult: {} } }),
        call(
          's3.GetObjectAttributes',
          { Bucket, Key: 'dest-object', ObjectAttributes: ['StorageClass'] },
          { contains: { StorageClass: 'STANDARD' } },
        ),
        refused(
          's3.CopyObject',
          { Bucket, CopySource: '{id}/source-object', Key },
          'InvalidRequest',
          "This copy request is illegal because it is trying to copy an object to itself without changing the object's metadata, storage class, website redirect location or encryption attributes.",
        ),
      ],
    },
    {
      title: 'a copy has a checksum of the algorithm that its request names (CRC32)',
      source: test('test_s3_copy_object_with_checksum[CRC32]'),
      recorded: '2026-02',
      steps: [
        call('s3.CreateBucket', { Bucket }),
        call(
          's3.PutObject',
          { Bucket, Key, Body: '{"key": "value"}', ContentType: 'application/json', Metadata: { key: 'value' } },
          { contains: { ChecksumCRC32: 'MzVIGw==', ChecksumType: 'FULL_OBJECT' } },
        ),
        call(
          's3.GetObjectAttributes',
          { Bucket, Key, ObjectAttributes: ['Checksum'] },
          { contains: { Checksum: { ChecksumCRC32: 'MzVIGw==', ChecksumType: 'FULL_OBJECT' } } },
        ),
        call(
          's3.CopyObject',
          {
            Bucket,
            CopySource: '{id}/source-object',
            Key,
            ChecksumAlgorithm: 'CRC32',
            Metadata: { key1: 'value1' },
            MetadataDirective: 'REPLACE',
          },
          { contains: { CopyObjectResult: { ChecksumCRC32: 'MzVIGw==', ChecksumType: 'FULL_OBJECT' } } },
        ),
        call(
          's3.GetObjectAttributes',
          { Bucket, Key, ObjectAttributes: ['Checksum'] },
          { contains: { Checksum: { ChecksumCRC32: 'MzVIGw==', ChecksumType: 'FULL_OBJECT' } } },
        ),
        call(
          's3.CopyObject',
          { Bucket, CopySource: '{id}/source-object', Key: 'dest-object' },
          { contains: { CopyObjectResult: { ChecksumCRC32: 'MzVIGw==', ChecksumType: 'FULL_OBJECT' } } },
        ),
      ],
    },
    {
      title: 'a copy has a checksum of the algorithm that its request names (CRC32C)',
      source: test('test_s3_copy_object_with_checksum[CRC32C]'),
      recorded: '2026-02',
      steps: [
        call('s3.CreateBucket', { Bucket }),
        call(
          's3.PutObject',
          { Bucket, Key, Body: '{"key": "value"}', ContentType: 'application/json', Metadata: { key: 'value' } },
          { contains: { ChecksumCRC32: 'MzVIGw==', ChecksumType: 'FULL_OBJECT' } },
        ),
        call(
          's3.GetObjectAttributes',
          { Bucket, Key, ObjectAttributes: ['Checksum'] },
          { contains: { Checksum: { ChecksumCRC32: 'MzVIGw==', ChecksumType: 'FULL_OBJECT' } } },
        ),
        call(
          's3.CopyObject',
          {
            Bucket,
            CopySource: '{id}/source-object',
            Key,
            ChecksumAlgorithm: 'CRC32C',
            Metadata: { key1: 'value1' },
            MetadataDirective: 'REPLACE',
          },
          { contains: { CopyObjectResult: { ChecksumCRC32C: '078Ilw==', ChecksumType: 'FULL_OBJECT' } } },
        ),
        call(
          's3.GetObjectAttributes',
          { Bucket, Key, ObjectAttributes: ['Checksum'] },
          { contains: { Checksum: { ChecksumCRC32C: '078Ilw==', ChecksumType: 'FULL_OBJECT' } } },
        ),
        call(
          's3.CopyObject',
          { Bucket, CopySource: '{id}/source-object', Key: 'dest-object' },
          { contains: { CopyObjectResult: { ChecksumCRC32C: '078Ilw==', ChecksumType: 'FULL_OBJECT' } } },
        ),
      ],
    },
  ],
};

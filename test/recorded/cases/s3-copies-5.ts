// Recorded answers about copies of the objects service.
import { call, localstack, type RecordedCases } from '../case.ts';

const test = (name: string): string => localstack(`s3/test_s3.py::TestS3::${name}`);
const Bucket = '{id}';
const Key = 'source-object';

export const recorded: RecordedCases = {
  service: 's3',
  cases: [
    {
      title: 'a copy keeps the checksum of its source (CRC32)',
      source: test('test_s3_copy_object_with_default_checksum[CRC32]'),
      recorded: '2026-02',
      steps: [
        call('s3.CreateBucket', { Bucket }),
        call(
          's3.PutObject',
          {
            Bucket,
            Key,
            Body: '{"key": "value"}',
            ContentType: 'application/json',
            ChecksumAlgorithm: 'CRC32',
            Metadata: { key: 'value' },
          },
          { contains: { ChecksumCRC32: 'MzVIGw==', ChecksumType: 'FULL_OBJECT' } },
        ),
        call(
          's3.GetObjectAttributes',
          { Bucket, Key, ObjectAttributes: ['Checksum'] },
          { contains: { Checksum: { ChecksumCRC32: 'MzVIGw==', ChecksumType: 'FULL_OBJECT' } } },
        ),
        call(
          's3.CopyObject',
          { Bucket, CopySource: '{id}/source-object', Key, Metadata: { key1: 'value1' }, MetadataDirective: 'REPLACE' },
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
        call(
          's3.GetObjectAttributes',
          { Bucket, Key: 'dest-object', ObjectAttributes: ['Checksum'] },
          { contains: { Checksum: { ChecksumCRC32: 'MzVIGw==', ChecksumType: 'FULL_OBJECT' } } },
        ),
      ],
    },
    {
      title: 'a copy keeps the checksum of its source (CRC32C)',
      source: test('test_s3_copy_object_with_default_checksum[CRC32C]'),
      recorded: '2026-02',
      steps: [
        call('s3.CreateBucket', { Bucket }),
        call(
          's3.PutObject',
          {
            Bucket,
            Key,
            Body: '{"key": "value"}',
            ContentType: 'application/json',
            ChecksumAlgorithm: 'CRC32C',
            Metadata: { key: 'value' },
          },
          { contains: { ChecksumCRC32C: '078Ilw==', ChecksumType: 'FULL_OBJECT' } },
        ),
        call(
          's3.GetObjectAttributes',
          { Bucket, Key, ObjectAttributes: ['Checksum'] },
          { contains: { Checksum: { ChecksumCRC32C: '078Ilw==', ChecksumType: 'FULL_OBJECT' } } },
        ),
        call(
          's3.CopyObject',
          { Bucket, CopySource: '{id}/source-object', Key, Metadata: { key1: 'value1' }, MetadataDirective: 'REPLACE' },
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
        call(
          's3.GetObjectAttributes',
          { Bucket, Key: 'dest-object', ObjectAttributes: ['Checksum'] },
          { contains: { Checksum: { ChecksumCRC32C: '078Ilw==', ChecksumType: 'FULL_OBJECT' } } },
        ),
      ],
    },
    {
      title: 'a copy keeps the checksum of its source (SHA1)',
      source: test('test_s3_copy_object_with_default_checksum[SHA1]'),
      recorded: '2026-02',
      steps: [
        call('s3.CreateBucket', { Bucket }),
        call(
          's3.PutObject',
          { Bucket, Key, Body: '{"key": "value"}', ContentType: 'application/json', ChecksumAlgorithm: 'SHA1', Metadata: { key: 'value' } },
          { contains: { ChecksumSHA1: '5zXdjmjYk4EJ8Cw4PMnQVslCpRQ=', ChecksumType: 'FULL_OBJECT' } },
        ),
        call(
          's3.GetObjectAttributes',
          { Bucket, Key, ObjectAttributes: ['Checksum'] },
          { contains: { Checksum: { ChecksumSHA1: '5zXdjmjYk4EJ8Cw4PMnQVslCpRQ=', ChecksumType: 'FULL_OBJECT' } } },
        ),
        call(
          's3.CopyObject',
          { Bucket, CopySource: '{id}/source-object', Key, Metadata: { key1: 'value1' }, MetadataDirective: 'REPLACE' },
          { contains: { CopyObjectResult: { ChecksumSHA1: '5zXdjmjYk4EJ8Cw4PMnQVslCpRQ=', ChecksumType: 'FULL_OBJECT' } } },
        ),
        call(
          's3.GetObjectAttributes',
          { Bucket, Key, ObjectAttributes: ['Checksum'] },
          { contains: { Checksum: { ChecksumSHA1: '5zXdjmjYk4EJ8Cw4PMnQVslCpRQ=', ChecksumType: 'FULL_OBJECT' } } },
        ),
        call(
          's3.CopyObject',
          { Bucket, CopySource: '{id}/source-object', Key: 'dest-object' },
          { contains: { CopyObjectResult: { ChecksumSHA1: '5zXdjmjYk4EJ8Cw4PMnQVslCpRQ=', ChecksumType: 'FULL_OBJECT' } } },
        ),
        call(
          's3.GetObjectAttributes',
          { Bucket, Key: 'dest-object', ObjectAttributes: ['Checksum'] },
          { contains: { Checksum: { ChecksumSHA1: '5zXdjmjYk4EJ8Cw4PMnQVslCpRQ=', ChecksumType: 'FULL_OBJECT' } } },
        ),
      ],
    },
  ],
};

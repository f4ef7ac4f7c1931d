// Recorded answers about copies of the objects service.
import { call, localstack, type RecordedCases } from '../case.ts';

const test = (name: string): string => localstack(`s3/test_s3.py::TestS3::${name}`);
const Bucket = '{id}';
const Key = 'source-object';

export const recorded: RecordedCases = {
  service: 's3',
  cases: [
    {
      title: 'a copy has a checksum of the algorithm that its request names (SHA1)',
      source: test('test_s3_copy_object_with_checksum[SHA1]'),
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
            ChecksumAlgorithm: 'SHA1',
            Metadata: { key1: 'value1' },
            MetadataDirective: 'REPLACE',
          },
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
      ],
    },
    {
      title: 'a copy has a checksum of the algorithm that its request names (SHA256)',
      source: test('test_s3_copy_object_with_checksum[SHA256]'),
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
            ChecksumAlgorithm: 'SHA256',
            Metadata: { key1: 'value1' },
            MetadataDirective: 'REPLACE',
          },
          {
            contains: { CopyObjectResult: { ChecksumSHA256: 'lyTB4g5uPk1/V+0l+dTvsAblCFkNUoyQ2ll/andcE+U=', ChecksumType: 'FULL_OBJECT' } },
          },
        ),
        call(
          's3.GetObjectAttributes',
          { Bucket, Key, ObjectAttributes: ['Checksum'] },
          { contains: { Checksum: { ChecksumSHA256: 'lyTB4g5uPk1/V+0l+dTvsAblCFkNUoyQ2ll/andcE+U=', ChecksumType: 'FULL_OBJECT' } } },
        ),
        call(
          's3.CopyObject',
          { Bucket, CopySource: '{id}/source-object', Key: 'dest-object' },
          {
            contains: { CopyObjectResult: { ChecksumSHA256: 'lyTB4g5uPk1/V+0l+dTvsAblCFkNUoyQ2ll/andcE+U=', ChecksumType: 'FULL_OBJECT' } },
          },
        ),
      ],
    },
    {
      title: 'a copy has a checksum of the algorithm that its request names (CRC64NVME)',
      source: test('test_s3_copy_object_with_checksum[CRC64NVME]'),
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
            ChecksumAlgorithm: 'CRC64NVME',
            Metadata: { key1: 'value1' },
            MetadataDirective: 'REPLACE',
          },
          { contains: { CopyObjectResult: { ChecksumCRC64NVME: 'pX30eiUx5C0=', ChecksumType: 'FULL_OBJECT' } } },
        ),
        call(
          's3.GetObjectAttributes',
          { Bucket, Key, ObjectAttributes: ['Checksum'] },
          { contains: { Checksum: { ChecksumCRC64NVME: 'pX30eiUx5C0=', ChecksumType: 'FULL_OBJECT' } } },
        ),
        call(
          's3.CopyObject',
          { Bucket, CopySource: '{id}/source-object', Key: 'dest-object' },
          { contains: { CopyObjectResult: { ChecksumCRC64NVME: 'pX30eiUx5C0=', ChecksumType: 'FULL_OBJECT' } } },
        ),
      ],
    },
  ],
};

// Recorded answers about copies of the objects service.
import { call, localstack, type RecordedCases } from '../case.ts';

const test = (name: string): string => localstack(`s3/test_s3.py::${name}`);
const Bucket = '{id}';
const Key = 'source-object';

export const recorded: RecordedCases = {
  service: 's3',
  cases: [
    {
      title: 'a copy keeps the checksum of its source (SHA256)',
      source: test('TestS3::test_s3_copy_object_with_default_checksum[SHA256]'),
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
            ChecksumAlgorithm: 'SHA256',
            Metadata: { key: 'value' },
          },
          { contains: { ChecksumSHA256: 'lyTB4g5uPk1/V+0l+dTvsAblCFkNUoyQ2ll/andcE+U=', ChecksumType: 'FULL_OBJECT' } },
        ),
        call(
          's3.GetObjectAttributes',
          { Bucket, Key, ObjectAttributes: ['Checksum'] },
          { contains: { Checksum: { ChecksumSHA256: 'lyTB4g5uPk1/V+0l+dTvsAblCFkNUoyQ2ll/andcE+U=', ChecksumType: 'FULL_OBJECT' } } },
        ),
        call(
          's3.CopyObject',
          { Bucket, CopySource: '{id}/source-object', Key, Metadata: { key1: 'value1' }, MetadataDirective: 'REPLACE' },
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
        call(
          's3.GetObjectAttributes',
          { Bucket, Key: 'dest-object', ObjectAttributes: ['Checksum'] },
          { contains: { Checksum: { ChecksumSHA256: 'lyTB4g5uPk1/V+0l+dTvsAblCFkNUoyQ2ll/andcE+U=', ChecksumType: 'FULL_OBJECT' } } },
        ),
      ],
    },
    {
      title: 'a copy keeps the checksum of its source (CRC64NVME)',
      source: test('TestS3::test_s3_copy_object_with_default_checksum[CRC64NVME]'),
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
            ChecksumAlgorithm: 'CRC64NVME',
            Metadata: { key: 'value' },
          },
          { contains: { ChecksumCRC64NVME: 'pX30eiUx5C0=', ChecksumType: 'FULL_OBJECT' } },
        ),
        call(
          's3.GetObjectAttributes',
          { Bucket, Key, ObjectAttributes: ['Checksum'] },
          { contains: { Checksum: { ChecksumCRC64NVME: 'pX30eiUx5C0=', ChecksumType: 'FULL_OBJECT' } } },
        ),
        call(
          's3.CopyObject',
          { Bucket, CopySource: '{id}/source-object', Key, Metadata: { key1: 'value1' }, MetadataDirective: 'REPLACE' },
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
        call(
          's3.GetObjectAttributes',
          { Bucket, Key: 'dest-object', ObjectAttributes: ['Checksum'] },
          { contains: { Checksum: { ChecksumCRC64NVME: 'pX30eiUx5C0=', ChecksumType: 'FULL_OBJECT' } } },
        ),
      ],
    },
    {
      title: 'a copy does not take the legal hold of its source',
      source: test('TestS3ObjectLockLegalHold::test_s3_copy_object_legal_hold'),
      recorded: '2026-02',
      steps: [
        call('s3.CreateBucket', { ObjectLockEnabledForBucket: true, Bucket }),
        call(
          's3.PutObject',
          { Bucket, Key, Body: '{"key": "value"}', ObjectLockLegalHoldStatus: 'ON' },
          {
            as: 'object',
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
          { as: 'object2', contains: { ObjectLockLegalHoldStatus: 'ON', VersionId: '{object.VersionId}' } },
        ),
        call(
          's3.CopyObject',
          { Bucket, CopySource: '{id}/source-object', Key: 'dest-key' },
          { as: 'object3', contains: { CopyObjectResult: {}, CopySourceVersionId: '{object2.VersionId}' } },
        ),
        call('s3.HeadObject', { Bucket, Key: 'dest-key' }, { contains: { VersionId: '{object3.VersionId}' } }),
      ],
    },
  ],
};

// Recorded answers about parts of the objects service.
import { call, localstack, type RecordedCases, refused } from '../case.ts';

const test = (name: string): string => localstack(`s3/test_s3.py::${name}`);
const Bucket = '{id}';
const Key = 'test-multipart-checksum-default';
const UploadId = '{upload.UploadId}';

export const recorded: RecordedCases = {
  service: 's3',
  cases: [
    {
      title: 'the key of an upload may have characters beyond ASCII',
      source: test('TestS3::test_multipart_with_unicode_character_location'),
      recorded: '2026-02',
      steps: [
        call('s3.CreateBucket', { Bucket }, { as: 'bucket' }),
        call(
          's3.CreateMultipartUpload',
          { Bucket, Key: 'test-unicode_—_file' },
          { as: 'upload', contains: { Key: 'test-unicode_—_file' } },
        ),
        call('s3.UploadPart', { Bucket, Key: 'test-unicode_—_file', Body: 'upload-part-1', PartNumber: 1, UploadId }, { as: 'part' }),
        call(
          's3.CompleteMultipartUpload',
          { Bucket, Key: 'test-unicode_—_file', MultipartUpload: { Parts: [{ ETag: '{part.ETag}', PartNumber: 1 }] }, UploadId },
          {
            contains: {
              ChecksumCRC64NVME: 'LPvyvt6AWlQ=',
              ChecksumType: 'FULL_OBJECT',
              Key: 'test-unicode_—_file',
              Location: '{endpoint}{bucket.Location}/test-unicode_%E2%80%94_file',
            },
          },
        ),
      ],
    },
    {
      title: 'an algorithm has a type of checksum of its own for uploads (CRC32)',
      source: test('TestS3MultipartUploadChecksum::test_multipart_checksum_type_default_for_checksum[CRC32]'),
      recorded: '2026-02',
      steps: [
        call('s3.CreateBucket', { Bucket }),
        call(
          's3.CreateMultipartUpload',
          { Bucket, Key, ChecksumAlgorithm: 'CRC32' },
          { contains: { ChecksumAlgorithm: 'CRC32', ChecksumType: 'COMPOSITE', Key: 'test-multipart-checksum-default' } },
        ),
      ],
    },
    {
      title: 'an algorithm has a type of checksum of its own for uploads (CRC32C)',
      source: test('TestS3MultipartUploadChecksum::test_multipart_checksum_type_default_for_checksum[CRC32C]'),
      recorded: '2026-02',
      steps: [
        call('s3.CreateBucket', { Bucket }),
        call(
          's3.CreateMultipartUpload',
          { Bucket, Key, ChecksumAlgorithm: 'CRC32C' },
          { contains: { ChecksumAlgorithm: 'CRC32C', ChecksumType: 'COMPOSITE', Key: 'test-multipart-checksum-default' } },
        ),
      ],
    },
    {
      title: 'an algorithm has a type of checksum of its own for uploads (SHA1)',
      source: test('TestS3MultipartUploadChecksum::test_multipart_checksum_type_default_for_checksum[SHA1]'),
      recorded: '2026-02',
      steps: [
        call('s3.CreateBucket', { Bucket }),
        call(
          's3.CreateMultipartUpload',
          { Bucket, Key, ChecksumAlgorithm: 'SHA1' },
          { contains: { ChecksumAlgorithm: 'SHA1', ChecksumType: 'COMPOSITE', Key: 'test-multipart-checksum-default' } },
        ),
      ],
    },
    {
      title: 'an algorithm has a type of checksum of its own for uploads (SHA256)',
      source: test('TestS3MultipartUploadChecksum::test_multipart_checksum_type_default_for_checksum[SHA256]'),
      recorded: '2026-02',
      steps: [
        call('s3.CreateBucket', { Bucket }),
        call(
          's3.CreateMultipartUpload',
          { Bucket, Key, ChecksumAlgorithm: 'SHA256' },
          { contains: { ChecksumAlgorithm: 'SHA256', ChecksumType: 'COMPOSITE', Key: 'test-multipart-checksum-default' } },
        ),
      ],
    },
    {
      title: 'an algorithm has a type of checksum of its own for uploads (CRC64NVME)',
      source: test('TestS3MultipartUploadChecksum::test_multipart_checksum_type_default_for_checksum[CRC64NVME]'),
      recorded: '2026-02',
      steps: [
        call('s3.CreateBucket', { Bucket }),
        call(
          's3.CreateMultipartUpload',
          { Bucket, Key, ChecksumAlgorithm: 'CRC64NVME' },
          { contains: { ChecksumAlgorithm: 'CRC64NVME', ChecksumType: 'FULL_OBJECT', Key: 'test-multipart-checksum-default' } },
        ),
      ],
    },
    {
      title: 'a part whose checksum is wrong is refused (CRC32)',
      source: test('TestS3MultipartUploadChecksum::test_multipart_upload_part_checksum_exception[CRC32]'),
      recorded: '2026-02',
      steps: [
        call('s3.CreateBucket', { Bucket }),
        call('s3.CreateMultipartUpload', { Bucket, Key }, { as: 'upload' }),
        refused(
          's3.UploadPart',
          { Bucket, Key, UploadId, PartNumber: 1, Body: 'right body', ChecksumAlgorithm: 'CRC32', ChecksumCRC32: '1' },
          'InvalidRequest',
          'Value for x-amz-checksum-crc32 header is invalid.',
        ),
        refused(
          's3.UploadPart',
          { Bucket, Key, UploadId, PartNumber: 1, Body: 'right body', ChecksumAlgorithm: 'CRC32', ChecksumCRC32: 'BD5xyQ==' },
          'BadDigest',
          'The CRC32 you specified did not match the calculated checksum.',
        ),
      ],
    },
    {
      title: 'a part whose checksum is wrong is refused (CRC32C)',
      source: test('TestS3MultipartUploadChecksum::test_multipart_upload_part_checksum_exception[CRC32C]'),
      recorded: '2026-02',
      steps: [
        call('s3.CreateBucket', { Bucket }),
        call('s3.CreateMultipartUpload', { Bucket, Key }, { as: 'upload' }),
        refused(
          's3.UploadPart',
          { Bucket, Key, UploadId, PartNumber: 1, Body: 'right body', ChecksumAlgorithm: 'CRC32C', ChecksumCRC32C: '1' },
          'InvalidRequest',
          'Value for x-amz-checksum-crc32c header is invalid.',
        ),
        refused(
          's3.UploadPart',
          { Bucket, Key, UploadId, PartNumber: 1, Body: 'right body', ChecksumAlgorithm: 'CRC32C', ChecksumCRC32C: '4q23MA==' },
          'BadDigest',
          'The CRC32C you specified did not match the calculated checksum.',
        ),
      ],
    },
    {
      title: 'a part whose checksum is wrong is refused (SHA1)',
      source: test('TestS3MultipartUploadChecksum::test_multipart_upload_part_checksum_exception[SHA1]'),
      recorded: '2026-02',
      steps: [
        call('s3.CreateBucket', { Bucket }),
        call('s3.CreateMultipartUpload', { Bucket, Key }, { as: 'upload' }),
        refused(
          's3.UploadPart',
          { Bucket, Key, UploadId, PartNumber: 1, Body: 'right body', ChecksumAlgorithm: 'SHA1', ChecksumSHA1: '1' },
          'InvalidRequest',
          'Value for x-amz-checksum-sha1 header is invalid.',
        ),
        refused(
          's3.UploadPart',
          {
            Bucket,
            Key,
            UploadId,
            PartNumber: 1,
            Body: 'right body',
            ChecksumAlgorithm: 'SHA1',
            ChecksumSHA1: 'BDCWjBJe/zmyXyL6gEuqvpLEpkg=',
          },
          'BadDigest',
          'The SHA1 you specified did not match the calculated checksum.',
        ),
      ],
    },
  ],
};

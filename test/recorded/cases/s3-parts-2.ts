// Recorded answers about parts of the objects service.
import { call, localstack, type RecordedCases, refused } from '../case.ts';

const test = (name: string): string => localstack(`s3/test_s3.py::${name}`);
const Bucket = '{id}';
const Key = 'test-multipart-checksum-default';
const UploadId = '{upload.UploadId}';
const ChecksumAlgorithm = 'CRC64NVME';

export const recorded: RecordedCases = {
  service: 's3',
  cases: [
    {
      title: 'a part whose checksum is wrong is refused (SHA256)',
      source: test('TestS3MultipartUploadChecksum::test_multipart_upload_part_checksum_exception[SHA256]'),
      recorded: '2026-02',
      steps: [
        call('s3.CreateBucket', { Bucket }),
        call('s3.CreateMultipartUpload', { Bucket, Key }, { as: 'upload' }),
        refused(
          's3.UploadPart',
          { Bucket, Key, UploadId, PartNumber: 1, Body: 'right body', ChecksumAlgorithm: 'SHA256', ChecksumSHA256: '1' },
          'InvalidRequest',
          'Value for x-amz-checksum-sha256 header is invalid.',
        ),
        refused(
          's3.UploadPart',
          {
            Bucket,
            Key,
            UploadId,
            PartNumber: 1,
            Body: 'right body',
            ChecksumAlgorithm: 'SHA256',
            ChecksumSHA256: '12LQ9XUy6sxoX2Pno5qXzN4roqhdsBYkX5KOtzpu7jo=',
          },
          'BadDigest',
          'The SHA256 you specified did not match the calculated checksum.',
        ),
      ],
    },
    {
      title: 'a part whose checksum is wrong is refused (CRC64NVME)',
      source: test('TestS3MultipartUploadChecksum::test_multipart_upload_part_checksum_exception[CRC64NVME]'),
      recorded: '2026-02',
      steps: [
        call('s3.CreateBucket', { Bucket }),
        call('s3.CreateMultipartUpload', { Bucket, Key }, { as: 'upload' }),
        refused(
          's3.UploadPart',
          { Bucket, Key, UploadId, PartNumber: 1, Body: 'right body', ChecksumAlgorithm, ChecksumCRC64NVME: '1' },
          'InvalidRequest',
          'Value for x-amz-checksum-crc64nvme header is invalid.',
        ),
        refused(
          's3.UploadPart',
          { Bucket, Key, UploadId, PartNumber: 1, Body: 'right body', ChecksumAlgorithm, ChecksumCRC64NVME: '8dM07oiUKIk=' },
          'BadDigest',
          'The CRC64NVME you specified did not match the calculated checksum.',
        ),
      ],
    },
    {
      title: 'an upload with CRC64NVME has a checksum of the full object',
      source: test('TestS3MultipartUploadChecksum::test_complete_multipart_parts_checksum_full_object_default'),
      recorded: '2026-02',
      steps: [
        call('s3.CreateBucket', { Bucket }, { as: 'bucket' }),
        call(
          's3.CreateMultipartUpload',
          { Bucket, Key: 'test-multipart-checksum', ChecksumAlgorithm },
          { as: 'upload', contains: { ChecksumAlgorithm: 'CRC64NVME', ChecksumType: 'FULL_OBJECT', Key: 'test-multipart-checksum' } },
        ),
        call(
          's3.UploadPart',
          { Bucket, Key: 'test-multipart-checksum', Body: 'aaa', PartNumber: 1, UploadId, ChecksumAlgorithm },
          { as: 'part', contains: { ChecksumCRC64NVME: 'Rnr2/5P7Gsk=' } },
        ),
        call(
          's3.CompleteMultipartUpload',
          {
            Bucket,
            Key: 'test-multipart-checksum',
            MultipartUpload: { Parts: [{ ETag: '{part.ETag}', PartNumber: 1, ChecksumCRC64NVME: '{part.ChecksumCRC64NVME}' }] },
            UploadId,
          },
          {
            contains: {
              ChecksumCRC64NVME: 'Rnr2/5P7Gsk=',
              ChecksumType: 'FULL_OBJECT',
              Key: 'test-multipart-checksum',
              Location: '{endpoint}{bucket.Location}/test-multipart-checksum',
            },
          },
        ),
        call(
          's3.GetObject',
          { Bucket, Key: 'test-multipart-checksum', ChecksumMode: 'ENABLED' },
          { contains: { ChecksumCRC64NVME: 'Rnr2/5P7Gsk=', ChecksumType: 'FULL_OBJECT' } },
        ),
        call(
          's3.HeadObject',
          { Bucket, Key: 'test-multipart-checksum', ChecksumMode: 'ENABLED' },
          { contains: { ChecksumCRC64NVME: 'Rnr2/5P7Gsk=', ChecksumType: 'FULL_OBJECT' } },
        ),
        call(
          's3.GetObjectAttributes',
          { Bucket, Key: 'test-multipart-checksum', ObjectAttributes: ['Checksum', 'ETag', 'ObjectParts'] },
          {
            contains: { Checksum: { ChecksumCRC64NVME: 'Rnr2/5P7Gsk=', ChecksumType: 'FULL_OBJECT' }, ObjectParts: { TotalPartsCount: 1 } },
          },
        ),
      ],
    },
    {
      title: 'a checksum is told to those who ask for it (CRC32)',
      source: test('TestS3PutObjectChecksum::test_s3_get_object_checksum[CRC32]'),
      recorded: '2026-02',
      steps: [
        call('s3.CreateBucket', { Bucket }),
        call(
          's3.PutObject',
          { Bucket, Key: 'test-checksum-retrieval', Body: 'test-checksum', ChecksumAlgorithm: 'CRC32' },
          { contains: { ChecksumCRC32: 'lVk/nw==', ChecksumType: 'FULL_OBJECT' } },
        ),
        call(
          's3.GetObject',
          { Bucket, Key: 'test-checksum-retrieval' },
          { contains: { ChecksumCRC32: 'lVk/nw==', ChecksumType: 'FULL_OBJECT' } },
        ),
        call(
          's3.GetObject',
          { Bucket, Key: 'test-checksum-retrieval', ChecksumMode: 'ENABLED' },
          { contains: { ChecksumCRC32: 'lVk/nw==', ChecksumType: 'FULL_OBJECT' } },
        ),
        call(
          's3.GetObject',
          { Bucket, Key: 'test-checksum-retrieval', ChecksumMode: 'enabled' },
          { contains: { ChecksumCRC32: 'lVk/nw==', ChecksumType: 'FULL_OBJECT' } },
        ),
        call(
          's3.GetObjectAttributes',
          { Bucket, Key: 'test-checksum-retrieval', ObjectAttributes: ['Checksum'] },
          { contains: { Checksum: { ChecksumCRC32: 'lVk/nw==', ChecksumType: 'FULL_OBJECT' } } },
        ),
      ],
    },
  ],
};

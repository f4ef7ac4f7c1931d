// Recorded answers about parts of the objects service.
import { call, localstack, type RecordedCases, refused } from '../case.ts';

const Bucket = '{id}';
const Key = 'test-checksum-retrieval';

export const recorded: RecordedCases = {
  service: 's3',
  cases: [
    {
      title: 'a checksum is told to those who ask for it (None)',
      source: localstack('s3/test_s3.py::TestS3PutObjectChecksum::test_s3_get_object_checksum[None]'),
      recorded: '2026-02',
      steps: [
        call('s3.CreateBucket', { Bucket }),
        call(
          's3.PutObject',
          { Bucket, Key, Body: 'test-checksum' },
          { contains: { ChecksumCRC32: 'lVk/nw==', ChecksumType: 'FULL_OBJECT' } },
        ),
        call('s3.GetObject', { Bucket, Key }, { contains: { ChecksumCRC32: 'lVk/nw==', ChecksumType: 'FULL_OBJECT' } }),
        call(
          's3.GetObject',
          { Bucket, Key, ChecksumMode: 'ENABLED' },
          { contains: { ChecksumCRC32: 'lVk/nw==', ChecksumType: 'FULL_OBJECT' } },
        ),
        call(
          's3.GetObject',
          { Bucket, Key, ChecksumMode: 'enabled' },
          { contains: { ChecksumCRC32: 'lVk/nw==', ChecksumType: 'FULL_OBJECT' } },
        ),
        call(
          's3.GetObjectAttributes',
          { Bucket, Key, ObjectAttributes: ['Checksum'] },
          { contains: { Checksum: { ChecksumCRC32: 'lVk/nw==', ChecksumType: 'FULL_OBJECT' } } },
        ),
      ],
    },
    {
      title: 'an upload does not replace an object that it does not expect',
      source: localstack('s3/test_s3_api.py::TestS3ObjectWritePrecondition::test_multipart_if_none_match_with_put'),
      recorded: '2026-02',
      steps: [
        call('s3.CreateBucket', { Bucket }),
        call('s3.CreateMultipartUpload', { Bucket, Key: 'test-precondition' }, { as: 'upload', contains: { Key: 'test-precondition' } }),
        call(
          's3.UploadPart',
          { Bucket, Key: 'test-precondition', UploadId: '{upload.UploadId}', Body: 'test', PartNumber: 1 },
          { as: 'part' },
        ),
        call(
          's3.PutObject',
          { Bucket, Key: 'test-precondition', IfNoneMatch: '*' },
          { contains: { ChecksumCRC32: 'AAAAAA==', ChecksumType: 'FULL_OBJECT', ETag: '"d41d8cd98f00b204e9800998ecf8427e"' } },
        ),
        refused(
          's3.CompleteMultipartUpload',
          {
            Bucket,
            Key: 'test-precondition',
            MultipartUpload: { Parts: [{ ETag: '{part.ETag}', PartNumber: 1 }] },
            UploadId: '{upload.UploadId}',
            IfNoneMatch: '*',
          },
          'PreconditionFailed',
          'At least one of the pre-conditions you specified did not hold',
          { status: 412 },
        ),
      ],
    },
    {
      title: 'uploads are listed below a prefix, with their folders',
      source: localstack('s3/test_s3_list_operations.py::TestS3ListMultipartUploads::test_list_multiparts_with_prefix_and_delimiter'),
      recorded: '2026-02',
      steps: [
        call('s3.CreateBucket', { Bucket }),
        call('s3.CreateMultipartUpload', { Bucket, Key: 'test/foo/bar/123' }),
        call('s3.CreateMultipartUpload', { Bucket, Key: 'test/foo/bar/456' }),
        call('s3.CreateMultipartUpload', { Bucket, Key: 'test/bar/foo/123' }),
        call(
          's3.ListMultipartUploads',
          { Bucket, Prefix: 'test/', EncodingType: 'url', Delimiter: '/' },
          {
            contains: {
              CommonPrefixes: [{ Prefix: 'test/bar/' }, { Prefix: 'test/foo/' }],
              IsTruncated: false,
              NextKeyMarker: '',
              NextUploadIdMarker: '',
              Prefix: 'test/',
            },
          },
        ),
        call(
          's3.ListMultipartUploads',
          { Bucket, Prefix: 'test/foo/', EncodingType: 'url', Delimiter: '/' },
          {
            contains: {
              CommonPrefixes: [{ Prefix: 'test/foo/bar/' }],
              IsTruncated: false,
              NextKeyMarker: '',
              NextUploadIdMarker: '',
              Prefix: 'test/foo/',
            },
          },
        ),
        call(
          's3.ListMultipartUploads',
          { Bucket, Prefix: 'test/foo/bar', EncodingType: 'url', Delimiter: '/' },
          {
            contains: {
              CommonPrefixes: [{ Prefix: 'test/foo/bar/' }],
              IsTruncated: false,
              NextKeyMarker: '',
              NextUploadIdMarker: '',
              Prefix: 'test/foo/bar',
            },
          },
        ),
      ],
    },
  ],
};

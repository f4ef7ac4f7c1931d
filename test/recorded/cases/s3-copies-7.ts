// Recorded answers about copies of the objects service.
import { call, localstack, type RecordedCases, refused } from '../case.ts';

const test = (name: string): string => localstack(`s3/test_s3_api.py::${name}`);
const Bucket = '{id}';
const Key = 'destination_file.txt';
const UploadId = '{upload.UploadId}';
const Body = '0123456789';

export const recorded: RecordedCases = {
  service: 's3',
  cases: [
    {
      title: 'a part is a copy of a whole object',
      source: test('TestS3Multipart::test_upload_part_copy_no_copy_source_range'),
      recorded: '2026-02',
      steps: [
        call('s3.CreateBucket', { Bucket }),
        call('s3.PutObject', { Bucket, Key: 'src-key', Body }, { contains: { ChecksumCRC32: 'poTHxg==', ChecksumType: 'FULL_OBJECT' } }),
        call(
          's3.CreateMultipartUpload',
          { Bucket, Key: 'test-upload-part-copy' },
          { as: 'upload', contains: { Key: 'test-upload-part-copy' } },
        ),
        call(
          's3.UploadPartCopy',
          { Bucket, UploadId, Key: 'test-upload-part-copy', PartNumber: 1, CopySource: '{id}/src-key' },
          { contains: { CopyPartResult: {} } },
        ),
        call(
          's3.ListParts',
          { Bucket, Key: 'test-upload-part-copy', UploadId },
          { contains: { Key: 'test-upload-part-copy', Parts: [{ PartNumber: 1, Size: 10 }], UploadId: '{upload.UploadId}' } },
        ),
      ],
    },
    {
      title: 'a part is copied if its source has the tag',
      source: test('TestS3Multipart::test_upload_part_copy_with_copy_source_if_match_success'),
      recorded: '2026-02',
      steps: [
        call('s3.CreateBucket', { Bucket }),
        call('s3.PutObject', { Bucket, Key: 'source_file.txt', Body }, { as: 'object' }),
        call('s3.CreateMultipartUpload', { Bucket, Key }, { as: 'upload' }),
        call(
          's3.UploadPartCopy',
          { Bucket, UploadId, Key, PartNumber: 1, CopySource: '{id}/source_file.txt', CopySourceIfMatch: '{object.ETag}' },
          { contains: { CopyPartResult: { ETag: '{object.ETag}' } } },
        ),
        call(
          's3.ListParts',
          { Bucket, Key, UploadId },
          {
            contains: {
              Key: 'destination_file.txt',
              Parts: [{ ETag: '{object.ETag}', PartNumber: 1, Size: 10 }],
              UploadId: '{upload.UploadId}',
            },
          },
        ),
      ],
    },
    {
      title: 'a part is copied if its source has another tag',
      source: test('TestS3Multipart::test_upload_part_copy_with_copy_source_if_match_none_success'),
      recorded: '2026-02',
      steps: [
        call('s3.CreateBucket', { Bucket }),
        call('s3.PutObject', { Bucket, Key: 'source_file.txt', Body }, { as: 'object' }),
        call('s3.CreateMultipartUpload', { Bucket, Key }, { as: 'upload' }),
        call(
          's3.UploadPartCopy',
          { Bucket, UploadId, Key, PartNumber: 1, CopySource: '{id}/source_file.txt', CopySourceIfNoneMatch: 'none-match' },
          { as: 'copy', contains: { CopyPartResult: { ETag: '{object.ETag}' } } },
        ),
        call(
          's3.ListParts',
          { Bucket, Key, UploadId },
          {
            contains: {
              Key: 'destination_file.txt',
              Parts: [{ ETag: '{copy.CopyPartResult.ETag}', PartNumber: 1, Size: 10 }],
              UploadId: '{upload.UploadId}',
            },
          },
        ),
      ],
    },
    {
      title: 'a part is not copied if its source has the tag',
      source: test('TestS3Multipart::test_upload_part_copy_with_copy_source_if_none_match_failed'),
      recorded: '2026-02',
      steps: [
        call('s3.CreateBucket', { Bucket }),
        call('s3.PutObject', { Bucket, Key: 'source_file.txt', Body }, { as: 'object' }),
        call('s3.CreateMultipartUpload', { Bucket, Key }, { as: 'upload' }),
        refused(
          's3.UploadPartCopy',
          { Bucket, UploadId, Key, PartNumber: 1, CopySource: '{id}/source_file.txt', CopySourceIfNoneMatch: '{object.ETag}' },
          'PreconditionFailed',
          'At least one of the pre-conditions you specified did not hold',
          { status: 412 },
        ),
      ],
    },
    {
      title: 'a copy does not replace an object that it does not expect',
      source: test('TestS3ObjectWritePrecondition::test_copy_object_if_none_match'),
      recorded: '2026-02',
      steps: [
        call('s3.CreateBucket', { Bucket }),
        call('s3.PutObject', { Bucket, Key: 'source-object', Body: 'source content' }),
        call(
          's3.CopyObject',
          { Bucket, CopySource: '{id}/source-object', Key: 'dest-object', IfNoneMatch: '*' },
          { contains: { CopyObjectResult: { ETag: '"4d96fd1280dd67fe2eac895339a0a8e3"' } } },
        ),
        refused(
          's3.CopyObject',
          { Bucket, CopySource: '{id}/source-object', Key: 'dest-object', IfNoneMatch: '*' },
          'PreconditionFailed',
          'At least one of the pre-conditions you specified did not hold',
          { status: 412 },
        ),
      ],
    },
    {
      title: 'a copy replaces the object whose tag it names',
      source: test('TestS3ObjectWritePrecondition::test_copy_object_if_match'),
      recorded: '2026-02',
      steps: [
        call('s3.CreateBucket', { Bucket }),
        call('s3.PutObject', { Bucket, Key: 'source-object', Body: 'source content' }),
        call('s3.PutObject', { Bucket, Key: 'dest-object', Body: 'initial content' }, { as: 'object2' }),
        call(
          's3.CopyObject',
          { Bucket, CopySource: '{id}/source-object', Key: 'dest-object', IfMatch: '{object2.ETag}' },
          { contains: { CopyObjectResult: { ETag: '"4d96fd1280dd67fe2eac895339a0a8e3"' } } },
        ),
        refused(
          's3.CopyObject',
          { Bucket, CopySource: '{id}/source-object', Key: 'dest-object', IfMatch: '"wrong-etag"' },
          'PreconditionFailed',
          'At least one of the pre-conditions you specified did not hold',
          { status: 412 },
        ),
        refused(
          's3.CopyObject',
          { Bucket, CopySource: '{id}/source-object', Key: 'non-existent-key', IfMatch: '{object2.ETag}' },
          'NoSuchKey',
          'The specified key does not exist.',
          { status: 404 },
        ),
      ],
    },
  ],
};

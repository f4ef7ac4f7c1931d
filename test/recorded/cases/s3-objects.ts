// Recorded answers of object storage about single objects: conditions, copies, checksums, uploads in parts.
import { localstack, moto, NONE, type RecordedCase, type RecordedCases, type Step } from '../case.ts';

const Bucket = '{id}';
const Key = 'k';
const api = (name: string): string => localstack(`s3/test_s3_api.py::${name}`);
const s3 = (name: string): string => localstack(`s3/test_s3.py::TestS3::${name}`);
const create: Step = { call: 's3.CreateBucket', input: { Bucket } };
const put = (Body: string, as = 'put', more: object = {}): Step => ({ call: 's3.PutObject', input: { Bucket, Key, Body, ...more }, as });
const startUpload: readonly Step[] = [
  { call: 's3.CreateMultipartUpload', input: { Bucket, Key }, as: 'upload' },
  { call: 's3.UploadPart', input: { Bucket, Key, UploadId: '{upload.UploadId}', PartNumber: 1, Body: 'test' }, as: 'part' },
];
const complete = (condition: object, outcome: Partial<Step>): Step => ({
  call: 's3.CompleteMultipartUpload',
  input: {
    Bucket,
    Key,
    UploadId: '{upload.UploadId}',
    MultipartUpload: { Parts: [{ PartNumber: 1, ETag: '{part.ETag}' }] },
    ...condition,
  },
  ...outcome,
});
const conflict = (Condition: string) => ({
  code: 'ConditionalRequestConflict',
  message: 'The conditional request cannot succeed due to a conflicting operation against this resource.',
  status: 409,
  contains: { Condition, Key },
});
const failed = (Condition: string) => ({ code: 'PreconditionFailed', status: 412, contains: { Condition } });
const ILLEGAL_COPY = {
  code: 'InvalidRequest',
  message:
    "This copy request is illegal because it is trying to copy an object to itself without changing the object's metadata, storage class, website redirect location or encryption attributes.",
};
const copyInPlace = (more: object, outcome: object): Step => ({
  call: 's3.CopyObject',
  input: { Bucket, Key, CopySource: '{id}/k', ...more },
  ...outcome,
});

const conditions: RecordedCase[] = [
  {
    title: 'a conditional completion conflicts with a deletion since the upload began',
    source: api('TestS3ObjectWritePrecondition::test_multipart_if_none_match_with_delete'),
    recorded: '2026-02',
    steps: [
      create,
      put('x'),
      ...startUpload,
      complete({ IfNoneMatch: '*' }, { error: failed('If-None-Match') }),
      { call: 's3.DeleteObject', input: { Bucket, Key } },
      complete({ IfNoneMatch: '*' }, { error: conflict('If-None-Match') }),
      ...startUpload,
      complete({ IfNoneMatch: '*' }, { contains: { ETag: '"60cd54a928cbbcbb6e7b5595bab46a9e-1"' } }),
    ],
  },
  {
    title: 'a conditional completion conflicts with an upload since it began, even of the same bytes',
    source: api('TestS3ObjectWritePrecondition::test_multipart_if_match_with_put_identical'),
    recorded: '2026-02',
    steps: [
      create,
      put('test'),
      ...startUpload,
      put('test', 'again'),
      complete({ IfMatch: '{again.ETag}' }, { error: conflict('If-Match') }),
      ...startUpload,
      complete({ IfMatch: '{again.ETag}' }, { contains: { Key } }),
    ],
  },
  {
    title: 'a conditional completion without its object finds no key',
    source: api('TestS3ObjectWritePrecondition::test_multipart_if_match_with_delete'),
    recorded: '2026-02',
    steps: [
      create,
      put('test'),
      ...startUpload,
      { call: 's3.DeleteObject', input: { Bucket, Key } },
      complete({ IfMatch: '{put.ETag}' }, { error: { code: 'NoSuchKey', status: 404 } }),
    ],
  },
  {
    title: 'If-Modified-Since in the future is ignored, by reads and copies',
    source: s3('test_s3_get_object_preconditions, test_s3_preconditions.py::test_s3_copy_object_preconditions'),
    recorded: '2026-02',
    steps: [
      create,
      put('data'),
      { call: 's3.GetObject', input: { Bucket, Key, IfModifiedSince: new Date('2999-01-01') }, contains: { Body: 'data' } },
      {
        call: 's3.CopyObject',
        input: { Bucket, Key: 'copy', CopySource: '{id}/k', CopySourceIfModifiedSince: new Date('2999-01-01') },
        contains: { CopyObjectResult: { ETag: '"8d777f385d3dfec8815d20f7496026dc"' } },
      },
    ],
  },
  {
    title: 'an ETag of a condition may lack a quote',
    source: moto('tests/test_s3/test_s3_conditionals.py::test_put_object_if_match'),
    recorded: 'before 2026-03',
    steps: [create, put('test'), put('more', 'again', { IfMatch: '"098f6bcd4621d373cade4e832627b4f6' })],
  },
];

const copies: RecordedCase[] = [
  {
    title: 'a copy onto itself that changes nothing is refused',
    source: s3('test_s3_copy_object_in_place'),
    recorded: '2026-02',
    steps: [create, put('test'), copyInPlace({}, { error: ILLEGAL_COPY })],
  },
  {
    title: 'a copy onto itself may name the storage class that it has',
    source: s3('test_s3_copy_object_in_place_storage_class'),
    recorded: '2026-02',
    steps: [
      create,
      put('test'),
      copyInPlace({ StorageClass: 'STANDARD' }, { contains: { CopyObjectResult: { ETag: '"098f6bcd4621d373cade4e832627b4f6"' } } }),
    ],
  },
  {
    title: 'a copy onto itself may be made where the bucket has an encryption configuration',
    source: s3('test_copy_in_place_with_bucket_encryption'),
    recorded: '2026-02',
    steps: [
      create,
      {
        call: 's3.PutBucketEncryption',
        input: {
          Bucket,
          ServerSideEncryptionConfiguration: { Rules: [{ ApplyServerSideEncryptionByDefault: { SSEAlgorithm: 'AES256' } }] },
        },
      },
      put('test'),
      copyInPlace({}, { contains: { ServerSideEncryption: 'AES256' } }),
    ],
  },
  {
    title: 'a copy onto itself takes the KMS key away that the source had',
    source: s3('test_s3_copy_object_in_place_with_encryption'),
    recorded: '2026-02',
    steps: [
      create,
      { call: 'kms.CreateKey', as: 'key' },
      put('test', 'put', { ServerSideEncryption: 'aws:kms', SSEKMSKeyId: '{key.KeyMetadata.Arn}' }),
      copyInPlace({}, { contains: { ServerSideEncryption: 'AES256', SSEKMSKeyId: NONE } }),
    ],
  },
  {
    title: 'a conditional copy onto itself is judged by its condition',
    source: api('TestS3ObjectWritePrecondition::test_copy_object_if_match_in_place, …if_none_match_in_place'),
    recorded: '2026-02',
    steps: [
      create,
      put('test'),
      copyInPlace({ IfNoneMatch: '*' }, { error: failed('If-None-Match') }),
      copyInPlace({ IfMatch: '{put.ETag}' }, { contains: { CopyObjectResult: { ETag: '{put.ETag}' } } }),
    ],
  },
];

const range = (Range: string, sum: boolean): Step => ({
  call: 's3.GetObject',
  input: { Bucket, Key, Range, ChecksumMode: 'ENABLED' },
  contains: sum ? { ChecksumType: 'FULL_OBJECT' } : { ChecksumType: NONE },
});
const checksums: RecordedCase[] = [
  {
    title: 'a range has the checksum of the object where it covers the object',
    source: s3('test_get_object_range'),
    recorded: '2026-02',
    steps: [
      create,
      put('0123456789'),
      range('bytes=0-8', false),
      range('bytes=-15', true),
      range('bytes=0-100', true),
      range('bytes=0-0', false),
    ],
  },
  {
    title: 'a part of an object whose parts have checksums has its own',
    source: s3('test_get_object_part_checksum[COMPOSITE]'),
    recorded: '2026-02',
    steps: [
      create,
      {
        call: 's3.CreateMultipartUpload',
        input: { Bucket, Key, ChecksumAlgorithm: 'CRC32C', ChecksumType: 'COMPOSITE' },
        as: 'upload',
      },
      {
        call: 's3.UploadPart',
        input: { Bucket, Key, UploadId: '{upload.UploadId}', PartNumber: 1, Body: 'test content 123', ChecksumAlgorithm: 'CRC32C' },
        as: 'part',
        contains: { ChecksumCRC32C: 'fwuu0Q==' },
      },
      {
        call: 's3.CompleteMultipartUpload',
        input: {
          Bucket,
          Key,
          UploadId: '{upload.UploadId}',
          MultipartUpload: { Parts: [{ PartNumber: 1, ETag: '{part.ETag}', ChecksumCRC32C: 'fwuu0Q==' }] },
        },
        contains: { ChecksumCRC32C: 'sZB91Q==-1', ChecksumType: 'COMPOSITE', ETag: '"b972025bc34adf8d76d6d51e93c035cc-1"' },
      },
      {
        call: 's3.HeadObject',
        input: { Bucket, Key, PartNumber: 1, ChecksumMode: 'ENABLED' },
        contains: { ChecksumCRC32C: 'fwuu0Q==', ChecksumType: 'COMPOSITE', ContentRange: 'bytes 0-15/16', PartsCount: 1 },
      },
    ],
  },
];

export const recorded: RecordedCases = { service: 's3', cases: [...conditions, ...copies, ...checksums] };

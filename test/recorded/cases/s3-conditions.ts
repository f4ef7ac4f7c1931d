// Recorded answers of object storage to conditions of writes, to checksums that are wrong, to tags and to storage classes.
import { localstack, type RecordedCase, type RecordedCases, type Step } from '../case.ts';

const Bucket = '{id}';
const Key = 'k';
const api = (name: string): string => localstack(`s3/test_s3_api.py::${name}`);
const s3 = (name: string): string => localstack(`s3/test_s3.py::${name}`);
const create: Step = { call: 's3.CreateBucket', input: { Bucket } };
const call = (operation: string, input: object, outcome: object = {}): Step => ({
  call: `s3.${operation}`,
  input: { Bucket, Key, ...input },
  ...outcome,
});
const put = (more: object = {}, outcome: object = { as: 'put' }): Step => call('PutObject', { Body: 'test', ...more }, outcome);
const refused = (code: string, message: string, contains: object = {}, status = 400) => ({ error: { code, message, status, contains } });
const notImplemented = (Header: string, additionalMessage?: string) =>
  refused(
    'NotImplemented',
    'A header you provided implies functionality that is not implemented',
    { Header, ...(additionalMessage ? { additionalMessage } : {}) },
    501,
  );
const failed = (Condition: string) =>
  refused('PreconditionFailed', 'At least one of the pre-conditions you specified did not hold', { Condition }, 412);
const noKey = (key = Key) => refused('NoSuchKey', 'The specified key does not exist.', { Key: key }, 404);
const NOT_THIS = (header: string) => `We don't accept the provided value of ${header} header for this API`;
const BOTH = 'Multiple conditional request headers present in the request';

const writes: RecordedCase[] = [
  {
    title: 'an upload may demand that there is no object, and no other thing with If-None-Match',
    source: api('TestS3ObjectWritePrecondition::test_put_object_if_none_match, test_put_object_if_none_match_validation'),
    recorded: '2026-02',
    steps: [
      create,
      put({ IfNoneMatch: '*' }),
      put({ IfNoneMatch: '*' }, failed('If-None-Match')),
      call('DeleteObject', {}),
      put({ IfNoneMatch: '*' }),
      put({ Key: 'new', IfNoneMatch: 'abcdef' }, notImplemented('If-None-Match', NOT_THIS('If-None-Match'))),
    ],
  },
  {
    title: 'an upload may demand an ETag, which must be of an object that is there',
    source: api('TestS3ObjectWritePrecondition::test_put_object_if_match_validation, test_put_object_if_match_versioned_bucket'),
    recorded: '2026-02',
    steps: [
      create,
      put({ IfMatch: '*' }, notImplemented('If-Match', NOT_THIS('If-Match'))),
      put({ IfMatch: 'abcdef' }, noKey()),
      put(),
      put({ IfMatch: 'abcdef' }, failed('If-Match')),
      put({ IfMatch: '{put.ETag}' }),
    ],
  },
  {
    title: 'a write takes one condition',
    source: api(
      'TestS3ObjectWritePrecondition::test_put_object_if_match_and_if_none_match_validation, test_copy_object_precondition_write_validation',
    ),
    recorded: '2026-02',
    steps: [
      create,
      put({ IfMatch: 'abcdef', IfNoneMatch: '*' }, notImplemented('If-Match,If-None-Match', BOTH)),
      put(),
      call(
        'CopyObject',
        { Key: 'copy', CopySource: '{id}/k', IfMatch: '{put.ETag}', IfNoneMatch: '*' },
        notImplemented('If-Match,If-None-Match', BOTH),
      ),
      call('CopyObject', { Key: 'copy', CopySource: '{id}/k', IfMatch: '*' }, notImplemented('If-Match', NOT_THIS('If-Match'))),
      call(
        'CopyObject',
        { Key: 'copy', CopySource: '{id}/k', IfNoneMatch: '{put.ETag}' },
        notImplemented('If-None-Match', NOT_THIS('If-None-Match')),
      ),
    ],
  },
  {
    title: 'a deletion may demand an ETag, but not a size or a time',
    source: api(
      'TestS3DeletePrecondition::test_delete_object_if_match_non_express, …_modified_non_express, …_size_non_express, …_all_non_express',
    ),
    recorded: '2026-02',
    steps: [
      create,
      put(),
      call('DeleteObject', { IfMatch: 'badvalue' }, failed('If-Match')),
      call(
        'DeleteObject',
        { IfMatchLastModifiedTime: new Date('2026-01-01T00:00:00Z') },
        notImplemented('x-amz-if-match-last-modified-time'),
      ),
      call('DeleteObject', { IfMatchSize: 10 }, notImplemented('x-amz-if-match-size')),
      call('DeleteObject', { IfMatch: '{put.ETag}' }),
    ],
  },
  {
    title: 'a read may demand an ETag',
    source: s3('TestS3::test_precondition_failed_error'),
    recorded: '2026-02',
    steps: [create, put(), call('GetObject', { IfMatch: '"none"' }, failed('If-Match'))],
  },
];

const CHECKSUMS = {
  CRC32: 'KqnlHQ==',
  CRC32C: 'c9qDQg==',
  SHA1: 'wsoKRBMYHUDhFBbLuQcmFgpNBCE=',
  SHA256: 'LCa0a2j/xo/5m0U8HTBBNBNCLXBkg7+g+YpeiGJm564=',
  CRC64NVME: 'rosUhgp5mIg=',
};
const MD5 = 'The Content-MD5 you specified was invalid.';

const checks: RecordedCase[] = [
  ...Object.entries(CHECKSUMS).map(([algorithm, other]) => ({
    title: `a checksum ${algorithm} must have its form, and be that of the body`,
    source: s3('TestS3PutObjectChecksum::test_put_object_checksum'),
    recorded: '2026-02',
    steps: [
      create,
      put(
        { ChecksumAlgorithm: algorithm, [`Checksum${algorithm}`]: 'no-sum' },
        refused('InvalidRequest', `Value for x-amz-checksum-${algorithm.toLowerCase()} header is invalid.`),
      ),
      put(
        { ChecksumAlgorithm: algorithm, [`Checksum${algorithm}`]: other },
        refused('BadDigest', `The ${algorithm} you specified did not match the calculated checksum.`),
      ),
    ],
  })),
  {
    title: 'a body has one checksum',
    source: s3('TestS3PutObjectChecksum::test_s3_checksum_no_algorithm'),
    recorded: '2026-02',
    steps: [
      create,
      {
        http: 'PUT /{id}/k',
        service: 's3',
        headers: { 'x-amz-checksum-crc32': CHECKSUMS.CRC32, 'x-amz-checksum-sha256': CHECKSUMS.SHA256 },
        body: 'test',
        status: 400,
        answerBody: /Expecting a single x-amz-checksum- header\. Multiple checksum Types are not allowed\./,
      },
    ],
  },
  {
    title: 'a Content-MD5 that is none, or that of another body, is named in the error',
    source: s3('TestS3::test_s3_invalid_content_md5'),
    recorded: '2026-02',
    steps: [
      create,
      ...['__invalid__', '000', 'not base64 encoded checksum', 'MTIz', 'dGVzdC1zdHJpbmc='].map((ContentMD5) =>
        put({ ContentMD5 }, refused('InvalidDigest', MD5, { 'Content-MD5': ContentMD5 })),
      ),
      put(
        { Body: 'something', ContentMD5: 'CYketZBSTjX8czcs3cXVlg==' },
        refused('BadDigest', 'The Content-MD5 you specified did not match what we received.', {
          CalculatedDigest: 'Q3uTDbhLgHnC3YBKcZNrXw==',
          ExpectedDigest: '09891eb590524e35fc73372cddc5d596',
        }),
      ),
      { call: 's3.CreateMultipartUpload', input: { Bucket, Key }, as: 'upload' },
      call(
        'UploadPart',
        { UploadId: '{upload.UploadId}', PartNumber: 1, Body: 'something', ContentMD5: 'CYketZBSTjX8czcs3cXVlg==' },
        refused('BadDigest', 'The Content-MD5 you specified did not match what we received.', {
          CalculatedDigest: 'Q3uTDbhLgHnC3YBKcZNrXw==',
          ExpectedDigest: 'CYketZBSTjX8czcs3cXVlg==',
        }),
      ),
    ],
  },
];

const DUPLICATES = "The header 'x-amz-tagging' shall be encoded as UTF-8 then URLEncoded URL query parameters without tag name duplicates.";
const makeTagged = (Tags: readonly object[], outcome: object): Step => ({
  call: 's3.CreateBucket',
  input: { Bucket, CreateBucketConfiguration: { Tags } },
  ...outcome,
});

const facts: RecordedCase[] = [
  {
    title: 'a range behind the end of an object is not satisfiable',
    source: s3('TestS3::test_invalid_range_error, test_range_key_not_exists'),
    recorded: '2026-02',
    steps: [
      create,
      call('GetObject', { Range: 'bytes=1024-4096' }, noKey()),
      put({ Body: '12345678' }),
      call(
        'GetObject',
        { Range: 'bytes=1024-4096' },
        refused(
          'InvalidRange',
          'The requested range is not satisfiable',
          { ActualObjectSize: '8', RangeRequested: 'bytes=1024-4096' },
          416,
        ),
      ),
    ],
  },
  {
    title: 'a storage class must be one, and not one of outposts',
    source: s3('TestS3::test_put_object_storage_class_outposts'),
    recorded: '2026-02',
    steps: [
      create,
      ...['PutObject', 'CreateMultipartUpload'].map((operation) =>
        call(
          operation,
          { StorageClass: 'OUTPOSTS' },
          refused('InvalidStorageClass', 'The storage class you specified is not valid', { StorageClassRequested: 'OUTPOSTS' }),
        ),
      ),
    ],
  },
  ...['GLACIER', 'DEEP_ARCHIVE'].map((StorageClass) => ({
    title: `an object in the class ${StorageClass} is not read before it is restored`,
    source: s3('TestS3::test_put_object_storage_class, TestS3DeepArchive::test_s3_get_deep_archive_object_restore'),
    recorded: '2026-02',
    steps: [
      create,
      put({ StorageClass }),
      call(
        'GetObject',
        {},
        refused('InvalidObjectState', "The operation is not valid for the object's storage class", { StorageClass }, 403),
      ),
      call('HeadObject', {}, { contains: { StorageClass } }),
    ],
  })),
  {
    title: 'tags of an object that is not there are neither read nor changed',
    source: api('TestS3BucketObjectTagging::test_object_tagging_exc'),
    recorded: '2026-02',
    steps: [
      create,
      call('GetObjectTagging', {}, noKey('{id}/k')),
      call('DeleteObjectTagging', {}, noKey()),
      call('PutObjectTagging', { Tagging: { TagSet: [{ Key: 'a', Value: 'b' }] } }, noKey()),
    ],
  },
  ...['key1=val1&key1=val2', 'key1=val1,key2=val2'].map((Tagging) => ({
    title: `the header of tags ${Tagging} is refused`,
    source: api('TestS3BucketObjectTagging::test_object_tagging_exc'),
    recorded: '2026-02',
    steps: [create, put({ Tagging }, refused('InvalidArgument', DUPLICATES, { ArgumentName: 'x-amz-tagging', ArgumentValue: Tagging }))],
  })),
  {
    title: 'a bucket may be made with tags, by the rules of tags',
    source: api('TestS3BucketObjectTagging::test_create_bucket_with_tags_exc, test_create_bucket_with_tags_us_east_1_idempotency'),
    recorded: '2026-02',
    steps: [
      makeTagged(
        [{ Key: 'aws:test', Value: 'v' }],
        refused(
          'InvalidTag',
          'User-defined tag keys can\'t start with "aws:". This prefix is reserved for system tags. Remove "aws:" from your tag keys and try again.',
        ),
      ),
      makeTagged(
        [{ Key: 'test', Value: 'value1,value2' }],
        refused('InvalidTag', 'The TagValue you have provided is invalid', { TagKey: 'test', TagValue: 'value1,value2' }),
      ),
      makeTagged(
        [{ Key: 'test,test2', Value: 'v' }],
        refused('InvalidTag', 'The TagKey you have provided is invalid', { TagKey: 'test,test2' }),
      ),
      makeTagged([{ Key: 'test', Value: 'v' }], {}),
      { call: 's3.GetBucketTagging', input: { Bucket }, answer: { TagSet: [{ Key: 'test', Value: 'v' }] } },
      { call: 's3.CreateBucket', input: { Bucket }, contains: { Location: '/{id}' } },
      makeTagged(
        [{ Key: 'test', Value: 'v' }],
        refused(
          'BucketAlreadyOwnedByYou',
          'Your previous request to create the named bucket succeeded and you already own it.',
          { BucketName: '{id}' },
          409,
        ),
      ),
    ],
  },
];

export const recorded: RecordedCases = { service: 's3', cases: [...writes, ...checks, ...facts] };

// Recorded answers about keys of the objects service.
import { call, localstack, type RecordedCases, refused } from '../case.ts';

const test = (name: string): string => localstack(`s3/test_s3.py::TestS3::${name}`);
const Bucket = '{id}';

export const recorded: RecordedCases = {
  service: 's3',
  cases: [
    {
      title: 'a key that looks encoded is kept as it is (True)',
      source: test('test_url_encoded_key[True]'),
      recorded: '2026-02',
      steps: [
        call('s3.CreateBucket', { Bucket }),
        call('s3.PutObject', { Bucket, Key: 'test@key/', Body: 'test-non-encoded' }),
        call('s3.PutObject', { Bucket, Key: 'test%40key/', Body: 'test-encoded' }),
        call('s3.PutObject', { Bucket, Key: 'test%40key', Body: 'test-encoded-no-trailing' }),
        call(
          's3.ListObjectsV2',
          { Bucket },
          {
            contains: {
              Contents: [
                { Key: 'test%40key', Size: 24 },
                { Key: 'test%40key/', Size: 12 },
                { Key: 'test@key/', Size: 16 },
              ],
            },
          },
        ),
      ],
    },
    {
      title: 'a key that looks encoded is kept as it is (False)',
      source: test('test_url_encoded_key[False]'),
      recorded: '2026-02',
      steps: [
        call('s3.CreateBucket', { Bucket }),
        call('s3.PutObject', { Bucket, Key: 'test@key/', Body: 'test-non-encoded' }),
        call('s3.PutObject', { Bucket, Key: 'test%40key/', Body: 'test-encoded' }),
        call('s3.PutObject', { Bucket, Key: 'test%40key', Body: 'test-encoded-no-trailing' }),
        call(
          's3.ListObjectsV2',
          { Bucket },
          {
            contains: {
              Contents: [
                { Key: 'test%40key', Size: 24 },
                { Key: 'test%40key/', Size: 12 },
                { Key: 'test@key/', Size: 16 },
              ],
            },
          },
        ),
      ],
    },
    {
      title: 'a body that looks like XML is kept as it is',
      source: test('test_upload_file_with_xml_preamble'),
      recorded: '2026-02',
      steps: [
        call('s3.CreateBucket', { Bucket }),
        call('s3.PutObject', { Bucket, Key: 'key-1', Body: '<?xml version="1.0" encoding="UTF-8"?><test/>' }),
        call('s3.GetObject', { Bucket, Key: 'key-1' }, { contains: { ChecksumCRC32: 'hkzSQw==', ChecksumType: 'FULL_OBJECT' } }),
      ],
    },
    {
      title: 'an object in a folder of folders is read by its key',
      source: test('test_putobject_with_multiple_keys'),
      recorded: '2026-02',
      steps: [
        call('s3.CreateBucket', { Bucket }),
        call('s3.PutObject', { Body: 'test', Bucket, Key: 'aws/key1/key2/key3' }),
        call(
          's3.GetObject',
          { Bucket, Key: 'aws/key1/key2/key3' },
          {
            contains: {
              AcceptRanges: 'bytes',
              ChecksumCRC32: '2H9+DA==',
              ChecksumType: 'FULL_OBJECT',
              ContentLength: 4,
              ETag: '"098f6bcd4621d373cade4e832627b4f6"',
              Metadata: {},
              ServerSideEncryption: 'AES256',
            },
          },
        ),
      ],
    },
    {
      title: 'keys differ by the case of their letters',
      source: test('test_s3_uppercase_key_names'),
      recorded: '2026-02',
      steps: [
        call('s3.CreateBucket', { Bucket }),
        call('s3.PutObject', { Bucket, Key: 'camelCaseKey', Body: 'something' }),
        call(
          's3.GetObject',
          { Bucket, Key: 'camelCaseKey' },
          {
            contains: {
              AcceptRanges: 'bytes',
              ChecksumCRC32: 'Cdox+w==',
              ChecksumType: 'FULL_OBJECT',
              ContentLength: 9,
              ETag: '"437b930db84b8079c2dd804a71936b5f"',
              Metadata: {},
              ServerSideEncryption: 'AES256',
            },
          },
        ),
        refused('s3.GetObject', { Bucket, Key: 'camelcasekey' }, 'NoSuchKey', 'The specified key does not exist.', { status: 404 }),
      ],
    },
    {
      title: 'a read may name the headers of its answer',
      source: test('test_s3_get_object_header_overrides'),
      recorded: '2026-02',
      steps: [
        call('s3.CreateBucket', { Bucket }),
        call('s3.PutObject', { Bucket, Key: 'key-header-overrides', Body: 'something' }),
        call(
          's3.GetObject',
          {
            Bucket,
            Key: 'key-header-overrides',
            ResponseCacheControl: 'max-age=74',
            ResponseContentDisposition: 'attachment; filename="foo.jpg"',
            ResponseContentEncoding: 'identity',
            ResponseContentLanguage: 'de-DE',
            ResponseContentType: 'image/jpeg',
            ResponseExpires: 'Wed, 21 Oct 2015 07:28:00 GMT',
          },
          {
            contains: {
              CacheControl: 'max-age=74',
              ContentDisposition: 'attachment; filename="foo.jpg"',
              ContentEncoding: 'identity',
              ContentLanguage: 'de-DE',
              ContentType: 'image/jpeg',
            },
          },
        ),
      ],
    },
  ],
};

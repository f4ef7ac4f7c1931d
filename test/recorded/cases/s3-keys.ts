// Recorded answers about keys of the objects service.
import { call, localstack, type RecordedCases } from '../case.ts';

const test = (name: string): string => localstack(`s3/test_s3.py::TestS3::${name}`);
const Bucket = '{id}';

export const recorded: RecordedCases = {
  service: 's3',
  cases: [
    {
      title: 'a key may have characters beyond ASCII',
      source: test('test_put_and_get_object_with_utf8_key'),
      recorded: '2026-02',
      steps: [
        call('s3.CreateBucket', { Bucket }),
        call(
          's3.PutObject',
          { Bucket, Key: 'Ā0Ä', Body: 'abc123' },
          {
            contains: {
              ChecksumCRC32: 'zwK7XA==',
              ChecksumType: 'FULL_OBJECT',
              ETag: '"e99a18c428cb38d5f260853678922e03"',
              ServerSideEncryption: 'AES256',
            },
          },
        ),
        call(
          's3.GetObject',
          { Bucket, Key: 'Ā0Ä' },
          {
            contains: {
              AcceptRanges: 'bytes',
              ChecksumCRC32: 'zwK7XA==',
              ChecksumType: 'FULL_OBJECT',
              ContentLength: 6,
              ETag: '"e99a18c428cb38d5f260853678922e03"',
              Metadata: {},
              ServerSideEncryption: 'AES256',
            },
          },
        ),
      ],
    },
    {
      title: 'keys keep the slashes at their beginning, in the middle and at their end (True)',
      source: test('test_object_with_slashes_in_key[True]'),
      recorded: '2026-02',
      steps: [
        call('s3.CreateBucket', { Bucket }),
        call('s3.PutObject', { Bucket, Key: '/foo', Body: 'foobar' }),
        call('s3.PutObject', { Bucket, Key: 'bar', Body: 'barfoo' }),
        call('s3.PutObject', { Bucket, Key: '/bar/foo/', Body: 'test' }),
        call(
          's3.ListObjectsV2',
          { Bucket },
          {
            contains: {
              Contents: [
                { Key: '/bar/foo/', Size: 4 },
                { Key: '/foo', Size: 6 },
                { Key: 'bar', Size: 6 },
              ],
            },
          },
        ),
      ],
    },
    {
      title: 'keys keep the slashes at their beginning, in the middle and at their end (False)',
      source: test('test_object_with_slashes_in_key[False]'),
      recorded: '2026-02',
      steps: [
        call('s3.CreateBucket', { Bucket }),
        call('s3.PutObject', { Bucket, Key: '/foo', Body: 'foobar' }),
        call('s3.PutObject', { Bucket, Key: 'bar', Body: 'barfoo' }),
        call('s3.PutObject', { Bucket, Key: '/bar/foo/', Body: 'test' }),
        call(
          's3.ListObjectsV2',
          { Bucket },
          {
            contains: {
              Contents: [
                { Key: '/bar/foo/', Size: 4 },
                { Key: '/foo', Size: 6 },
                { Key: 'bar', Size: 6 },
              ],
            },
          },
        ),
      ],
    },
    {
      title: 'names of metadata are in lower case',
      source: test('test_metadata_header_character_decoding'),
      recorded: '2026-02',
      steps: [
        call('s3.CreateBucket', { Bucket }),
        call('s3.PutObject', { Bucket, Key: 'key-with-metadata', Metadata: { TEST_META_1: 'foo', __meta_2: 'bar' }, Body: 'foo' }),
        call('s3.HeadObject', { Bucket, Key: 'key-with-metadata' }, { contains: { Metadata: { __meta_2: 'bar', test_meta_1: 'foo' } } }),
      ],
    },
    {
      title: 'an object is found again by a key with special characters (file%2Fname)',
      source: test('test_put_get_object_special_character[file%2Fname]'),
      recorded: '2026-02',
      steps: [
        call('s3.CreateBucket', { Bucket }),
        call(
          's3.PutObject',
          { Bucket, Key: 'file%2Fname', Body: 'test' },
          {
            contains: {
              ChecksumCRC32: '2H9+DA==',
              ChecksumType: 'FULL_OBJECT',
              ETag: '"098f6bcd4621d373cade4e832627b4f6"',
              ServerSideEncryption: 'AES256',
            },
          },
        ),
        call('s3.ListObjectsV2', { Bucket }, { contains: { Contents: [{ Key: 'file%2Fname', Size: 4 }] } }),
        call(
          's3.GetObject',
          { Bucket, Key: 'file%2Fname' },
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
        call('s3.DeleteObject', { Bucket, Key: 'file%2Fname' }, { answer: {} }),
      ],
    },
    {
      title: 'an object is found again by a key with special characters (test@key/)',
      source: test('test_put_get_object_special_character[test@key/]'),
      recorded: '2026-02',
      steps: [
        call('s3.CreateBucket', { Bucket }),
        call(
          's3.PutObject',
          { Bucket, Key: 'test@key/', Body: 'test' },
          {
            contains: {
              ChecksumCRC32: '2H9+DA==',
              ChecksumType: 'FULL_OBJECT',
              ETag: '"098f6bcd4621d373cade4e832627b4f6"',
              ServerSideEncryption: 'AES256',
            },
          },
        ),
        call('s3.ListObjectsV2', { Bucket }, { contains: { Contents: [{ Key: 'test@key/', Size: 4 }] } }),
        call(
          's3.GetObject',
          { Bucket, Key: 'test@key/' },
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
        call('s3.DeleteObject', { Bucket, Key: 'test@key/' }, { answer: {} }),
      ],
    },
    {
      title: 'an object is found again by a key with special characters (test%123)',
      source: test('test_put_get_object_special_character[test%123]'),
      recorded: '2026-02',
      steps: [
        call('s3.CreateBucket', { Bucket }),
        call(
          's3.PutObject',
          { Bucket, Key: 'test%123', Body: 'test' },
          {
            contains: {
              ChecksumCRC32: '2H9+DA==',
              ChecksumType: 'FULL_OBJECT',
              ETag: '"098f6bcd4621d373cade4e832627b4f6"',
              ServerSideEncryption: 'AES256',
            },
          },
        ),
        call('s3.ListObjectsV2', { Bucket }, { contains: { Contents: [{ Key: 'test%123', Size: 4 }] } }),
        call(
          's3.GetObject',
          { Bucket, Key: 'test%123' },
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
        call('s3.DeleteObject', { Bucket, Key: 'test%123' }, { answer: {} }),
      ],
    },
    {
      title: 'an object is found again by a key with special characters (test%percent)',
      source: test('test_put_get_object_special_character[test%percent]'),
      recorded: '2026-02',
      steps: [
        call('s3.CreateBucket', { Bucket }),
        call(
          's3.PutObject',
          { Bucket, Key: 'test%percent', Body: 'test' },
          {
            contains: {
              ChecksumCRC32: '2H9+DA==',
              ChecksumType: 'FULL_OBJECT',
              ETag: '"098f6bcd4621d373cade4e832627b4f6"',
              ServerSideEncryption: 'AES256',
            },
          },
        ),
        call('s3.ListObjectsV2', { Bucket }, { contains: { Contents: [{ Key: 'test%percent', Size: 4 }] } }),
        call(
          's3.GetObject',
          { Bucket, Key: 'test%percent' },
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
        call('s3.DeleteObject', { Bucket, Key: 'test%percent' }, { answer: {} }),
      ],
    },
  ],
};

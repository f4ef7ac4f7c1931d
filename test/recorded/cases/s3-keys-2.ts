// Recorded answers about keys of the objects service.
import { call, localstack, type RecordedCases } from '../case.ts';

const test = (name: string): string => localstack(`s3/test_s3.py::TestS3::${name}`);
const Bucket = '{id}';

export const recorded: RecordedCases = {
  service: 's3',
  cases: [
    {
      title: 'an object is found again by a key with special characters (test key/)',
      source: test('test_put_get_object_special_character[test key/]'),
      recorded: '2026-02',
      steps: [
        call('s3.CreateBucket', { Bucket }),
        call(
          's3.PutObject',
          { Bucket, Key: 'test key/', Body: 'test' },
          {
            contains: {
              ChecksumCRC32: '2H9+DA==',
              ChecksumType: 'FULL_OBJECT',
              ETag: '"098f6bcd4621d373cade4e832627b4f6"',
              ServerSideEncryption: 'AES256',
            },
          },
        ),
        call('s3.ListObjectsV2', { Bucket }, { contains: { Contents: [{ Key: 'test key/', Size: 4 }] } }),
        call(
          's3.GetObject',
          { Bucket, Key: 'test key/' },
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
        call('s3.DeleteObject', { Bucket, Key: 'test key/' }, { answer: {} }),
      ],
    },
    {
      title: 'an object is found again by a key with special characters (test key//)',
      source: test('test_put_get_object_special_character[test key//]'),
      recorded: '2026-02',
      steps: [
        call('s3.CreateBucket', { Bucket }),
        call(
          's3.PutObject',
          { Bucket, Key: 'test key//', Body: 'test' },
          {
            contains: {
              ChecksumCRC32: '2H9+DA==',
              ChecksumType: 'FULL_OBJECT',
              ETag: '"098f6bcd4621d373cade4e832627b4f6"',
              ServerSideEncryption: 'AES256',
            },
          },
        ),
        call('s3.ListObjectsV2', { Bucket }, { contains: { Contents: [{ Key: 'test key//', Size: 4 }] } }),
        call(
          's3.GetObject',
          { Bucket, Key: 'test key//' },
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
        call('s3.DeleteObject', { Bucket, Key: 'test key//' }, { answer: {} }),
      ],
    },
    {
      title: 'an object is found again by a key with special characters (test%123/)',
      source: test('test_put_get_object_special_character[test%123/]'),
      recorded: '2026-02',
      steps: [
        call('s3.CreateBucket', { Bucket }),
        call(
          's3.PutObject',
          { Bucket, Key: 'test%123/', Body: 'test' },
          {
            contains: {
              ChecksumCRC32: '2H9+DA==',
              ChecksumType: 'FULL_OBJECT',
              ETag: '"098f6bcd4621d373cade4e832627b4f6"',
              ServerSideEncryption: 'AES256',
            },
          },
        ),
        call('s3.ListObjectsV2', { Bucket }, { contains: { Contents: [{ Key: 'test%123/', Size: 4 }] } }),
        call(
          's3.GetObject',
          { Bucket, Key: 'test%123/' },
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
        call('s3.DeleteObject', { Bucket, Key: 'test%123/' }, { answer: {} }),
      ],
    },
    {
      title: 'an object is found again by a key with special characters (a/%F0%9F%98%80/)',
      source: test('test_put_get_object_special_character[a/%F0%9F%98%80/]'),
      recorded: '2026-02',
      steps: [
        call('s3.CreateBucket', { Bucket }),
        call(
          's3.PutObject',
          { Bucket, Key: 'a/%F0%9F%98%80/', Body: 'test' },
          {
            contains: {
              ChecksumCRC32: '2H9+DA==',
              ChecksumType: 'FULL_OBJECT',
              ETag: '"098f6bcd4621d373cade4e832627b4f6"',
              ServerSideEncryption: 'AES256',
            },
          },
        ),
        call('s3.ListObjectsV2', { Bucket }, { contains: { Contents: [{ Key: 'a/%F0%9F%98%80/', Size: 4 }] } }),
        call(
          's3.GetObject',
          { Bucket, Key: 'a/%F0%9F%98%80/' },
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
        call('s3.DeleteObject', { Bucket, Key: 'a/%F0%9F%98%80/' }, { answer: {} }),
      ],
    },
    {
      title: 'keys that differ by a trailing slash are different keys',
      source: test('test_put_get_object_single_character_trailing_slash'),
      recorded: '2026-02',
      steps: [
        call('s3.CreateBucket', { Bucket }),
        call(
          's3.PutObject',
          { Bucket, Key: 'a/', Body: 'test' },
          {
            contains: {
              ChecksumCRC32: '2H9+DA==',
              ChecksumType: 'FULL_OBJECT',
              ETag: '"098f6bcd4621d373cade4e832627b4f6"',
              ServerSideEncryption: 'AES256',
            },
          },
        ),
        call(
          's3.GetObject',
          { Bucket, Key: 'a/' },
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
        call(
          's3.PutObject',
          { Bucket, Key: 't/', Body: 'test' },
          {
            contains: {
              ChecksumCRC32: '2H9+DA==',
              ChecksumType: 'FULL_OBJECT',
              ETag: '"098f6bcd4621d373cade4e832627b4f6"',
              ServerSideEncryption: 'AES256',
            },
          },
        ),
        call(
          's3.GetObject',
          { Bucket, Key: 't/' },
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
        call(
          's3.PutObject',
          { Bucket, Key: 'u/', Body: 'test' },
          {
            contains: {
              ChecksumCRC32: '2H9+DA==',
              ChecksumType: 'FULL_OBJECT',
              ETag: '"098f6bcd4621d373cade4e832627b4f6"',
              ServerSideEncryption: 'AES256',
            },
          },
        ),
        call(
          's3.GetObject',
          { Bucket, Key: 'u/' },
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
        call(
          's3.ListObjectsV2',
          { Bucket },
          {
            contains: {
              Contents: [
                { Key: 'a/', Size: 4 },
                { Key: 't/', Size: 4 },
                { Key: 'u/', Size: 4 },
              ],
            },
          },
        ),
      ],
    },
  ],
};

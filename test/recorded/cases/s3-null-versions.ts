// Recorded answers about null versions of the objects service.
import { call, localstack, type RecordedCases, refused } from '../case.ts';

const Bucket = '{id}';
const Key = 'key-attrs-versioned';
const Status = 'Enabled';

export const recorded: RecordedCases = {
  service: 's3',
  cases: [
    {
      title: 'the attributes of a version outlive a delete marker',
      source: localstack('s3/test_s3.py::TestS3::test_get_object_attributes_versioned'),
      recorded: '2026-02',
      steps: [
        call('s3.CreateBucket', { Bucket }),
        call('s3.PutBucketVersioning', { Bucket, VersioningConfiguration: { Status } }),
        call(
          's3.PutObject',
          { Bucket, Key, Body: '69\n420\n' },
          {
            as: 'object',
            contains: {
              ChecksumCRC32: 'WC+ANw==',
              ChecksumType: 'FULL_OBJECT',
              ETag: '"e92499db864217242396e8ef766079a9"',
              ServerSideEncryption: 'AES256',
            },
          },
        ),
        call(
          's3.PutObject',
          { Bucket, Key, Body: 'version 2' },
          {
            as: 'object2',
            contains: {
              ChecksumCRC32: '44ffIg==',
              ChecksumType: 'FULL_OBJECT',
              ETag: '"d4ca1ed7571e2e7b1f1c375bd50fa220"',
              ServerSideEncryption: 'AES256',
            },
          },
        ),
        call(
          's3.GetObjectAttributes',
          { Bucket, Key, ObjectAttributes: ['StorageClass', 'ETag', 'ObjectSize', 'ObjectParts', 'Checksum'] },
          { contains: { Checksum: {}, ObjectSize: 9, VersionId: '{object2.VersionId}' } },
        ),
        call('s3.DeleteObject', { Bucket, Key }, { contains: { DeleteMarker: true } }),
        refused(
          's3.GetObjectAttributes',
          { Bucket, Key, ObjectAttributes: ['StorageClass', 'ETag', 'ObjectSize'] },
          'NoSuchKey',
          'The specified key does not exist.',
          { status: 404 },
        ),
        call(
          's3.GetObjectAttributes',
          { Bucket, Key, VersionId: '{object.VersionId}', ObjectAttributes: ['StorageClass', 'ETag', 'ObjectSize'] },
          { contains: { ObjectSize: 7, VersionId: '{object.VersionId}' } },
        ),
      ],
    },
    {
      title: 'versions are listed with the newest first, from the time of versioning on',
      source: localstack('s3/test_s3.py::TestS3::test_get_bucket_versioning_order'),
      recorded: '2026-02',
      steps: [
        call('s3.CreateBucket', { Bucket }),
        call(
          's3.ListObjectVersions',
          { Bucket, EncodingType: 'url' },
          { contains: { IsTruncated: false, KeyMarker: '', MaxKeys: 1000, Name: '{id}', Prefix: '', VersionIdMarker: '' } },
        ),
        call('s3.PutBucketVersioning', { Bucket, VersioningConfiguration: { Status } }, { answer: {} }),
        call('s3.GetBucketVersioning', { Bucket }, { contains: { Status: 'Enabled' } }),
        call('s3.PutObject', { Bucket, Key: 'test', Body: 'body' }, { as: 'object' }),
        call('s3.PutObject', { Bucket, Key: 'test', Body: 'body' }, { as: 'object2' }),
        call('s3.PutObject', { Bucket, Key: 'test2', Body: 'body' }, { as: 'object3' }),
        call(
          's3.ListObjectVersions',
          { Bucket },
          {
            contains: {
              Versions: [
                { IsLatest: true, Key: 'test', Size: 4, VersionId: '{object2.VersionId}' },
                { IsLatest: false, Key: 'test', Size: 4, VersionId: '{object.VersionId}' },
                { IsLatest: true, Key: 'test2', Size: 4, VersionId: '{object3.VersionId}' },
              ],
            },
          },
        ),
      ],
    },
    {
      title: 'an object of a versioned bucket has a version',
      source: localstack('s3/test_s3_api.py::TestS3BucketVersioning::test_object_version_id_format'),
      recorded: '2026-02',
      steps: [
        call('s3.CreateBucket', { Bucket }),
        call('s3.PutBucketVersioning', { Bucket, VersioningConfiguration: { Status } }),
        call(
          's3.PutObject',
          { Bucket, Key: 'test-version-id' },
          {
            contains: {
              ChecksumCRC32: 'AAAAAA==',
              ChecksumType: 'FULL_OBJECT',
              ETag: '"d41d8cd98f00b204e9800998ecf8427e"',
              ServerSideEncryption: 'AES256',
            },
          },
        ),
      ],
    },
    {
      title: 'a versioned bucket takes a new object after a delete marker',
      source: localstack('s3/test_s3_api.py::TestS3ObjectWritePrecondition::test_put_object_if_none_match_versioned_bucket'),
      recorded: '2026-02',
      steps: [
        call('s3.CreateBucket', { Bucket }),
        call('s3.PutBucketVersioning', { Bucket, VersioningConfiguration: { Status } }),
        call(
          's3.PutObject',
          { Bucket, Key: 'test-precondition', IfNoneMatch: '*' },
          { as: 'object', contains: { ETag: '"d41d8cd98f00b204e9800998ecf8427e"' } },
        ),
        refused(
          's3.PutObject',
          { Bucket, Key: 'test-precondition', IfNoneMatch: '*' },
          'PreconditionFailed',
          'At least one of the pre-conditions you specified did not hold',
          { status: 412 },
        ),
        call('s3.DeleteObject', { Bucket, Key: 'test-precondition' }, { as: 'object2', contains: { DeleteMarker: true } }),
        call(
          's3.PutObject',
          { Bucket, Key: 'test-precondition', IfNoneMatch: '*' },
          { as: 'object3', contains: { ETag: '"d41d8cd98f00b204e9800998ecf8427e"' } },
        ),
        call(
          's3.ListObjectVersions',
          { Bucket },
          {
            contains: {
              DeleteMarkers: [{ IsLatest: false, Key: 'test-precondition', VersionId: '{object2.VersionId}' }],
              Versions: [
                {
                  ETag: '"d41d8cd98f00b204e9800998ecf8427e"',
                  IsLatest: true,
                  Key: 'test-precondition',
                  Size: 0,
                  VersionId: '{object3.VersionId}',
                },
                {
                  ETag: '"d41d8cd98f00b204e9800998ecf8427e"',
                  IsLatest: false,
                  Key: 'test-precondition',
                  Size: 0,
                  VersionId: '{object.VersionId}',
                },
              ],
            },
          },
        ),
      ],
    },
  ],
};

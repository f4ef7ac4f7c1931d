// Recorded answers about copies of the objects service.
import { call, localstack, type RecordedCases, refused } from '../case.ts';

const test = (name: string): string => localstack(`s3/test_s3_api.py::TestS3ObjectWritePrecondition::${name}`);
const Bucket = '{id}';
const Key = 'dest-object';
const IfNoneMatch = '*';

export const recorded: RecordedCases = {
  service: 's3',
  cases: [
    {
      title: 'a copy is new after a delete marker of a versioned bucket',
      source: test('test_copy_object_if_none_match_versioned_bucket'),
      recorded: '2026-02',
      steps: [
        call('s3.CreateBucket', { Bucket }),
        call('s3.PutBucketVersioning', { Bucket, VersioningConfiguration: { Status: 'Enabled' } }),
        call('s3.PutObject', { Bucket, Key: 'source-object', Body: 'source content' }, { as: 'object' }),
        call(
          's3.CopyObject',
          { Bucket, CopySource: '{id}/source-object', Key, IfNoneMatch },
          {
            as: 'object2',
            contains: { CopyObjectResult: { ETag: '"4d96fd1280dd67fe2eac895339a0a8e3"' }, CopySourceVersionId: '{object.VersionId}' },
          },
        ),
        refused(
          's3.CopyObject',
          { Bucket, CopySource: '{id}/source-object', Key, IfNoneMatch },
          'PreconditionFailed',
          'At least one of the pre-conditions you specified did not hold',
          { status: 412 },
        ),
        call('s3.DeleteObject', { Bucket, Key }, { as: 'object3', contains: { DeleteMarker: true } }),
        call(
          's3.CopyObject',
          { Bucket, CopySource: '{id}/source-object', Key, IfNoneMatch },
          {
            as: 'object4',
            contains: {
              CopyObjectResult: { ETag: '"4d96fd1280dd67fe2eac895339a0a8e3"' },
              CopySourceVersionId: '{object2.CopySourceVersionId}',
            },
          },
        ),
        call(
          's3.ListObjectVersions',
          { Bucket },
          {
            contains: {
              DeleteMarkers: [{ IsLatest: false, Key: 'dest-object', VersionId: '{object3.VersionId}' }],
              Versions: [
                {
                  ETag: '"4d96fd1280dd67fe2eac895339a0a8e3"',
                  IsLatest: true,
                  Key: 'dest-object',
                  Size: 14,
                  VersionId: '{object4.VersionId}',
                },
                {
                  ETag: '"4d96fd1280dd67fe2eac895339a0a8e3"',
                  IsLatest: false,
                  Key: 'dest-object',
                  Size: 14,
                  VersionId: '{object2.VersionId}',
                },
                {
                  ETag: '"4d96fd1280dd67fe2eac895339a0a8e3"',
                  IsLatest: true,
                  Key: 'source-object',
                  Size: 14,
                  VersionId: '{object4.CopySourceVersionId}',
                },
              ],
            },
          },
        ),
      ],
    },
    {
      title: 'a copy replaces nothing after a delete marker of a versioned bucket',
      source: test('test_copy_object_if_match_versioned_bucket'),
      recorded: '2026-02',
      steps: [
        call('s3.CreateBucket', { Bucket }),
        call('s3.PutBucketVersioning', { Bucket, VersioningConfiguration: { Status: 'Enabled' } }),
        call('s3.PutObject', { Bucket, Key: 'source-object', Body: 'source content' }, { as: 'object' }),
        call(
          's3.PutObject',
          { Bucket, Key, Body: 'initial content' },
          { as: 'object2', contains: { ETag: '"38370d56e3e114d73ebedd6ac7b19028"' } },
        ),
        refused(
          's3.CopyObject',
          { Bucket, CopySource: '{id}/source-object', Key, IfMatch: '"wrong-etag"' },
          'PreconditionFailed',
          'At least one of the pre-conditions you specified did not hold',
          { status: 412 },
        ),
        call('s3.DeleteObject', { Bucket, Key }, { as: 'object3', contains: { DeleteMarker: true } }),
        refused(
          's3.CopyObject',
          { Bucket, CopySource: '{id}/source-object', Key, IfMatch: '{object2.ETag}' },
          'NoSuchKey',
          'The specified key does not exist.',
          { status: 404 },
        ),
        call(
          's3.PutObject',
          { Bucket, Key, Body: 'new content after delete' },
          { as: 'object4', contains: { ETag: '"06becddd7457b4bad77f1d3bca3a3ad1"' } },
        ),
        call(
          's3.CopyObject',
          { Bucket, CopySource: '{id}/source-object', Key, IfMatch: '{object4.ETag}' },
          {
            as: 'object5',
            contains: { CopyObjectResult: { ETag: '"4d96fd1280dd67fe2eac895339a0a8e3"' }, CopySourceVersionId: '{object.VersionId}' },
          },
        ),
        call(
          's3.ListObjectVersions',
          { Bucket },
          {
            contains: {
              DeleteMarkers: [{ IsLatest: false, Key: 'dest-object', VersionId: '{object3.VersionId}' }],
              Versions: [
                {
                  ETag: '"4d96fd1280dd67fe2eac895339a0a8e3"',
                  IsLatest: true,
                  Key: 'dest-object',
                  Size: 14,
                  VersionId: '{object5.VersionId}',
                },
                {
                  ETag: '"06becddd7457b4bad77f1d3bca3a3ad1"',
                  IsLatest: false,
                  Key: 'dest-object',
                  Size: 24,
                  VersionId: '{object4.VersionId}',
                },
                {
                  ETag: '"38370d56e3e114d73ebedd6ac7b19028"',
                  IsLatest: false,
                  Key: 'dest-object',
                  Size: 15,
                  VersionId: '{object2.VersionId}',
                },
                {
                  ETag: '"4d96fd1280dd67fe2eac895339a0a8e3"',
                  IsLatest: true,
                  Key: 'source-object',
                  Size: 14,
                  VersionId: '{object5.CopySourceVersionId}',
                },
              ],
            },
          },
        ),
      ],
    },
    {
      title: 'a copy onto itself does not replace itself unexpectedly',
      source: test('test_copy_object_if_none_match_in_place'),
      recorded: '2026-02',
      steps: [
        call('s3.CreateBucket', { Bucket }),
        call('s3.PutObject', { Bucket, Key: 'source-object', Body: 'source content' }),
        refused(
          's3.CopyObject',
          { Bucket, CopySource: '{id}/source-object', Key: 'source-object', IfNoneMatch, StorageClass: 'STANDARD' },
          'PreconditionFailed',
          'At least one of the pre-conditions you specified did not hold',
          { status: 412 },
        ),
      ],
    },
    {
      title: 'a plus sign in the source of a copy stands for a blank',
      source: localstack('s3/test_s3.py::TestS3::test_copy_object_special_character_plus_for_space'),
      recorded: '2026-02',
      steps: [
        call('s3.CreateBucket', { Bucket }),
        call('s3.PutObject', { Bucket, Key: 'test key.txt', Body: 'test-body' }),
        call('s3.CopyObject', { Bucket, Key: 'dest-key', CopySource: '{id}%2Ftest+key.txt' }),
        call('s3.HeadObject', { Bucket, Key: 'dest-key' }, { contains: { ContentLength: 9 } }),
      ],
    },
  ],
};

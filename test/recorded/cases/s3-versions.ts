// Recorded answers of object storage about versions, lists and deletions.
import { ANY, localstack, NONE, type RecordedCase, type RecordedCases, type Step } from '../case.ts';

const Bucket = '{id}';
const lists = (name: string): string => localstack(`s3/test_s3_list_operations.py::${name}`);
const crud = (name: string): string => localstack(`s3/test_s3_api.py::TestS3ObjectCRUD::${name}`);
const create: Step = { call: 's3.CreateBucket', input: { Bucket } };
const versioning = (Status: string): Step => ({ call: 's3.PutBucketVersioning', input: { Bucket, VersioningConfiguration: { Status } } });
const put = (Key: string, as: string, more: object = {}): Step => ({ call: 's3.PutObject', input: { Bucket, Key, Body: as, ...more }, as });

const UNKNOWN = 'HPniJFCxqTsMuIH9KX8K8wEjNUgmABCD';
const INVALID_VERSION = {
  code: 'InvalidArgument',
  message: 'Invalid version id specified',
  status: 400,
  contains: { ArgumentName: 'versionId', ArgumentValue: UNKNOWN },
};

const versions: RecordedCase[] = [
  {
    title: 'a page of versions goes on after versions that were removed meanwhile',
    source: lists('TestS3ListObjectVersions::test_list_objects_versions_with_prefix_only_and_pagination'),
    recorded: '2026-02',
    steps: [
      create,
      versioning('Enabled'),
      ...['v1', 'v2', 'v3', 'v4', 'v5'].map((name) => put('prefixed_key', name)),
      { call: 's3.ListObjectVersions', input: { Bucket, Prefix: 'prefix', MaxKeys: 3 }, as: 'page', contains: { IsTruncated: true } },
      {
        call: 's3.DeleteObjects',
        input: {
          Bucket,
          Delete: { Objects: [0, 1, 2].map((index) => ({ Key: 'prefixed_key', VersionId: `{page.Versions.${index}.VersionId}` })) },
        },
      },
      {
        call: 's3.ListObjectVersions',
        input: {
          Bucket,
          Prefix: 'prefix',
          MaxKeys: 5,
          KeyMarker: '{page.NextKeyMarker}',
          VersionIdMarker: '{page.NextVersionIdMarker}',
        },
        contains: {
          IsTruncated: false,
          Versions: [
            { VersionId: '{v2.VersionId}', IsLatest: true },
            { VersionId: '{v1.VersionId}', IsLatest: false },
          ],
        },
      },
    ],
  },
  {
    title: 'an upload to a bucket whose versioning is suspended names no version',
    source: crud('test_put_object_on_suspended_bucket'),
    recorded: '2026-02',
    steps: [
      create,
      versioning('Enabled'),
      { call: 's3.PutObject', input: { Bucket, Key: 'k', Body: 'a' }, contains: { VersionId: ANY } },
      versioning('Suspended'),
      { call: 's3.PutObject', input: { Bucket, Key: 'k', Body: 'b' }, contains: { VersionId: NONE } },
      { call: 's3.GetObject', input: { Bucket, Key: 'k' }, contains: { VersionId: 'null', Body: 'b' } },
      { call: 's3.DeleteObject', input: { Bucket, Key: 'k' }, answer: { DeleteMarker: true, VersionId: 'null' } },
    ],
  },
  {
    title: 'the copy of a version from before versioning names no source version',
    source: localstack('s3/test_s3.py::TestS3::test_s3_copy_object_in_place_suspended_only'),
    recorded: '2026-02',
    steps: [
      create,
      put('k', 'a'),
      versioning('Suspended'),
      {
        call: 's3.CopyObject',
        input: { Bucket, Key: 'k', CopySource: '{id}/k', MetadataDirective: 'REPLACE' },
        contains: { VersionId: 'null', CopySourceVersionId: NONE },
      },
    ],
  },
  ...(['GetObject', 'DeleteObject'] as const).map((operation) => ({
    title: `${operation} of a version in a bucket without versions is refused`,
    source: crud(operation === 'GetObject' ? 'test_get_object_with_version_unversioned_bucket' : 'test_delete_object'),
    recorded: '2026-02',
    steps: [
      create,
      put('k', 'a'),
      { call: `s3.${operation}`, input: { Bucket, Key: 'k', VersionId: UNKNOWN }, error: INVALID_VERSION },
      { call: 's3.GetObject', input: { Bucket, Key: 'k', VersionId: 'null' }, contains: { Body: 'a' } },
    ],
  })),
  ...['Suspended', 'Enabled'].map((Status) => ({
    title: `DeleteObjects of versions that do not exist fails for each (${Status.toLowerCase()} versioning)`,
    source: crud('test_delete_objects_versioned'),
    recorded: '2026-02',
    steps: [
      create,
      versioning(Status),
      put('k', 'a'),
      {
        call: 's3.DeleteObjects',
        input: {
          Bucket,
          Delete: {
            Objects: [
              { Key: 'k', VersionId: UNKNOWN },
              { Key: 'wrong-key-2', VersionId: UNKNOWN },
            ],
          },
        },
        answer: {
          Errors: ['k', 'wrong-key-2'].map((Key) => ({
            Code: 'NoSuchVersion',
            Key,
            Message: 'The specified version does not exist.',
            VersionId: UNKNOWN,
          })),
        },
      },
    ],
  })),
  {
    title: 'DeleteObjects says of keys that do not exist that they are deleted',
    source: crud('test_delete_objects'),
    recorded: '2026-02',
    steps: [
      create,
      put('k', 'a'),
      {
        call: 's3.DeleteObjects',
        input: { Bucket, Delete: { Objects: [{ Key: 'k' }, { Key: 'c-wrong-key' }] } },
        answer: { Deleted: [{ Key: 'k' }, { Key: 'c-wrong-key' }] },
      },
    ],
  },
];

const uploads: RecordedCase[] = [
  {
    title: 'a list of uploads has both next markers on its last page, and no empty prefix',
    source: lists('TestS3ListMultipartUploads::test_list_multiparts_next_marker'),
    recorded: '2026-02',
    steps: [
      create,
      {
        call: 's3.ListMultipartUploads',
        input: { Bucket },
        answer: {
          Bucket,
          IsTruncated: false,
          KeyMarker: '',
          MaxUploads: 1000,
          NextKeyMarker: '',
          NextUploadIdMarker: '',
          UploadIdMarker: '',
        },
      },
      { call: 's3.CreateMultipartUpload', input: { Bucket, Key: 'a' }, as: 'a' },
      { call: 's3.CreateMultipartUpload', input: { Bucket, Key: 'b' }, as: 'b' },
      {
        call: 's3.ListMultipartUploads',
        input: { Bucket },
        contains: { NextKeyMarker: 'b', NextUploadIdMarker: '{b.UploadId}', Uploads: [{ Initiator: { DisplayName: ANY } }, { Key: 'b' }] },
      },
      {
        call: 's3.ListMultipartUploads',
        input: { Bucket, UploadIdMarker: '{a.UploadId}', MaxUploads: 1 },
        contains: { UploadIdMarker: '', Uploads: [{ UploadId: '{a.UploadId}' }] },
      },
      {
        call: 's3.ListMultipartUploads',
        input: { Bucket, KeyMarker: 'b', UploadIdMarker: '{a.UploadId}' },
        error: {
          code: 'InvalidArgument',
          message: 'Invalid uploadId marker',
          contains: { ArgumentName: 'upload-id-marker', ArgumentValue: '{a.UploadId}' },
        },
      },
    ],
  },
  {
    title: 'a list of parts takes an empty marker and an empty maximum for none',
    source: lists('TestS3ListParts::test_list_parts_empty_part_number_marker'),
    recorded: '2026-02',
    steps: [
      create,
      { call: 's3.CreateMultipartUpload', input: { Bucket, Key: 'k' }, as: 'upload' },
      { call: 's3.UploadPart', input: { Bucket, Key: 'k', UploadId: '{upload.UploadId}', PartNumber: 1, Body: 'x' } },
      ...['part-number-marker=', 'max-parts='].map(
        (empty): Step => ({
          http: `GET /{id}/k?uploadId={upload.UploadId}&${empty}`,
          service: 's3',
          status: 200,
          answerBody: /<MaxParts>1000<.*<Part>.*<PartNumber>1<.*<DisplayName>/s,
        }),
      ),
    ],
  },
  {
    title: 'a continued list of objects does not repeat where the first page started',
    source: lists('TestS3ListObjectsV2::test_list_objects_v2_continuation_start_after'),
    recorded: '2026-02',
    steps: [
      create,
      put('a', 'a'),
      put('b', 'b'),
      put('c', 'c'),
      { call: 's3.ListObjectsV2', input: { Bucket, StartAfter: 'a', MaxKeys: 1 }, as: 'page', contains: { StartAfter: 'a' } },
      {
        call: 's3.ListObjectsV2',
        input: { Bucket, StartAfter: 'a', ContinuationToken: '{page.NextContinuationToken}' },
        contains: { StartAfter: NONE, Contents: [{ Key: 'c' }] },
      },
    ],
  },
  {
    title: 'times in lists have whole seconds, written with milliseconds',
    source: lists('TestS3ListObjectVersions::test_s3_list_object_versions_timestamp_precision'),
    recorded: '2026-02',
    steps: [
      create,
      { wait: '357ms' },
      put('k', 'a'),
      { http: 'GET /{id}?list-type=2', service: 's3', status: 200, answerBody: /<LastModified>[^<]*:\d\d\.000Z<\/LastModified>/ },
      { http: 'GET /', service: 's3', status: 200, answerBody: /<CreationDate>[^<]*:\d\d\.000Z<\/CreationDate>/ },
    ],
  },
];

export const recorded: RecordedCases = { service: 's3', cases: [...versions, ...uploads] };

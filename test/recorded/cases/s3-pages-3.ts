// Recorded answers about pages of the objects service.
import { call, localstack, type RecordedCases } from '../case.ts';

const test = (name: string): string => localstack(`s3/test_s3_list_operations.py::${name}`);
const Bucket = '{id}';
const Delimiter = '/';
const EncodingType = 'url';
const Prefix = 'folder/';

export const recorded: RecordedCases = {
  service: 's3',
  cases: [
    {
      title: 'a marker in a folder leaves out the folder',
      source: test('TestS3ListObjects::test_list_objects_marker_common_prefixes'),
      recorded: '2026-02',
      steps: [
        call('s3.CreateBucket', { Bucket }),
        call('s3.PutObject', { Bucket, Key: 'folder/aSubfolder/subFile1', Body: 'content 123' }),
        call('s3.PutObject', { Bucket, Key: 'folder/aSubfolder/subFile2', Body: 'content 123' }),
        call('s3.PutObject', { Bucket, Key: 'folder/file1', Body: 'content 123' }),
        call('s3.PutObject', { Bucket, Key: 'folder/file2', Body: 'content 123' }),
        call(
          's3.ListObjects',
          { Bucket },
          {
            as: 'objects',
            contains: {
              Contents: [
                { Key: 'folder/aSubfolder/subFile1', Size: 11 },
                { Key: 'folder/aSubfolder/subFile2', Size: 11 },
                { Key: 'folder/file1', Size: 11 },
                { Key: 'folder/file2', Size: 11 },
              ],
              IsTruncated: false,
              Prefix: '',
            },
          },
        ),
        call(
          's3.ListObjects',
          { Bucket, Prefix, Delimiter, MaxKeys: 1 },
          {
            contains: {
              CommonPrefixes: [{ Prefix: 'folder/aSubfolder/' }],
              IsTruncated: true,
              NextMarker: 'folder/aSubfolder/',
              Prefix: 'folder/',
            },
          },
        ),
        call(
          's3.ListObjects',
          { Bucket, Prefix, Delimiter, MaxKeys: 1, Marker: 'folder/aSubfolder/' },
          {
            as: 'objects3',
            contains: { Contents: [{ Key: 'folder/file1', Size: 11 }], IsTruncated: true, NextMarker: 'folder/file1', Prefix: 'folder/' },
          },
        ),
        call(
          's3.ListObjects',
          { Bucket, Prefix, Delimiter, MaxKeys: 1, Marker: 'folder/file1' },
          { as: 'objects4', contains: { Contents: [{ Key: 'folder/file2', Size: 11 }], IsTruncated: false, Prefix: 'folder/' } },
        ),
        call(
          's3.ListObjects',
          { Bucket, Prefix, Delimiter, MaxKeys: 1, Marker: 'folder/aSubfolder/subFile1' },
          { contains: { Contents: [{ Key: 'folder/file1', Size: 11 }], IsTruncated: true, NextMarker: 'folder/file1', Prefix: 'folder/' } },
        ),
      ],
    },
    {
      title: 'the second list of keys knows prefixes',
      source: test('TestS3ListObjectsV2::test_list_objects_v2_with_prefix'),
      recorded: '2026-02',
      steps: [
        call('s3.CreateBucket', { Bucket }),
        call('s3.PutObject', { Bucket, Key: 'test/foo/bar/123', Body: 'content 123' }),
        call('s3.PutObject', { Bucket, Key: 'test/foo/bar/456', Body: 'content 123' }),
        call('s3.PutObject', { Bucket, Key: 'test/bar/foo/123', Body: 'content 123' }),
        call(
          's3.ListObjectsV2',
          { Bucket, Prefix: 'test/', EncodingType },
          {
            contains: {
              Contents: [
                { Key: 'test/bar/foo/123', Size: 11 },
                { Key: 'test/foo/bar/123', Size: 11 },
                { Key: 'test/foo/bar/456', Size: 11 },
              ],
              IsTruncated: false,
              KeyCount: 3,
              Prefix: 'test/',
            },
          },
        ),
        call(
          's3.ListObjectsV2',
          { Bucket, Prefix: 'test/foo', EncodingType },
          {
            contains: {
              Contents: [
                { Key: 'test/foo/bar/123', Size: 11 },
                { Key: 'test/foo/bar/456', Size: 11 },
              ],
              IsTruncated: false,
              KeyCount: 2,
              Prefix: 'test/foo',
            },
          },
        ),
        call(
          's3.ListObjectsV2',
          { Bucket, Prefix: 'test/foo/bar', EncodingType },
          {
            contains: {
              Contents: [
                { Key: 'test/foo/bar/123', Size: 11 },
                { Key: 'test/foo/bar/456', Size: 11 },
              ],
              IsTruncated: false,
              KeyCount: 2,
              Prefix: 'test/foo/bar',
            },
          },
        ),
      ],
    },
    {
      title: 'the second list of keys knows folders below a prefix',
      source: test('TestS3ListObjectsV2::test_list_objects_v2_with_prefix_and_delimiter'),
      recorded: '2026-02',
      steps: [
        call('s3.CreateBucket', { Bucket }),
        call('s3.PutObject', { Bucket, Key: 'test/foo/bar/123', Body: 'content 123' }),
        call('s3.PutObject', { Bucket, Key: 'test/foo/bar/456', Body: 'content 123' }),
        call('s3.PutObject', { Bucket, Key: 'test/bar/foo/123', Body: 'content 123' }),
        call(
          's3.ListObjectsV2',
          { Bucket, Prefix: 'test/', EncodingType, Delimiter },
          {
            contains: {
              CommonPrefixes: [{ Prefix: 'test/bar/' }, { Prefix: 'test/foo/' }],
              IsTruncated: false,
              KeyCount: 2,
              Prefix: 'test/',
            },
          },
        ),
        call(
          's3.ListObjectsV2',
          { Bucket, Prefix: 'test/', EncodingType, Delimiter, MaxKeys: 1 },
          { contains: { CommonPrefixes: [{ Prefix: 'test/bar/' }], IsTruncated: true, KeyCount: 1, Prefix: 'test/' } },
        ),
        call(
          's3.ListObjectsV2',
          { Bucket, Prefix: 'test/foo', EncodingType, Delimiter },
          { contains: { CommonPrefixes: [{ Prefix: 'test/foo/' }], IsTruncated: false, KeyCount: 1, Prefix: 'test/foo' } },
        ),
        call(
          's3.ListObjectsV2',
          { Bucket, Prefix: 'test/foo/bar', EncodingType, Delimiter },
          { contains: { CommonPrefixes: [{ Prefix: 'test/foo/bar/' }], IsTruncated: false, KeyCount: 1, Prefix: 'test/foo/bar' } },
        ),
      ],
    },
  ],
};

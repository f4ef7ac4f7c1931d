// Recorded answers about pages of the objects service.
import { call, localstack, type RecordedCases } from '../case.ts';

const test = (name: string): string => localstack(`s3/test_s3_list_operations.py::TestS3ListObjectsV2::${name}`);
const Bucket = '{id}';

export const recorded: RecordedCases = {
  service: 's3',
  cases: [
    {
      title: 'the second list of keys goes on after a folder',
      source: test('test_list_objects_v2_continuation_common_prefixes'),
      recorded: '2026-02',
      steps: [
        call('s3.CreateBucket', { Bucket }),
        call('s3.PutObject', { Bucket, Key: 'folder/aSubfolder/subFile1', Body: 'content 123' }),
        call('s3.PutObject', { Bucket, Key: 'folder/aSubfolder/subFile2', Body: 'content 123' }),
        call('s3.PutObject', { Bucket, Key: 'folder/file1', Body: 'content 123' }),
        call('s3.PutObject', { Bucket, Key: 'folder/file2', Body: 'content 123' }),
        call(
          's3.ListObjectsV2',
          { Bucket },
          {
            contains: {
              Contents: [
                { Key: 'folder/aSubfolder/subFile1', Size: 11 },
                { Key: 'folder/aSubfolder/subFile2', Size: 11 },
                { Key: 'folder/file1', Size: 11 },
                { Key: 'folder/file2', Size: 11 },
              ],
              IsTruncated: false,
              KeyCount: 4,
              Prefix: '',
            },
          },
        ),
        call(
          's3.ListObjectsV2',
          { Bucket, Prefix: 'folder/', Delimiter: '/', MaxKeys: 1 },
          {
            as: 'v22',
            contains: { CommonPrefixes: [{ Prefix: 'folder/aSubfolder/' }], IsTruncated: true, KeyCount: 1, Prefix: 'folder/' },
          },
        ),
        call(
          's3.ListObjectsV2',
          { Bucket, Prefix: 'folder/', Delimiter: '/', MaxKeys: 1, ContinuationToken: '{v22.NextContinuationToken}' },
          {
            as: 'v23',
            contains: {
              Contents: [{ Key: 'folder/file1', Size: 11 }],
              ContinuationToken: '{v22.NextContinuationToken}',
              IsTruncated: true,
              KeyCount: 1,
              Prefix: 'folder/',
            },
          },
        ),
        call(
          's3.ListObjectsV2',
          { Bucket, Prefix: 'folder/', Delimiter: '/', MaxKeys: 1, ContinuationToken: '{v23.NextContinuationToken}' },
          {
            contains: {
              Contents: [{ Key: 'folder/file2', Size: 11 }],
              ContinuationToken: '{v23.NextContinuationToken}',
              IsTruncated: false,
              KeyCount: 1,
              Prefix: 'folder/',
            },
          },
        ),
      ],
    },
  ],
};

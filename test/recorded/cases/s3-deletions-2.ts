// Recorded answers about deletions of the objects service.
import { call, localstack, type RecordedCases } from '../case.ts';

const test = (name: string): string => localstack(`s3/test_s3.py::TestS3::${name}`);
const Bucket = '{id}';
const Body = 'This body document';

export const recorded: RecordedCases = {
  service: 's3',
  cases: [
    {
      title: 'objects that were deleted together are told, and gone',
      source: test('test_s3_batch_delete_objects'),
      recorded: '2026-02',
      steps: [
        call('s3.CreateBucket', { Bucket }),
        call('s3.PutObject', { Bucket, Key: 'key-batch-delete-1', Body }),
        call('s3.PutObject', { Bucket, Key: 'key-batch-delete-2', Body }),
        call('s3.PutObject', { Bucket, Key: 'key-batch-delete-3', Body }),
        call('s3.PutObject', { Bucket, Key: 'key-batch-delete-4', Body }),
        call('s3.PutObject', { Bucket, Key: 'key-batch-delete-5', Body }),
        call(
          's3.DeleteObjects',
          {
            Bucket,
            Delete: {
              Objects: [
                { Key: 'key-batch-delete-1' },
                { Key: 'key-batch-delete-2' },
                { Key: 'key-batch-delete-3' },
                { Key: 'key-batch-delete-4' },
                { Key: 'key-batch-delete-5' },
              ],
            },
          },
          {
            contains: {
              Deleted: [
                { Key: 'key-batch-delete-1' },
                { Key: 'key-batch-delete-2' },
                { Key: 'key-batch-delete-3' },
                { Key: 'key-batch-delete-4' },
                { Key: 'key-batch-delete-5' },
              ],
            },
          },
        ),
        call('s3.ListObjects', { Bucket }, { contains: { IsTruncated: false, Marker: '', MaxKeys: 1000, Name: '{id}', Prefix: '' } }),
      ],
    },
  ],
};

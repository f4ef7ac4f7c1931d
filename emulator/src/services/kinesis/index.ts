// Kinesis: data streams, whose shards keep records in order for a time, for any number of readers.
import { operationsIn, service } from '#core/service';

export const kinesis = service('kinesis', {
  resourceMembers: ['StreamName', 'StreamARN'],
  operations: [
    operationsIn(() => import('./streams/streams.ts'), 'CreateStream', 'DeleteStream', 'ListStreams'),
    operationsIn(() => import('./streams/describe-stream.ts'), 'DescribeStream', 'DescribeStreamSummary'),
    operationsIn(() => import('./shards/list-shards.ts'), 'ListShards'),
    operationsIn(() => import('./records/put-records.ts'), 'PutRecord', 'PutRecords'),
    operationsIn(() => import('./records/get-records.ts'), 'GetShardIterator', 'GetRecords'),
  ],
  work: {
    'kinesis.trim': () => import('./work.ts'),
    'kinesis.forget': () => import('./work.ts'),
  },
});

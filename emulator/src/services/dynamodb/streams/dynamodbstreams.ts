// Manifest of the streams of tables (DynamoDB Streams): a service of its own on the wire, which reads what tables write.
import { operationsIn, service } from '#core/service';

export const dynamodbstreams = service('dynamodbstreams', {
  resourceMembers: ['StreamArn', 'TableName', 'ShardIterator'],
  traffic: {
    operations: ['GetShardIterator'],
  },
  operations: [
    operationsIn(() => import('./describe-stream.ts'), 'ListStreams', 'DescribeStream'),
    operationsIn(() => import('./get-records.ts'), 'GetShardIterator', 'GetRecords'),
  ],
});

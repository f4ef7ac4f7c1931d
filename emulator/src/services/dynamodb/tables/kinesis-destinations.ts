// Destinations of a table's changes in data streams. Enabling one is refused (see the manifest), so a table has none, and the service says about
// the others that they are not active.
import { operation } from '#model/dynamodb';
import { invalid } from '#services/dynamodb/faults';
import { findWholeTable } from './find-table.ts';

export const DescribeKinesisStreamingDestination = operation('DescribeKinesisStreamingDestination', ({ TableName }, ctx) => {
  const { table } = findWholeTable(TableName, ctx);
  return { TableName: table.name, KinesisDataStreamDestinations: [] };
});

export const DisableKinesisStreamingDestination = operation('DisableKinesisStreamingDestination', ({ TableName }, ctx) => {
  findWholeTable(TableName, ctx);
  throw invalid(
    'Table is not in a valid state to enable Kinesis Streaming Destination: KinesisStreamingDestination must be ACTIVE to perform DISABLE operation.',
  );
});

export const UpdateKinesisStreamingDestination = operation('UpdateKinesisStreamingDestination', ({ TableName }, ctx) => {
  const { table } = findWholeTable(TableName, ctx);
  throw invalid(
    `Table is not in a valid state to update Kinesis Streaming Destination: Kinesis streaming is not in ACTIVE state. Updates are only allowed in ACTIVE state. TableName: ${table.name}`,
  );
});

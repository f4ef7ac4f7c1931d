// The metrics that tables, data streams and delivery streams report of themselves.
import { CloudWatch } from '@aws-sdk/client-cloudwatch';
import { DynamoDB } from '@aws-sdk/client-dynamodb';
import { Firehose } from '@aws-sdk/client-firehose';
import { Kinesis } from '@aws-sdk/client-kinesis';
import { S3 } from '@aws-sdk/client-s3';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestEmulator, type TestEmulator } from '../../support/emulator.ts';

let emulator: TestEmulator;
beforeAll(async () => {
  emulator = await startTestEmulator({ clock: 'manual' });
});
afterAll(() => emulator.stop());

/** The sum of an hour of a metric of one resource. */
const sum = (Namespace: string, Name: string, Value: string, MetricName: string): Promise<number | undefined> =>
  total(Namespace, [{ Name, Value }], MetricName);

async function total(
  Namespace: string,
  Dimensions: { Name: string; Value: string }[],
  MetricName: string,
  Stat = 'Sum',
): Promise<number | undefined> {
  const { MetricDataResults: [result] = [] } = await emulator.client(CloudWatch).getMetricData({
    StartTime: new Date(emulator.clock.now() - 3_540_000),
    EndTime: new Date(emulator.clock.now() + 60_000),
    MetricDataQueries: [{ Id: 'm', MetricStat: { Metric: { Namespace, MetricName, Dimensions }, Period: 60, Stat } }],
  });
  return result?.Values?.reduce((all, value) => all + value, 0);
}

it('counts the units that a table consumes', async () => {
  const tables = emulator.client(DynamoDB);
  await tables.createTable({
    ...{ TableName: 'orders', BillingMode: 'PAY_PER_REQUEST' },
    KeySchema: [{ AttributeName: 'id', KeyType: 'HASH' }],
    AttributeDefinitions: [{ AttributeName: 'id', AttributeType: 'S' }],
  });
  for (const id of ['1', '2', '3']) await tables.putItem({ TableName: 'orders', Item: { id: { S: id } } });
  await tables.getItem({ TableName: 'orders', Key: { id: { S: '1' } }, ConsistentRead: true });
  const units = (name: string) => sum('AWS/DynamoDB', 'TableName', 'orders', name);
  expect([await units('ConsumedWriteCapacityUnits'), await units('ConsumedReadCapacityUnits')]).toEqual([3, 1]);
});

it('counts requests of a table that fail, and how long others take', async () => {
  const tables = emulator.client(DynamoDB);
  const TableName = 'orders';
  const again = tables.putItem({ TableName, Item: { id: { S: '1' } }, ConditionExpression: 'attribute_not_exists(id)' });
  await expect(again).rejects.toThrow('conditional');
  await expect(tables.getItem({ TableName, Key: { other: { S: '1' } } })).rejects.toThrow('does not match the schema');
  await tables.scan({ TableName });
  await tables.batchGetItem({ RequestItems: { [TableName]: { Keys: [{ id: { S: '1' } }] } } });
  await tables.transactWriteItems({ TransactItems: [{ Delete: { TableName, Key: { id: { S: '2' } } } }] });
  expect(await sum('AWS/DynamoDB', 'TableName', TableName, 'ConditionalCheckFailedRequests')).toBe(1);
  expect(await total('AWS/DynamoDB', [], 'UserErrors')).toBe(1);
  const by = (Operation: string) => [
    { Name: 'Operation', Value: Operation },
    { Name: 'TableName', Value: TableName },
  ];
  expect(await total('AWS/DynamoDB', by('Scan'), 'ReturnedItemCount')).toBe(3);
  const counts = ['PutItem', 'GetItem', 'Scan', 'BatchGetItem', 'TransactWriteItems'].map((operation) =>
    total('AWS/DynamoDB', by(operation), 'SuccessfulRequestLatency', 'SampleCount'),
  );
  expect(await Promise.all(counts)).toEqual([3, 1, 1, 1, 1]);
});

it('counts the units of statements', async () => {
  const tables = emulator.client(DynamoDB);
  const units = async () => sum('AWS/DynamoDB', 'TableName', 'orders', 'ConsumedWriteCapacityUnits');
  const before = (await units())!;
  await tables.executeStatement({ Statement: `INSERT INTO "orders" VALUE {'id': '9'}` });
  await tables.batchExecuteStatement({ Statements: [{ Statement: `DELETE FROM "orders" WHERE id = '9'` }] });
  expect(await units()).toBe(before + 2);
});

it('counts records and bytes of a data stream, written and read', async () => {
  const streams = emulator.client(Kinesis);
  await streams.createStream({ StreamName: 'clicks', ShardCount: 1 });
  await emulator.clock.advance('5s');
  for (const text of ['a', 'bc']) await streams.putRecord({ StreamName: 'clicks', PartitionKey: 'k', Data: Buffer.from(text) });
  const shard = { StreamName: 'clicks', ShardId: 'shardId-000000000000', ShardIteratorType: 'TRIM_HORIZON' } as const;
  const { ShardIterator } = await streams.getShardIterator(shard);
  await streams.getRecords({ ShardIterator });
  const counted = (name: string) => sum('AWS/Kinesis', 'StreamName', 'clicks', name);
  expect([await counted('IncomingRecords'), await counted('GetRecords.Records')]).toEqual([2, 2]);
  expect(await counted('IncomingBytes')).toBeGreaterThanOrEqual(3);
});

it('counts records of a delivery stream', async () => {
  await emulator.client(S3).createBucket({ Bucket: 'sink' });
  const firehose = emulator.client(Firehose);
  const ExtendedS3DestinationConfiguration = { RoleARN: 'arn:aws:iam::000000000000:role/any', BucketARN: 'arn:aws:s3:::sink' };
  await firehose.createDeliveryStream({ DeliveryStreamName: 'lines', ExtendedS3DestinationConfiguration });
  await firehose.putRecord({ DeliveryStreamName: 'lines', Record: { Data: Buffer.from('abc') } });
  expect(await sum('AWS/Firehose', 'DeliveryStreamName', 'lines', 'IncomingRecords')).toBe(1);
  await emulator.clock.advance('5m');
  await emulator.idle();
  const delivered = ['Success', 'Records', 'Bytes'].map((name) =>
    sum('AWS/Firehose', 'DeliveryStreamName', 'lines', `DeliveryToS3.${name}`),
  );
  expect(await Promise.all(delivered)).toEqual([1, 1, 3]);
  expect(await sum('AWS/Firehose', 'DeliveryStreamName', 'lines', 'IncomingBytes')).toBe(3);
});

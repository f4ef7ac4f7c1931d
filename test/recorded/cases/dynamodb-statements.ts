// Recorded answers of DynamoDB about statements and streams.
import { ANY, localstack, NONE, type RecordedCase, type RecordedCases, refused, type Step } from '../case.ts';

const test = (name: string): string => localstack(`dynamodb/test_dynamodb.py::TestDynamoDB::${name}`);
const HASH = {
  AttributeDefinitions: [{ AttributeName: 'id', AttributeType: 'S' }],
  KeySchema: [{ AttributeName: 'id', KeyType: 'HASH' }],
};
const ON_DEMAND = { ...HASH, BillingMode: 'PAY_PER_REQUEST' };
const table = (more: object = {}, as = 'table'): Step => ({
  call: 'dynamodb.CreateTable',
  input: { TableName: 'table', ...ON_DEMAND, ...more },
  as,
});
const active: Step = { wait: '10s' };
const made: readonly Step[] = [table(), active];
const put = (Item: object, more: object = {}): Step => ({ call: 'dynamodb.PutItem', input: { TableName: 'table', Item, ...more } });
const ARN = 'arn:aws:dynamodb:us-east-1:{account}:table/table';
const INVALID = 'ValidationException';
const statements: RecordedCase[] = [
  {
    title: 'statements of a transaction answer a list, though it is empty',
    source: test('test_dynamodb_execute_transaction'),
    recorded: '2025-10',
    steps: [
      ...made,
      {
        call: 'dynamodb.ExecuteTransaction',
        input: {
          TransactStatements: [
            { Statement: "INSERT INTO table VALUE {'id': 'user02'}" },
            { Statement: "INSERT INTO table VALUE {'id': ?}", Parameters: [{ S: 'user01' }] },
          ].map((each) => ({ ...each, Statement: each.Statement.replace('table', '"table"') })),
        },
        contains: { Responses: ANY },
      },
      { call: 'dynamodb.Scan', input: { TableName: 'table', Select: 'COUNT' }, answer: { Count: 2, ScannedCount: 2 } },
    ],
  },
  {
    title: 'statements of a batch answer their tables',
    source: test('test_dynamodb_batch_execute_statement'),
    recorded: '2025-10',
    steps: [
      ...made,
      put({ id: { S: 'user02' } }),
      {
        call: 'dynamodb.BatchExecuteStatement',
        input: {
          Statements: [
            { Statement: 'INSERT INTO "table" VALUE {\'id\': ?}', Parameters: [{ S: 'user01' }] },
            { Statement: 'UPDATE "table" SET Age=20 WHERE id=\'user02\'' },
          ],
        },
        answer: { Responses: [{ TableName: 'table' }, { TableName: 'table' }] },
      },
    ],
  },
  {
    title: 'a statement has no empty list of parameters',
    source: test('test_dynamodb_execute_statement_empy_parameter'),
    recorded: '2025-10',
    steps: [
      ...made,
      refused(
        'dynamodb.ExecuteStatement',
        { Statement: 'SELECT * FROM "table"', Parameters: [] },
        INVALID,
        "1 validation error detected: Value '[]' at 'parameters' failed to satisfy constraint: Member must have length greater than or equal to 1",
      ),
    ],
  },
  {
    title: 'a statement finds items that do not lack an attribute',
    source: test('test_dynamodb_partiql_missing'),
    recorded: '2025-10',
    steps: [
      ...made,
      put({ id: { S: 'Alice123' }, FirstName: { S: 'Alice' } }),
      put({ id: { S: 'Bob123' } }),
      {
        call: 'dynamodb.ExecuteStatement',
        input: { Statement: 'SELECT * FROM "table" WHERE FirstName IS NOT MISSING' },
        contains: { Items: [{ id: { S: 'Alice123' }, FirstName: { S: 'Alice' } }] },
      },
    ],
  },
];

const streamed = table({ StreamSpecification: { StreamEnabled: true, StreamViewType: 'NEW_AND_OLD_IMAGES' } });
const records = (...Records: object[]): readonly Step[] => [
  { call: 'dynamodbstreams.DescribeStream', input: { StreamArn: '{table.TableDescription.LatestStreamArn}' }, as: 'stream' },
  {
    call: 'dynamodbstreams.GetShardIterator',
    input: {
      StreamArn: '{table.TableDescription.LatestStreamArn}',
      ShardId: '{stream.StreamDescription.Shards.0.ShardId}',
      ShardIteratorType: 'TRIM_HORIZON',
    },
    as: 'iterator',
  },
  { call: 'dynamodbstreams.GetRecords', input: { ShardIterator: '{iterator.ShardIterator}' }, contains: { Records } },
];
const Keys = { id: { S: 'Fred' } };
const streams: RecordedCase[] = [
  {
    title: 'a write of a batch that changes nothing leaves no record in the stream',
    source: test('test_batch_write_items_streaming'),
    recorded: '2025-10',
    steps: [
      streamed,
      active,
      put(Keys),
      {
        call: 'dynamodb.BatchWriteItem',
        input: { RequestItems: { table: [{ PutRequest: { Item: Keys } }] } },
        answer: { UnprocessedItems: {} },
      },
      {
        call: 'dynamodb.BatchWriteItem',
        input: { RequestItems: { table: [{ PutRequest: { Item: { ...Keys, name: { S: 'Fred' } } } }] } },
      },
      { call: 'dynamodb.BatchWriteItem', input: { RequestItems: { table: [{ DeleteRequest: { Key: Keys } }] } } },
      ...records(
        {
          awsRegion: 'us-east-1',
          dynamodb: {
            ApproximateCreationDateTime: ANY,
            Keys,
            NewImage: Keys,
            OldImage: NONE,
            SizeBytes: 12,
            StreamViewType: 'NEW_AND_OLD_IMAGES',
          },
          eventName: 'INSERT',
          eventSource: 'aws:dynamodb',
          eventVersion: '1.1',
        },
        { dynamodb: { NewImage: { ...Keys, name: { S: 'Fred' } }, OldImage: Keys, SizeBytes: 26 }, eventName: 'MODIFY' },
        { dynamodb: { OldImage: { ...Keys, name: { S: 'Fred' } }, NewImage: NONE, SizeBytes: 20 }, eventName: 'REMOVE' },
      ),
    ],
  },
  {
    title: 'an update makes an item, and counts its names and values',
    source: test('test_dynamodb_stream_records_with_update_item'),
    recorded: '2024-06',
    steps: [
      streamed,
      active,
      {
        call: 'dynamodb.UpdateItem',
        input: {
          TableName: 'table',
          Key: { id: { S: 'my-item-id' } },
          UpdateExpression: 'SET attr1 = :v1, attr2 = :v2',
          ExpressionAttributeValues: { ':v1': { S: 'value1' }, ':v2': { S: 'value2' } },
        },
      },
      ...records({
        dynamodb: {
          Keys: { id: { S: 'my-item-id' } },
          NewImage: { attr1: { S: 'value1' }, attr2: { S: 'value2' }, id: { S: 'my-item-id' } },
          SizeBytes: 46,
        },
        eventName: 'INSERT',
      }),
    ],
  },
  {
    title: 'a stream that is not there is named by its ARN',
    source: localstack('dynamodbstreams/test_dynamodb_streams.py::TestDynamoDBStreams::test_non_existent_stream'),
    recorded: '2024-11',
    steps: [
      ...made,
      refused(
        'dynamodbstreams.DescribeStream',
        { StreamArn: `${ARN}/stream/2024-11-18T14:36:44.149` },
        'ResourceNotFoundException',
        `Requested resource not found: Stream: ${ARN}/stream/2024-11-18T14:36:44.149 not found`,
      ),
    ],
  },
];

export const recorded: RecordedCases = { service: 'dynamodb', cases: [...statements, ...streams] };

// Recorded answers of DynamoDB about items.
import { localstack, type RecordedCase, type RecordedCases, refused, type Step } from '../case.ts';

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
const items: RecordedCase[] = [
  {
    title: 'a put answers the item that it replaces',
    source: test('test_return_values_in_put_item'),
    recorded: '2025-10',
    steps: [
      ...made,
      { ...put({ id: { S: 'id1' }, data: { S: 'foobar' } }, { ReturnValues: 'ALL_OLD' }), answer: {} } as Step,
      {
        ...put({ id: { S: 'id1' }, data: { S: 'foobar' } }, { ReturnValues: 'ALL_OLD' }),
        answer: { Attributes: { id: { S: 'id1' }, data: { S: 'foobar' } } },
      } as Step,
      { ...put({ id: { S: 'id1' }, data: { S: 'other' } }, { ReturnValues: 'NONE' }), answer: {} } as Step,
    ],
  },
  {
    title: 'a condition that fails answers the item where it is asked to',
    source: test('test_return_values_on_conditions_check_failure'),
    recorded: '2025-10',
    steps: [
      ...made,
      put({ id: { S: '456' }, price: { N: '650' }, product: { S: 'sporting goods' } }),
      refused(
        'dynamodb.DeleteItem',
        {
          TableName: 'table',
          Key: { id: { S: '456' } },
          ConditionExpression: '(product IN (:cat1, :cat2)) and (price between :lo and :hi)',
          ExpressionAttributeValues: {
            ':cat1': { S: 'sporting goods' },
            ':cat2': { S: 'gardening supplies' },
            ':lo': { N: '500' },
            ':hi': { N: '600' },
          },
          ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
        },
        'ConditionalCheckFailedException',
        'The conditional request failed',
        { contains: { Item: { id: { S: '456' }, price: { N: '650' }, product: { S: 'sporting goods' } } } },
      ),
    ],
  },
  {
    title: 'a transaction is cancelled with a reason for each of its writes',
    source: test('test_transaction_write_canceled'),
    recorded: '2025-10',
    steps: [
      ...made,
      put({ id: { S: 'foo' } }),
      refused(
        'dynamodb.TransactWriteItems',
        {
          TransactItems: [
            { ConditionCheck: { TableName: 'table', ConditionExpression: 'attribute_not_exists(id)', Key: { id: { S: 'foo' } } } },
            { Put: { TableName: 'table', Item: { id: { S: 'bar' } } } },
          ],
        },
        'TransactionCanceledException',
        'Transaction cancelled, please refer cancellation reasons for specific reasons [ConditionalCheckFailed, None]',
      ),
    ],
  },
  {
    title: 'a transaction names a table by its name or its ARN',
    source: test('test_transaction_write_items, test_transact_get_items'),
    recorded: '2026-01',
    steps: [
      ...made,
      {
        call: 'dynamodb.TransactWriteItems',
        input: { TransactItems: [{ Put: { TableName: ARN, Item: { id: { S: 'Sarah' } } } }] },
        answer: {},
      },
      {
        call: 'dynamodb.TransactGetItems',
        input: { TransactItems: [{ Get: { TableName: ARN, Key: { id: { S: 'Sarah' } } } }] },
        answer: { Responses: [{ Item: { id: { S: 'Sarah' } } }] },
      },
    ],
  },
  {
    title: 'a write of a transaction that is repeated with its token is done once',
    source: test('test_dynamodb_idempotent_writing'),
    recorded: '2025-10',
    steps: [
      ...made,
      ...[1, 2].map(
        (): Step => ({
          call: 'dynamodb.TransactWriteItems',
          input: { TransactItems: [{ Put: { TableName: 'table', Item: { id: { S: 'id1' } } } }], ClientRequestToken: 'dedupe_token' },
          answer: {},
        }),
      ),
    ],
  },
  {
    title: 'a batch refuses a key that is not the one of the table',
    source: test('test_batch_write_not_matching_schema'),
    recorded: '2025-10',
    steps: [
      ...made,
      refused(
        'dynamodb.BatchWriteItem',
        { RequestItems: { table: [{ DeleteRequest: { Key: { id: { S: 'a' }, other: { S: 'b' } } } }] } },
        INVALID,
        'The provided key element does not match the schema',
      ),
    ],
  },
  {
    title: 'batches answer what is left to do, also where it is nothing',
    source: test('test_batch_write_items, test_dynamodb_get_batch_items'),
    recorded: '2025-10',
    steps: [
      ...made,
      {
        call: 'dynamodb.BatchGetItem',
        input: { RequestItems: { table: { Keys: [{ id: { S: 'test-key' } }] } } },
        answer: { Responses: { table: [] }, UnprocessedKeys: {} },
      },
      {
        call: 'dynamodb.BatchWriteItem',
        input: { RequestItems: { table: [{ PutRequest: { Item: { id: { S: 'Fred' } } } }] } },
        answer: { UnprocessedItems: {} },
      },
    ],
  },
  {
    title: 'a transaction on a table that is not there does not name it',
    source: test('test_batch_write_not_existing_table'),
    recorded: '2025-10',
    steps: [
      refused(
        'dynamodb.TransactWriteItems',
        { TransactItems: [{ Put: { TableName: 'non-existent', Item: { id: { S: 'Fred' } } } }] },
        'ResourceNotFoundException',
        'Requested resource not found',
      ),
    ],
  },
  {
    title: 'the capacity, the attributes and the table of a condition are told apart by a query of a local index',
    source: test('test_valid_local_secondary_index'),
    recorded: '2025-10',
    steps: [
      table({
        AttributeDefinitions: ['PK', 'SK']
          .map((AttributeName) => ({ AttributeName, AttributeType: 'S' }))
          .concat({ AttributeName: 'LSI1SK', AttributeType: 'N' }),
        KeySchema: [
          { AttributeName: 'PK', KeyType: 'HASH' },
          { AttributeName: 'SK', KeyType: 'RANGE' },
        ],
        LocalSecondaryIndexes: [
          {
            IndexName: 'LSI1',
            KeySchema: [
              { AttributeName: 'PK', KeyType: 'HASH' },
              { AttributeName: 'LSI1SK', KeyType: 'RANGE' },
            ],
            Projection: { ProjectionType: 'ALL' },
          },
        ],
      }),
      active,
      put({ PK: { S: 'test one' }, SK: { S: 'hello' }, LSI1SK: { N: '123' } }),
      {
        call: 'dynamodb.Query',
        input: {
          TableName: 'table',
          IndexName: 'LSI1',
          KeyConditionExpression: 'PK = :v1',
          ExpressionAttributeValues: { ':v1': { S: 'test one' } },
          Select: 'ALL_ATTRIBUTES',
        },
        answer: { Count: 1, Items: [{ LSI1SK: { N: '123' }, PK: { S: 'test one' }, SK: { S: 'hello' } }], ScannedCount: 1 },
      },
    ],
  },
];

export const recorded: RecordedCases = { service: 'dynamodb', cases: [...items] };

// Recorded answers of the table service whose names and headers the SDK hides: namespaces of errors, names of messages, checksums.
import { type HttpCall, localstack, type RecordedCases, type Step } from '../case.ts';

const TYPE = 'com.amazonaws.dynamodb.v20120810#';

const request = (operation: string, input: object, status: number, answerBody: RegExp | string): HttpCall => ({
  http: 'POST /',
  service: 'dynamodb',
  headers: { 'x-amz-target': `DynamoDB_20120810.${operation}`, 'content-type': 'application/x-amz-json-1.0' },
  body: JSON.stringify(input),
  status,
  answerHeaders: { 'x-amz-crc32': /^\d+$/ },
  answerBody,
});

const table: Step = {
  call: 'dynamodb.CreateTable',
  input: {
    TableName: 'table',
    AttributeDefinitions: [{ AttributeName: 'id', AttributeType: 'S' }],
    KeySchema: [{ AttributeName: 'id', KeyType: 'HASH' }],
    BillingMode: 'PAY_PER_REQUEST',
  },
};
const Item = { id: { S: '456' }, price: { N: '650' } };
const put: Step = { call: 'dynamodb.PutItem', input: { TableName: 'table', Item } };
const failing = { TableName: 'table', Item: { id: { S: '456' } }, ConditionExpression: 'attribute_not_exists(id)' };

export const recorded: RecordedCases = {
  service: 'dynamodb',
  cases: [
    {
      title: 'a failed condition that returns the item tells its message as `Message`',
      source: localstack('dynamodb/test_dynamodb.py::TestDynamoDB::test_return_values_on_conditions_check_failure'),
      recorded: '2025-10',
      steps: [
        table,
        { wait: '1s' },
        put,
        request(
          'PutItem',
          { ...failing, ReturnValuesOnConditionCheckFailure: 'ALL_OLD' },
          400,
          /^\{"__type":"com\.amazonaws\.dynamodb\.v20120810#ConditionalCheckFailedException","Item":\{"id":\{"S":"456"\},"price":\{"N":"650"\}\},"Message":"The conditional request failed"\}$/,
        ),
      ],
    },
    {
      title: 'errors are in the namespace of the API, and tell their message as `message`',
      source: 'architect/dynalite, test/describeTable.js, whose tests are run against the service, too',
      recorded: 'before 2020',
      steps: [
        request(
          'DescribeTable',
          { TableName: 'missing' },
          400,
          `{"__type":"${TYPE}ResourceNotFoundException","message":"Requested resource not found: Table: missing not found"}`,
        ),
      ],
    },
    {
      title: 'a token is of the same request whatever the order of its members',
      source: localstack('dynamodb/test_dynamodb.py::TestDynamoDB::test_dynamodb_idempotent_writing'),
      recorded: 'before 2026-03',
      steps: [
        table,
        { wait: '1s' },
        ...[
          { id: { S: 'id1' }, name: { S: 'name1' } },
          { name: { S: 'name1' }, id: { S: 'id1' } },
        ].map(
          (each): Step => ({
            call: 'dynamodb.TransactWriteItems',
            input: { ClientRequestToken: 'dedupe_token', TransactItems: [{ Put: { TableName: 'table', Item: each } }] },
          }),
        ),
      ],
    },
  ],
};

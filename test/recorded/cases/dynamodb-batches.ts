// Recorded answers about batches of the dynamodb service.
import { call, localstack, type RecordedCases } from '../case.ts';

const test = (name: string): string => localstack(`dynamodb/test_dynamodb.py::TestDynamoDB::${name}`);

export const recorded: RecordedCases = {
  service: 'dynamodb',
  cases: [
    {
      title: 'values may be empty and binary',
      source: test('test_empty_and_binary_values'),
      recorded: '2025-10',
      steps: [
        call('dynamodb.CreateTable', {
          TableName: 'table-1',
          KeySchema: [{ AttributeName: 'id', KeyType: 'HASH' }],
          AttributeDefinitions: [{ AttributeName: 'id', AttributeType: 'S' }],
          BillingMode: 'PAY_PER_REQUEST',
          StreamSpecification: { StreamEnabled: false },
        }),
        call('dynamodb.PutItem', { TableName: 'table-1', Item: { id: { S: 'id1' }, data: { S: '' } } }, { answer: {} }),
        call(
          'dynamodb.PutItem',
          { TableName: 'table-1', Item: { id: { S: 'id2' }, data: { B: Buffer.from('', 'latin1') } } },
          { answer: {} },
        ),
      ],
    },
    {
      title: 'binary values are written in batches',
      source: test('test_batch_write_binary'),
      recorded: '2025-10',
      steps: [
        call('dynamodb.CreateTable', {
          TableName: 'table_batch_binary_1',
          AttributeDefinitions: [
            { AttributeName: 'PK', AttributeType: 'S' },
            { AttributeName: 'SK', AttributeType: 'S' },
          ],
          KeySchema: [
            { AttributeName: 'PK', KeyType: 'HASH' },
            { AttributeName: 'SK', KeyType: 'RANGE' },
          ],
          BillingMode: 'PAY_PER_REQUEST',
        }),
        call('dynamodb.PutItem', {
          TableName: 'table_batch_binary_1',
          Item: { PK: { S: 'hello' }, SK: { S: 'user' }, data: { B: Buffer.from('test') } },
        }),
        call(
          'dynamodb.BatchWriteItem',
          {
            RequestItems: {
              table_batch_binary_1: [
                { PutRequest: { Item: { PK: { S: 'hello-1' }, SK: { S: 'user-1' }, data: { B: Buffer.from('test-1') } } } },
                { PutRequest: { Item: { PK: { S: 'hello-2' }, SK: { S: 'user-2' }, data: { B: Buffer.from('test À í', 'latin1') } } } },
              ],
            },
          },
          { contains: { UnprocessedItems: {} } },
        ),
      ],
    },
  ],
};

// Condition keys of tables: partition keys and attributes, whichever way a request names them.
import { DynamoDB } from '@aws-sdk/client-dynamodb';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestEmulator, type TestEmulator } from '../../support/emulator.ts';
import { allow, userWith } from './use-identities.ts';

let emulator: TestEmulator;
let own: DynamoDB;
let plain: DynamoDB;
const DENIED = /is not authorized to perform: dynamodb:/;
const value = (S: string) => ({ S });

beforeAll(async () => {
  emulator = await startTestEmulator({ options: { IAM_ENFORCEMENT: 'enforce' } });
  await emulator.client(DynamoDB).createTable({
    TableName: 'rows',
    KeySchema: [
      { AttributeName: 'pk', KeyType: 'HASH' },
      { AttributeName: 'sk', KeyType: 'RANGE' },
    ],
    AttributeDefinitions: ['pk', 'sk', 'gk'].map((AttributeName) => ({ AttributeName, AttributeType: 'S' })),
    GlobalSecondaryIndexes: [
      { IndexName: 'by-gk', KeySchema: [{ AttributeName: 'gk', KeyType: 'HASH' }], Projection: { ProjectionType: 'ALL' } },
    ],
    BillingMode: 'PAY_PER_REQUEST',
  });
  const keyed = allow('dynamodb:*', '*', { Condition: { 'ForAllValues:StringEquals': { 'dynamodb:LeadingKeys': ['frank'] } } });
  own = emulator.client(DynamoDB, await userWith(emulator, 'frank', [keyed]));
  const named = allow('dynamodb:*', '*', { Condition: { 'ForAllValues:StringEquals': { 'dynamodb:Attributes': ['pk', 'sk', 'public'] } } });
  plain = emulator.client(DynamoDB, await userWith(emulator, 'grace', [named]));
});
afterAll(() => emulator.stop());

/** Each made for a partition; the caller may read and write that of frank alone. */
const REQUESTS: Readonly<Record<string, (pk: string) => Promise<unknown>>> = {
  'an item': (pk) => own.putItem({ TableName: 'rows', Item: { pk: value(pk), sk: value('1') } }),
  'a key condition': (pk) =>
    own.query({ TableName: 'rows', KeyConditionExpression: 'pk = :v', ExpressionAttributeValues: { ':v': value(pk) } }),
  'a key condition with a placeholder, written the other way round': (pk) =>
    own.query({
      TableName: 'rows',
      KeyConditionExpression: '(:v = #p) AND begins_with(sk, :s)',
      ExpressionAttributeNames: { '#p': 'pk' },
      ExpressionAttributeValues: { ':v': value(pk), ':s': value('1') },
    }),
  'a condition of an index': (pk) =>
    own.query({ TableName: 'rows', IndexName: 'by-gk', KeyConditionExpression: 'gk = :v', ExpressionAttributeValues: { ':v': value(pk) } }),
  'older conditions': (pk) =>
    own.query({ TableName: 'rows', KeyConditions: { pk: { ComparisonOperator: 'EQ', AttributeValueList: [value(pk)] } } }),
  'the keys of a batch': (pk) =>
    own.batchGetItem({
      RequestItems: {
        rows: {
          Keys: [
            { pk: value('frank'), sk: value('2') },
            { pk: value(pk), sk: value('1') },
          ],
        },
      },
    }),
  'the writes of a batch': (pk) =>
    own.batchWriteItem({ RequestItems: { rows: [{ PutRequest: { Item: { pk: value(pk), sk: value('3') } } }] } }),
  'the parts of a transaction': (pk) =>
    own.transactWriteItems({ TransactItems: [{ Put: { TableName: 'rows', Item: { pk: value(pk), sk: value('4') } } }] }),
  'a statement': (pk) => own.executeStatement({ Statement: `SELECT * FROM "rows" WHERE pk = '${pk}'` }),
  'a statement with parameters': (pk) =>
    own.executeStatement({ Statement: `UPDATE "rows" SET a = 1 WHERE pk = ? AND sk = '1'`, Parameters: [value(pk)] }),
  'an inserted item': (pk) => own.executeStatement({ Statement: `INSERT INTO "rows" VALUE {'pk': '${pk}', 'sk': '${pk}'}` }),
};

test.each(Object.entries(REQUESTS))('%s names its partition', async (_, request) => {
  await request('frank');
  await expect(request('eve')).rejects.toThrow(DENIED);
});

test('attributes count wherever a request names them', async () => {
  const Key = { pk: value('a'), sk: value('1') };
  await plain.putItem({ TableName: 'rows', Item: { ...Key, public: value('x') } });
  await expect(plain.putItem({ TableName: 'rows', Item: { ...Key, secret: value('x') } })).rejects.toThrow(DENIED);
  await plain.getItem({ TableName: 'rows', Key, ProjectionExpression: '#p.part, sk', ExpressionAttributeNames: { '#p': 'public' } });
  await expect(plain.getItem({ TableName: 'rows', Key, ProjectionExpression: 'secret[0]' })).rejects.toThrow(DENIED);
  const update = (name: string) =>
    plain.updateItem({
      TableName: 'rows',
      Key,
      UpdateExpression: 'SET #n = :v',
      ExpressionAttributeNames: { '#n': name },
      ExpressionAttributeValues: { ':v': value('y') },
    });
  await update('public');
  await expect(update('secret')).rejects.toThrow(DENIED);
  await plain.executeStatement({ Statement: `SELECT "public" FROM "rows" WHERE pk = 'a'` });
  await expect(plain.executeStatement({ Statement: `SELECT secret FROM "rows" WHERE pk = 'a'` })).rejects.toThrow(DENIED);
});

test('a statement that reads a whole table is told from one that reads a partition', async () => {
  const Condition = { Bool: { 'dynamodb:FullTableScan': 'false' } };
  const who = await userWith(emulator, 'heidi', [allow('dynamodb:PartiQLSelect', '*', { Condition })]);
  const reader = emulator.client(DynamoDB, who);
  await reader.executeStatement({ Statement: `SELECT * FROM "rows" WHERE pk = 'a'` });
  await expect(reader.executeStatement({ Statement: 'SELECT * FROM "rows"' })).rejects.toThrow(DENIED);
});

test('an expression that cannot be read is refused by the operation', async () => {
  await expect(own.query({ TableName: 'rows', KeyConditionExpression: 'pk = = :v' })).rejects.toThrow(/Invalid KeyConditionExpression/);
});

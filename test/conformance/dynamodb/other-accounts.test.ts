// Tables of other accounts: their policies let clients in, action by action.
// https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/rbac-cross-account-access.html
import { DynamoDB } from '@aws-sdk/client-dynamodb';
import { beforeAll, describe, expect, it } from 'vitest';
import { tableOf, useTables } from '../../support/use-tables.ts';

const STRANGER = '111111111111';
const CALLER = `arn:aws:iam::${STRANGER}:root`;
const TableName = 'arn:aws:dynamodb:us-east-1:000000000000:table/orders';
const ABSENT = 'arn:aws:dynamodb:us-east-1:000000000000:table/absent';
const Key = { pk: { S: 'a' } };

const fixture = useTables(tableOf('orders', ['pk:S']));
let stranger: DynamoDB;
beforeAll(async () => {
  stranger = fixture.emulator.client(DynamoDB, { credentials: { accessKeyId: STRANGER, secretAccessKey: 'test' } });
  await fixture.put('orders', { ...Key, total: { N: '1' } });
});

const refusal = (action: string, resource = TableName) => ({
  name: 'AccessDeniedException',
  message: `User: ${CALLER} is not authorized to perform: ${action} on resource: ${resource} because no resource-based policy allows the ${action} action`,
});

const CALLS: readonly (readonly [action: string, call: (TableName: string) => Promise<unknown>])[] = [
  ['dynamodb:GetItem', (name) => stranger.getItem({ TableName: name, Key })],
  ['dynamodb:Query', (name) => stranger.query(queryOf(name))],
  ['dynamodb:DescribeTable', (name) => stranger.describeTable({ TableName: name })],
  ['dynamodb:ListTagsOfResource', (ResourceArn) => stranger.listTagsOfResource({ ResourceArn })],
  ['dynamodb:GetResourcePolicy', (ResourceArn) => stranger.getResourcePolicy({ ResourceArn })],
  ['dynamodb:PutItem', (name) => stranger.transactWriteItems({ TransactItems: [{ Put: { TableName: name, Item: Key } }] })],
  ['dynamodb:GetItem', (name) => stranger.transactGetItems({ TransactItems: [{ Get: { TableName: name, Key } }] })],
];
const queryOf = (name: string) => ({
  TableName: name,
  KeyConditionExpression: 'pk = :pk',
  ExpressionAttributeValues: { ':pk': { S: 'a' } },
});

describe('a table of another account', () => {
  it.each(CALLS)('refuses %s without a policy, whether it is there or not', async (action, call) => {
    await expect(call(TableName)).rejects.toMatchObject(refusal(action));
    await expect(call(ABSENT)).rejects.toMatchObject(refusal(action, ABSENT));
  });

  it('lets in whom its policy names, for what it names', async () => {
    const Statement = [
      { Effect: 'Allow', Principal: { AWS: CALLER }, Action: ['dynamodb:GetItem', 'dynamodb:PutItem'], Resource: TableName },
    ];
    await fixture.db.putResourcePolicy({ ResourceArn: TableName, Policy: JSON.stringify({ Version: '2012-10-17', Statement }) });
    expect((await stranger.getItem({ TableName, Key })).Item).toEqual({ ...Key, total: { N: '1' } });
    await stranger.transactWriteItems({ TransactItems: [{ Put: { TableName, Item: { pk: { S: 'b' } } } }] });
    expect((await fixture.db.scan({ TableName: 'orders', Select: 'COUNT' })).Count).toBe(2);
    await expect(stranger.deleteItem({ TableName, Key })).rejects.toMatchObject(refusal('dynamodb:DeleteItem'));
    await expect(stranger.query(queryOf(TableName))).rejects.toMatchObject(refusal('dynamodb:Query'));
  });

  it('is the own one where its ARN is used at home', async () => {
    expect((await fixture.db.getItem({ TableName, Key })).Item).toEqual({ ...Key, total: { N: '1' } });
  });
});

import { expect, it } from 'vitest';
import type { Ctx } from '#core/ctx';
import { guard } from './guard.ts';

const policy = JSON.stringify({ Version: '2012-10-17', Statement: [] });
const ctx = {
  account: '000000000000',
  region: 'us-east-1',
  principal: { kind: 'service', service: 'scheduler.amazonaws.com', account: '000000000000' },
  records: () => ({ get: ([name]: [string]) => (name === 'absent' ? undefined : { name, policy: { text: policy } }) }),
} as unknown as Ctx;
const used = (operation: string, input: object): string[] =>
  [guard(operation, input, ctx) ?? []].flat().map(({ action, resource }) => `${action} ${resource.slice(resource.indexOf('/') + 1)}`);

it.each([
  ['GetItem', { TableName: 'orders' }, ['dynamodb:GetItem orders']],
  ['Scan', { TableName: 'absent' }, []],
  ['DescribeTable', { TableName: 'orders' }, []],
  [
    'BatchGetItem',
    { RequestItems: { orders: {}, absent: {}, users: {} } },
    ['dynamodb:BatchGetItem orders', 'dynamodb:BatchGetItem users'],
  ],
  ['BatchWriteItem', { RequestItems: { orders: [] } }, ['dynamodb:BatchWriteItem orders']],
  ['TransactGetItems', { TransactItems: [{ Get: { TableName: 'orders' } }] }, ['dynamodb:GetItem orders']],
  [
    'TransactWriteItems',
    { TransactItems: [{ Put: { TableName: 'orders' } }, { ConditionCheck: { TableName: 'users' } }, {}] },
    ['dynamodb:PutItem orders', 'dynamodb:ConditionCheckItem users'],
  ],
  ['ExecuteStatement', { Statement: 'SELECT * FROM orders' }, ['dynamodb:PartiQLSelect orders']],
  ['ExecuteStatement', { Statement: 'SELECT FROM' }, []],
  ['BatchExecuteStatement', { Statements: [{ Statement: `DELETE FROM orders WHERE pk = 'a'` }] }, ['dynamodb:PartiQLDelete orders']],
  ['ExecuteTransaction', { TransactStatements: [{ Statement: `INSERT INTO users VALUE {'pk': 'a'}` }] }, ['dynamodb:PartiQLInsert users']],
])('%s of %j uses %j', (operation, input, uses) => {
  expect(used(operation, input)).toEqual(uses);
});

it('spells out the command that lets the caller in, beside the policy that does not', () => {
  const [check] = [guard('GetItem', { TableName: 'orders' }, ctx) ?? []].flat();
  expect(check?.policy).toBe(policy);
  expect(check?.grant).toBe(
    `aws dynamodb put-resource-policy --resource-arn arn:aws:dynamodb:us-east-1:000000000000:table/orders --policy '${JSON.stringify({
      Version: '2012-10-17',
      Statement: [
        {
          Effect: 'Allow',
          Principal: { Service: 'scheduler.amazonaws.com' },
          Action: 'dynamodb:GetItem',
          Resource: 'arn:aws:dynamodb:us-east-1:000000000000:table/orders',
        },
      ],
    })}'`,
  );
});

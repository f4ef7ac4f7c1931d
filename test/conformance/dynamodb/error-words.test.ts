// How operations word bad values, by the layer that each of them runs: cases from paritysuite/dynamodb-conformance (valueLayers), captured in us-east-1.
import type { AttributeValue } from '@aws-sdk/client-dynamodb';
import { expect, it } from 'vitest';
import { tableOf, useTables } from '../../support/use-tables.ts';

const TableName = 'words';
const fixture = useTables(tableOf(TableName, ['pk:S']));
const pk = { S: 'a' };
const NOT_NUMERIC = 'The parameter cannot be converted to a numeric value';
const OVERFLOW = 'Number overflow. Attempting to store a number with magnitude larger than supported range';
const UNDERFLOW = 'Number underflow. Attempting to store a number with magnitude smaller than supported range';
const INVALID = 'One or more parameter values were invalid: ';

const VALUES: AttributeValue[] = [
  { N: 'abc' },
  { N: '' },
  { N: '1e2147483647' },
  { SS: ['b', 'a', 'b'] },
  { NS: ['2', '1', '2'] },
  { BS: ['/w==', 'AA==', 'AA=='].map((text) => Buffer.from(text, 'base64')) },
];
const CURRENT = [
  `${NOT_NUMERIC}: abc`,
  `${NOT_NUMERIC}: `,
  OVERFLOW,
  `${INVALID}Input collection ["a", "b", "b"] contains duplicates.`,
  `${INVALID}Input collection contains duplicates.`,
  `${INVALID}Input collection ["AA==","/w==","AA=="]of type BS contains duplicates.`,
];
const OLDER = [
  `${NOT_NUMERIC}: abc`,
  NOT_NUMERIC,
  UNDERFLOW,
  `${INVALID}Input collection [b, a, b] contains duplicates.`,
  'Input collection contains duplicates',
  `${INVALID}Input collection [/w==, AA==, AA==]of type BS contains duplicates.`,
];
const enveloped = CURRENT.map((message) => `1 validation error detected: ${message}`);
const forKey = OLDER.map((message) => `ExpressionAttributeValues contains invalid value: ${message} for key :v`);
const given = (value: AttributeValue) => ({ ':v': value });

const CASES: [string, string[], (value: AttributeValue) => Promise<unknown>][] = [
  ['PutItem, of an item', enveloped, (v) => fixture.db.putItem({ TableName, Item: { pk, v } })],
  ['PutItem, nested', enveloped, (v) => fixture.db.putItem({ TableName, Item: { pk, v: { M: { x: { L: [v] } } } } })],
  ['PutItem, of Expected', enveloped, (v) => fixture.db.putItem({ TableName, Item: { pk }, Expected: { v: { Value: v } } })],
  [
    'UpdateItem, of an expression',
    enveloped,
    (v) => fixture.db.updateItem({ TableName, Key: { pk }, UpdateExpression: 'SET v = :v', ExpressionAttributeValues: given(v) }),
  ],
  [
    'UpdateItem, of AttributeUpdates',
    enveloped,
    (v) => fixture.db.updateItem({ TableName, Key: { pk }, AttributeUpdates: { v: { Action: 'PUT', Value: v } } }),
  ],
  ['DeleteItem, of a key', enveloped, (v) => fixture.db.deleteItem({ TableName, Key: { pk: v } })],
  ['GetItem, of a key', CURRENT, (v) => fixture.db.getItem({ TableName, Key: { pk: v } })],
  ['BatchGetItem, of a key', CURRENT, (v) => fixture.db.batchGetItem({ RequestItems: { [TableName]: { Keys: [{ pk: v }] } } })],
  [
    'Query, of a filter',
    CURRENT,
    (v) =>
      fixture.db.query({
        TableName,
        KeyConditionExpression: 'pk = :p',
        FilterExpression: 'v = :v',
        ExpressionAttributeValues: { ':p': pk, ...given(v) },
      }),
  ],
  ['Scan, of a filter', forKey, (v) => fixture.db.scan({ TableName, FilterExpression: 'v = :v', ExpressionAttributeValues: given(v) })],
  [
    'BatchWriteItem, of an item',
    OLDER,
    (v) => fixture.db.batchWriteItem({ RequestItems: { [TableName]: [{ PutRequest: { Item: { pk, v } } }] } }),
  ],
  [
    'TransactWriteItems, of an item',
    OLDER,
    (v) => fixture.db.transactWriteItems({ TransactItems: [{ Put: { TableName, Item: { pk, v } } }] }),
  ],
  ['TransactGetItems, of a key', OLDER, (v) => fixture.db.transactGetItems({ TransactItems: [{ Get: { TableName, Key: { pk: v } } }] })],
];

it.each(CASES)('%s', async (_operation, expected, send) => {
  for (const [at, value] of VALUES.entries())
    await expect(send(value)).rejects.toMatchObject({ name: 'ValidationException', message: expected[at] });
});

it('says of expressions what is wrong with them before it looks for the table', async () => {
  const put = (ConditionExpression: string) => fixture.db.putItem({ TableName: 'absent', Item: { pk }, ConditionExpression });
  const one = '1 validation error detected: Invalid ConditionExpression: ';
  const cases = {
    'attribute_not_exists(': `${one}Syntax error; token: "<EOF>", near: "("`,
    '((attribute_exists(pk)))': `${one}The expression has redundant parentheses;`,
    'size = :v': `${one}Attribute name is a reserved keyword; reserved keyword: size`,
    'a = :v': `${one}An expression attribute value used in expression is not defined; attribute value: :v`,
    'begin(pk)': `${one}Invalid function name; function: begin`,
    'contains(a, a)': `${one}The first operand must be distinct from the remaining operands for this operator or function; operator: contains, first operand: [a]`,
    [`a = b${' OR a = b'.repeat(160)}`]: `${one}The expression contains too many operators; operator count: 321`,
    [`${'('.repeat(2000)}a`]: `${one}The expression has redundant parentheses;`,
    [`${'NOT '.repeat(1000)}a`]: `${one}The expression contains too many operators; operator count: 1000`,
    ['a'.repeat(4097)]: `${one}Expression size has exceeded the maximum allowed size; expression size: 4097`,
  };
  for (const [expression, message] of Object.entries(cases)) await expect(put(expression)).rejects.toMatchObject({ message });
  await expect(put('attribute_exists(pk)')).rejects.toMatchObject({
    name: 'ResourceNotFoundException',
    message: 'Requested resource not found',
  });
});

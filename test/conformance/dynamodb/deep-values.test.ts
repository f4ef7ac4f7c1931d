// How operations refuse values of too many levels, and which error comes first: cases from paritysuite/dynamodb-conformance (nestingDepth,
// deepRequests), captured in us-east-1 in October 2026.
import type { AttributeValue, TransactWriteItem } from '@aws-sdk/client-dynamodb';
import { expect, it } from 'vitest';
import { tableOf, useTables } from '../../support/use-tables.ts';

const TableName = 'deep-values';
const fixture = useTables(tableOf(TableName, ['pk:S']));
const pk = { S: 'a' };
const Key = { pk };
/** The leaf is on the level after these. */
const deep = (levels: number): AttributeValue => (levels === 0 ? { S: 'leaf' } : { M: { n: deep(levels - 1) } });
const TOO_DEEP = 'Nesting Levels have exceeded supported limits';
const ATTRIBUTES = `${TOO_DEEP}: Attributes in the item have nested levels beyond supported limit`;
const ENVELOPED = `1 validation error detected: ${ATTRIBUTES}`;
const FOR_VALUE = `ExpressionAttributeValues contains invalid value: ${ATTRIBUTES} for key :v`;
const CONDITION = { ConditionExpression: 'd = :v' };
const value = (levels: number) => ({ ExpressionAttributeValues: { ':v': deep(levels) } });
const update = (levels: number) => ({ TableName, Key, UpdateExpression: 'SET d = :v', ...value(levels) });
const transact = (...TransactItems: TransactWriteItem[]) => fixture.db.transactWriteItems({ TransactItems });
const put = (levels: number): TransactWriteItem => ({ Put: { TableName, Item: { pk, d: deep(levels) } } });
const check = (levels: number): TransactWriteItem => ({ ConditionCheck: { TableName, Key, ...CONDITION, ...value(levels) } });

const REFUSALS: [string, string, () => Promise<unknown>][] = [
  ['PutItem, an item', ENVELOPED, () => fixture.db.putItem({ TableName, Item: { pk, d: deep(32) } })],
  ['PutItem, an item of 61 levels', ENVELOPED, () => fixture.db.putItem({ TableName, Item: { pk, d: deep(61) } })],
  ['PutItem, an item of 63 levels', ATTRIBUTES, () => fixture.db.putItem({ TableName, Item: { pk, d: deep(63) } })],
  ['UpdateItem, a value', ENVELOPED, () => fixture.db.updateItem(update(32))],
  ['UpdateItem, a value of 63 levels', FOR_VALUE, () => fixture.db.updateItem(update(63))],
  [
    'DeleteItem, what is returned before a value of 63 levels',
    'ReturnValues can only be ALL_OLD or NONE',
    () => fixture.db.deleteItem({ TableName, Key, ...CONDITION, ...value(63), ReturnValues: 'UPDATED_NEW' }),
  ],
  [
    'BatchWriteItem, an item',
    ATTRIBUTES,
    () => fixture.db.batchWriteItem({ RequestItems: { [TableName]: [{ PutRequest: { Item: { pk, d: deep(32) } } }] } }),
  ],
  ['TransactWriteItems, an item', ATTRIBUTES, () => transact(put(32))],
  ['TransactWriteItems, a value of a check', FOR_VALUE, () => transact(check(33))],
  ['TransactWriteItems, a value of an update', FOR_VALUE, () => transact({ Update: update(33) })],
  ['TransactWriteItems, the first action with an error', ATTRIBUTES, () => transact(put(40), { Put: { TableName, Item: { pk, '': pk } } })],
  [
    'TransactWriteItems, an empty name before a deep value',
    'Empty attribute name',
    () => transact({ Put: { TableName, Item: { pk, d: deep(100), '': pk } } }),
  ],
  [
    'TransactWriteItems, a deep value before an empty name within another',
    ATTRIBUTES,
    () => transact({ Put: { TableName, Item: { pk, m: { M: { '': pk } }, d: deep(40) } } }),
  ],
  [
    'TransactWriteItems, an expression before a deep key',
    'Invalid ConditionExpression: Syntax error; token: "=", near: "= = b"',
    () => transact({ Delete: { TableName, Key: { pk: deep(100) }, ConditionExpression: 'a = = b' } }),
  ],
  [
    'TransactWriteItems, an update that is too long, whose size is not told',
    'Invalid UpdateExpression: Expression size has exceeded the maximum allowed size;',
    () => transact({ Update: { ...update(1), UpdateExpression: `SET ${'a'.repeat(4100)} = :v` } }),
  ],
];

it.each(REFUSALS)('%s', async (_case, message, send) => {
  await expect(send()).rejects.toMatchObject({ name: 'ValidationException', message });
});

it('a value has 32 levels, wherever it comes from', async () => {
  await fixture.db.putItem({ TableName, Item: { pk, d: deep(31) } });
  await fixture.db.updateItem(update(31));
  await transact({ Update: update(31) });
  await expect(fixture.db.updateItem({ ...update(31), UpdateExpression: 'SET d.n = :v' })).rejects.toMatchObject({
    name: 'ValidationException',
    message: TOO_DEEP,
  });
});

it('a transaction compares a value of one level more, and does not write it', async () => {
  await expect(transact(check(32))).rejects.toMatchObject({ CancellationReasons: [{ Code: 'ConditionalCheckFailed' }] });
  await expect(transact({ Update: update(32) })).rejects.toMatchObject({
    CancellationReasons: [{ Code: 'ValidationError', Message: TOO_DEEP }],
  });
});

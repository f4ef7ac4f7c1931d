// Batches and transactions: everything or nothing, reasons in order, tokens.
import type { TransactWriteItem } from '@aws-sdk/client-dynamodb';
import { describe, expect, it } from 'vitest';
import { type Item, tableOf, useTables } from '../../support/use-tables.ts';

const TableName = 'accounts';
const fixture = useTables(tableOf(TableName, ['id:S']), tableOf('other', ['id:S']));
const key = (id: string): Item => ({ id: { S: id } });
const put = (id: string, more: object = {}): TransactWriteItem => ({ Put: { TableName, Item: key(id), ...more } });
const get = async (id: string) => (await fixture.db.getItem({ TableName, Key: key(id) })).Item;
const write = (TransactItems: TransactWriteItem[], more: object = {}) => fixture.db.transactWriteItems({ TransactItems, ...more });

describe('a transaction', () => {
  it('writes to several tables at once', async () => {
    await write([
      put('a'),
      { Update: { TableName: 'other', Key: key('a'), UpdateExpression: 'ADD n :one', ExpressionAttributeValues: { ':one': { N: '1' } } } },
      { ConditionCheck: { TableName, Key: key('none'), ConditionExpression: 'attribute_not_exists(id)' } },
    ]);
    const { Responses } = await fixture.db.transactGetItems({
      TransactItems: [
        { Get: { TableName, Key: key('a') } },
        { Get: { TableName: 'other', Key: key('a') } },
        { Get: { TableName, Key: key('none') } },
      ],
    });
    expect(Responses).toEqual([{ Item: key('a') }, { Item: { ...key('a'), n: { N: '1' } } }, {}]);
  });

  it('writes nothing where one condition fails, and says which', async () => {
    await fixture.put(TableName, { ...key('b'), n: { N: '1' } });
    const failing = write([
      put('c'),
      put('b', { ConditionExpression: 'attribute_not_exists(id)', ReturnValuesOnConditionCheckFailure: 'ALL_OLD' }),
      { Update: { TableName, Key: key('d'), UpdateExpression: 'SET a = nothing' } },
    ]);
    await expect(failing).rejects.toMatchObject({
      name: 'TransactionCanceledException',
      message:
        'Transaction cancelled, please refer cancellation reasons for specific reasons [None, ConditionalCheckFailed, ValidationError]',
      CancellationReasons: [
        { Code: 'None' },
        { Code: 'ConditionalCheckFailed', Message: 'The conditional request failed', Item: { ...key('b'), n: { N: '1' } } },
        { Code: 'ValidationError', Message: 'The provided expression refers to an attribute that does not exist in the item' },
      ],
    });
    expect(await get('c')).toBeUndefined();
  });

  it('names each item once', async () => {
    await expect(write([put('x'), { Delete: { TableName, Key: key('x') } }])).rejects.toMatchObject({
      message: 'Transaction request cannot include multiple operations on one item',
    });
  });

  it('is done once under its token, for ten minutes', async () => {
    const add = (amount: string): TransactWriteItem[] => [
      { Update: { TableName, Key: key('e'), UpdateExpression: 'ADD n :n', ExpressionAttributeValues: { ':n': { N: amount } } } },
    ];
    const token = { ClientRequestToken: 'once', ReturnConsumedCapacity: 'TOTAL' };
    const first = await write(add('1'), token);
    expect(first.ConsumedCapacity).toEqual([{ TableName, CapacityUnits: 2, WriteCapacityUnits: 2 }]);
    const again = await write(add('1'), token);
    expect(again.ConsumedCapacity).toEqual([{ TableName, CapacityUnits: 2, ReadCapacityUnits: 2 }]);
    await expect(write(add('2'), token)).rejects.toMatchObject({ name: 'IdempotentParameterMismatchException' });
    expect(await get('e')).toMatchObject({ n: { N: '1' } });
    await fixture.emulator.clock.advance('10m');
    await write(add('2'), token);
    expect(await get('e')).toMatchObject({ n: { N: '3' } });
  });

  it('looks at the text of all actions before it looks for tables', async () => {
    const check = { ConditionCheck: { TableName, Key: key('a'), ConditionExpression: 'attribute_not_exists(' } };
    await expect(write([{ Put: { TableName: 'absent', Item: key('a') } }, check])).rejects.toMatchObject({
      message: 'Invalid ConditionExpression: Syntax error; token: "<EOF>", near: "("',
    });
  });
});

describe('the items that a transaction leaves', () => {
  const ids = Array.from({ length: 11 }, (_, at) => `large-${at}`);
  const tooLarge = { name: 'ValidationException', message: 'Transaction request size exceeds the limit of 4 MB' };
  const ofAll = (count: number) =>
    ids.slice(0, count).map((id) => ({
      Update: { TableName, Key: key(id), UpdateExpression: 'SET seen = :s', ExpressionAttributeValues: { ':s': { N: '1' } } },
    }));

  it('have 4 MB together, however short its actions are', async () => {
    for (const id of ids) await fixture.db.putItem({ TableName, Item: { ...key(id), text: { S: 'x'.repeat(400_000) } } });
    await expect(write(ofAll(11))).rejects.toMatchObject(tooLarge);
    expect(await get(ids[0]!)).not.toHaveProperty('seen');
    const Statement = (id: string): string => `UPDATE "${TableName}" SET seen = 1 WHERE id = '${id}'`;
    const TransactStatements = ids.map((id) => ({ Statement: Statement(id) }));
    await expect(fixture.db.executeTransaction({ TransactStatements })).rejects.toMatchObject(tooLarge);
    await write(ofAll(10));
    expect((await get(ids[9]!))?.['seen']).toEqual({ N: '1' });
    await write(ids.map((id) => ({ Delete: { TableName, Key: key(id) } })));
  });
});

describe('a batch', () => {
  it('writes and deletes in several tables, and reads them back', async () => {
    await fixture.put(TableName, key('old'));
    await fixture.db.batchWriteItem({
      RequestItems: {
        [TableName]: [{ PutRequest: { Item: key('m') } }, { DeleteRequest: { Key: key('old') } }],
        other: [{ PutRequest: { Item: key('m') } }],
      },
    });
    const { Responses, UnprocessedKeys } = await fixture.db.batchGetItem({
      RequestItems: { [TableName]: { Keys: [key('m'), key('old')] }, other: { Keys: [key('m')] } },
    });
    expect([Responses, UnprocessedKeys]).toEqual([{ [TableName]: [key('m')], other: [key('m')] }, {}]);
  });

  it('gives back the keys beyond 16 MB', async () => {
    const ids = Array.from({ length: 45 }, (_, at) => `big${at}`);
    for (const id of ids) await fixture.put('other', { ...key(id), p: { S: 'x'.repeat(400_000) } });
    const { Responses, UnprocessedKeys } = await fixture.db.batchGetItem({ RequestItems: { other: { Keys: ids.map(key) } } });
    expect(Responses!['other']!.length).toBe(41);
    expect(UnprocessedKeys!['other']!.Keys!.length).toBe(4);
  });

  it.each([
    [{ [TableName]: [] }, /^1 validation error detected: Value '\{accounts=\[\]\}' at 'requestItems' failed/],
    [{}, /^The requestItems parameter is required for BatchWriteItem$/],
    [
      { [TableName]: [{ PutRequest: { Item: key('a') } }, { DeleteRequest: { Key: key('a') } }] },
      /^Provided list of item keys contains duplicates$/,
    ],
    [{ [TableName]: [{ PutRequest: { Item: { id: { N: '1' } } } }] }, /^The provided key element does not match the schema$/],
  ])('%j is refused', async (RequestItems, message) => {
    await expect(fixture.db.batchWriteItem({ RequestItems })).rejects.toMatchObject({ message: expect.stringMatching(message) });
  });
});

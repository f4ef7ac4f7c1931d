// Items whose JSON is much larger than they are: many of them are read and written with pauses, and all come out whole.
import type { AttributeValue } from '@aws-sdk/client-dynamodb';
import { beforeAll, describe, expect, it } from 'vitest';
import { tableOf, useTables } from '../../support/use-tables.ts';

const TableName = 'dense';
const COUNT = 4;
/** 60 KB for the table, and 840 KB as JSON. */
const MEMBERS = 60_000;
const dense = (): AttributeValue => ({ L: Array.from({ length: MEMBERS }, () => ({ BOOL: true })) });
const keys = Array.from({ length: COUNT }, (_, n) => ({ id: { S: 'a' }, n: { N: String(n) } }));
const names = { ExpressionAttributeNames: { '#l': 'list' } };

const fixture = useTables(tableOf(TableName, ['id:S', 'n:N']));
beforeAll(() => fixture.put(TableName, ...keys.map((key) => ({ ...key, list: dense() }))));

describe('items of much JSON', () => {
  it('are read in batches, whole and in parts', async () => {
    for (const more of [{}, { ProjectionExpression: 'id, n, #l', ...names }]) {
      const { Responses } = await fixture.db.batchGetItem({ RequestItems: { [TableName]: { Keys: keys, ...more } } });
      expect(Responses![TableName]!.map(({ n, list }) => [Number(n!.N), list!.L!.length])).toEqual(keys.map((_, n) => [n, MEMBERS]));
    }
  });

  it('are filtered by queries, scans and statements', async () => {
    const filter = { ...names, FilterExpression: 'size(#l) = :n AND n < :two', Select: 'COUNT' as const };
    const values = { ':n': { N: String(MEMBERS) }, ':two': { N: '2' } };
    const scan = { TableName, ...names, FilterExpression: 'size(#l) = :n', Select: 'COUNT' as const };
    expect(await fixture.db.scan({ ...scan, ExpressionAttributeValues: { ':n': values[':n'] } })).toMatchObject({
      Count: COUNT,
      ScannedCount: COUNT,
    });
    const query = { ...scan, KeyConditionExpression: 'id = :id', ExpressionAttributeValues: { ':n': values[':n'], ':id': { S: 'a' } } };
    expect(await fixture.db.query({ ...query, Limit: 3 })).toMatchObject({ Count: 3, LastEvaluatedKey: keys[2] });
    expect(await fixture.db.scan({ TableName, ...filter, ExpressionAttributeValues: values })).toMatchObject({
      Count: 2,
      ScannedCount: COUNT,
    });
    const Statement = `SELECT n FROM ${TableName} WHERE size("list") = ${MEMBERS} AND id = 'a'`;
    expect((await fixture.db.executeStatement({ Statement })).Items).toEqual(keys.map(({ n }) => ({ n })));
  });

  it('are changed in transactions, of which the second sees the first, and deleted in batches', async () => {
    const update = (Key: Record<string, AttributeValue>) => ({
      Update: { TableName, Key, UpdateExpression: 'ADD seen :one', ConditionExpression: 'size(#l) = :n', ...names, ...values },
    });
    const values = { ExpressionAttributeValues: { ':one': { N: '1' }, ':n': { N: String(MEMBERS) } } };
    await Promise.all([1, 2].map(() => fixture.db.transactWriteItems({ TransactItems: keys.map(update) })));
    const parameters = keys.map(({ id, n }) => ({ Parameters: [id, n] }));
    const statement = `UPDATE ${TableName} SET seen = seen + 1 WHERE id = ? AND n = ?`;
    await fixture.db.executeTransaction({ TransactStatements: parameters.map((each) => ({ Statement: statement, ...each })) });
    const select = `SELECT seen FROM ${TableName} WHERE id = ? AND n = ?`;
    const { Responses = [] } = await fixture.db.batchExecuteStatement({
      Statements: parameters.map((each) => ({ Statement: select, ...each })),
    });
    expect(Responses.map(({ Item }) => Item)).toEqual(keys.map(() => ({ seen: { N: '3' } })));
    await fixture.db.batchWriteItem({ RequestItems: { [TableName]: keys.map((Key) => ({ DeleteRequest: { Key } })) } });
    expect((await fixture.db.scan({ TableName })).Count).toBe(0);
  });
});

// Vector indexes: searches by each distance, scopes and filters, what results show, how writes follow, and indexes that come and go.
// Scores and figures as captured by paritysuite/dynamodb-conformance (vectorSearch) in August and October 2026.
import type { CreateTableCommandInput, SearchVectorsCommandInput } from '@aws-sdk/client-dynamodb';
import { beforeAll, describe, expect, it } from 'vitest';
import { type Item, tableOf, useTables } from '../../support/use-tables.ts';

const TableName = 'pictures';
const vector = (...numbers: (number | string)[]) => numbers.map((number) => ({ N: String(number) }));
const list = (...numbers: (number | string)[]) => ({ L: vector(...numbers) });
const index = (IndexName: string, more: object = {}) => ({
  IndexName,
  VectorAttribute: { AttributeName: 'look' },
  Dimensions: 3,
  DistanceFunction: 'COSINE' as const,
  Projection: { ProjectionType: 'ALL' as const },
  ...more,
});
const SEARCH = {
  SearchSchema: [
    { AttributeName: 'tenant', SearchSchemaElementType: 'HASH' as const },
    { AttributeName: 'kind', SearchSchemaElementType: 'INLINE_FILTER' as const },
  ],
};
const definitions: Partial<CreateTableCommandInput> = {
  AttributeDefinitions: [
    { AttributeName: 'tenant', AttributeType: 'S' },
    { AttributeName: 'kind', AttributeType: 'S' },
  ],
};
const fixture = useTables(
  tableOf(TableName, ['id:S'], {
    ...definitions,
    VectorIndexes: [
      index('cosine'),
      index('euclidean', { DistanceFunction: 'EUCLIDEAN' }),
      index('dot', { DistanceFunction: 'DOT_PRODUCT' }),
      index('scoped', { ...SEARCH, Projection: { ProjectionType: 'KEYS_ONLY' } }),
    ],
  }),
  tableOf('billed', ['id:S'], {
    VectorIndexes: [index('all', { Dimensions: 6 }), index('keys', { Dimensions: 6, Projection: { ProjectionType: 'KEYS_ONLY' } })],
  }),
  tableOf('growing', ['id:S']),
);

const search = (IndexName: string, more: Partial<SearchVectorsCommandInput> = {}) =>
  fixture.db.searchVectors({ TableName, IndexName, SearchVector: vector(1, 0, 0), TopK: 10, ...more });
const found = async (...given: Parameters<typeof search>) =>
  (await search(...given)).SearchResults!.map(({ Item, Score }) => [Item!.id!.S, Score]);

beforeAll(() =>
  fixture.put(
    TableName,
    { id: { S: 'same' }, tenant: { S: 'ann' }, kind: { S: 'photo' }, look: list(1, 0, 0) },
    { id: { S: 'across' }, tenant: { S: 'ann' }, kind: { S: 'drawing' }, look: list(0, 1, 0) },
    { id: { S: 'opposite' }, tenant: { S: 'bob' }, kind: { S: 'photo' }, look: list(-1, 0, 0) },
    { id: { S: 'mixed' }, kind: { S: 'photo' }, look: list(0.6, 0.8, 0) },
    { id: { S: 'plain' }, tenant: { S: 'ann' } },
  ),
);

describe('a search', () => {
  it('ranks by angle, by distance or by product, with scores of 32 bits', async () => {
    expect(await found('cosine')).toEqual([
      ['same', 0],
      ['mixed', expect.closeTo(0.4, 6)],
      ['across', 1],
      ['opposite', 2],
    ]);
    expect(await found('euclidean')).toEqual([
      ['same', 0],
      ['mixed', expect.closeTo(Math.sqrt(0.8), 6)],
      ['across', Math.fround(Math.SQRT2)],
      ['opposite', 2],
    ]);
    expect(await found('dot')).toEqual([
      ['same', 1],
      ['mixed', Math.fround(0.6)],
      ['across', 0],
      ['opposite', -1],
    ]);
  });

  it('returns the nearest only', async () => {
    expect(await found('cosine', { TopK: 2 })).toHaveLength(2);
    expect((await found('dot', { TopK: 1, SearchVector: vector(-1, 0, 0) }))[0]).toEqual(['opposite', 1]);
  });

  it('stays within its scope, filters, and leaves out items without the attribute of the scope', async () => {
    const scoped = (SearchConditionExpression: string, values: Item) =>
      found('scoped', { SearchConditionExpression, ExpressionAttributeValues: values });
    expect(await scoped('tenant = :o', { ':o': { S: 'ann' } })).toEqual([
      ['same', 0],
      ['across', 1],
    ]);
    expect(await scoped('tenant = :o AND :k = kind', { ':o': { S: 'ann' }, ':k': { S: 'drawing' } })).toEqual([['across', 1]]);
    expect(await scoped('tenant = :o', { ':o': { S: 'eve' } })).toEqual([]);
  });

  it('shows what the index projects, and the vector only where it is named: as the floats that the index has', async () => {
    const shown = async (...given: Parameters<typeof search>) => (await search(...given)).SearchResults![0]!.Item;
    const all = { id: { S: 'same' }, tenant: { S: 'ann' }, kind: { S: 'photo' } };
    expect(await shown('cosine', { TopK: 1 })).toEqual(all);
    const more = { SearchConditionExpression: 'tenant = :o', ExpressionAttributeValues: { ':o': { S: 'bob' } } };
    expect(await shown('scoped', { ...more, ProjectionExpression: 'id, look, nothing' })).toEqual({ id: { S: 'opposite' } });
    expect(await shown('cosine', { TopK: 1, ProjectionExpression: 'look[0], id' })).toEqual({ id: { S: 'same' }, look: list('1.0') });
    await fixture.put(TableName, { id: { S: 'exact' }, look: list('0.1', '16777217', '1.000000059604644775390625') });
    const precise = { SearchVector: vector('0.1', '16777217', '1'), TopK: 1, ProjectionExpression: 'look' };
    expect(await shown('cosine', precise)).toEqual({ look: list('0.1', '16777216.0', '1.0') });
    const { Item } = await fixture.db.getItem({ TableName, Key: { id: { S: 'exact' } } });
    expect(Item!.look).toEqual(list('0.1', '16777217', '1.000000059604644775390625'));
    await fixture.db.deleteItem({ TableName, Key: { id: { S: 'exact' } } });
  });

  it('tells the bytes that it looked at, whichever way they are asked for', async () => {
    for (const ReturnConsumedCapacity of ['TOTAL', 'INDEXES'] as const)
      expect((await search('cosine', { ReturnConsumedCapacity })).ConsumedCapacity).toEqual({ VectorSearchRequestBytes: 1024 });
    expect((await search('cosine', { ReturnConsumedCapacity: 'NONE' })).ConsumedCapacity).toBeUndefined();
  });

  it('treats vectors without a direction as at a right angle, and never leaves 32 bits', async () => {
    await fixture.put(TableName, { id: { S: 'zero' }, look: list(0, 0, 0) }, { id: { S: 'far' }, look: list('3e38', '3e38', '3e38') });
    expect(Object.fromEntries(await found('cosine'))).toMatchObject({ zero: 1 });
    const scores = Object.fromEntries(await found('euclidean', { SearchVector: vector('-3e38', '-3e38', '-3e38') }));
    expect(scores.far).toBe(Math.fround(3.4028234663852886e38));
    await fixture.db.deleteItem({ TableName, Key: { id: { S: 'zero' } } });
    await fixture.db.deleteItem({ TableName, Key: { id: { S: 'far' } } });
  });
});

describe('writes', () => {
  it('move, remove and bring back items, in batches and transactions as well', async () => {
    const ids = async () => (await found('dot')).map(([id]) => id);
    await fixture.db.updateItem({ TableName, Key: { id: { S: 'across' } }, UpdateExpression: 'REMOVE look' });
    expect(await ids()).toEqual(['same', 'mixed', 'opposite']);
    const update = { UpdateExpression: 'SET look = :l', ExpressionAttributeValues: { ':l': list(5, 1, 0) } };
    await fixture.db.transactWriteItems({ TransactItems: [{ Update: { TableName, Key: { id: { S: 'across' } }, ...update } }] });
    expect(await ids()).toEqual(['across', 'same', 'mixed', 'opposite']);
    const Item = { id: { S: 'across' }, tenant: { S: 'ann' }, kind: { S: 'drawing' }, look: list(0, 1, 0) };
    await fixture.db.batchWriteItem({ RequestItems: { [TableName]: [{ PutRequest: { Item } }] } });
    expect(await ids()).toEqual(['same', 'mixed', 'across', 'opposite']);
    await fixture.db.executeStatement({ Statement: `UPDATE "${TableName}" SET look[0] = -7 WHERE id = 'across'` });
    expect(await ids()).toEqual(['same', 'mixed', 'opposite', 'across']);
    await fixture.put(TableName, Item);
  });

  it('change the scope of an item', async () => {
    const of = (tenant: string) =>
      found('scoped', { SearchConditionExpression: 'tenant = :o', ExpressionAttributeValues: { ':o': { S: tenant } } });
    const to = (tenant: string) => ({
      UpdateExpression: 'SET #t = :o',
      ExpressionAttributeNames: { '#t': 'tenant' },
      ExpressionAttributeValues: { ':o': { S: tenant } },
    });
    await fixture.db.updateItem({ TableName, Key: { id: { S: 'opposite' } }, ...to('ann') });
    expect([(await of('ann')).length, (await of('bob')).length]).toEqual([3, 0]);
    await fixture.db.updateItem({ TableName, Key: { id: { S: 'opposite' } }, ...to('bob') });
    expect([(await of('ann')).length, (await of('bob')).length]).toEqual([2, 1]);
  });

  const WIDE = '12345678901234567890123456789012345678';
  const put = async (Item: Item, ReturnConsumedCapacity: 'INDEXES' | 'TOTAL' = 'INDEXES') =>
    (await fixture.db.putItem({ TableName: 'billed', Item, ReturnConsumedCapacity })).ConsumedCapacity!;

  it('are charged for what an index shows, at least 1024 bytes, and not for what it does not', async () => {
    const item = { id: { S: 'a1' }, look: list(1, 0, 0, 0, 0, 0), text: { S: 'x'.repeat(1500) } };
    const bytes = 'id'.length + 2 + 'text'.length + 1500 + 'look'.length + 4 * 6;
    const { VectorIndexes, CapacityUnits, Table } = await put(item);
    expect(VectorIndexes).toEqual({ all: { VectorWriteRequestBytes: bytes }, keys: { VectorWriteRequestBytes: 1024 } });
    expect([CapacityUnits, Table]).toEqual([2, { CapacityUnits: 2 }]);
    expect((await put(item)).VectorIndexes).toBeUndefined();
    expect((await put({ ...item, text: { S: 'y'.repeat(1500) } })).VectorIndexes).toEqual({ all: { VectorWriteRequestBytes: bytes } });
    expect((await put({ id: { S: 'a2' } })).VectorIndexes).toBeUndefined();
    expect((await put({ ...item, id: { S: 'a3' } }, 'TOTAL')).VectorIndexes).toBeUndefined();
  });

  it('take four bytes for each number of a vector, and reads what the numbers take', async () => {
    const look = list(...Array<string>(6).fill(WIDE));
    const of = (bytes: number, id: string) => ({ id: { S: id }, look, pad: { S: 'x'.repeat(bytes - 'id__lookpad'.length - 24) } });
    expect((await put(of(1024, 'b1'))).CapacityUnits).toBe(1);
    expect((await put(of(1025, 'b2'))).CapacityUnits).toBe(2);
    await put(of(4096, 'b3'));
    const read = await fixture.db.getItem({
      TableName: 'billed',
      Key: { id: { S: 'b3' } },
      ConsistentRead: true,
      ReturnConsumedCapacity: 'TOTAL',
    });
    expect(read.ConsumedCapacity!.CapacityUnits).toBe(2);
  });
});

describe('an index that is added', () => {
  const state = async () => (await fixture.db.describeTable({ TableName: 'growing' })).Table!;
  const nearestTo = (IndexName: string) =>
    fixture.db.searchVectors({ TableName: 'growing', IndexName, SearchVector: vector(1, 0, 0), TopK: 3 });

  it('is filled with the items that it can hold, can be searched then, and taken away again', async () => {
    const items = Array.from({ length: 450 }, (_, n) => ({ id: { S: `i${n}` }, look: n % 3 === 0 ? { S: 'no vector' } : list(1, n, 0) }));
    for (let at = 0; at < items.length; at += 25) {
      const growing = items.slice(at, at + 25).map((Item) => ({ PutRequest: { Item } }));
      await fixture.db.batchWriteItem({ RequestItems: { growing } });
    }
    const made = await fixture.db.updateTable({ TableName: 'growing', VectorIndexUpdates: [{ Create: index('late') }] });
    expect(made.TableDescription!.VectorIndexes).toMatchObject([{ IndexName: 'late', IndexStatus: 'CREATING', Backfilling: true }]);
    await fixture.emulator.idle();
    const { VectorIndexes, TableStatus } = await state();
    expect(TableStatus).toBe('ACTIVE');
    expect(VectorIndexes![0]).toMatchObject({
      IndexStatus: 'ACTIVE',
      ItemCount: 300,
      IndexArn: expect.stringMatching(/table\/growing\/index\/late$/),
    });
    expect(VectorIndexes![0]).not.toHaveProperty('Backfilling');
    expect((await nearestTo('late')).SearchResults!.map(({ Item }) => Item!.id!.S)).toEqual(['i1', 'i2', 'i4']);
    await fixture.db.updateTable({ TableName: 'growing', VectorIndexUpdates: [{ Delete: { IndexName: 'late' } }] });
    await fixture.emulator.idle();
    expect((await state()).VectorIndexes).toBeUndefined();
    await expect(nearestTo('late')).rejects.toThrow('The table does not have the specified index: late');
  });
});

it('backups, restores and replicas have the vector indexes of their table', async () => {
  const { BackupDetails } = await fixture.db.createBackup({ TableName, BackupName: 'before' });
  const { BackupDescription } = await fixture.db.describeBackup({ BackupArn: BackupDetails!.BackupArn! });
  expect(BackupDescription!.SourceTableFeatureDetails!.VectorIndexes).toHaveLength(4);
  const restore = { BackupArn: BackupDetails!.BackupArn!, TargetTableName: 'restored' };
  const [kept] = BackupDescription!.SourceTableFeatureDetails!.VectorIndexes!.filter(({ IndexName }) => IndexName === 'dot');
  await expect(
    fixture.db.restoreTableFromBackup({
      ...restore,
      VectorIndexOverride: [index('dot', { DistanceFunction: 'DOT_PRODUCT', Dimensions: 4 })],
    }),
  ).rejects.toThrow('Invalid Request: Index dot does not match a secondary index that existed in the source table');
  await fixture.db.restoreTableFromBackup({
    ...restore,
    VectorIndexOverride: [{ ...(kept as ReturnType<typeof index>), IndexName: 'product' }],
  });
  await fixture.emulator.idle();
  const again = await fixture.db.searchVectors({ TableName: 'restored', IndexName: 'product', SearchVector: vector(1, 0, 0), TopK: 1 });
  expect(again.SearchResults![0]!.Item!.id).toEqual({ S: 'same' });
  await fixture.db.updateTable({ TableName: 'restored', ReplicaUpdates: [{ Create: { RegionName: 'eu-west-1' } }] });
  await fixture.emulator.idle();
  const { DynamoDB } = await import('@aws-sdk/client-dynamodb');
  const there = fixture.emulator.client(DynamoDB, { region: 'eu-west-1' });
  const copied = await there.searchVectors({ TableName: 'restored', IndexName: 'product', SearchVector: vector(-1, 0, 0), TopK: 1 });
  expect(copied.SearchResults![0]!.Item!.id).toEqual({ S: 'opposite' });
});

// Single items: puts, updates and deletes with conditions, what they return, what they cost.
import { describe, expect, it } from 'vitest';
import { type Item, tableOf, useTables } from '../../support/use-tables.ts';

const TableName = 'items';
const fixture = useTables(
  tableOf(TableName, ['pk:S', 'sk:N'], {
    AttributeDefinitions: [
      { AttributeName: 'owner', AttributeType: 'S' },
      { AttributeName: 'rank', AttributeType: 'N' },
    ],
    GlobalSecondaryIndexes: [
      { IndexName: 'by-owner', KeySchema: [{ AttributeName: 'owner', KeyType: 'HASH' }], Projection: { ProjectionType: 'KEYS_ONLY' } },
    ],
    LocalSecondaryIndexes: [
      {
        IndexName: 'by-rank',
        KeySchema: [
          { AttributeName: 'pk', KeyType: 'HASH' },
          { AttributeName: 'rank', KeyType: 'RANGE' },
        ],
        Projection: { ProjectionType: 'ALL' },
      },
    ],
  }),
);
let made = 0;
const newKey = (): Item => ({ pk: { S: `item ${++made}` }, sk: { N: '1' } });
const get = async (Key: Item) => (await fixture.db.getItem({ TableName, Key })).Item;
const update = (Key: Item, UpdateExpression: string, values?: Item, more: object = {}) =>
  fixture.db.updateItem({ TableName, Key, UpdateExpression, ...(values && { ExpressionAttributeValues: values }), ...more });

describe('an item', () => {
  it('comes back as it went in, with canonical numbers', async () => {
    const item: Item = {
      ...newKey(),
      text: { S: 'ünï "quoted" \u2028 😀' },
      number: { N: '1.50e3' },
      bytes: { B: Buffer.from([0, 1, 255]) },
      list: { L: [{ NULL: true }, { BOOL: false }, { M: { deep: { SS: ['a', ''] } } }] },
      numbers: { NS: ['3', '1'] },
      ['__proto__']: { S: 'an attribute like any other' },
      constructor: { S: 'so is this' },
    };
    await fixture.put(TableName, item);
    const { pk, sk } = item as { pk: Item[string]; sk: Item[string] };
    const read = await get({ pk, sk });
    expect(read).toMatchObject({ text: item['text'], list: item['list'], number: { N: '1500' }, constructor: item['constructor'] });
    expect([...read!['bytes']!.B!]).toEqual([0, 1, 255]);
    expect(await get({ ...newKey() })).toBeUndefined();
  });

  it('is not told from nothing by names that every object has', async () => {
    const key = newKey();
    await fixture.put(TableName, key);
    const names = { '#c': 'constructor', '#p': '__proto__' };
    const condition = 'attribute_not_exists(#c) AND attribute_not_exists(#p)';
    await fixture.db.putItem({ TableName, Item: key, ConditionExpression: condition, ExpressionAttributeNames: names });
    await update(key, 'SET #p = :v, #c = :v', { ':v': { S: 'x' } }, { ExpressionAttributeNames: names });
    expect(Object.keys((await get(key))!).sort()).toEqual(['__proto__', 'constructor', 'pk', 'sk']);
  });

  it('is written only while its condition holds, and shows what is there instead', async () => {
    const key = newKey();
    await fixture.put(TableName, { ...key, version: { N: '2' } });
    const put = fixture.db.putItem({
      TableName,
      Item: key,
      ConditionExpression: 'version = :v',
      ExpressionAttributeValues: { ':v': { N: '1' } },
      ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
    });
    await expect(put).rejects.toMatchObject({ name: 'ConditionalCheckFailedException', Item: { version: { N: '2' } } });
    expect(await get(key)).toMatchObject({ version: { N: '2' } });
  });
});

describe('an update', () => {
  it('reads the old item on every right side, and shares nothing with it', async () => {
    const key = newKey();
    await fixture.put(TableName, { ...key, a: { N: '1' }, b: { N: '2' }, list: { L: [{ S: 'x' }, { S: 'y' }, { S: 'z' }] } });
    const { Attributes } = await update(
      key,
      'SET a = b, b = a + :one, #l[9] = :last, #l[7] = :seven REMOVE #l[0], #l[1]',
      { ':one': { N: '1' }, ':last': { S: 'last' }, ':seven': { S: 'seven' } },
      { ExpressionAttributeNames: { '#l': 'list' }, ReturnValues: 'ALL_NEW' },
    );
    expect(Attributes).toMatchObject({ a: { N: '2' }, b: { N: '2' }, list: { L: [{ S: 'z' }, { S: 'seven' }, { S: 'last' }] } });
  });

  it('makes an item unless it only removes', async () => {
    const [removed, added] = [newKey(), newKey()];
    await update(removed, 'REMOVE a');
    await update(added, 'ADD n :one', { ':one': { N: '1' } });
    expect(await get(removed)).toBeUndefined();
    expect(await get(added)).toMatchObject({ n: { N: '1' } });
  });

  it('returns the paths it touched', async () => {
    const key = newKey();
    await fixture.put(TableName, { ...key, map: { M: { a: { N: '1' }, b: { N: '2' } } }, other: { S: 'x' } });
    const names = { '#m': 'map' };
    const { Attributes } = await update(
      key,
      'SET #m.a = :v',
      { ':v': { N: '5' } },
      { ExpressionAttributeNames: names, ReturnValues: 'UPDATED_OLD' },
    );
    expect(Attributes).toEqual({ map: { M: { a: { N: '1' } } } });
  });

  it.each([
    ['SET pk = :v', 'One or more parameter values were invalid: Cannot update attribute pk. This attribute is part of the key'],
    ['SET a.b = :v', 'The document path provided in the update expression is invalid for update'],
    ['SET a = nothing', 'The provided expression refers to an attribute that does not exist in the item'],
    [
      'SET #o.a = :v',
      "Key attributes must be scalars; list random access '[]' and map lookup '.' are not allowed: IndexKey: owner",
      { '#o': 'owner' },
    ],
    [
      'SET #o = :v',
      'One or more parameter values were invalid: Type mismatch for Index Key owner Expected: S Actual: N IndexName: by-owner',
      { '#o': 'owner' },
    ],
  ])('%s is refused', async (expression, message, names?: Record<string, string>) => {
    const values = expression.includes(':v') ? { ':v': { N: '1' } } : undefined;
    await expect(update(newKey(), expression, values, names && { ExpressionAttributeNames: names })).rejects.toMatchObject({ message });
  });

  it('of the older form adds, deletes and puts', async () => {
    const key = newKey();
    await fixture.put(TableName, { ...key, n: { N: '1' }, s: { SS: ['a', 'b'] }, gone: { S: 'x' } });
    await fixture.db.updateItem({
      TableName,
      Key: key,
      AttributeUpdates: {
        n: { Action: 'ADD', Value: { N: '2' } },
        s: { Action: 'DELETE', Value: { SS: ['a'] } },
        gone: { Action: 'DELETE' },
        put: { Value: { BOOL: true } },
      },
      Expected: { n: { ComparisonOperator: 'LT', AttributeValueList: [{ N: '5' }] }, absent: { Exists: false } },
    });
    expect(await get(key)).toEqual({ ...key, n: { N: '3' }, s: { SS: ['b'] }, put: { BOOL: true } });
  });
});

describe('limits', () => {
  it('an item has at most 409,600 bytes, to the byte', async () => {
    const key = newKey();
    const used = 2 + Buffer.byteLength(key['pk']!.S!) + 2 + 2 + 1;
    const put = (bytes: number) => fixture.db.putItem({ TableName, Item: { ...key, p: { S: 'x'.repeat(bytes - used) } } });
    await put(409_600);
    await expect(put(409_601)).rejects.toMatchObject({ message: 'Item size has exceeded the maximum allowed size' });
    await expect(update(key, 'SET q = :v', { ':v': { S: 'x' } })).rejects.toMatchObject({
      message: 'Item size to update has exceeded the maximum allowed size',
    });
  });

  it('the innermost value is on level 32 at most', async () => {
    const nested = (levels: number): Item[string] => (levels === 1 ? { S: 'x' } : { L: [nested(levels - 1)] });
    await fixture.put(TableName, { ...newKey(), deep: nested(32) });
    await expect(fixture.put(TableName, { ...newKey(), deep: nested(33) })).rejects.toThrow(
      'Nesting Levels have exceeded supported limits',
    );
  });
});

describe('what a write costs', () => {
  const write = async (Item: Item) => {
    const answer = await fixture.db.putItem({
      TableName,
      Item,
      ReturnConsumedCapacity: 'INDEXES',
      ReturnItemCollectionMetrics: 'SIZE',
    });
    return answer;
  };
  it('is one unit for each index whose view of it changes, two where its key moves', async () => {
    const key = newKey();
    const owned = { ...key, owner: { S: 'ann' } };
    expect((await write(owned)).ConsumedCapacity).toMatchObject({
      CapacityUnits: 2,
      Table: { CapacityUnits: 1 },
      GlobalSecondaryIndexes: { 'by-owner': { CapacityUnits: 1 } },
    });
    const { ConsumedCapacity: same } = await write({ ...owned, note: { S: 'x'.repeat(2000) } });
    expect(same).toEqual({ TableName, CapacityUnits: 2 + 0, Table: { CapacityUnits: 2 } });
    const { ConsumedCapacity: moved, ItemCollectionMetrics } = await write({ ...key, owner: { S: 'bob' } });
    expect(moved).toMatchObject({ GlobalSecondaryIndexes: { 'by-owner': { CapacityUnits: 2 } } });
    expect(ItemCollectionMetrics).toEqual({ ItemCollectionKey: { pk: key['pk'] }, SizeEstimateRangeGB: [0, 1] });
  });
});

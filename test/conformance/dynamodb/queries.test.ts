// Query and Scan: order, pages, indexes, segments, and batches of reads.
import { beforeAll, describe, expect, it } from 'vitest';
import { type Item, tableOf, useTables } from '../../support/use-tables.ts';

const TableName = 'queries';
const fixture = useTables(
  tableOf(TableName, ['pk:S', 'sk:N'], {
    AttributeDefinitions: [
      { AttributeName: 'owner', AttributeType: 'S' },
      { AttributeName: 'town', AttributeType: 'S' },
    ],
    GlobalSecondaryIndexes: [
      {
        IndexName: 'by-owner',
        KeySchema: [
          { AttributeName: 'owner', KeyType: 'HASH' },
          { AttributeName: 'town', KeyType: 'RANGE' },
        ],
        Projection: { ProjectionType: 'INCLUDE', NonKeyAttributes: ['n'] },
      },
    ],
  }),
);

const item = (pk: string, sk: number, more: Item = {}): Item => ({ pk: { S: pk }, sk: { N: String(sk) }, ...more });
beforeAll(async () => {
  for (let sk = -3; sk < 17; sk++) {
    const owner: Item = sk % 2 === 0 ? { owner: { S: 'ann' }, town: { S: `t${Math.abs(sk) % 3}` } } : {};
    await fixture.put(TableName, item('a', sk, { n: { N: String(sk) }, hidden: { S: 'x' }, ...owner }));
  }
  for (let p = 0; p < 30; p++) await fixture.put(TableName, item(`p${p}`, 1));
});

const sks = (items: readonly Item[] = []) => items.map(({ sk }) => Number(sk!.N));
const query = (KeyConditionExpression: string, values: Item, more: object = {}) =>
  fixture.db.query({ TableName, KeyConditionExpression, ExpressionAttributeValues: values, ...more });

describe('a query', () => {
  it('reads a range in the order of the sort key, either way', async () => {
    const values = { ':p': { S: 'a' }, ':a': { N: '-1' }, ':b': { N: '10' } };
    const up = await query('pk = :p AND sk BETWEEN :a AND :b', values);
    expect(sks(up.Items)).toEqual([-1, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
    const down = await query('pk = :p AND sk < :a', { ':p': { S: 'a' }, ':a': { N: '0' } }, { ScanIndexForward: false });
    expect(sks(down.Items)).toEqual([-1, -2, -3]);
  });

  it('goes on where a page ended, and says so also with nothing left', async () => {
    const seen: number[] = [];
    let pages = 0;
    for (let ExclusiveStartKey: Item | undefined, more = true; more; pages++) {
      const page = await query(
        'pk = :p',
        { ':p': { S: 'a' }, ':n': { N: '0' } },
        { Limit: 5, FilterExpression: 'n >= :n', ScanIndexForward: false, ...(ExclusiveStartKey && { ExclusiveStartKey }) },
      );
      expect(page.ScannedCount).toBeLessThanOrEqual(5);
      seen.push(...sks(page.Items));
      ExclusiveStartKey = page.LastEvaluatedKey;
      more = ExclusiveStartKey !== undefined;
    }
    expect([seen, pages]).toEqual([Array.from({ length: 17 }, (_, at) => 16 - at), 5]);
  });

  it('of an index finds the items that have its keys, with what it holds of them', async () => {
    const { Items, Count } = await query(
      '#o = :o',
      { ':o': { S: 'ann' } },
      { IndexName: 'by-owner', ExpressionAttributeNames: { '#o': 'owner' } },
    );
    expect(Count).toBe(10);
    expect(Items!.map(({ town }) => town!.S)).toEqual([...Items!.map(({ town }) => town!.S)].sort());
    expect(Object.keys(Items![0]!).sort()).toEqual(['n', 'owner', 'pk', 'sk', 'town']);
  });

  it('of an index goes on between items with equal keys', async () => {
    const seen: number[] = [];
    let ExclusiveStartKey: Item | undefined;
    do {
      const page = await query(
        '#o = :o',
        { ':o': { S: 'ann' } },
        { IndexName: 'by-owner', ExpressionAttributeNames: { '#o': 'owner' }, Limit: 3, ...(ExclusiveStartKey && { ExclusiveStartKey }) },
      );
      seen.push(...sks(page.Items));
      ExclusiveStartKey = page.LastEvaluatedKey;
    } while (ExclusiveStartKey);
    expect(seen.sort((a, b) => a - b)).toEqual([-2, 0, 2, 4, 6, 8, 10, 12, 14, 16]);
  });

  it.each([
    ['sk = :p', 'Query condition missed key schema element: pk'],
    ['pk > :p', 'Query key condition not supported'],
    ['pk = :p AND sk = :p', 'One or more parameter values were invalid: Condition parameter type does not match schema type'],
    ['pk = :p AND pk = :p', 'Invalid KeyConditionExpression: KeyConditionExpressions must only contain one condition per key'],
    ['pk = :p OR sk = :p', 'Invalid operator used in KeyConditionExpression: OR'],
    ['pk = :p AND n = :p', 'Query condition missed key schema element: sk'],
  ])('with %s is refused', async (expression, message) => {
    await expect(query(expression, { ':p': { S: 'a' } })).rejects.toMatchObject({ name: 'ValidationException', message });
  });
});

describe('a scan', () => {
  it('is divided into segments that together hold every item once', async () => {
    const whole = await fixture.db.scan({ TableName });
    const parts = await Promise.all([0, 1, 2, 3].map((Segment) => fixture.db.scan({ TableName, Segment, TotalSegments: 4 })));
    expect(parts.flatMap(({ Items }) => Items)).toEqual(whole.Items);
    expect(parts.every(({ Count }) => Count! > 0)).toBe(true);
    expect(whole.Count).toBe(50);
  });

  it('orders partitions by the hash of the service', async () => {
    // MD5 of "Outliers" and the key: known from architect/dynalite.
    const { Items } = await fixture.db.scan({
      TableName,
      FilterExpression: 'begins_with(pk, :p)',
      ExpressionAttributeValues: { ':p': { S: 'p' } },
    });
    const { createHash } = await import('node:crypto');
    const hash = (pk: string) => createHash('md5').update(`Outliers${pk}`).digest('hex');
    const keys = Items!.map(({ pk }) => pk!.S!);
    expect(keys).toEqual([...keys].sort((a, b) => (hash(a) < hash(b) ? -1 : 1)));
  });

  it('ends a page at a megabyte, the item that crosses it included', async () => {
    await fixture.db.createTable(tableOf('large', ['pk:S']));
    for (let at = 0; at < 5; at++) await fixture.put('large', { pk: { S: `${at}` }, text: { S: 'x'.repeat(300_000) } });
    const page = await fixture.db.scan({ TableName: 'large', ReturnConsumedCapacity: 'TOTAL' });
    expect([page.Count, page.LastEvaluatedKey !== undefined]).toEqual([4, true]);
    expect(page.ConsumedCapacity!.CapacityUnits).toBe(146.5);
    const rest = await fixture.db.scan({ TableName: 'large', ExclusiveStartKey: page.LastEvaluatedKey });
    expect([rest.Count, rest.LastEvaluatedKey]).toEqual([1, undefined]);
  });

  it('projects nested paths', async () => {
    await fixture.db.createTable(tableOf('nested', ['pk:S']));
    await fixture.put('nested', { pk: { S: 'a' }, doc: { M: { list: { L: [{ N: '0' }, { N: '1' }, { N: '2' }] }, other: { S: 'x' } } } });
    const { Items } = await fixture.db.scan({
      TableName: 'nested',
      ProjectionExpression: 'doc.#l[2], doc.#l[0]',
      ExpressionAttributeNames: { '#l': 'list' },
    });
    expect(Items).toEqual([{ doc: { M: { list: { L: [{ N: '0' }, { N: '2' }] } } } }]);
  });
});

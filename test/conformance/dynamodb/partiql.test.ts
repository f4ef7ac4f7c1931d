// Statements of PartiQL: what they read and write. Cases from paritysuite/dynamodb-conformance and hectorvent/floci, captured from the service.
import type { AttributeValue, ExecuteStatementCommandInput } from '@aws-sdk/client-dynamodb';
import { expect, it } from 'vitest';
import { type Item, tableOf, useTables } from '../../support/use-tables.ts';

const T = '"notes"';
const fixture = useTables(tableOf('notes', ['pk:S', 'sk:S']), {
  ...tableOf('indexed', ['pk:S', 'sk:S'], {
    AttributeDefinitions: ['g', 'l'].map((AttributeName) => ({ AttributeName, AttributeType: 'S' as const })),
  }),
  GlobalSecondaryIndexes: [
    {
      IndexName: 'by-g',
      KeySchema: [{ AttributeName: 'g', KeyType: 'HASH' }],
      Projection: { ProjectionType: 'INCLUDE', NonKeyAttributes: ['shown'] },
    },
  ],
  LocalSecondaryIndexes: [
    {
      IndexName: 'by-l',
      KeySchema: [
        { AttributeName: 'pk', KeyType: 'HASH' },
        { AttributeName: 'l', KeyType: 'RANGE' },
      ],
      Projection: { ProjectionType: 'KEYS_ONLY' },
    },
  ],
});

const S = (text: string): AttributeValue => ({ S: text });
const N = (text: string): AttributeValue => ({ N: text });
const run = (Statement: string, Parameters?: AttributeValue[], more: Partial<ExecuteStatementCommandInput> = {}) =>
  fixture.db.executeStatement({ Statement, ...(Parameters && { Parameters }), ...more });
const rows = async (Statement: string, Parameters?: AttributeValue[]) => (await run(Statement, Parameters)).Items ?? [];
const put = (pk: string, sk: string, more: Item = {}) => fixture.put('notes', { pk: S(pk), sk: S(sk), ...more });
const stored = async (pk: string, sk = '1') => (await fixture.db.getItem({ TableName: 'notes', Key: { pk: S(pk), sk: S(sk) } })).Item;
const at = (pk: string) => `WHERE pk = '${pk}' AND sk = '1'`;

it('INSERT writes maps, lists, sets and numbers, and UPDATE changes each of them', async () => {
  await run(
    `INSERT INTO ${T} value {'pk':'types', 'sk':'1', 'n':1, 'm':{'a':'x','b':4}, 'l':[1,'s'], 'ns':<<1,34,4.5>>, 'ss':<<'p','q'>>, 'e':1E3, 'f':-1.5e-3, 'z':-0, 'q':'it''s', 'b':true, 'nul':null}`,
  );
  expect(await stored('types')).toMatchObject({
    m: { M: { a: S('x'), b: N('4') } },
    l: { L: [N('1'), S('s')] },
    ns: { NS: ['1', '34', '4.5'] },
    e: N('1000'),
    f: N('-0.0015'),
    z: N('0'),
    q: S("it's"),
    nul: { NULL: true },
  });
  await run(
    `UPDATE ${T} SET n = n - -100, m.c = [2020, 'v'] SET l = LIST_APPEND(l, [4, <<'x'>>]) SET ns = SET_ADD(ns, <<345>>) SET ss = set_delete(ss, <<'p'>>) REMOVE m.a ${at('types')}`,
  );
  await run(`UPDATE ${T} REMOVE l[1] ${at('types')}`);
  expect(await stored('types')).toMatchObject({
    n: N('101'),
    m: { M: { b: N('4'), c: { L: [N('2020'), S('v')] } } },
    l: { L: [N('1'), N('4'), { SS: ['x'] }] },
    ns: { NS: ['1', '34', '4.5', '345'] },
    ss: { SS: ['q'] },
  });
});

it('SELECT names columns by the last part of their paths', async () => {
  await put('columns', '1', { m: { M: { k: { L: [S('c')] }, in: N('1') } }, 'a b': S('d') });
  expect(await rows(`SELECT m.k[0], m."in", "a b", missing_one FROM ${T} ${at('columns')}`)).toEqual([
    { 'k[0]': S('c'), in: N('1'), 'a b': S('d') },
  ]);
});

it('conditions filter rows as the expressions of other operations do', async () => {
  const item = { ss: { SS: ['a', 'b'] }, s: S('str'), n: N('5'), m: { M: { sub: S('x') } }, nul: { NULL: true }, flag: { BOOL: true } };
  await put('filters', '1', item as Item);
  const holds = [
    'attribute_exists(ss)',
    'NOT attribute_exists(nope)',
    '(attribute_exists(nope) OR ATTRIBUTE_EXISTS("ss"))',
    'attribute_exists(m.sub) = true',
    'attribute_exists(nope) = false',
    'attribute_exists(n) <> 1',
    'attribute_exists(n) = flag',
    '(n BETWEEN 0 AND 5) = true',
    'attribute_exists(nope) IN [true, false]',
    'size(s) = 3',
    "attribute_type(ss, 'SS')",
    "contains(ss, 'a') AND begins_with(s, 'st')",
    'nul IS NULL AND s IS NOT NULL AND nope IS MISSING AND s IS NOT MISSING',
    'flag IS BOOL AND s IS STRING AND n IS NUMERIC AND m IS STRUCT',
    "n != 4 AND n IN (5, 6) AND n NOT IN [1] AND s <> 'x'",
    "ss = <<'b','a'>>",
    'n = - - 5 AND n > -/* note */1 -- end',
  ];
  for (const condition of holds) expect(await rows(`SELECT pk FROM ${T} ${at('filters')} AND ${condition}`), condition).toHaveLength(1);
  const fails = [
    'absent IS NULL',
    's IS BOOL',
    'NOT attribute_exists(n) = true',
    'attribute_exists(n) = 1',
    'n > 5',
    "s BETWEEN 'a' AND 'b'",
  ];
  for (const condition of fails) expect(await rows(`SELECT pk FROM ${T} ${at('filters')} AND ${condition}`), condition).toEqual([]);
});

it('a WHERE becomes reads of partitions and ranges, or a scan', async () => {
  for (const sk of ['1', '2', '3']) await put('ranges', sk, { flag: S(sk === '1' ? 'one' : 'two') });
  const keys = async (where: string) => (await rows(`SELECT sk FROM ${T} WHERE ${where}`)).map(({ sk }) => sk?.S);
  expect(await keys("pk = 'ranges' AND (sk = '1' OR sk = '2')")).toEqual(['1', '2']);
  expect(await keys("pk = 'ranges' AND sk IN ['3', '1']")).toEqual(['1', '3']);
  expect(await keys("pk = 'ranges' AND (sk < '2' OR sk > '2' OR sk = '2')")).toEqual(['1', '2', '3']);
  expect(await keys("pk = 'ranges' AND sk = '1' AND sk > '0'")).toEqual(['1']);
  expect(await keys("pk = 'ranges' AND NOT sk = '1'")).toEqual(['2', '3']);
  expect(await keys("(pk = 'ranges' AND NOT sk = '1') OR (pk = 'ranges' AND sk = '2')")).toEqual(['2', '3']);
  expect(await keys("'2' <= sk AND pk = 'ranges' AND flag = 'two'")).toEqual(['2', '3']);
  expect(await keys("pk = 'ranges' AND begins_with(sk, '3')")).toEqual(['3']);
  expect(await keys("pk = 'ranges' AND sk BETWEEN '2' AND '3' AND (flag = 'x' OR flag = 'two')")).toEqual(['2', '3']);
  expect((await keys("flag = 'two' OR sk = '3'")).length).toBeGreaterThanOrEqual(2);
  const units = async (where: string) =>
    (await run(`SELECT * FROM ${T} WHERE ${where}`, undefined, { ReturnConsumedCapacity: 'TOTAL' })).ConsumedCapacity?.CapacityUnits;
  expect(await units("pk = 'ranges'")).toBe(0.5);
  expect(await units("pk = 'ranges' AND sk IN ['1', '2', '3']")).toBe(1.5);
});

it('ORDER BY follows the keys, downwards for a sort key that it does not name', async () => {
  for (const pk of ['o', 'p']) for (const sk of ['1', '2', '3']) await put(pk, sk);
  const order = async (rest: string, more: Partial<ExecuteStatementCommandInput> = {}) => {
    const { Items = [], NextToken } = await run(`SELECT pk, sk FROM ${T} WHERE ${rest}`, undefined, more);
    return { keys: Items.map(({ pk, sk }) => `${pk?.S}${sk?.S}`).join(' '), NextToken };
  };
  expect((await order("pk = 'o' ORDER BY sk DESC")).keys).toBe('o3 o2 o1');
  expect((await order("pk = 'o' ORDER BY sk")).keys).toBe('o1 o2 o3');
  expect((await order("pk = 'o' ORDER BY pk ASC")).keys).toBe('o3 o2 o1');
  expect((await order("pk IN ['o', 'p'] ORDER BY pk DESC, sk ASC")).keys).toBe('p1 p2 p3 o1 o2 o3');
  const both = "pk IN ['o', 'p'] ORDER BY pk DESC";
  const first = await order(both, { Limit: 2 });
  const second = await order(both, { Limit: 2, NextToken: first.NextToken });
  expect([first.keys, second.keys]).toEqual(['p3 p2', 'p1 o3']);
  const third = await order(both, { Limit: 2, NextToken: second.NextToken });
  expect(third.keys).toBe('o2 o1');
});

it('pages of a scan end with a token, which fits one statement alone', async () => {
  const seen = new Set<string>();
  let NextToken: string | undefined;
  do {
    const page = await run(`SELECT pk, sk FROM ${T}`, undefined, { Limit: 4, NextToken });
    for (const { pk, sk } of page.Items ?? []) seen.add(`${pk?.S}/${sk?.S}`);
    NextToken = page.NextToken;
    if (NextToken) {
      await expect(run(`SELECT * FROM ${T}`, undefined, { NextToken })).rejects.toThrow('NextToken does not match request');
      await expect(run(`SELECT pk, sk FROM ${T}`, undefined, { NextToken: 'x' })).rejects.toThrow('Invalid NextToken');
    }
  } while (NextToken);
  expect(seen.size).toBe((await rows(`SELECT pk FROM ${T}`)).length);
});

it('writes take the conditions of their WHERE, and RETURNING gives what they changed', async () => {
  await put('writes', '1', { data: S('old'), keep: S('same'), l: { L: [S('a'), S('b'), S('c')] } });
  const update = (rest: string) => rows(`UPDATE ${T} ${rest}`);
  expect(await update(`SET data = 'new' ${at('writes')} AND keep = 'same' RETURNING MODIFIED OLD *`)).toEqual([{ data: S('old') }]);
  expect(await update(`SET l[2] = 'y', l[0] = 'x' ${at('writes')} RETURNING MODIFIED NEW *`)).toEqual([{ l: { L: [S('x'), S('y')] } }]);
  expect(await update(`REMOVE keep ${at('writes')} RETURNING MODIFIED NEW *`)).toEqual([]);
  expect(await rows(`FROM ${T} WHERE (pk = ? AND sk = '1') SET c = ? RETURNING ALL NEW *`, [S('writes'), N('7')])).toMatchObject([
    { c: N('7'), data: S('new') },
  ]);
  const failed = run(`UPDATE ${T} SET c = 8 ${at('writes')} AND data = 'x'`, undefined, { ReturnValuesOnConditionCheckFailure: 'ALL_OLD' });
  await expect(failed).rejects.toMatchObject({ name: 'ConditionalCheckFailedException', Item: { c: N('7') } });
  await expect(run(`UPDATE ${T} SET c = 8 ${at('ghost')}`)).rejects.toMatchObject({ name: 'ConditionalCheckFailedException' });
  expect(await rows(`DELETE FROM ${T} ${at('ghost')} AND data = 'x' RETURNING ALL OLD *`)).toEqual([]);
  await expect(run(`DELETE FROM ${T} ${at('writes')} AND data = 'x'`)).rejects.toMatchObject({ name: 'ConditionalCheckFailedException' });
  expect(await rows(`DELETE FROM ${T} ${at('writes')} RETURNING ALL OLD *`)).toMatchObject([{ data: S('new') }]);
  expect(await stored('writes')).toBeUndefined();
});

it('INSERT refuses an item that is there', async () => {
  const insert = `INSERT INTO ${T} VALUE {'pk': ?, 'sk': '1'}`;
  expect((await run(insert, [S('once')])).Items).toEqual([]);
  await expect(run(insert, [S('once')])).rejects.toMatchObject({
    name: 'DuplicateItemException',
    message: 'Duplicate primary key exists in table',
  });
});

it('reads of indexes see what the index shows', async () => {
  const item = { pk: S('p'), sk: S('1'), g: S('y'), l: S('k'), shown: S('s'), hidden: S('h') };
  await fixture.put('indexed', item);
  const { g, l, shown, hidden, ...key } = item;
  expect(await rows(`SELECT * FROM "indexed"."by-g" WHERE g = 'y'`)).toEqual([{ ...key, g, shown }]);
  expect(await rows(`SELECT hidden FROM "indexed"."by-l" WHERE pk = 'p' AND l = 'k'`)).toEqual([{ hidden }]);
  expect(await rows(`SELECT * FROM "indexed"."by-l" WHERE pk = 'p'`)).toEqual([{ ...key, l }]);
  expect(await rows(`SELECT sk FROM "indexed"."by-g" WHERE hidden = 'h'`)).toEqual([]);
  expect(await rows(`SELECT sk FROM "indexed"."by-g" WHERE NOT hidden = 'h'`)).toHaveLength(1);
});

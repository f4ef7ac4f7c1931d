// Batches and transactions of statements. Cases from paritysuite/dynamodb-conformance and hectorvent/floci, captured from the service.
import type { AttributeValue } from '@aws-sdk/client-dynamodb';
import { expect, it } from 'vitest';
import { type Item, tableOf, useTables } from '../../support/use-tables.ts';

const T = '"notes"';
const fixture = useTables(tableOf('notes', ['pk:S', 'sk:S']));
const S = (text: string): AttributeValue => ({ S: text });
const put = (pk: string, more: Item = {}) => fixture.put('notes', { pk: S(pk), sk: S('1'), ...more });
const stored = async (pk: string) => (await fixture.db.getItem({ TableName: 'notes', Key: { pk: S(pk), sk: S('1') } })).Item;
const at = (pk: string) => `WHERE pk = '${pk}' AND sk = '1'`;
const batch = async (...statements: string[]) =>
  (await fixture.db.batchExecuteStatement({ Statements: statements.map((Statement) => ({ Statement })) })).Responses ?? [];
const transact = (...statements: string[]) =>
  fixture.db.executeTransaction({ TransactStatements: statements.map((Statement) => ({ Statement })) });
const invalid = (message: string) => ({ name: 'ValidationException', message });
const first = (message: string) => invalid(`Validation failed in TransactStatements[0]: ${message}`);
const MISMATCH = 'The provided key element does not match the schema';

it('members of a batch answer for themselves', async () => {
  await put('b1', { data: S('one') });
  const BY_KEY = 'Select statements within BatchExecuteStatement must specify the primary key in the where clause.';
  const reads = await batch(
    `SELECT data FROM ${T} ${at('b1')}`,
    `SELECT * FROM ${T} WHERE pk IN ['b1'] AND sk = '1'`,
    `SELECT * FROM ${T} WHERE pk = 'b1'`,
    `SELECT * FROM ${T} ${at('b1')} AND data = 'one'`,
    `SELECT * FROM "nowhere" ${at('b1')}`,
    `SLECT * FROM ${T} ${at('b1')}`,
    `SELECT * FROM ${T} ${at('b0')}`,
  );
  const refused = { Error: { Code: 'ValidationError', Message: BY_KEY } };
  expect(reads).toEqual([
    { TableName: 'notes', Item: { data: S('one') } },
    { TableName: 'notes', Item: { pk: S('b1'), sk: S('1'), data: S('one') } },
    refused,
    refused,
    { Error: { Code: 'ResourceNotFound', Message: 'Requested resource not found' } },
    { Error: { Code: 'ValidationError', Message: "Statement wasn't well formed, can't be processed: Expected data manipulation" } },
    { TableName: 'notes' },
  ]);
  const writes = await batch(
    `INSERT INTO ${T} VALUE {'pk': 'b2', 'sk': '1'}`,
    `INSERT INTO ${T} VALUE {'pk': 'b1', 'sk': '1'}`,
    `UPDATE ${T} SET data = 'two' ${at('b1')} RETURNING MODIFIED NEW *`,
    `UPDATE ${T} SET data = 'x' ${at('b1')} AND data = 'y'`,
  );
  expect(writes).toEqual([
    { TableName: 'notes' },
    { TableName: 'notes', Error: { Code: 'DuplicateItem', Message: 'Duplicate primary key exists in table' } },
    { TableName: 'notes', Item: { data: S('two') } },
    { TableName: 'notes', Error: { Code: 'ConditionalCheckFailed', Message: 'The conditional request failed' } },
  ]);
});

it('each member of a batch reads as consistently as it says', async () => {
  await put('units');
  const Statement = `SELECT * FROM ${T} ${at('units')}`;
  const { ConsumedCapacity } = await fixture.db.batchExecuteStatement({
    Statements: [{ Statement, ConsistentRead: true }, { Statement }],
    ReturnConsumedCapacity: 'TOTAL',
  });
  expect(ConsumedCapacity?.map(({ CapacityUnits }) => CapacityUnits)).toEqual([1, 0.5]);
});

it('a transaction writes all or nothing, and says why', async () => {
  await put('t1', { n: { N: '1' } });
  const done = await transact(`INSERT INTO ${T} VALUE {'pk': 't2', 'sk': '1'}`, `UPDATE ${T} SET n = n + 1 ${at('t1')}`);
  expect([done.Responses, (await stored('t1'))?.['n']]).toEqual([[], { N: '2' }]);
  const failed = transact(`INSERT INTO ${T} VALUE {'pk': 't1', 'sk': '1'}`, `INSERT INTO ${T} VALUE {'pk': 't3', 'sk': '1'}`);
  await expect(failed).rejects.toMatchObject({
    name: 'TransactionCanceledException',
    CancellationReasons: [{ Code: 'DuplicateItem' }, { Code: 'None' }],
  });
  expect(await stored('t3')).toBeUndefined();
});

it('EXISTS is a condition on another item', async () => {
  await put('x1');
  await put('x2', { Awards: S('1') });
  const exists = (pk: string) => `EXISTS(SELECT * FROM ${T} ${at(pk)} AND Awards IS MISSING)`;
  await transact(exists('x1'), `UPDATE ${T} SET won = 1 ${at('x2')}`);
  await expect(transact(exists('x2'), `UPDATE ${T} SET won = 2 ${at('x1')}`)).rejects.toMatchObject({
    CancellationReasons: [{ Code: 'ConditionalCheckFailed', Message: 'The conditional request failed' }, { Code: 'None' }],
  });
  expect((await stored('x2'))?.['won']).toEqual({ N: '1' });
  const bare = `EXISTS(SELECT * FROM ${T} ${at('x1')})`;
  await expect(transact(bare, `UPDATE ${T} SET won = 2 ${at('x2')}`)).rejects.toMatchObject(
    first('EXISTS() must contain a single item read with additional condition'),
  );
});

it('transactions read by whole keys alone', async () => {
  await put('r1', { flag: S('right') });
  const select = `SELECT * FROM ${T} WHERE `;
  const found = await transact(`${select}(sk = '1') AND pk = 'r1' AND pk = 'r1'`, `SELECT flag FROM ${T} ${at('none')}`);
  expect(found.Responses).toMatchObject([{ Item: { flag: S('right') } }, {}]);
  const BY_KEY = 'Select statements within ExecuteTransaction must specify the primary key in the where clause.';
  for (const rest of ["pk = 'r1'", "pk = 'r1' AND sk = '1' AND flag = 'right'", "pk = 'r1' AND sk = '1' AND pk = 'x'"])
    await expect(transact(select + rest)).rejects.toMatchObject(first(BY_KEY));
  await expect(transact(`SELECT * FROM ${T}."i" ${at('r1')}`)).rejects.toMatchObject(
    first('Reads on indices are not supported within transactions.'),
  );
  const twice = 'Transaction request cannot include multiple operations on one item';
  await expect(transact(`${select}pk = 'r1' AND sk = '1'`, `${select}sk = '1' AND pk = 'r1'`)).rejects.toMatchObject(invalid(twice));
  await expect(transact(`${select}pk = 'r1' AND sk = 1`)).rejects.toMatchObject({
    CancellationReasons: [{ Code: 'ValidationError', Message: MISMATCH }],
  });
});

it('a transaction checks statements first, then tables, then keys', async () => {
  await put('k1');
  const missing = `UPDATE "nowhere" SET a = 1 ${at('k1')}`;
  const returning = `UPDATE ${T} SET a = 1 ${at('k1')} RETURNING ALL NEW *`;
  await expect(transact(missing, `DELETE FROM "nowhere" ${at('k1')}`)).rejects.toMatchObject({
    CancellationReasons: [{ Code: 'ResourceNotFound', Message: 'Requested resource not found' }, { Code: 'ResourceNotFound' }],
  });
  await expect(transact(missing, returning)).rejects.toMatchObject(
    invalid('Validation failed in TransactStatements[1]: RETURNING clause is not supported in ExecuteTransaction.'),
  );
  await expect(transact(`SELECT * FROM ${T} ${at('k1')}`, missing)).rejects.toMatchObject(
    invalid('ExecuteTransaction API does not support both read and write operations in the same request.'),
  );
  const update = `UPDATE ${T} SET a = 1 WHERE `;
  await expect(
    transact(
      `${update}pk = 'k1'`,
      `${update}pk = 'k1' AND sk = 1`,
      `INSERT INTO ${T} VALUE {'pk': 'k2'}`,
      `${update}pk = 'k1' AND sk = '1'`,
    ),
  ).rejects.toMatchObject({
    CancellationReasons: [
      { Code: 'ValidationError', Message: MISMATCH },
      { Code: 'ValidationError', Message: MISMATCH },
      { Code: 'ValidationError', Message: 'One or more parameter values were invalid: Missing the key sk in the item' },
      { Code: 'None' },
    ],
  });
});

it('a transaction under the same token runs once', async () => {
  await put('once', { n: { N: '0' } });
  const request = {
    ClientRequestToken: 'token',
    ReturnConsumedCapacity: 'INDEXES' as const,
    TransactStatements: [{ Statement: `UPDATE ${T} SET n = n + 1 ${at('once')}` }],
  };
  const [done, again] = [await fixture.db.executeTransaction(request), await fixture.db.executeTransaction(request)];
  expect((await stored('once'))?.['n']).toEqual({ N: '1' });
  expect([done.ConsumedCapacity?.[0]?.WriteCapacityUnits, again.ConsumedCapacity?.[0]?.ReadCapacityUnits]).toEqual([2, 2]);
  const other = { ...request, TransactStatements: [{ Statement: `DELETE FROM ${T} ${at('once')}` }] };
  await expect(fixture.db.executeTransaction(other)).rejects.toMatchObject({ name: 'IdempotentParameterMismatchException' });
});

it('statements of a batch and a transaction are limited in number and length', async () => {
  const Statement = `SELECT * FROM ${T} ${at('k')}`;
  const times = (count: number) => Array.from({ length: count }, () => ({ Statement }));
  await expect(fixture.db.batchExecuteStatement({ Statements: times(26) })).rejects.toMatchObject({ name: 'ValidationException' });
  await expect(fixture.db.executeTransaction({ TransactStatements: times(101) })).rejects.toMatchObject({ name: 'ValidationException' });
  await expect(fixture.db.executeStatement({ Statement: Statement.padEnd(8_193) })).rejects.toThrow('less than or equal to 8192');
});

// Recorded answers about single statements of PartiQL.
import type { RecordedCase, RecordedCases, Step } from '../case.ts';
import { refused } from '../case.ts';
import { holds, INVALID, type Item, item, made, put, verified } from '../table-steps.ts';

const statements = (tests: string, title: string, steps: readonly Step[]): RecordedCase =>
  verified('test_dynamodb_statements', tests, title, steps);
const execute = (Statement: string, expected: readonly Item[], Parameters?: readonly object[]): Step => ({
  call: 'dynamodb.ExecuteStatement',
  input: { Statement, ...(Parameters && { Parameters }) },
  contains: { Items: expected.map(item) },
});
const ONE: Item = { pk: 'msg1', body: 'some text' };
const TWO: Item = { pk: 'msg2', body: 'n/a', unique_key: 'key' };
/** In the order of a scan. */
const BOTH = [ONE, TWO];
const filled = [...made(), ...put(ONE, TWO)];

const cases: RecordedCase[] = [
  statements(
    'test_execute_statement_select_star, test_execute_statement_select_attr, test_execute_statement_with_quoted_table',
    'a table may be named with or without quotes, and an item that lacks a column is an empty one',
    [...filled, execute('select * from "table"', BOTH), execute('select unique_key from "table"', [{}, { unique_key: 'key' }])],
  ),
  statements('test_execute_statement_with_parameter, test_execute_statement_with_no_results', 'parameters stand for values', [
    ...filled,
    execute('select * from "table" where pk = ?', [ONE], [{ S: 'msg1' }]),
    execute('select pk from "table" where pk = ?', [{ pk: 'msg1' }], [{ S: 'msg1' }]),
    execute('select * from "table" where pk = ?', [], [{ S: 'msg3' }]),
  ]),
  statements('test_execute_statement_on_gsi_with_range, test_execute_statement_on_gsi', 'a statement reads what an index holds', [
    ...made({ gsi: ['S'] }),
    ...put(
      ONE,
      { pk: 'item1', gsi_pk: 'g' },
      { pk: 'item3', gsi_sk: 'g' },
      { pk: 'item5', gsi_pk: 'g', gsi_sk: '1' },
      { pk: 'item6', gsi_pk: 'g', gsi_sk: '2' },
    ),
    execute('select * from "table"."test_gsi"', [
      { pk: 'item5', gsi_pk: 'g', gsi_sk: '1' },
      { pk: 'item6', gsi_pk: 'g', gsi_sk: '2' },
    ]),
  ]),
  statements('test_execute_statement_on_lsi', 'a statement reads what a local index holds', [
    ...made({ range: 'S', lsi: 'S' }),
    ...put({ pk: 'a', sk: '1' }, { pk: 'a', sk: '2', lsi_sk: 'x' }),
    execute('select * from "table"."test_lsi"', [{ pk: 'a', sk: '2', lsi_sk: 'x' }]),
  ]),
  statements('test_execute_statement_on_unknown_gsi_table', 'neither an index nor a table is read that is not there', [
    ...made(),
    refused(
      'dynamodb.ExecuteStatement',
      { Statement: 'select * from "table"."absent"' },
      INVALID,
      'The table does not have the specified index',
    ),
    refused(
      'dynamodb.ExecuteStatement',
      { Statement: 'select * from absent.test_gsi' },
      'ResourceNotFoundException',
      'Requested resource not found',
    ),
  ]),
  statements('test_execute_statement_with_all_clauses', 'a statement has conditions of every kind', [
    ...made(),
    {
      call: 'dynamodb.PutItem',
      input: {
        TableName: 'table',
        Item: {
          ...item({ pk: '0', NameLower: 'lambda', DescriptionLower: 'run code', Category: 'free' }),
          Price: { N: '2E-7' },
          FreeTier: { N: '1E+6' },
        },
      },
    },
    ...put(
      { pk: '1', NameLower: 'auto scaling', DescriptionLower: 'scale', Price: 0, Category: 'free', FreeTier: null },
      { pk: '2', NameLower: 'ec2', DescriptionLower: 'servers', Price: 7.2, Category: 'trial' },
      { pk: '3', NameLower: 'config', DescriptionLower: 'audit', Price: 0.003, Category: 'paid' },
    ),
    execute(
      `SELECT pk FROM "table" WHERE (contains("NameLower", 'code') OR contains("DescriptionLower", 'code')) AND Category = 'free' AND Price >= 0 AND Price <= 1 AND FreeTier IS NOT MISSING AND attribute_type("FreeTier", 'N')`,
      [{ pk: '0' }],
    ),
  ]),
  statements('test_insert_data', 'an item is inserted, with lists in maps', [
    ...made(),
    execute(`INSERT INTO "table" value {'pk': 'msg4', 'attr':{'sth': ['other']}}`, []),
    holds({ pk: 'msg4', attr: { sth: ['other'] } }),
  ]),
  statements('test_update_data, test_delete_data', 'attributes are set and removed, and an item is deleted', [
    ...filled,
    execute(`UPDATE "table" SET body='other' WHERE pk='msg1'`, []),
    execute(`UPDATE "table" SET new_attr='asdf' WHERE pk='msg1'`, []),
    execute('select * from "table" where pk = ?', [{ pk: 'msg1', body: 'other', new_attr: 'asdf' }], [{ S: 'msg1' }]),
    execute(`UPDATE "table" REMOVE new_attr WHERE pk='msg1'`, []),
    execute('select new_attr from "table" where pk = ?', [{}], [{ S: 'msg1' }]),
    execute(`DELETE FROM "table" WHERE pk='msg1'`, []),
    holds(TWO),
  ]),
];

export const recorded: RecordedCases = { service: 'dynamodb', cases };

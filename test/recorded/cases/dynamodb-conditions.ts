// Recorded answers about conditions of writes, and about transactions that are refused.
import { NONE, type RecordedCase, type RecordedCases, refused as refusedCall, type Step } from '../case.ts';
import { holds, INVALID, type Item, item, made, ONE_ERROR, on, put, refused, TABLE_ARN, TableName, verified } from '../table-steps.ts';

const errors = (tests: string, title: string, steps: readonly Step[]): RecordedCase =>
  verified('exceptions/test_dynamodb_exceptions', tests, title, steps);
const OLD: Item = { pk: 'the-key', subject: '123', body: 'some test msg' };
const FAILED = 'The conditional request failed';
const lock = { ConditionExpression: 'attribute_exists(#lock)', ExpressionAttributeNames: { '#lock': 'lock' } };
const WRITES: readonly (readonly [operation: string, input: object])[] = [
  ['PutItem', { Item: item({ pk: 'the-key', bar: 'quuz' }), ConditionExpression: 'attribute_not_exists(body)' }],
  [
    'UpdateItem',
    { Key: item({ pk: 'the-key' }), UpdateExpression: 'set #lock = :lock', ExpressionAttributeValues: item({ ':lock': 'sth' }), ...lock },
  ],
  ['DeleteItem', { Key: item({ pk: 'the-key' }), ...lock }],
];
const failing = ([operation, input]: (typeof WRITES)[number], more: object, shown: unknown): Step =>
  refusedCall(`dynamodb.${operation}`, { TableName, ...input, ...more }, 'ConditionalCheckFailedException', FAILED, {
    contains: { Item: shown },
  });
const ALL_OLD = { ReturnValuesOnConditionCheckFailure: 'ALL_OLD' };
const mismatch = (operation: string, input: object): Step =>
  refused(operation, input, 'The provided key element does not match the schema');

const conditions: RecordedCase[] = [
  errors('TestReturnValuesOnConditionCheckFailure', 'a condition that fails shows the item to those who ask, in every write', [
    ...made(),
    ...put(OLD),
    ...WRITES.flatMap((write) => [failing(write, {}, NONE), failing(write, ALL_OLD, item(OLD))]),
  ]),
  errors('test_provide_range_key_against_table_without_range_key', 'a key has the attributes of the table, and no others', [
    ...made(),
    mismatch('GetItem', { Key: item({ pk: 'pk', sk: 'sk' }) }),
    mismatch('DeleteItem', { Key: item({ pk: 'pk', sk: 'sk' }) }),
    mismatch('UpdateItem', {
      Key: item({ pk: 'x', time: '12/9/2011' }),
      UpdateExpression: 'set body=:n',
      ExpressionAttributeValues: item({ ':n': 'hello' }),
    }),
  ]),
  errors('test_empty_expressionattributenames', 'names without an expression come before a wrong key', [
    ...made(),
    refused(
      'GetItem',
      { Key: item({ id: 'my_id' }), ExpressionAttributeNames: { '#a': 'b' } },
      'ExpressionAttributeNames can only be specified when using expressions',
    ),
  ]),
  errors('test_put_item_empty_set', 'an item has no empty set', [
    ...made(),
    ...(
      [
        ['NS', 'number'],
        ['SS', 'string'],
      ] as const
    ).map(([type, word]) =>
      refused(
        'PutItem',
        { Item: { pk: { S: 'foo' }, set: { [type]: [] } } },
        `${ONE_ERROR}One or more parameter values were invalid: An ${word} set  may not be empty`,
      ),
    ),
  ]),
];

const transact = (...TransactItems: object[]) => ({
  TransactItems: TransactItems.map((action) =>
    Object.fromEntries(Object.entries(action).map(([kind, request]) => [kind, { TableName, ...(request as object) }])),
  ),
});
const refuse = (words: string | RegExp, ...actions: object[]): Step =>
  refusedCall('dynamodb.TransactWriteItems', transact(...actions), INVALID, words);
const transactions = (tests: string, title: string, steps: readonly Step[]): RecordedCase =>
  verified('exceptions/test_dynamodb_transactions', tests, title, steps);
const KEY: Item = { pk: 'test-pk', sk: 'test-sk' };
const TWICE = 'Transaction request cannot include multiple operations on one item';
const EMPTY = 'ExpressionAttributeValues must not be empty';

const refusals: RecordedCase[] = [
  transactions(
    'test_transact_write_items__put_and_delete_on_same_item, test_transact_write_items__put_and_delete_with_different_key_order',
    'a transaction names an item once, in whatever order its key is written',
    [
      ...made({ range: 'S' }),
      refuse(TWICE, { Put: { Item: item({ ...KEY, field: 'x' }) } }, { Delete: { Key: item(KEY) } }),
      refuse(TWICE, { Put: { Item: item({ ...KEY, field: 'x' }) } }, { Delete: { Key: item({ sk: 'test-sk', pk: 'test-pk' }) } }),
    ],
  ),
  transactions('test_transact_write_items__update_with_multiple_set_clauses', 'an update of a transaction has each section once', [
    ...made({ range: 'S' }),
    refuse(/Invalid UpdateExpression: The "SET" section can only be used once in an update expression;$/, {
      Update: {
        Key: item({ pk: 's', sk: 't' }),
        UpdateExpression: 'SET expire_at_utc = :t SET is_final = :true ADD version :one',
        ExpressionAttributeValues: item({ ':true': true, ':one': 1, ':t': 'asdf' }),
      },
    }),
  ]),
  transactions('test_transaction_with_empty_key', 'an empty key ends the whole transaction', [
    ...made(),
    refuse(
      'One or more parameter values are not valid. The AttributeValue for a key attribute cannot contain an empty string value. Key: pk',
      { Update: { Key: item({ pk: '' }), UpdateExpression: 'SET sth = :v', ExpressionAttributeValues: item({ ':v': 0 }) } },
    ),
  ]),
  transactions('test_transact_write_items__empty_expr_attr_values', 'values that are given are not empty, before a wrong expression', [
    ...made(),
    refuse(EMPTY, {
      Put: {
        Item: item({ pk: 'tenant' }),
        ConditionExpression: 'attribute_not_exists(#n0)',
        ExpressionAttributeNames: { '#n0': 'pk' },
        ExpressionAttributeValues: {},
      },
    }),
    refuse(EMPTY, {
      Update: {
        Key: item({ pk: 'globals' }),
        UpdateExpression: "SET #0 = {'S': 'asdf'}",
        ExpressionAttributeNames: { '#0': 'tenant_count' },
        ExpressionAttributeValues: {},
      },
    }),
  ]),
];

const NOT_FOO2 = {
  ConditionExpression: '#i <> :i',
  ExpressionAttributeNames: { '#i': 'pk' },
  ExpressionAttributeValues: item({ ':i': 'foo2' }),
};
const ACTIONS: Readonly<Record<string, (pk: string) => object>> = {
  ConditionCheck: (pk) => ({ Key: item({ pk }) }),
  Put: (pk) => ({ Item: item({ pk, foo: 'bar' }) }),
  Delete: (pk) => ({ Key: item({ pk }) }),
  Update: (pk) => ({ Key: item({ pk }), UpdateExpression: 'SET foo = :i' }),
};
const five = (kind: string, more: object) =>
  transact(...[0, 1, 2, 3, 4].map((n) => ({ [kind]: { ...ACTIONS[kind]!(`foo${n}`), ...NOT_FOO2, ...more } })));
const cancelled = (kind: string, more: object, shown: object): Step =>
  refusedCall('dynamodb.TransactWriteItems', five(kind, more), 'TransactionCanceledException', undefined, {
    contains: {
      CancellationReasons: [0, 1, 2, 3, 4].map((n) =>
        n === 2 ? { Code: 'ConditionalCheckFailed', Message: FAILED, ...shown } : { Code: 'None', Message: NONE },
      ),
    },
  });

const cancellations: RecordedCase[] = [
  verified(
    'test_dynamodb_transact',
    'test_transact_write_items_put_conditional_expressions, test_transact_write_items_failure__return_item',
    'the reasons of a cancelled transaction are in the order of its actions, with the items where they are asked for',
    [
      ...made(),
      ...put({ pk: 'foo2' }),
      cancelled('Put', {}, { Item: NONE }),
      ...Object.keys(ACTIONS).map((kind) => cancelled(kind, ALL_OLD, { Item: item({ pk: 'foo2' }) })),
      holds({ pk: 'foo2' }),
    ],
  ),
  verified('test_dynamodb_batch_write', 'test_batch_write_using_arn', 'an update and a scan name a table by its ARN', [
    ...made(),
    {
      call: 'dynamodb.TransactWriteItems',
      input: {
        TransactItems: [
          {
            Update: {
              TableName: TABLE_ARN,
              Key: item({ pk: 'test' }),
              UpdateExpression: 'SET xxx = :x',
              ExpressionAttributeValues: item({ ':x': '123' }),
            },
          },
        ],
      },
    },
    on('Scan', { TableName: TABLE_ARN }, { contains: { Items: [item({ pk: 'test', xxx: '123' })] } }),
  ]),
];

export const recorded: RecordedCases = { service: 'dynamodb', cases: [...conditions, ...refusals, ...cancellations] };

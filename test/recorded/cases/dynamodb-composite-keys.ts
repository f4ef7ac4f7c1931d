// Recorded answers about global indexes of several range attributes.
import type { RecordedCase, RecordedCases, Step } from '../case.ts';
import { type Item, item, made, on, put, refused, verified } from '../table-steps.ts';

const made3 = made({ gsi: ['S', 'N'] });
const ITEMS: readonly Item[] = [
  { pk: '1', gsi_pk: 'pk1', gsi_sk: 'skA', gsi_sk2: 100 },
  { pk: '2', gsi_pk: 'pk1', gsi_sk: 'skA', gsi_sk2: 200 },
  { pk: '3', gsi_pk: 'pk1', gsi_sk: 'skA', gsi_sk2: 300 },
  { pk: '4', gsi_pk: 'pk1', gsi_sk: 'skB', gsi_sk2: 150 },
  { pk: '5', gsi_pk: 'pk2', gsi_sk: 'skA', gsi_sk2: 250 },
];
const filled = [...made3, ...put(...ITEMS)];
const IndexName = 'test_gsi';
const query = (KeyConditionExpression: string, values: Item) => ({
  IndexName,
  KeyConditionExpression,
  ExpressionAttributeValues: item(values),
});
/** The items by their keys, in the order of the index. */
const finds = (input: object, ...keys: string[]): Step =>
  on('Query', { IndexName, ...input }, { contains: { Count: keys.length, Items: keys.map((pk) => item(ITEMS[Number(pk) - 1]!)) } });
const older = (conditions: Readonly<Record<string, readonly [operator: string, value: string | number]>>) => ({
  IndexName,
  KeyConditions: Object.fromEntries(
    Object.entries(conditions).map(([name, [ComparisonOperator, value]]) => [
      name,
      { ComparisonOperator, AttributeValueList: Object.values(item({ value })) },
    ]),
  ),
});
const of = (tests: string, title: string, steps: readonly Step[]): RecordedCase =>
  verified('test_dynamodb_multi_attribute_gsi', tests, title, steps);

const cases: RecordedCase[] = [
  of('test_create_gsi_with_multi_range_keys', 'an index of several range attributes is described with all of them', [
    ...made3,
    on(
      'DescribeTable',
      {},
      {
        contains: {
          Table: {
            GlobalSecondaryIndexes: [
              {
                IndexName,
                KeySchema: [
                  { AttributeName: 'gsi_pk', KeyType: 'HASH' },
                  { AttributeName: 'gsi_sk', KeyType: 'RANGE' },
                  { AttributeName: 'gsi_sk2', KeyType: 'RANGE' },
                ],
              },
            ],
          },
        },
      },
    ),
  ]),
  of(
    'test_query_hash_only, test_query_partial_range_equality, test_query_partial_range_comparison, test_query_full_range_equality, test_query_full_range_comparison, test_query_between_last_key, test_sorting_by_composite_key',
    'range attributes are named from the left, and the last one that is named by any operator',
    [
      ...filled,
      finds(query('gsi_pk = :p', { ':p': 'pk1' }), '1', '2', '3', '4'),
      finds(query('gsi_pk = :p AND gsi_sk = :s', { ':p': 'pk1', ':s': 'skA' }), '1', '2', '3'),
      finds(query('gsi_pk = :p AND gsi_sk > :s', { ':p': 'pk1', ':s': 'skA' }), '4'),
      finds(query('gsi_pk = :p AND gsi_sk = :s AND gsi_sk2 = :n', { ':p': 'pk1', ':s': 'skA', ':n': 200 }), '2'),
      finds(query('gsi_pk = :p AND gsi_sk = :s AND gsi_sk2 > :n', { ':p': 'pk1', ':s': 'skA', ':n': 100 }), '2', '3'),
      finds(query('gsi_pk = :p AND gsi_sk = :s AND gsi_sk2 BETWEEN :a AND :b', { ':p': 'pk1', ':s': 'skA', ':a': 150, ':b': 250 }), '2'),
    ],
  ),
  of('test_query_error_skip_range_key', 'a range attribute is not left out', [
    ...made3,
    refused('Query', query('gsi_pk = :p AND gsi_sk2 > :n', { ':p': 'pk1', ':n': 100 }), /gsi_sk/),
  ]),
  of('test_query_error_range_on_non_last_in_query', 'a range attribute before the last one that is named needs an equality', [
    ...made3,
    refused('Query', query('gsi_pk = :p AND gsi_sk > :s AND gsi_sk2 = :n', { ':p': 'pk1', ':s': 'skA', ':n': 100 })),
  ]),
  of('test_sorting_by_second_range_key_not_pk', 'items are in the order of the second range attribute, whatever their keys are', [
    ...made3,
    ...put(
      { pk: '10', gsi_pk: 'pk1', gsi_sk: 'skA', gsi_sk2: 300 },
      { pk: '20', gsi_pk: 'pk1', gsi_sk: 'skA', gsi_sk2: 100 },
      { pk: '30', gsi_pk: 'pk1', gsi_sk: 'skA', gsi_sk2: 200 },
    ),
    on('Query', query('gsi_pk = :p', { ':p': 'pk1' }), {
      contains: { Items: ['20', '30', '10'].map((pk) => item({ pk })) },
    }),
  ]),
  of('test_key_conditions_hash_only, test_key_conditions_with_range_keys', 'older conditions name several range attributes, too', [
    ...filled,
    finds(older({ gsi_pk: ['EQ', 'pk1'] }), '1', '2', '3', '4'),
    finds(older({ gsi_pk: ['EQ', 'pk1'], gsi_sk: ['EQ', 'skA'], gsi_sk2: ['GT', 100] }), '2', '3'),
  ]),
  of('test_key_conditions_error_skip_range_key', 'older conditions leave no range attribute out', [
    ...made3,
    refused('Query', older({ gsi_pk: ['EQ', 'pk1'], gsi_sk2: ['GT', 100] }), /gsi_sk/),
  ]),
  of('test_items_missing_range_key_excluded', 'items that lack a range attribute are not in the index', [
    ...made3,
    ...put(
      { pk: '1', gsi_pk: 'pk1', gsi_sk: 'skA', gsi_sk2: 100 },
      { pk: '2', gsi_pk: 'pk1', gsi_sk: 'skB' },
      { pk: '3', gsi_pk: 'pk1', gsi_sk2: 200 },
      { pk: '4', gsi_pk: 'pk1', gsi_sk: 'skC', gsi_sk2: 300 },
    ),
    on('Query', query('gsi_pk = :p', { ':p': 'pk1' }), { contains: { Count: 2, Items: ['1', '4'].map((pk) => item({ pk })) } }),
  ]),
  of('test_pagination_with_composite_key', 'a page ends with all attributes of both keys', [
    ...filled,
    on(
      'Query',
      { ...query('gsi_pk = :p', { ':p': 'pk1' }), Limit: 2 },
      { as: 'page', contains: { Items: ['1', '2'].map((pk) => item({ pk })), LastEvaluatedKey: item(ITEMS[1]!) } },
    ),
    on(
      'Query',
      { ...query('gsi_pk = :p', { ':p': 'pk1' }), Limit: 2, ExclusiveStartKey: item(ITEMS[1]!) },
      { contains: { Items: ['3', '4'].map((pk) => item({ pk })) } },
    ),
  ]),
];

export const recorded: RecordedCases = { service: 'dynamodb', cases };

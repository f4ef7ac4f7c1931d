// Recorded answers about queries and scans: keys, pages, indexes, order.
import { NONE, type RecordedCase, type RecordedCases, type Step } from '../case.ts';
import { count, GSI, type Item, item, made, on, put, query, type Read, refused, verified } from '../table-steps.ts';

const LSI = { IndexName: 'test_lsi' };
const items = (operation: Read, input: object, expected: readonly Item[], more: object = {}): Step =>
  on(operation, input, { contains: { Items: expected.map(item), ...more } });

const errors = (tests: string, title: string, steps: readonly Step[]): RecordedCase =>
  verified('exceptions/test_dynamodb_exceptions', tests, title, steps);
const missed = (key: string): string => `Query condition missed key schema element: ${key}`;
const P: Item = { ':p': 'pk' };
const PS: Item = { ':p': 'pk', ':s': 'sk' };

const refusals: RecordedCase[] = [
  errors('test_query_table_with_wrong_attrs_used_in_key_condition_expression', 'a query names the key of what it reads', [
    ...made({ range: 'S', gsi: [] }),
    refused('Query', query('wrongName = :p', P), missed('pk')),
    refused('Query', query('gsi_pk = :p', P), missed('pk')),
    refused('Query', query('pk = :p', P, GSI), missed('gsi_pk')),
    items('Query', query('pk = :p AND sk = :s', PS), []),
    refused('Query', query('pk = :p AND sk = :s', PS, GSI)),
    refused(
      'Query',
      query('gsi_pk = :p AND sk = :s', PS, GSI),
      'The number of query conditions (2) exceeds the number of key attributes defined in the schema (1)',
    ),
    refused('Query', query('gsi_pk = :p AND sk = :s', PS), missed('pk')),
  ]),
  errors('test_query_with_empty_filter_expression', 'neither a projection nor a filter is empty', [
    ...made(),
    refused('Query', query('pk = :p', P, { ProjectionExpression: '' }), 'Invalid ProjectionExpression: The expression can not be empty;'),
    refused(
      'Query',
      { KeyConditionExpression: 'partitionKey = sth', FilterExpression: '' },
      'Invalid FilterExpression: The expression can not be empty;',
    ),
  ]),
  errors('test_scan_with_missing_value', 'the names of values begin with a colon', [
    ...made(),
    ...(
      [
        ['Scan', 'FilterExpression'],
        ['Query', 'KeyConditionExpression'],
      ] as const
    ).map(([operation, member]) =>
      refused(
        operation,
        { [member]: 'attr = loc', ExpressionAttributeValues: item({ loc: 'sth' }) },
        'ExpressionAttributeValues contains invalid key: Syntax error; key: "loc"',
      ),
    ),
  ]),
  errors('TestDuplicateProjectionExpressions', 'a projection names a path once, in every read', [
    ...made({ range: 'S' }),
    ...(
      [
        ['Query', query('pk = :p', P)],
        ['GetItem', { Key: item({ pk: 'the-key', sk: 's' }) }],
        ['Scan', {}],
      ] as const
    ).map(([operation, input]) =>
      refused(
        operation,
        { ...input, ProjectionExpression: 'body, subject, body' },
        /Invalid ProjectionExpression: Two document paths overlap with each other; must remove or rewrite one of these paths/,
      ),
    ),
  ]),
];

/** Items that are written out of order: 3 to 6, 9 to 7, 0 to 2. */
const NUMBERS = [3, 4, 5, 6, 9, 8, 7, 0, 1, 2];
const numbered = (more: (n: number) => Item): Step[] => put(...NUMBERS.map((n) => ({ pk: 'the-key', sk: `${n}`, ...more(n) })));
const sk = (...numbers: number[]): Item[] => numbers.map((n) => ({ sk: `${n}` }));
const queries = (tests: string, title: string, steps: readonly Step[]): RecordedCase =>
  verified('test_dynamodb_query', tests, title, steps);
const KEY: Item = { ':p': 'the-key' };

const pages: RecordedCase[] = [
  queries('test_query_pagination', 'a page begins behind the last key of the page before it', [
    ...made({ range: 'S' }),
    ...numbered(() => ({})),
    items('Query', query('pk = :p', KEY, { Limit: 6 }), sk(0, 1, 2, 3, 4, 5), {
      Count: 6,
      LastEvaluatedKey: item({ pk: 'the-key', sk: '5' }),
    }),
    items('Query', query('pk = :p', KEY, { Limit: 6, ExclusiveStartKey: item({ pk: 'the-key', sk: '5' }) }), sk(6, 7, 8, 9), {
      Count: 4,
      LastEvaluatedKey: NONE,
    }),
  ]),
  queries('test_query_gsi_pagination_with_numeric_range', 'a page of an index is in the order of its numbers', [
    ...made({ range: 'S', gsi: ['N'] }),
    ...numbered((n) => ({ gsi_pk: 'john', gsi_sk: n })),
    items('Query', query('gsi_pk = :p', { ':p': 'john' }, { ...GSI, Limit: 6 }), sk(0, 1, 2, 3, 4, 5), {
      LastEvaluatedKey: item({ pk: 'the-key', sk: '5', gsi_pk: 'john', gsi_sk: 5 }),
    }),
    items(
      'Query',
      query('gsi_pk = :p', { ':p': 'john' }, { ...GSI, ExclusiveStartKey: item({ pk: 'the-key', sk: '5', gsi_pk: 'john', gsi_sk: 5 }) }),
      sk(6, 7, 8, 9),
      { LastEvaluatedKey: NONE },
    ),
  ]),
  queries(
    'test_query_gsi_pagination_with_string_gsi_range, test_query_gsi_pagination_with_string_gsi_range_no_sk',
    'items with equal keys of an index are each on one page',
    [
      ...made({ range: 'S', gsi: ['S'] }),
      ...numbered(() => ({ gsi_pk: 'john', gsi_sk: 'jane' })),
      on('Query', query('gsi_pk = :p', { ':p': 'john' }, { ...GSI, Limit: 6 }), { as: 'page', contains: { Count: 6, ScannedCount: 6 } }),
      count('Query', query('gsi_pk = :p', { ':p': 'john' }, { ...GSI, Limit: 6, ExclusiveStartKey: '{page.LastEvaluatedKey}' }), 4, {
        LastEvaluatedKey: NONE,
      }),
    ],
  ),
  queries(
    'test_query_gsi_pagination_with_string_gsi_range_and_empty_gsi_pk, test_query_gsi_pagination_with_string_gsi_range_and_empty_gsi_sk',
    'items without one of the keys of an index are on no page',
    [
      ...made({ range: 'S', gsi: ['S'] }),
      ...numbered((n) => (n < 3 ? { gsi_sk: 'jane' } : n < 5 ? { gsi_pk: 'john' } : { gsi_pk: 'john', gsi_sk: 'jane' })),
      count('Query', query('gsi_pk = :p', { ':p': 'john' }, GSI), 5, { LastEvaluatedKey: NONE }),
      count('Scan', GSI, 5, { LastEvaluatedKey: NONE }),
    ],
  ),
  queries('test_query_pagination_with_float_numeric_key_in_exclusive_start_key', 'a key may write its number in another way', [
    ...made({ range: 'N' }),
    ...put(...[0, 100, 200, 300].map((n) => ({ pk: 'the-key', sk: n }))),
    on('Query', query('pk = :p', KEY, { Limit: 2 }), { contains: { LastEvaluatedKey: item({ pk: 'the-key', sk: 100 }) } }),
    items('Query', query('pk = :p', KEY, { ExclusiveStartKey: { pk: { S: 'the-key' }, sk: { N: '100.0' } } }), [{ sk: 200 }, { sk: 300 }]),
  ]),
  queries(
    'test_query_lsi_pagination, test_query_lsi_pagination_with_numerical_local_range_key',
    'a page of a local index ends with the keys of both',
    [
      ...made({ range: 'S', lsi: 'N' }),
      ...numbered((n) => ({ lsi_sk: n })),
      items('Query', query('pk = :p AND lsi_sk = :n', { ...KEY, ':n': 1 }, LSI), [{ pk: 'the-key', sk: '1', lsi_sk: 1 }]),
      items('Query', query('pk = :p', KEY, { ...LSI, Limit: 6 }), sk(0, 1, 2, 3, 4, 5), {
        LastEvaluatedKey: item({ pk: 'the-key', sk: '5', lsi_sk: 5 }),
      }),
      items('Query', query('pk = :p', KEY, { ...LSI, ExclusiveStartKey: item({ pk: 'the-key', sk: '5', lsi_sk: 5 }) }), sk(6, 7, 8, 9)),
    ],
  ),
  verified('test_dynamodb', 'test_query_with_unknown_last_evaluated_key', 'a key to begin behind need not be there, in queries and scans', [
    ...made({ range: 'S' }),
    ...put(...[0, 1, 2, 3, 4, 5, 6, 7, 8, 9].map((n) => ({ pk: 'v', sk: `range_value${n}` }))),
    ...(
      [
        ['range_value0', 'range_value1'],
        ['range_value00', 'range_value1'],
        ['range_value500', 'range_value6'],
      ] as const
    ).flatMap(([behind, next]) => {
      const more = { Limit: 1, ExclusiveStartKey: item({ pk: 'v', sk: behind }) };
      const expected = [{ pk: 'v', sk: next }];
      return [items('Query', query('pk = :p', { ':p': 'v' }, more), expected), items('Scan', more, expected)];
    }),
  ]),
];

const ranges: RecordedCase[] = [
  queries('test_query_gsi_range_comparison', 'ranges of an index are read forward and backward', [
    ...made({ range: 'S', gsi: ['N'] }),
    ...put(
      ...(
        [
          ['123', 'john', 3],
          ['456', 'john', 1],
          ['789', 'john', 2],
          ['159', 'jane', 2],
          ['601', 'jane', 5],
        ] as const
      ).map(([own, gsi_pk, gsi_sk]) => ({ pk: 'the-key', sk: own, gsi_pk, gsi_sk })),
    ),
    items('Query', query('gsi_pk = :p AND gsi_sk > :n', { ':p': 'john', ':n': 0 }, GSI), sk(456, 789, 123), { ScannedCount: 3 }),
    items('Query', query('gsi_pk = :p AND gsi_sk > :n', { ':p': 'john', ':n': 0 }, { ...GSI, ScanIndexForward: false }), sk(123, 789, 456)),
    items('Query', query('gsi_sk > :n AND gsi_pk = :p', { ':p': 'john', ':n': 1 }, GSI), [{ gsi_sk: 2 }, { gsi_sk: 3 }]),
    items('Query', query('gsi_pk = :p AND gsi_sk > :n', { ':p': 'jane', ':n': 9 }, GSI), []),
    count('Query', query('gsi_pk = :p AND gsi_sk = :n', { ':p': 'jane', ':n': 5 }, GSI), 1),
  ]),
  queries(
    'test_sorted_query_with_numerical_sort_key, test_gsi_verify_negative_number_order',
    'numbers are in their order, also below zero and below one',
    [
      ...made({ range: 'N', gsi: ['N'] }),
      ...put(...[2, 1, 10, 3, 0.7, -0.6, -0.7].map((n) => ({ pk: 'M', sk: n, gsi_pk: 'g', gsi_sk: n }))),
      ...(
        [
          ['pk = :p', { ':p': 'M' }, {}],
          ['gsi_pk = :p', { ':p': 'g' }, GSI],
        ] as const
      ).map(([condition, values, more]) =>
        items(
          'Query',
          query(condition, values, more),
          [-0.7, -0.6, 0.7, 1, 2, 3, 10].map((n) => ({ sk: n })),
        ),
      ),
    ],
  ),
  queries('test_key_condition_expression_with_brackets', 'conditions on a key may stand in parentheses', [
    ...made({ range: 'S' }),
    ...put(...['aa', 'ab', 'ac'].map((own) => ({ pk: 'TEST', sk: own }))),
    count('Query', query('(pk = :p) AND (begins_with(sk, :s))', { ':p': 'TEST', ':s': 'a' }), 3),
    items('Query', query('(pk = :p) AND (sk BETWEEN :s AND :s)', { ':p': 'TEST', ':s': 'ab' }), [{ pk: 'TEST', sk: 'ab' }]),
  ]),
  verified('test_dynamodb', 'test_gsi_projection_type_keys_only, test_lsi_projection_type_keys_only', 'an index of keys shows keys alone', [
    ...made({ range: 'S', gsi: ['S'], lsi: 'S', projection: { ProjectionType: 'KEYS_ONLY' } }),
    ...put({ pk: 'p', sk: 's', gsi_pk: 'gp', gsi_sk: 'gs', lsi_sk: 'ls', some: 'text' }),
    on('Query', query('gsi_pk = :p', { ':p': 'gp' }, GSI), {
      answer: { Count: 1, ScannedCount: 1, Items: [item({ pk: 'p', sk: 's', gsi_pk: 'gp', gsi_sk: 'gs' })] },
    }),
    on('Query', query('pk = :p', { ':p': 'p' }, LSI), {
      answer: { Count: 1, ScannedCount: 1, Items: [item({ pk: 'p', sk: 's', lsi_sk: 'ls' })] },
    }),
    on('Scan', LSI, { answer: { Count: 1, ScannedCount: 1, Items: [item({ pk: 'p', sk: 's', lsi_sk: 'ls' })] } }),
  ]),
];

const scans: RecordedCase[] = [
  verified('test_dynamodb_scan', 'test_scan_with_alternating_hash_keys', 'a scan reads partition by partition, each in its order', [
    ...made({ range: 'S' }),
    ...put(
      ...[0, 1, 2, 3, 4, 5, 6, 7].map((n) => ({ pk: n % 2 === 1 ? 'A' : 'B', sk: `${n}` })),
      ...[20, 19, 18, 17, 16].map((n) => ({ pk: 'A', sk: `${n}` })),
    ),
    items('Scan', {}, [
      ...[1, 16, 17, 18, 19, 20, 3, 5, 7].map((n) => ({ pk: 'A', sk: `${n}` })),
      ...[0, 2, 4, 6].map((n) => ({ pk: 'B', sk: `${n}` })),
    ]),
  ]),
  verified(
    'test_dynamodb_scan',
    'test_scan_gsi_order_range_key, test_scan_gsi_exlusive_start_key',
    'a scan of an index is in the order of its ranges',
    [
      ...made({ gsi: ['S'] }),
      ...put(...[4, 1, 2, 3].map((n, at) => ({ pk: `${at}`, gsi_pk: 'john', gsi_sk: `${n}` }))),
      on('Scan', { ...GSI, Limit: 3 }, { as: 'page', contains: { Items: ['1', '2', '3'].map((n) => item({ gsi_sk: n })) } }),
      count('Scan', { ...GSI, Limit: 3, ExclusiveStartKey: '{page.LastEvaluatedKey}' }, 1),
    ],
  ),
];

export const recorded: RecordedCases = { service: 'dynamodb', cases: [...refusals, ...pages, ...ranges, ...scans] };

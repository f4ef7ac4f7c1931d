// Recorded answers about updates of items: sections that clash, paths that overlap, names and values that nothing uses, sets and numbers.
import type { RecordedCase, RecordedCases, Step } from '../case.ts';
import { refused as refusedCall } from '../case.ts';
import { holds, INVALID, type Item, item, made, ONE_ERROR, on, put, refused, TableName, verified } from '../table-steps.ts';

interface UpdateInput {
  readonly names?: Readonly<Record<string, string>>;
  readonly values?: Readonly<Record<string, object>>;
  readonly key?: Item;
  readonly more?: object;
}
const update = (UpdateExpression: string, { names, values, key = { pk: 'foo' }, more = {} }: UpdateInput = {}) => ({
  Key: item(key),
  UpdateExpression,
  ...(names && { ExpressionAttributeNames: names }),
  ...(values && { ExpressionAttributeValues: values }),
  ...more,
});
const updated = (expression: string, parts: UpdateInput = {}): Step => on('UpdateItem', update(expression, parts));
const refuse = (expression: string, parts: UpdateInput, message: string | RegExp): Step =>
  refused('UpdateItem', update(expression, parts), message);
const twice = (section: string): string =>
  `${ONE_ERROR}Invalid UpdateExpression: The "${section}" section can only be used once in an update expression;`;
const OVERLAP = /^1 validation error detected: Invalid UpdateExpression: Two document paths overlap with each other;/;
const overlap = (path: string): string =>
  `${ONE_ERROR}Invalid UpdateExpression: Two document paths overlap with each other; must remove or rewrite one of these paths; path one: ${path}, path two: ${path}`;
const unused = (what: string, keys: string): string =>
  `Value provided in ExpressionAttribute${what} unused in expressions: keys: {${keys}}`;
const H = { ':h': { S: 'H' } };
const EMPTY_SET = 'One or more parameter values were invalid: An string set  may not be empty';

const errors = (tests: string, title: string, steps: readonly Step[]): RecordedCase =>
  verified('exceptions/test_dynamodb_exceptions', tests, title, [...made(), ...steps]);
const CLASH = 'TestUpdateExpressionClausesWithClashingExpressions::';

const clashes: RecordedCase[] = [
  errors(`${CLASH}test_multiple_add_clauses, test_multiple_remove_clauses, test_multiple_set_clauses`, 'an update has each section once', [
    refuse('ADD x :one SET a = :a ADD y :one', { values: item({ ':one': 1, ':a': 'text' }) as never }, twice('ADD')),
    refuse(
      'REMOVE #ulist[0] SET current_user = :user REMOVE some_param',
      { names: { '#ulist': 'user_list' }, values: item({ ':user': { name: 'Jane' } }) as never },
      twice('REMOVE'),
    ),
    refuse('SET current_user = :user SET some_param = :user', { values: item({ ':user': { name: 'Jane' } }) as never }, twice('SET')),
  ]),
  errors(
    `${CLASH}test_delete_and_add_on_same_set, test_remove_and_add_on_same_set, test_set_and_remove_on_overlapping_paths, test_set_path_overlap`,
    'paths of an update do not overlap, whatever their sections are',
    [
      refuse(
        'ADD #s :add DELETE #s :delete',
        { names: { '#s': 'string_set' }, values: { ':add': { SS: ['c'] }, ':delete': { SS: ['a'] } } },
        OVERLAP,
      ),
      refuse('ADD #s :add REMOVE #s', { names: { '#s': 'string_set.nested' }, values: { ':add': { SS: ['c'] } } }, OVERLAP),
      refuse('REMOVE string_set SET string_set.nested = :h', { values: H }, OVERLAP),
      refuse('SET string_set = :h, string_set.nested = :h', { values: H }, OVERLAP),
    ],
  ),
  errors(
    `${CLASH}test_path_overlap_error_uses_expression_attribute_name, test_path_overlap_error_splits_paths, test_overlapping_paths_error_if_identical_paths_are_expression_attribute_names`,
    'paths that overlap are told by the names of their attributes',
    [
      refuse('SET #s = :h, #s = :h', { names: { '#s': 'string_set' }, values: H }, overlap('[string_set]')),
      refuse('SET string_set.nested = :h, string_set.nested = :h', { values: H }, overlap('[string_set, nested]')),
      refuse('SET #s = :h, #n = :h', { names: { '#s': 'string_set', '#n': 'string_set' }, values: H }, OVERLAP),
    ],
  ),
  errors(
    `${CLASH}test_no_overlapping_paths_error_if_one_of_the_overlapping_paths_is_an_expression_attribute_name`,
    'a name with a point in it is the name of one attribute',
    [
      updated('SET string_set = :h, #n = :h', { names: { '#n': 'string_set.nested' }, values: H }),
      holds({ pk: 'foo', string_set: 'H', 'string_set.nested': 'H' }),
    ],
  ),
  errors(
    `${CLASH}test_update_item_with_shared_root_but_different_overall, test_delete_and_add_on_different_set`,
    'an update changes several attributes of one map, and several sets',
    [
      ...put({ pk: 'foo', nested: { key1: 'value1', key2: 'value2', key3: 'value3' } }),
      updated('SET #r.#a = :a, #r.#b = :b', {
        names: { '#r': 'nested', '#a': 'key1', '#b': 'key2' },
        values: { ':a': { S: 'new value1' }, ':b': { S: 'new value2' } },
      }),
      holds({ pk: 'foo', nested: { key1: 'new value1', key2: 'new value2', key3: 'value3' } }),
      updated('ADD #a :a DELETE #b :b', {
        names: { '#a': 'ss1', '#b': 'ss2' },
        values: { ':a': { SS: ['c'] }, ':b': { SS: ['a'] } },
        key: { pk: 'other' },
      }),
    ],
  ),
  errors('test_update_item_unused_attributes', 'names and values of an update that nothing uses are told, names first', [
    ...put({ pk: 'foo', spec: {}, am: 0, test: 'text' }),
    refuse(
      'SET spec.#limit = :limit',
      { names: { '#count': 'count', '#limit': 'limit' }, values: { ':countChange': { N: '1' }, ':limit': { S: 'limit' } } },
      ONE_ERROR + unused('Names', '#count'),
    ),
    refuse('ADD am :limit', { names: { '#count': 'count' }, values: { ':limit': { N: '2' } } }, ONE_ERROR + unused('Names', '#count')),
    refuse(
      'SET spec.#limit = :limit',
      { names: { '#limit': 'limit' }, values: { ':countChange': { N: '1' }, ':limit': { S: 'limit' } } },
      ONE_ERROR + unused('Values', ':countChange'),
    ),
    updated('SET spec.#limit = :limit', {
      names: { '#limit': 'limit' },
      values: { ':t': { S: 't' }, ':limit': { S: 'limit' } },
      more: { ConditionExpression: 'begins_with(test, :t)' },
    }),
    holds({ pk: 'foo', spec: { limit: 'limit' }, am: 0, test: 'text' }),
  ]),
];

const transactions: RecordedCase[] = [
  errors(
    'test_transact_write_item_put_unused_attribute_name, test_transact_write_item_update_unused_attribute_name, test_transact_write_item_delete_unused_attribute_name, test_transact_write_item_unused_attribute_name_in_condition_check',
    'names that an action of a transaction does not use come before its key, without a prefix',
    [
      { Put: { Item: item({ pk: 'foo' }), ConditionExpression: '#i <> foo' } },
      { Update: { Key: item({ id: 'foo' }), UpdateExpression: 'SET #i = test' } },
      { Delete: { Key: item({ pk: 'foo', foo: 'bar' }), ConditionExpression: '#i <> foo' } },
      { ConditionCheck: { Key: item({ id: 'foo' }), ConditionExpression: 'attribute_exists(#i)' } },
    ].map((action) => {
      const [[kind, request]] = Object.entries(action) as [[string, object]];
      const names = { ExpressionAttributeNames: { '#i': 'pk', '#count': 'count' } };
      return refusedCall(
        'dynamodb.TransactWriteItems',
        { TransactItems: [{ [kind]: { TableName, ...request, ...names } }] },
        INVALID,
        unused('Names', '#count'),
      );
    }),
  ),
];

const expressions = (tests: string, title: string, steps: readonly Step[]): RecordedCase =>
  verified('test_dynamodb_update_expressions', tests, title, [...made(), ...steps]);
const SET = { '#u': 'users' };
const users = (name: string): UpdateInput => ({ names: SET, values: { ':u': { SS: [name] } } });

const values: RecordedCase[] = [
  expressions('test_update_different_map_elements_in_single_request', 'an update may be written over several lines', [
    ...put({ pk: 'foo', d: { hello: 'h', world: 'w' } }),
    on(
      'UpdateItem',
      update('set d.hello = :h, d.world = :w', { values: { ':h': { S: 'H' }, ':w': { S: 'W' } }, more: { ReturnValues: 'ALL_NEW' } }),
      {
        answer: { Attributes: item({ pk: 'foo', d: { hello: 'H', world: 'W' } }) },
      },
    ),
    updated('\n  ADD\n    total_count :n\n', { values: { ':n': { N: '5' } } }),
    holds({ pk: 'foo', d: { hello: 'H', world: 'W' }, total_count: 5 }),
  ]),
  expressions('test_update_item_add_float', 'sums of decimals are exact', [
    ...put({ pk: 'foo', amount: 100 }),
    ...(
      [
        ['-88.3', 11.7],
        ['25.41', 37.11],
        ['6', 43.11],
      ] as const
    ).flatMap(([N, amount]) => [updated('ADD amount :n', { values: { ':n': { N } } }), holds({ pk: 'foo', amount })]),
  ]),
  expressions('test_delete_last_item_from_map', 'a set whose last member is taken leaves its map', [
    on('PutItem', { Item: { pk: { S: 'foo' }, map: { M: { sset: { SS: ['foo'] } } } } }),
    on(
      'UpdateItem',
      update('DELETE #m.#s :s', {
        names: { '#m': 'map', '#s': 'sset' },
        values: { ':s': { SS: ['foo'] } },
        more: { ReturnValues: 'ALL_NEW' },
      }),
      { answer: { Attributes: item({ pk: 'foo', map: {} }) } },
    ),
  ]),
  expressions('test_delete_non_existing_item', 'members that are not there are taken from sets that are not there, and from others', [
    ...put({ pk: 'foo' }),
    updated('DELETE #u :u', users('karl')),
    holds({ pk: 'foo' }),
    updated('ADD #u :u', users('karl')),
    updated('DELETE #u :u', users('karl2')),
    on('Scan', {}, { contains: { Items: [{ pk: { S: 'foo' }, users: { SS: ['karl'] } }] } }),
    updated('DELETE #u :u', users('karl')),
    holds({ pk: 'foo' }),
  ]),
  expressions('test_update_item_add_empty_set', 'no empty set is added', [
    ...put({ pk: 'foo' }),
    refuse('ADD stringset :e', { values: { ':e': { SS: [] } } }, ONE_ERROR + EMPTY_SET),
    holds({ pk: 'foo' }),
  ]),
  expressions('test_update_item_with_empty_values, test_update_item_with_empty_expression', 'neither values nor an update are empty', [
    refuse('SET #d = :s', { names: { '#d': 'd' }, values: {} }, `${ONE_ERROR}ExpressionAttributeValues must not be empty`),
    refuse('', {}, `${ONE_ERROR}Invalid UpdateExpression: The expression can not be empty;`),
  ]),
  expressions('test_update_expression_remove_list_and_attribute', 'an element of a list and an attribute are removed together', [
    ...put({ pk: 'foo', user_list: [{ name: 'John' }, { name: 'Jane' }], some_param: null }),
    updated('REMOVE #l[0], some_param', { names: { '#l': 'user_list' } }),
    holds({ pk: 'foo', user_list: [{ name: 'Jane' }] }),
  ]),
  verified('test_dynamodb', 'test_remove_top_level_attribute_non_existent', 'an attribute that is not there is removed', [
    ...made(),
    ...put({ pk: 'foo', item: 'bar' }),
    updated('REMOVE non_existent_attribute'),
    holds({ pk: 'foo', item: 'bar' }),
  ]),
  verified(
    'exceptions/test_key_length_exceptions',
    'test_update_item_with_long_string_hash_key_exception',
    'a partition key has 2,048 bytes at most',
    [
      ...made(),
      updated('SET body = :h', { key: { pk: 'x'.repeat(2048) }, values: H }),
      refused(
        'UpdateItem',
        update('SET body = :h', { key: { pk: 'x'.repeat(2049) }, values: H }),
        'One or more parameter values were invalid: Size of hashkey has exceeded the maximum size limit of2048 bytes',
      ),
    ],
  ),
];

export const recorded: RecordedCases = { service: 'dynamodb', cases: [...clashes, ...transactions, ...values] };

// Steps that the cases of the table service share. Items are written as plain values.
import { type ClientCall, moto, type RecordedCase, refused as refusedCall, type Step } from './case.ts';

export const INVALID = 'ValidationException';
/** Words before the errors of some operations since 2026. */
export const ONE_ERROR = '1 validation error detected: ';
export const TableName = 'table';
export const TABLE_ARN = 'arn:aws:dynamodb:us-east-1:{account}:table/table';

type Plain = string | number | boolean | null | readonly Plain[] | { readonly [name: string]: Plain };
export type Item = Readonly<Record<string, Plain>>;

function value(plain: Plain): object {
  if (typeof plain === 'string') return { S: plain };
  if (typeof plain === 'number') return { N: String(plain) };
  if (typeof plain === 'boolean') return { BOOL: plain };
  if (plain === null) return { NULL: true };
  return Array.isArray(plain) ? { L: plain.map(value) } : { M: item(plain as Item) };
}
export const item = (plain: Item): Record<string, object> =>
  Object.fromEntries(Object.entries(plain).map(([name, each]) => [name, value(each)]));

/** Keys of a table of the recorded tests: its own is `pk`, and `sk` where it has a range. */
interface Shape {
  readonly range?: 'S' | 'N';
  /** The global index `test_gsi` by `gsi_pk`, and the types of its range keys, `gsi_sk` and `gsi_sk2`. */
  readonly gsi?: readonly ('S' | 'N')[];
  /** The local index `test_lsi` by `lsi_sk`. */
  readonly lsi?: 'S' | 'N';
  readonly projection?: object;
}

const element = (AttributeName: string, KeyType: 'HASH' | 'RANGE') => ({ AttributeName, KeyType });
const definition = (AttributeName: string, AttributeType: string) => ({ AttributeName, AttributeType });
const ALL = { ProjectionType: 'ALL' };

export function made({ range, gsi, lsi, projection = ALL }: Shape = {}): readonly Step[] {
  const ranges = gsi?.map((_, at) => `gsi_sk${at === 0 ? '' : at + 1}`) ?? [];
  const input = {
    TableName,
    BillingMode: 'PAY_PER_REQUEST',
    AttributeDefinitions: [
      definition('pk', 'S'),
      ...(range ? [definition('sk', range)] : []),
      ...(gsi ? [definition('gsi_pk', 'S')] : []),
      ...ranges.map((name, at) => definition(name, gsi![at]!)),
      ...(lsi ? [definition('lsi_sk', lsi)] : []),
    ],
    KeySchema: [element('pk', 'HASH'), ...(range ? [element('sk', 'RANGE')] : [])],
    ...(gsi && {
      GlobalSecondaryIndexes: [
        {
          IndexName: 'test_gsi',
          KeySchema: [element('gsi_pk', 'HASH'), ...ranges.map((name) => element(name, 'RANGE'))],
          Projection: projection,
        },
      ],
    }),
    ...(lsi && {
      LocalSecondaryIndexes: [
        { IndexName: 'test_lsi', KeySchema: [element('pk', 'HASH'), element('lsi_sk', 'RANGE')], Projection: projection },
      ],
    }),
  };
  return [{ call: 'dynamodb.CreateTable', input, as: 'table' }, { wait: '10s' }];
}

/** A call on the table; `expected` are members of its answer. */
export const on = (operation: string, input: object, expected: Pick<ClientCall, 'answer' | 'contains' | 'as'> = {}): Step => ({
  call: `dynamodb.${operation}`,
  input: { TableName, ...input },
  ...expected,
});

export const put = (...items: readonly Item[]): Step[] => items.map((each) => on('PutItem', { Item: item(each) }));

/** Input of a query; `values` are those of its condition. */
export const query = (KeyConditionExpression: string, values: Item, more: object = {}) => ({
  KeyConditionExpression,
  ExpressionAttributeValues: item(values),
  ...more,
});
export const GSI = { IndexName: 'test_gsi' };

export type Read = 'Query' | 'Scan';
/** A read that finds `Count` items, and looked at no others. */
export const count = (operation: Read, input: object, Count: number, more: object = {}): Step =>
  on(operation, input, { contains: { Count, ScannedCount: Count, ...more } });

/** The table holds these items, in this order. */
export const holds = (...items: readonly Item[]): Step => on('Scan', {}, { contains: { Items: items.map(item) } });

/** A call on the table that is refused as invalid. */
export const refused = (operation: string, input: object, message?: string | RegExp): Step =>
  refusedCall(`dynamodb.${operation}`, { TableName, ...input }, INVALID, message);

/** Tests of moto's that were run against the service, in the state of that month. */
export const verified = (file: string, tests: string, title: string, steps: readonly Step[]): RecordedCase => ({
  title,
  source: moto(`tests/test_dynamodb/${file}.py::${tests}`),
  recorded: 'before 2026-08',
  steps,
});

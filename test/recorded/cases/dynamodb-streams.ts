// Recorded answers about streams of tables, throughput and binary values.
import { ANY, localstack, NONE, type RecordedCase, type RecordedCases, type Step } from '../case.ts';
import { type Item, item } from '../table-steps.ts';

const test = (name: string): string => localstack(`dynamodb/test_dynamodb.py::TestDynamoDB::${name}`);
const HASH = { KeySchema: [{ AttributeName: 'id', KeyType: 'HASH' }], AttributeDefinitions: [{ AttributeName: 'id', AttributeType: 'S' }] };
const PROVISIONED = { ProvisionedThroughput: { ReadCapacityUnits: 5, WriteCapacityUnits: 5 } };
const table = (TableName: string, more: object = {}, contains: object = {}): Step[] => [
  {
    call: 'dynamodb.CreateTable',
    input: { TableName, ...HASH, ...PROVISIONED, ...more },
    as: TableName,
    contains: { TableDescription: contains },
  },
  { wait: '10s' },
];
const stream = (StreamViewType: string) => ({ StreamSpecification: { StreamEnabled: true, StreamViewType } });
const call = (operation: string, input: Record<string, unknown>, more: object = {}): Step => ({
  call: `dynamodb.${operation}`,
  input: { TableName: 'table', ...input },
  ...more,
});
const transact = (...TransactItems: object[]): Step => ({ call: 'dynamodb.TransactWriteItems', input: { TransactItems }, answer: {} });
const action = (kind: string, request: object, TableName = 'table') => ({ [kind]: { TableName, ...request } });

interface Change {
  readonly event: string;
  readonly key: string;
  readonly old?: Item;
  readonly now?: Item;
  readonly bytes: number;
}
const StreamArn = '{table.TableDescription.LatestStreamArn}';
const records = (view: string, ...changes: readonly Change[]): Step[] => [
  {
    call: 'dynamodbstreams.DescribeStream',
    input: { StreamArn },
    as: 'stream',
    contains: { StreamDescription: { StreamViewType: view, StreamStatus: 'ENABLED' } },
  },
  {
    call: 'dynamodbstreams.GetShardIterator',
    input: { StreamArn, ShardId: '{stream.StreamDescription.Shards.0.ShardId}', ShardIteratorType: 'TRIM_HORIZON' },
    as: 'iterator',
  },
  {
    call: 'dynamodbstreams.GetRecords',
    input: { ShardIterator: '{iterator.ShardIterator}' },
    contains: {
      Records: changes.map(({ event, key, old, now, bytes }) => ({
        awsRegion: 'us-east-1',
        eventID: ANY,
        eventName: event,
        eventSource: 'aws:dynamodb',
        eventVersion: '1.1',
        userIdentity: NONE,
        dynamodb: {
          ApproximateCreationDateTime: ANY,
          Keys: { id: { S: key } },
          NewImage: now ? item(now) : NONE,
          OldImage: old ? item(old) : NONE,
          SequenceNumber: ANY,
          SizeBytes: bytes,
          StreamViewType: view,
        },
      })),
    },
  },
];
const set = (key: string, values: Item) => ({
  Key: { id: { S: key } },
  UpdateExpression: `SET ${Object.keys(values)
    .map((name) => `${name} = :${name}`)
    .join(', ')}`,
  ExpressionAttributeValues: item(Object.fromEntries(Object.entries(values).map(([name, value]) => [`:${name}`, value]))),
});

const streams: RecordedCase[] = [
  {
    title: 'a stream of keys shows keys alone, and counts them alone',
    source: test('test_dynamodb_stream_stream_view_type'),
    recorded: '2025-10',
    steps: [
      ...table('table', stream('KEYS_ONLY'), { StreamSpecification: { StreamEnabled: true, StreamViewType: 'KEYS_ONLY' } }),
      call('PutItem', { Item: item({ id: 'Fred' }) }),
      call('UpdateItem', set('Fred', { S: 'Fred' })),
      call('DeleteItem', { Key: item({ id: 'Fred' }) }),
      ...records('KEYS_ONLY', ...['INSERT', 'MODIFY', 'REMOVE'].map((event) => ({ event, key: 'Fred', bytes: 6 }))),
    ],
  },
  {
    title: 'a transaction leaves a record for each item that it changes, in its order',
    source: test('test_transact_write_items_streaming'),
    recorded: '2025-10',
    steps: [
      ...table('table', stream('NEW_AND_OLD_IMAGES')),
      call('PutItem', { Item: item({ id: 'Fred' }) }),
      transact(action('Put', { Item: item({ id: 'Fred' }) }), action('Put', { Item: item({ id: 'NewKey' }) })),
      transact(action('Update', set('NewKey', { attr1: 'value1', attr2: 'value2' }))),
      transact(action('Update', set('NonExistentKey', { attr1: 'value1' }))),
      transact(
        action('Delete', { Key: item({ id: 'NewKey' }) }),
        action('Put', { Item: item({ id: 'Fred', name: 'Fred' }) }),
        action('Update', set('NonExistentKey', { attr1: 'value1' })),
      ),
      ...records(
        'NEW_AND_OLD_IMAGES',
        { event: 'INSERT', key: 'Fred', now: { id: 'Fred' }, bytes: 12 },
        { event: 'INSERT', key: 'NewKey', now: { id: 'NewKey' }, bytes: 16 },
        { event: 'MODIFY', key: 'NewKey', now: { id: 'NewKey', attr1: 'value1', attr2: 'value2' }, old: { id: 'NewKey' }, bytes: 46 },
        { event: 'INSERT', key: 'NonExistentKey', now: { id: 'NonExistentKey', attr1: 'value1' }, bytes: 43 },
        { event: 'REMOVE', key: 'NewKey', old: { id: 'NewKey', attr1: 'value1', attr2: 'value2' }, bytes: 38 },
        { event: 'MODIFY', key: 'Fred', now: { id: 'Fred', name: 'Fred' }, old: { id: 'Fred' }, bytes: 26 },
      ),
    ],
  },
  {
    title: 'a transaction over two tables leaves records in the stream of the one that has one',
    source: test('test_transact_write_items_streaming_for_different_tables'),
    recorded: '2025-10',
    steps: [
      ...table('table', stream('NEW_AND_OLD_IMAGES')),
      ...table('other'),
      transact(action('Put', { Item: item({ id: 'Fred' }) }), action('Put', { Item: item({ id: 'Fred' }) }, 'other')),
      ...records('NEW_AND_OLD_IMAGES', { event: 'INSERT', key: 'Fred', now: { id: 'Fred' }, bytes: 12 }),
    ],
  },
  {
    title: 'each table of a global table has a stream of its own',
    source: test('test_streams_on_global_tables'),
    recorded: '2025-10',
    steps: [
      ...table('table', { ...stream('NEW_AND_OLD_IMAGES'), ProvisionedThroughput: undefined, BillingMode: 'PAY_PER_REQUEST' }),
      call('UpdateTable', { ReplicaUpdates: [{ Create: { RegionName: 'eu-west-1' } }] }),
      { wait: '600s' },
      ...['us-east-1', 'eu-west-1'].map(
        (region): Step => ({
          call: 'dynamodbstreams.ListStreams',
          input: { TableName: 'table' },
          region,
          contains: { Streams: [{ StreamArn: new RegExp(`^arn:aws:dynamodb:${region}:\\d+:table/table/stream/`), TableName: 'table' }] },
        }),
      ),
    ],
  },
];

const BYTES = new Uint8Array([0x90]);
const index = (more: object) => ({
  AttributeDefinitions: ['id', 'TRID'].map((AttributeName) => ({ AttributeName, AttributeType: 'S' })),
  GlobalSecondaryIndexes: [
    {
      IndexName: 'TransactionRecordID',
      KeySchema: [{ AttributeName: 'TRID', KeyType: 'HASH' }],
      Projection: { ProjectionType: 'ALL' },
      ...more,
    },
  ],
});
const units = (read: number, write = read) => ({ NumberOfDecreasesToday: 0, ReadCapacityUnits: read, WriteCapacityUnits: write });
const warm = (read: number, write: number, Status = 'ACTIVE') => ({ ReadUnitsPerSecond: read, WriteUnitsPerSecond: write, Status });
const described = (contains: object): Step => call('DescribeTable', {}, { contains: { Table: contains } });

const others: RecordedCase[] = [
  {
    title: 'warm throughput that is asked for is described with the new table, too',
    source: test('test_table_warm_throughput'),
    recorded: '2025-10',
    steps: [
      ...table(
        'table',
        { WarmThroughput: { ReadUnitsPerSecond: 1000, WriteUnitsPerSecond: 1200 } },
        { WarmThroughput: warm(1000, 1200, 'UPDATING') },
      ),
      described({ WarmThroughput: warm(1000, 1200), ProvisionedThroughput: units(5), BillingModeSummary: NONE }),
    ],
  },
  {
    title: 'an index of a table that is paid per request is warm as the table is',
    source: test('test_gsi_with_billing_mode[PAY_PER_REQUEST]'),
    recorded: '2025-10',
    steps: [
      ...table(
        'table',
        { ...index({}), ProvisionedThroughput: undefined, BillingMode: 'PAY_PER_REQUEST' },
        {
          BillingModeSummary: { BillingMode: 'PAY_PER_REQUEST', LastUpdateToPayPerRequestDateTime: NONE },
          ProvisionedThroughput: units(0),
          WarmThroughput: NONE,
        },
      ),
      described({
        BillingModeSummary: { BillingMode: 'PAY_PER_REQUEST', LastUpdateToPayPerRequestDateTime: ANY },
        WarmThroughput: warm(12000, 4000),
        GlobalSecondaryIndexes: [{ IndexStatus: 'ACTIVE', ProvisionedThroughput: units(0), WarmThroughput: warm(12000, 4000) }],
      }),
    ],
  },
  {
    title: 'an index of a provisioned table is warm by its own units',
    source: test('test_gsi_with_billing_mode[PROVISIONED]'),
    recorded: '2025-10',
    steps: [
      ...table('table', index({ ProvisionedThroughput: { ReadCapacityUnits: 1, WriteCapacityUnits: 1 } }), {
        BillingModeSummary: NONE,
        GlobalSecondaryIndexes: [{ ProvisionedThroughput: units(1), WarmThroughput: NONE }],
      }),
      described({
        WarmThroughput: warm(5, 5),
        GlobalSecondaryIndexes: [{ ProvisionedThroughput: units(1), WarmThroughput: warm(1, 1) }],
      }),
    ],
  },
  {
    title: 'bytes come back as they were written, from items and transactions',
    source: test('test_data_encoding_consistency, test_transaction_write_binary_data'),
    recorded: '2025-10',
    steps: [
      ...table('table'),
      call('PutItem', { Item: { id: { S: 'id1' }, version: { N: '1' }, data: { B: BYTES } } }),
      call('GetItem', { Key: item({ id: 'id1' }) }, { contains: { Item: { version: { N: '1' } } }, as: 'read' }),
      transact(action('Put', { Item: { id: { S: 'someUser' }, binaryData: { B: new TextEncoder().encode('foobar') } } })),
      call('GetItem', { Key: item({ id: 'someUser' }) }, { contains: { Item: { id: { S: 'someUser' } } } }),
    ],
  },
];

export const recorded: RecordedCases = { service: 'dynamodb', cases: [...streams, ...others] };

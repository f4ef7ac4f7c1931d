// Streams of tables: what each view shows, what leaves no record, iterators, and the day for which records are kept.
import type { StreamViewType } from '@aws-sdk/client-dynamodb';
import { type _Record, DynamoDBStreams, type GetShardIteratorCommandInput } from '@aws-sdk/client-dynamodb-streams';
import { beforeAll, describe, expect, it } from 'vitest';
import { tableOf, useTables } from '../../support/use-tables.ts';

const fixture = useTables();
let streams: DynamoDBStreams;
beforeAll(() => {
  streams = fixture.emulator.client(DynamoDBStreams);
});

async function streamed(TableName: string, view: StreamViewType): Promise<string> {
  const StreamSpecification = { StreamEnabled: true, StreamViewType: view };
  const { TableDescription } = await fixture.db.createTable(tableOf(TableName, ['pk:S'], { StreamSpecification }));
  return TableDescription!.LatestStreamArn!;
}
async function iteratorOf(StreamArn: string, more: Partial<GetShardIteratorCommandInput> = {}): Promise<string> {
  const { StreamDescription } = await streams.describeStream({ StreamArn });
  const ShardId = StreamDescription!.Shards![0]!.ShardId!;
  const { ShardIterator } = await streams.getShardIterator({ StreamArn, ShardId, ShardIteratorType: 'TRIM_HORIZON', ...more });
  return ShardIterator!;
}
const read = async (StreamArn: string): Promise<_Record[]> =>
  (await streams.getRecords({ ShardIterator: await iteratorOf(StreamArn) })).Records!;
const pk = { S: 'a' };

describe('a stream', () => {
  it.each([
    ['KEYS_ONLY', ['Keys']],
    ['NEW_IMAGE', ['Keys', 'NewImage']],
    ['OLD_IMAGE', ['Keys', 'OldImage']],
    ['NEW_AND_OLD_IMAGES', ['Keys', 'NewImage', 'OldImage']],
  ] as const)('shows %s of a change', async (view, shown) => {
    const TableName = `view-${view}`;
    const arn = await streamed(TableName, view);
    await fixture.put(TableName, { pk, n: { N: '1' } }, { pk, n: { N: '2' } });
    await fixture.db.deleteItem({ TableName, Key: { pk } });
    const records = await read(arn);
    expect(records.map(({ eventName }) => eventName)).toEqual(['INSERT', 'MODIFY', 'REMOVE']);
    const { dynamodb, eventID, ...rest } = records[1]!;
    expect(rest).toEqual({ eventName: 'MODIFY', eventVersion: '1.1', eventSource: 'aws:dynamodb', awsRegion: 'us-east-1' });
    expect(eventID).toMatch(/^[0-9a-f]{32}$/);
    expect(Object.keys(dynamodb!).filter((name) => /Keys|Image$/.test(name))).toEqual(shown);
    // Recorded by localstack/localstack: the sum of the keys and the images shown.
    expect(dynamodb!.SizeBytes).toBe(3 + (shown.length - 1) * 6);
    const numbers = records.map((record) => record.dynamodb!.SequenceNumber!);
    expect(numbers).toEqual([...numbers].sort());
  });

  it('has no record of a write that changes nothing', async () => {
    const TableName = 'unchanged';
    const arn = await streamed(TableName, 'NEW_AND_OLD_IMAGES');
    const item = { pk, s: { SS: ['a', 'b'] } };
    await fixture.put(TableName, item, { pk, s: { SS: ['b', 'a'] } });
    const update = (UpdateExpression: string) =>
      fixture.db.updateItem({
        TableName,
        Key: { pk },
        UpdateExpression,
        ...(UpdateExpression.includes(':') && { ExpressionAttributeValues: { ':s': item.s } }),
      });
    await update('SET s = :s');
    await update('REMOVE absent');
    await fixture.db.deleteItem({ TableName, Key: { pk: { S: 'absent' } } });
    expect(await read(arn)).toHaveLength(1);
  });

  it('has a record for each action of a transaction, in order', async () => {
    const TableName = 'transacted';
    const arn = await streamed(TableName, 'KEYS_ONLY');
    const ids = ['c', 'a', 'b'];
    await fixture.db.transactWriteItems({ TransactItems: ids.map((id) => ({ Put: { TableName, Item: { pk: { S: id } } } })) });
    expect((await read(arn)).map(({ dynamodb }) => dynamodb!.Keys!['pk']!.S)).toEqual(ids);
  });

  it('says that the service itself deleted an item whose time had come', async () => {
    const TableName = 'expired';
    const arn = await streamed(TableName, 'OLD_IMAGE');
    await fixture.db.updateTimeToLive({ TableName, TimeToLiveSpecification: { AttributeName: 'until', Enabled: true } });
    const until = { N: String(Math.floor(fixture.emulator.clock.now() / 1000) + 5) };
    await fixture.put(TableName, { pk, until });
    await fixture.emulator.clock.advance('10s');
    await fixture.emulator.idle();
    const [, removed] = await read(arn);
    expect(removed).toMatchObject({
      eventName: 'REMOVE',
      userIdentity: { Type: 'Service', PrincipalId: 'dynamodb.amazonaws.com' },
      dynamodb: { OldImage: { pk, until } },
    });
  });
});

describe('an iterator', () => {
  it('goes on, begins at a record or behind it, or with what comes next', async () => {
    const TableName = 'iterated';
    const arn = await streamed(TableName, 'KEYS_ONLY');
    const put = (id: string) => fixture.put(TableName, { pk: { S: id } });
    for (const id of ['a', 'b', 'c']) await put(id);
    const latest = await iteratorOf(arn, { ShardIteratorType: 'LATEST' });
    const first = await streams.getRecords({ ShardIterator: await iteratorOf(arn), Limit: 2 });
    expect(first.Records).toHaveLength(2);
    const rest = await streams.getRecords({ ShardIterator: first.NextShardIterator });
    expect(rest.Records!.map(({ dynamodb }) => dynamodb!.Keys!['pk']!.S)).toEqual(['c']);
    const SequenceNumber = first.Records![1]!.dynamodb!.SequenceNumber!;
    const at = await streams.getRecords({
      ShardIterator: await iteratorOf(arn, { ShardIteratorType: 'AT_SEQUENCE_NUMBER', SequenceNumber }),
    });
    const after = await streams.getRecords({
      ShardIterator: await iteratorOf(arn, { ShardIteratorType: 'AFTER_SEQUENCE_NUMBER', SequenceNumber }),
    });
    expect([at.Records!.length, after.Records!.length]).toEqual([2, 1]);
    await put('d');
    const newest = await streams.getRecords({ ShardIterator: latest });
    expect(newest.Records!.map(({ dynamodb }) => dynamodb!.Keys!['pk']!.S)).toEqual(['d']);
  });

  it('is good for a quarter of an hour, and records for a day', async () => {
    const TableName = 'kept';
    const arn = await streamed(TableName, 'KEYS_ONLY');
    await fixture.put(TableName, { pk });
    const ShardIterator = await iteratorOf(arn);
    await fixture.emulator.clock.advance('16m');
    await expect(streams.getRecords({ ShardIterator })).rejects.toMatchObject({ name: 'ExpiredIteratorException' });
    const [record] = await read(arn);
    await fixture.emulator.clock.advance('23h50m');
    await fixture.emulator.idle();
    expect(await read(arn)).toEqual([]);
    const { SequenceNumber } = record!.dynamodb!;
    await expect(iteratorOf(arn, { ShardIteratorType: 'AT_SEQUENCE_NUMBER', SequenceNumber })).rejects.toMatchObject({
      name: 'TrimmedDataAccessException',
    });
  });
});

describe('streams of a table', () => {
  it('get a new label when enabled again; the old one can be read for a day', async () => {
    const TableName = 'again';
    const first = await streamed(TableName, 'KEYS_ONLY');
    await fixture.put(TableName, { pk });
    const enable = { StreamEnabled: true, StreamViewType: 'NEW_IMAGE' as const };
    await expect(fixture.db.updateTable({ TableName, StreamSpecification: enable })).rejects.toMatchObject({
      name: 'ResourceInUseException',
      message: 'Table already has an enabled stream: TableName: again',
    });
    await fixture.db.updateTable({ TableName, StreamSpecification: { StreamEnabled: false } });
    await expect(fixture.db.updateTable({ TableName, StreamSpecification: { StreamEnabled: false } })).rejects.toMatchObject({
      message: 'Table has no stream to disable: TableName: again',
    });
    const { TableDescription } = await fixture.db.updateTable({ TableName, StreamSpecification: enable });
    const second = TableDescription!.LatestStreamArn!;
    expect(second).not.toBe(first);
    const listed = await streams.listStreams({ TableName });
    expect(listed.Streams!.map(({ StreamArn }) => StreamArn)).toEqual([first, second]);
    const { Records, NextShardIterator } = await streams.getRecords({ ShardIterator: await iteratorOf(first) });
    expect([Records!.length, NextShardIterator]).toEqual([1, undefined]);
    await fixture.emulator.clock.advance('25h');
    await fixture.emulator.idle();
    await expect(streams.describeStream({ StreamArn: first })).rejects.toMatchObject({
      name: 'ResourceNotFoundException',
      message: `Requested resource not found: Stream: ${first} not found`,
    });
  });

  it('are listed in pages', async () => {
    const page = await streams.listStreams({ Limit: 1 });
    expect(page.LastEvaluatedStreamArn).toBe(page.Streams![0]!.StreamArn);
    const rest = await streams.listStreams({ ExclusiveStartStreamArn: page.LastEvaluatedStreamArn });
    expect(rest.Streams!.map(({ StreamArn }) => StreamArn)).not.toContain(page.LastEvaluatedStreamArn);
  });
});

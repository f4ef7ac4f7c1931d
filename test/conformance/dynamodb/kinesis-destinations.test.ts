// Data streams as destinations of a table's changes: their records, their states and the service's texts, deliveries that fail, and global tables.
import { CloudFormation } from '@aws-sdk/client-cloudformation';
import { DynamoDB } from '@aws-sdk/client-dynamodb';
import { Kinesis } from '@aws-sdk/client-kinesis';
import { describe, expect, it } from 'vitest';
import { tableOf, useTables } from '../../support/use-tables.ts';

const fixture = useTables(
  tableOf('orders', ['id:S', 'at:N'], { StreamSpecification: { StreamEnabled: false } }),
  tableOf('changing', ['id:S']),
  tableOf('failing', ['id:S']),
  tableOf('moving', ['id:S']),
  tableOf('expiring', ['id:S']),
);
const arnOf = (name: string, region = 'us-east-1', account = '000000000000') => `arn:aws:kinesis:${region}:${account}:stream/${name}`;
const kinesisIn = (region: string) => fixture.emulator.client(Kinesis, { region });

async function stream(StreamName: string, region = 'us-east-1'): Promise<string> {
  await kinesisIn(region).createStream({ StreamName, ShardCount: 1 });
  return arnOf(StreamName, region);
}

/** The records of a stream of one shard, as JSON. */
async function recordsOf(StreamName: string, region = 'us-east-1') {
  await fixture.emulator.idle();
  const kinesis = kinesisIn(region);
  const where = { StreamName, ShardId: 'shardId-000000000000', ShardIteratorType: 'TRIM_HORIZON' } as const;
  const { Records = [] } = await kinesis.getRecords({ ShardIterator: (await kinesis.getShardIterator(where)).ShardIterator! });
  return Records.map(({ Data, PartitionKey }) => ({ text: Buffer.from(Data!).toString(), PartitionKey: PartitionKey! }));
}
const changesOf = async (name: string, region?: string) =>
  (await recordsOf(name, region)).map(({ text }) => JSON.parse(text) as { eventName: string; dynamodb: Record<string, unknown> });

const destinationsOf = async (TableName: string) =>
  (await fixture.db.describeKinesisStreamingDestination({ TableName })).KinesisDataStreamDestinations!;

describe('changes of a table', () => {
  it('are records of the data stream, in order, with both images, and none for a write that changes nothing', async () => {
    const { db, put } = fixture;
    const StreamArn = await stream('orders');
    await put('orders', { id: { S: 'before' }, at: { N: '1' } });
    const enabled = await db.enableKinesisStreamingDestination({ TableName: 'orders', StreamArn });
    expect(enabled).toMatchObject({
      TableName: 'orders',
      StreamArn,
      DestinationStatus: 'ENABLING',
      EnableKinesisStreamingConfiguration: {},
    });
    const item = { id: { S: 'a' }, at: { N: '1' }, bytes: { B: Buffer.from('x') } };
    await put('orders', item, item, { ...item, bytes: { B: Buffer.from('yy') } });
    await db.deleteItem({ TableName: 'orders', Key: { id: { S: 'a' }, at: { N: '1' } } });
    const records = await recordsOf('orders');
    expect(records.map(({ text }) => (JSON.parse(text) as { eventName: string }).eventName)).toEqual(['INSERT', 'MODIFY', 'REMOVE']);
    expect(new Set(records.map(({ PartitionKey }) => PartitionKey)).size).toBe(1);
    expect(records[0]!.PartitionKey).toMatch(/^[0-9A-F]{32}$/);
    expect(records[1]!.text).toMatch(
      /^\{"awsRegion":"us-east-1","eventID":"[0-9a-f-]{36}","eventName":"MODIFY","userIdentity":null,"recordFormat":"application\/json","tableName":"orders","dynamodb":\{"ApproximateCreationDateTime":\d{13},"Keys":\{"id":\{"S":"a"\},"at":\{"N":"1"\}\},"NewImage":\{"id":\{"S":"a"\},"at":\{"N":"1"\},"bytes":\{"B":"eXk="\}\},"OldImage":\{"id":\{"S":"a"\},"at":\{"N":"1"\},"bytes":\{"B":"eA=="\}\},"SizeBytes":34\},"eventSource":"aws:dynamodb"\}$/,
    );
  });

  it('have times in microseconds, all different, once that precision is set', async () => {
    const { db, put, emulator } = fixture;
    const about = { TableName: 'changing', StreamArn: await stream('precise') };
    await db.enableKinesisStreamingDestination(about);
    await put('changing', { id: { S: 'a' } });
    const settings = { ApproximateCreationDateTimePrecision: 'MICROSECOND' } as const;
    await db.updateKinesisStreamingDestination({ ...about, UpdateKinesisStreamingConfiguration: settings });
    await put('changing', { id: { S: 'b' } }, { id: { S: 'c' } });
    const changes = await changesOf('precise');
    expect(changes[0]!.dynamodb).not.toHaveProperty('ApproximateCreationDateTimePrecision');
    expect(changes[1]!.dynamodb).toMatchObject({ ApproximateCreationDateTimePrecision: 'MICROSECOND' });
    const [ms, first, second] = changes.map(({ dynamodb }) => dynamodb['ApproximateCreationDateTime'] as number);
    expect(ms).toBe(emulator.clock.now());
    expect(Math.floor(first! / 1000)).toBe(ms);
    expect(second).toBe(first! + 1);
    expect(await destinationsOf('changing')).toEqual([{ StreamArn: about.StreamArn, DestinationStatus: 'ACTIVE', ...settings }]);
  });

  it('name the service where an item expired', async () => {
    const { db, emulator, put } = fixture;
    await db.enableKinesisStreamingDestination({ TableName: 'expiring', StreamArn: await stream('expiring') });
    await db.updateTimeToLive({ TableName: 'expiring', TimeToLiveSpecification: { AttributeName: 'until', Enabled: true } });
    await put('expiring', { id: { S: 'a' }, until: { N: String(Math.floor(emulator.clock.now() / 1000) + 10) } });
    await emulator.clock.advance('11s');
    expect(await changesOf('expiring')).toMatchObject([
      { eventName: 'INSERT', userIdentity: null },
      { eventName: 'REMOVE', userIdentity: { type: 'Service', principalId: 'dynamodb.amazonaws.com' } },
    ]);
  });

  it('wait for a stream that is gone, go to the one that takes its name, and are given up after a day', async () => {
    const { db, emulator, put } = fixture;
    const StreamArn = await stream('vanishing');
    await db.enableKinesisStreamingDestination({ TableName: 'failing', StreamArn });
    await kinesisIn('us-east-1').deleteStream({ StreamName: 'vanishing' });
    await put('failing', { id: { S: 'kept' } });
    await emulator.idle();
    expect(await destinationsOf('failing')).toMatchObject([{ DestinationStatus: 'ACTIVE' }]);
    await stream('vanishing');
    await emulator.clock.advance('1m');
    expect((await changesOf('vanishing')).map(({ dynamodb }) => dynamodb['Keys'])).toEqual([{ id: { S: 'kept' } }]);
    await kinesisIn('us-east-1').deleteStream({ StreamName: 'vanishing' });
    await put('failing', { id: { S: 'lost' } });
    await emulator.clock.advance('25h');
    await stream('vanishing');
    await put('failing', { id: { S: 'later' } });
    await emulator.clock.advance('10m');
    expect((await changesOf('vanishing')).map(({ dynamodb }) => dynamodb['Keys'])).toEqual([{ id: { S: 'later' } }]);
  });

  it('are sent without those that the stream finds too large', async () => {
    const { db, put } = fixture;
    await db.createTable(tableOf('large', ['id:S']));
    await db.enableKinesisStreamingDestination({ TableName: 'large', StreamArn: await stream('large') });
    // A control character is one byte of an item's size, and six of its JSON.
    const text = { S: '\u0001'.repeat(300_000) };
    const TransactItems = ['a', 'b', 'c'].map((id) => ({
      Put: { TableName: 'large', Item: { id: { S: id }, ...(id === 'b' && { text }) } },
    }));
    await db.transactWriteItems({ TransactItems });
    await put('large', { id: { S: 'd' } });
    expect((await changesOf('large')).map(({ dynamodb }) => dynamodb['Keys'])).toEqual(['a', 'c', 'd'].map((id) => ({ id: { S: id } })));
  });

  it('of a replica go to the stream that its own region names', async () => {
    const { emulator, db, put } = fixture;
    await db.updateTable({ TableName: 'moving', StreamSpecification: { StreamEnabled: true, StreamViewType: 'NEW_AND_OLD_IMAGES' } });
    await db.updateTable({ TableName: 'moving', ReplicaUpdates: [{ Create: { RegionName: 'eu-west-1' } }] });
    await emulator.idle();
    const StreamArn = await stream('abroad', 'eu-west-1');
    await emulator.client(DynamoDB, { region: 'eu-west-1' }).enableKinesisStreamingDestination({ TableName: 'moving', StreamArn });
    await put('moving', { id: { S: 'a' } });
    expect(await changesOf('abroad', 'eu-west-1')).toMatchObject([{ eventName: 'INSERT', awsRegion: 'eu-west-1' }]);
    expect(await destinationsOf('moving')).toEqual([]);
  });
});

describe('a destination', () => {
  const TableName = 'states';
  const notActive = 'Table is not in a valid state to enable Kinesis Streaming Destination:';

  it('is listed with its state, the newest first, and at most one is active', async () => {
    const { db } = fixture;
    await db.createTable(tableOf(TableName, ['id:S']));
    const failures = [
      [arnOf('nowhere'), 'User does not have a permission to use kinesis stream'],
      [arnOf('abroad', 'eu-west-1'), /which is not in the current region$/],
      [arnOf('foreign', 'us-east-1', '111111111111'), /which is not in Active state$/],
    ] as const;
    for (const [StreamArn, reason] of failures) {
      expect(await db.enableKinesisStreamingDestination({ TableName, StreamArn })).toMatchObject({ DestinationStatus: 'ENABLING' });
      const [first] = await destinationsOf(TableName);
      expect(first).toMatchObject({ StreamArn, DestinationStatus: 'ENABLE_FAILED' });
      expect(first!.DestinationStatusDescription).toMatch(reason);
    }
    const [one, two] = [await stream('one'), await stream('two')];
    await db.enableKinesisStreamingDestination({ TableName, StreamArn: one });
    for (const StreamArn of [one, two])
      await expect(db.enableKinesisStreamingDestination({ TableName, StreamArn })).rejects.toMatchObject({
        name: 'ValidationException',
        message: `${notActive} EnableKinesisStreamingDestination must be DISABLED or ENABLE_FAILED to perform ENABLE operation.`,
      });
    await db.disableKinesisStreamingDestination({ TableName, StreamArn: one });
    await db.enableKinesisStreamingDestination({ TableName, StreamArn: two });
    expect(
      (await destinationsOf(TableName)).map(({ StreamArn, DestinationStatus }) => [StreamArn!.split('/')[1], DestinationStatus]),
    ).toEqual([
      ['two', 'ACTIVE'],
      ['one', 'DISABLED'],
      ['foreign', 'ENABLE_FAILED'],
      ['abroad', 'ENABLE_FAILED'],
      ['nowhere', 'ENABLE_FAILED'],
    ]);
  });

  it('is disabled, and then takes no changes any more', async () => {
    const { db, put } = fixture;
    const StreamArn = arnOf('two');
    await put(TableName, { id: { S: 'a' } });
    await expect(db.disableKinesisStreamingDestination({ TableName, StreamArn, EnableKinesisStreamingConfiguration: {} })).rejects.toThrow(
      'Stream cannot be disabled using EnableKinesisStreamingConfiguration parameters',
    );
    const disabled = await db.disableKinesisStreamingDestination({ TableName, StreamArn });
    expect(disabled).toMatchObject({ TableName, StreamArn, DestinationStatus: 'DISABLING' });
    await put(TableName, { id: { S: 'b' } });
    expect(await changesOf('two')).toHaveLength(1);
    await expect(db.disableKinesisStreamingDestination({ TableName, StreamArn })).rejects.toThrow(
      `${notActive} KinesisStreamingDestination must be ACTIVE to perform DISABLE operation.`,
    );
  });

  it('is updated only while it is active', async () => {
    const { db } = fixture;
    const UpdateKinesisStreamingConfiguration = { ApproximateCreationDateTimePrecision: 'MICROSECOND' } as const;
    const update = (name: string, more = {}) =>
      db.updateKinesisStreamingDestination({ TableName, StreamArn: arnOf(name), UpdateKinesisStreamingConfiguration, ...more });
    await expect(update('two')).rejects.toThrow(
      `${notActive} Kinesis streaming is not in ACTIVE state. Updates are only allowed in ACTIVE state. TableName: ${TableName}, kdsArn: ${arnOf('two')}`,
    );
    await expect(update('unknown')).rejects.toThrow(
      `${notActive} No streaming destination with streamArn: ${arnOf('unknown')} found for table with tableName: ${TableName}`,
    );
    await db.enableKinesisStreamingDestination({ TableName, StreamArn: arnOf('two') });
    await expect(
      update('two', { UpdateKinesisStreamingConfiguration: { ApproximateCreationDateTimePrecision: 'MILLISECOND' } }),
    ).rejects.toThrow(/^Invalid Request: Precision is already set to the desired value of MILLISECOND for tableId: [0-9a-f-]+, kdsArn: /);
  });

  it('outlives its table no longer than the changes that wait for it', async () => {
    const { db, emulator, put } = fixture;
    await put(TableName, { id: { S: 'last' } });
    await db.deleteTable({ TableName });
    await emulator.idle();
    expect((await changesOf('two')).at(-1)).toMatchObject({ dynamodb: { Keys: { id: { S: 'last' } } } });
    await db.createTable(tableOf(TableName, ['id:S']));
    expect(await destinationsOf(TableName)).toEqual([]);
  });
});

it('replicas of a stack deliver to the streams that the template names', async () => {
  const { emulator } = fixture;
  const stacks = emulator.client(CloudFormation);
  const [home, abroad] = [await stream('home'), await stream('replica', 'eu-north-1')];
  const Properties = {
    TableName: 'global',
    AttributeDefinitions: [{ AttributeName: 'id', AttributeType: 'S' }],
    KeySchema: [{ AttributeName: 'id', KeyType: 'HASH' }],
    BillingMode: 'PAY_PER_REQUEST',
    StreamSpecification: { StreamViewType: 'NEW_AND_OLD_IMAGES' },
    Replicas: [
      { Region: 'us-east-1', KinesisStreamSpecification: { StreamArn: home } },
      {
        Region: 'eu-north-1',
        KinesisStreamSpecification: { StreamArn: abroad, ApproximateCreationDateTimePrecision: 'MICROSECOND' },
      },
    ],
  };
  const TemplateBody = JSON.stringify({ Resources: { It: { Type: 'AWS::DynamoDB::GlobalTable', Properties } } });
  await stacks.createStack({ StackName: 'global', TemplateBody });
  await emulator.idle();
  await fixture.put('global', { id: { S: 'a' } });
  expect(await changesOf('home')).toHaveLength(1);
  expect(await changesOf('replica', 'eu-north-1')).toMatchObject([{ dynamodb: { ApproximateCreationDateTimePrecision: 'MICROSECOND' } }]);
});

it('a stack whose table cannot deliver fails with the reason of the service', async () => {
  const { emulator } = fixture;
  const stacks = emulator.client(CloudFormation);
  const Properties = {
    AttributeDefinitions: [{ AttributeName: 'id', AttributeType: 'S' }],
    KeySchema: [{ AttributeName: 'id', KeyType: 'HASH' }],
    BillingMode: 'PAY_PER_REQUEST',
    KinesisStreamSpecification: { StreamArn: arnOf('never') },
  };
  await stacks.createStack({
    StackName: 'failed',
    TemplateBody: JSON.stringify({ Resources: { It: { Type: 'AWS::DynamoDB::Table', Properties } } }),
  });
  await emulator.idle();
  const { StackEvents = [] } = await stacks.describeStackEvents({ StackName: 'failed' });
  expect(StackEvents.map(({ ResourceStatusReason = '' }) => ResourceStatusReason).join(' ')).toContain(
    'User does not have a permission to use kinesis stream',
  );
});

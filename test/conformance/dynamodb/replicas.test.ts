// Global tables: what one region writes reaches the others, the last writer wins, and all regions agree in the end.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DynamoDB, type ReplicationGroupUpdate } from '@aws-sdk/client-dynamodb';
import { DynamoDBStreams } from '@aws-sdk/client-dynamodb-streams';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestEmulator, type TestEmulator } from '../../support/emulator.ts';
import { type Item, tableOf } from '../../support/use-tables.ts';

const [HOME, EAST, NORTH] = ['us-east-1', 'us-west-2', 'eu-north-1'];
const DELAY_MS = 1_000;
let emulator: TestEmulator;
const open = (of: TestEmulator, region: string) => of.client(DynamoDB, { region });
let [home, east, north]: DynamoDB[] = [];
beforeAll(async () => {
  emulator = await startTestEmulator({ clock: 'manual', options: { DYNAMODB_REPLICATION_DELAY_MS: DELAY_MS } });
  [home, east, north] = [open(emulator, HOME), open(emulator, EAST), open(emulator, NORTH)];
});
afterAll(() => emulator.stop());

const replicate = (db: DynamoDB, TableName: string, ...ReplicaUpdates: ReplicationGroupUpdate[]) =>
  db.updateTable({ TableName, ReplicaUpdates });
async function spread(TableName: string, ...regions: string[]): Promise<void> {
  for (const RegionName of regions) {
    await replicate(home!, TableName, { Create: { RegionName } });
    await emulator.idle();
  }
}
const item = (id: string, n: number): Item => ({ id: { S: id }, n: { N: String(n) } });
const put = (db: DynamoDB, TableName: string, id: string, n: number) => db.putItem({ TableName, Item: item(id, n) });
const remove = (db: DynamoDB, TableName: string, id: string) => db.deleteItem({ TableName, Key: { id: { S: id } } });
async function rows(db: DynamoDB, TableName: string): Promise<string[]> {
  const { Items = [] } = await db.scan({ TableName });
  return Items.map(({ id, n }) => `${id!.S}=${n!.N}`).sort();
}
const everywhere = async (TableName: string, ...clients: DynamoDB[]) => Promise.all(clients.map((db) => rows(db, TableName)));
const arrive = () => emulator.clock.advance(DELAY_MS);

describe('a global table', () => {
  it('gets the items that were there, and follows every kind of write, from every region to all others', async () => {
    await home!.createTable(tableOf('orders', ['id:S']));
    for (let from = 0; from < 250; from += 25) {
      const orders = Array.from({ length: 25 }, (_, n) => ({ PutRequest: { Item: item(`old${from + n}`, from + n) } }));
      await home!.batchWriteItem({ RequestItems: { orders } });
    }
    await spread('orders', EAST!, NORTH!);
    expect((await rows(north!, 'orders')).length).toBe(250);
    await put(home!, 'orders', 'new', 1);
    await put(east!, 'orders', 'new-east', 2);
    await north!.transactWriteItems({ TransactItems: [{ Delete: { TableName: 'orders', Key: { id: { S: 'old7' } } } }] });
    await east!.updateItem({
      TableName: 'orders',
      Key: { id: { S: 'old8' } },
      UpdateExpression: 'ADD n :n',
      ExpressionAttributeValues: { ':n': { N: '100' } },
    });
    expect(await rows(home!, 'orders')).not.toContain('new-east=2');
    await arrive();
    const [first, second, third] = await everywhere('orders', home!, east!, north!);
    expect(first).toEqual(expect.arrayContaining(['new=1', 'new-east=2', 'old8=108']));
    expect(first).toHaveLength(251);
    expect(second).toEqual(first);
    expect(third).toEqual(first);
  });

  it('lets the last writer win, also over a deletion, and the later region of two writes in one moment', async () => {
    await home!.createTable(tableOf('conflicts', ['id:S']));
    for (const id of ['later', 'same', 'deleted', 'back']) await put(home!, 'conflicts', id, 0);
    await spread('conflicts', EAST!, NORTH!);
    await put(east!, 'conflicts', 'same', 2);
    await put(home!, 'conflicts', 'same', 1);
    await put(north!, 'conflicts', 'same', 3);
    await put(east!, 'conflicts', 'later', 1);
    await put(east!, 'conflicts', 'deleted', 1);
    await remove(home!, 'conflicts', 'back');
    await emulator.clock.advance(10);
    await put(home!, 'conflicts', 'later', 2);
    await remove(north!, 'conflicts', 'deleted');
    await put(east!, 'conflicts', 'back', 4);
    await arrive();
    const [first, ...others] = await everywhere('conflicts', home!, east!, north!);
    expect(first).toEqual(['back=4', 'later=2', 'same=2']);
    for (const other of others) expect(other).toEqual(first);
  });

  it('gives a replica that is being filled no older item than the one that it has, and none that was deleted', async () => {
    await home!.createTable(tableOf('growing', ['id:S']));
    for (let n = 0; n < 5; n++) await put(home!, 'growing', `i${n}`, n);
    await spread('growing', EAST!);
    await put(east!, 'growing', 'i1', 10);
    await remove(east!, 'growing', 'i2');
    await put(east!, 'growing', 'i4', 40);
    await emulator.clock.advance(10);
    await remove(home!, 'growing', 'i4');
    await spread('growing', NORTH!);
    await put(north!, 'growing', 'i3', 30);
    await arrive();
    const [first, ...others] = await everywhere('growing', home!, east!, north!);
    expect(first).toEqual(['i0=0', 'i1=10', 'i3=30']);
    for (const other of others) expect(other).toEqual(first);
  });

  it('has a stream in each region with one record of a change, and lets one region expire items', async () => {
    const streams = (region: string) => emulator.client(DynamoDBStreams, { region });
    async function records(region: string, db: DynamoDB) {
      const { Table } = await db.describeTable({ TableName: 'followed' });
      const StreamArn = Table!.LatestStreamArn!;
      const { StreamDescription } = await streams(region).describeStream({ StreamArn });
      const ShardId = StreamDescription!.Shards![0]!.ShardId!;
      const { ShardIterator } = await streams(region).getShardIterator({ StreamArn, ShardId, ShardIteratorType: 'TRIM_HORIZON' });
      const { Records = [] } = await streams(region).getRecords({ ShardIterator });
      return Records.map(({ eventName, awsRegion, userIdentity, dynamodb }) => [
        eventName,
        awsRegion,
        dynamodb!.NewImage?.['n']?.N,
        userIdentity?.PrincipalId,
      ]);
    }
    await home!.createTable(tableOf('followed', ['id:S']));
    await spread('followed', EAST!);
    const expiry = { AttributeName: 'until', Enabled: true };
    await east!.updateTimeToLive({ TableName: 'followed', TimeToLiveSpecification: expiry });
    expect((await home!.describeTimeToLive({ TableName: 'followed' })).TimeToLiveDescription).toMatchObject({
      TimeToLiveStatus: 'ENABLED',
    });
    const until = { N: String(Math.floor(emulator.clock.now() / 1000) + 60) };
    await east!.putItem({ TableName: 'followed', Item: { ...item('a', 1), until } });
    await arrive();
    await emulator.clock.advance('61s');
    await arrive();
    expect(await records(HOME!, home!)).toEqual([
      ['INSERT', HOME, '1', undefined],
      ['REMOVE', HOME, undefined, 'dynamodb.amazonaws.com'],
    ]);
    expect(await records(EAST!, east!)).toEqual([
      ['INSERT', EAST, '1', undefined],
      ['REMOVE', EAST, undefined, undefined],
    ]);
  });

  it('sends what was written before the process was killed', async () => {
    const DATA_DIR = await mkdtemp(join(tmpdir(), 'replicas-'));
    const start = () =>
      startTestEmulator({ clock: 'manual', options: { PERSISTENCE: '1', DATA_DIR, DYNAMODB_REPLICATION_DELAY_MS: DELAY_MS } });
    let second = await start();
    await open(second, HOME!).createTable(tableOf('kept', ['id:S']));
    await replicate(open(second, HOME!), 'kept', { Create: { RegionName: EAST! } });
    await second.idle();
    await put(open(second, HOME!), 'kept', 'a', 1);
    await second.stop();
    second = await start();
    expect(await rows(open(second, EAST!), 'kept')).toEqual([]);
    await second.clock.advance(DELAY_MS);
    expect(await rows(open(second, EAST!), 'kept')).toEqual(['a=1']);
    await second.stop();
    await rm(DATA_DIR, { recursive: true });
  });
});

describe('replicas', () => {
  it('have the indexes, capacity and encryption of all regions, and overrides of their own', async () => {
    await home!.createTable(
      tableOf('sized', ['id:S'], {
        BillingMode: 'PROVISIONED',
        ProvisionedThroughput: { ReadCapacityUnits: 5, WriteCapacityUnits: 5 },
        AttributeDefinitions: [{ AttributeName: 'n', AttributeType: 'N' }],
        GlobalSecondaryIndexes: [
          {
            IndexName: 'by-n',
            KeySchema: [{ AttributeName: 'n', KeyType: 'HASH' }],
            Projection: { ProjectionType: 'ALL' },
            ProvisionedThroughput: { ReadCapacityUnits: 5, WriteCapacityUnits: 5 },
          },
        ],
        Tags: [{ Key: 'owner', Value: 'home' }],
        DeletionProtectionEnabled: true,
      }),
    );
    await put(home!, 'sized', 'a', 1);
    const { TableDescription } = await replicate(home!, 'sized', { Create: { RegionName: EAST! } });
    expect(TableDescription).toMatchObject({
      TableStatus: 'UPDATING',
      GlobalTableVersion: '2019.11.21',
      Replicas: [],
      StreamSpecification: { StreamViewType: 'NEW_AND_OLD_IMAGES' },
    });
    await emulator.idle();
    const own = await east!.describeTable({ TableName: 'sized' });
    expect(own.Table).toMatchObject({
      TableStatus: 'ACTIVE',
      Replicas: [{ RegionName: HOME, ReplicaStatus: 'ACTIVE' }],
      DeletionProtectionEnabled: false,
      GlobalSecondaryIndexes: [{ IndexName: 'by-n', ItemCount: 1 }],
    });
    expect((await east!.listTagsOfResource({ ResourceArn: own.Table!.TableArn! })).Tags).toEqual([]);
    await replicate(home!, 'sized', {
      Update: {
        RegionName: EAST!,
        ProvisionedThroughputOverride: { ReadCapacityUnits: 10 },
        TableClassOverride: 'STANDARD_INFREQUENT_ACCESS',
        GlobalSecondaryIndexes: [{ IndexName: 'by-n', ProvisionedThroughputOverride: { ReadCapacityUnits: 6 } }],
      },
    });
    expect((await home!.describeTable({ TableName: 'sized' })).Table!.Replicas).toMatchObject([
      {
        ProvisionedThroughputOverride: { ReadCapacityUnits: 10 },
        ReplicaTableClassSummary: { TableClass: 'STANDARD_INFREQUENT_ACCESS' },
        GlobalSecondaryIndexes: [{ IndexName: 'by-n', ProvisionedThroughputOverride: { ReadCapacityUnits: 6 } }],
        GlobalTableSettingsReplicationMode: 'ENABLED_WITH_OVERRIDES',
      },
    ]);
    await home!.updateTable({ TableName: 'sized', ProvisionedThroughput: { ReadCapacityUnits: 7, WriteCapacityUnits: 9 } });
    expect((await east!.describeTable({ TableName: 'sized' })).Table!.ProvisionedThroughput).toMatchObject({
      ReadCapacityUnits: 10,
      WriteCapacityUnits: 9,
    });
    await east!.updateTable({ TableName: 'sized', GlobalSecondaryIndexUpdates: [{ Delete: { IndexName: 'by-n' } }] });
    await emulator.idle();
    expect((await home!.describeTable({ TableName: 'sized' })).Table!.GlobalSecondaryIndexes).toBeUndefined();
    await home!.updateTable({ TableName: 'sized', SSESpecification: { Enabled: true, SSEType: 'KMS' } });
    expect((await home!.describeTable({ TableName: 'sized' })).Table!.Replicas![0]!.KMSMasterKeyId).toContain(`:kms:${EAST}:`);
    await home!.updateTable({ TableName: 'sized', BillingMode: 'PAY_PER_REQUEST' });
    expect((await east!.describeTable({ TableName: 'sized' })).Table!.BillingModeSummary!.BillingMode).toBe('PAY_PER_REQUEST');
  });

  it('go away with their table, and leave the others as they are', async () => {
    await home!.createTable(tableOf('shrinking', ['id:S']));
    await spread('shrinking', EAST!, NORTH!);
    await put(east!, 'shrinking', 'unsent', 1);
    await replicate(home!, 'shrinking', { Delete: { RegionName: EAST! } });
    await expect(east!.describeTable({ TableName: 'shrinking' })).rejects.toThrow(/not found/);
    expect(await everywhere('shrinking', home!, north!)).toEqual([['unsent=1'], ['unsent=1']]);
    await north!.deleteTable({ TableName: 'shrinking' });
    const { Table } = await home!.describeTable({ TableName: 'shrinking' });
    expect(Table!.GlobalTableVersion).toBeUndefined();
    expect(Table!.Replicas).toBeUndefined();
    expect(Table!.StreamSpecification?.StreamEnabled).toBe(true);
    await home!.deleteTable({ TableName: 'shrinking' });
  });
});

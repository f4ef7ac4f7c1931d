// Backups, which copy nothing: what they hold, whom they outlive, and tables that are restored from them.
import { describe, expect, it } from 'vitest';
import { tableOf, useTables } from '../../support/use-tables.ts';

const BY_OWNER = {
  IndexName: 'by-owner',
  KeySchema: [{ AttributeName: 'owner', KeyType: 'HASH' as const }],
  Projection: { ProjectionType: 'KEYS_ONLY' as const },
};
const OWNER = [{ AttributeName: 'owner', AttributeType: 'S' as const }];
const fixture = useTables(
  tableOf('orders', ['pk:S', 'sk:N'], {
    AttributeDefinitions: OWNER,
    GlobalSecondaryIndexes: [BY_OWNER],
    StreamSpecification: { StreamEnabled: true, StreamViewType: 'KEYS_ONLY' },
    Tags: [{ Key: 'team', Value: 'blue' }],
  }),
);
const settle = () => fixture.emulator.idle();
const order = (pk: string, sk: number, n: number) => ({ pk: { S: pk }, sk: { N: `${sk}` }, n: { N: `${n}` }, owner: { S: `o${sk}` } });
const rows = async (TableName: string) => {
  const { Items = [] } = await fixture.db.scan({ TableName });
  return Items.map(({ pk, sk, n }) => `${pk!.S}${sk!.N}=${n!.N}`).sort();
};
const backup = async (TableName: string, BackupName = 'daily') =>
  (await fixture.db.createBackup({ TableName, BackupName })).BackupDetails!.BackupArn!;
const restore = async (BackupArn: string, TargetTableName: string, more = {}) => {
  const { TableDescription } = await fixture.db.restoreTableFromBackup({ BackupArn, TargetTableName, ...more });
  await settle();
  return TableDescription!;
};

describe('a backup', () => {
  it('holds what the table held, whatever is changed, added and deleted afterwards', async () => {
    await fixture.put('orders', order('a', 1, 1), order('a', 2, 1), order('b', 1, 1));
    const first = await backup('orders');
    await fixture.put('orders', order('a', 1, 2), order('c', 1, 2));
    await fixture.db.deleteItem({ TableName: 'orders', Key: { pk: { S: 'a' }, sk: { N: '2' } } });
    const second = await backup('orders');
    await fixture.put('orders', order('a', 1, 3), order('a', 2, 3));
    await fixture.db.deleteItem({ TableName: 'orders', Key: { pk: { S: 'b' }, sk: { N: '1' } } });

    const target = await restore(first, 'first');
    expect(target).toMatchObject({ TableStatus: 'CREATING', RestoreSummary: { SourceBackupArn: first, RestoreInProgress: true } });
    await restore(second, 'second');
    expect(await rows('first')).toEqual(['a1=1', 'a2=1', 'b1=1']);
    expect(await rows('second')).toEqual(['a1=2', 'b1=1', 'c1=2']);
    expect(await rows('orders')).toEqual(['a1=3', 'a2=3', 'c1=2']);

    const { Table } = await fixture.db.describeTable({ TableName: 'first' });
    expect(Table).toMatchObject({ TableStatus: 'ACTIVE', ItemCount: 3, GlobalSecondaryIndexes: [{ IndexName: 'by-owner', ItemCount: 3 }] });
    expect(Table).not.toHaveProperty('RestoreSummary');
    expect(Table).not.toHaveProperty('StreamSpecification');
    expect((await fixture.db.listTagsOfResource({ ResourceArn: Table!.TableArn! })).Tags).toEqual([]);
    const found = await fixture.db.query({
      TableName: 'first',
      IndexName: 'by-owner',
      KeyConditionExpression: '#o = :o',
      ExpressionAttributeNames: { '#o': 'owner' },
      ExpressionAttributeValues: { ':o': { S: 'o1' } },
    });
    expect(found.Count).toBe(2);
  });

  it('says what the table was, and is listed by time, table and kind', async () => {
    const { BackupSummaries = [] } = await fixture.db.listBackups({ TableName: 'orders' });
    expect(BackupSummaries.map(({ BackupName, BackupStatus }) => [BackupName, BackupStatus])).toEqual([
      ['daily', 'AVAILABLE'],
      ['daily', 'AVAILABLE'],
    ]);
    const { BackupDescription } = await fixture.db.describeBackup({ BackupArn: BackupSummaries[0]!.BackupArn });
    expect(BackupDescription).toMatchObject({
      BackupDetails: { BackupType: 'USER', BackupStatus: 'AVAILABLE', BackupName: 'daily' },
      SourceTableDetails: { TableName: 'orders', ItemCount: 3, BillingMode: 'PAY_PER_REQUEST', KeySchema: [{ AttributeName: 'pk' }, {}] },
      SourceTableFeatureDetails: {
        StreamDescription: { StreamViewType: 'KEYS_ONLY' },
        GlobalSecondaryIndexes: [{ IndexName: 'by-owner' }],
      },
    });
    const page = await fixture.db.listBackups({ Limit: 1 });
    expect(page.LastEvaluatedBackupArn).toBe(BackupSummaries[0]!.BackupArn);
    const next = await fixture.db.listBackups({ Limit: 1, ExclusiveStartBackupArn: page.LastEvaluatedBackupArn });
    expect(next.BackupSummaries).toMatchObject([{ BackupArn: BackupSummaries[1]!.BackupArn }]);
    expect(next.LastEvaluatedBackupArn).toBeUndefined();
    expect((await fixture.db.listBackups({ TimeRangeUpperBound: new Date(0) })).BackupSummaries).toEqual([]);
    expect((await fixture.db.listBackups({ BackupType: 'SYSTEM' })).BackupSummaries).toEqual([]);
  });

  it('outlives its table, and is used for one restore at a time', async () => {
    await fixture.db.createTable(tableOf('short', ['pk:S']));
    await fixture.put('short', { pk: { S: 'x' }, sk: { N: '0' }, n: { N: '1' } });
    const arn = await backup('short');
    await fixture.db.deleteTable({ TableName: 'short' });
    await settle();
    await fixture.db.createTable(tableOf('short', ['pk:S']));
    expect((await fixture.db.listBackups({ TableName: 'short' })).BackupSummaries).toHaveLength(1);
    await fixture.db.restoreTableFromBackup({ BackupArn: arn, TargetTableName: 'again' });
    await settle();
    expect(await rows('again')).toEqual(['x0=1']);
    expect(await rows('short')).toEqual([]);
    const { BackupDescription } = await fixture.db.deleteBackup({ BackupArn: arn });
    expect(BackupDescription!.BackupDetails!.BackupStatus).toBe('DELETED');
    await expect(fixture.db.describeBackup({ BackupArn: arn })).rejects.toMatchObject({ name: 'BackupNotFoundException' });
  });

  it('is restored with other billing, fewer indexes and other names of them', async () => {
    const arn = await backup('orders', 'with-overrides');
    const units = { ReadCapacityUnits: 3, WriteCapacityUnits: 4 };
    await restore(arn, 'provisioned', {
      BillingModeOverride: 'PROVISIONED',
      ProvisionedThroughputOverride: units,
      GlobalSecondaryIndexOverride: [{ ...BY_OWNER, IndexName: 'renamed', ProvisionedThroughput: units }],
    });
    expect((await fixture.db.describeTable({ TableName: 'provisioned' })).Table).toMatchObject({
      ProvisionedThroughput: units,
      GlobalSecondaryIndexes: [{ IndexName: 'renamed', ProvisionedThroughput: units }],
    });
    await restore(arn, 'bare', { GlobalSecondaryIndexOverride: [] });
    const { Table } = await fixture.db.describeTable({ TableName: 'bare' });
    expect(Table).not.toHaveProperty('GlobalSecondaryIndexes');
    expect(Table!.AttributeDefinitions).toHaveLength(2);
  });

  it.each([
    [{ TargetTableName: 'orders' }, 'TableAlreadyExistsException', 'Table already exists: orders'],
    [
      { BillingModeOverride: 'PROVISIONED' as const },
      'ValidationException',
      'Invalid Request: Must override ProvisionedThroughput if BillingMode is overridden to PROVISIONED',
    ],
    [
      { GlobalSecondaryIndexOverride: [{ ...BY_OWNER, IndexName: 'new', Projection: { ProjectionType: 'ALL' as const } }] },
      'ValidationException',
      'Invalid Request: Index new does not match a secondary index that existed in the source table and cannot be created during the restore operation',
    ],
    [{ BackupArn: 'arn:aws:dynamodb:us-east-1:000000000000:table/orders' }, 'ValidationException', 'Invalid Backup ARN'],
    [
      { TargetTableName: 'a b' },
      'ValidationException',
      "1 validation error detected: Value 'a b' at 'targetTableName' failed to satisfy constraint: Member must satisfy regular expression pattern: [a-zA-Z0-9_.-]+",
    ],
  ])('is not restored with %j', async (given, name, message) => {
    const BackupArn = await backup('orders', 'refused');
    const input = { BackupArn, TargetTableName: 'refused', ...given };
    await expect(fixture.db.restoreTableFromBackup(input)).rejects.toMatchObject({ name, message });
  });

  it('is made of tables that exist', async () => {
    await expect(fixture.db.createBackup({ TableName: 'nowhere', BackupName: 'none' })).rejects.toMatchObject({
      name: 'TableNotFoundException',
      message: 'Table not found: nowhere',
    });
  });
});

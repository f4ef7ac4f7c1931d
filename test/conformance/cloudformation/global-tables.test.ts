// AWS::DynamoDB::GlobalTable with replicas in several regions: made, changed one at a time, with settings of their own, and deleted.
import { CloudFormation } from '@aws-sdk/client-cloudformation';
import { DynamoDB } from '@aws-sdk/client-dynamodb';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestEmulator, type TestEmulator } from '../../support/emulator.ts';

const [HOME, EAST, NORTH] = ['us-east-1', 'us-west-2', 'eu-north-1'] as const;
const TableName = 'everywhere';
let emulator: TestEmulator;
let stacks: CloudFormation;
const tables = (region: string) => emulator.client(DynamoDB, { region });
beforeAll(async () => {
  emulator = await startTestEmulator({ clock: 'manual' });
  stacks = emulator.client(CloudFormation);
});
afterAll(() => emulator.stop());

const template = (Replicas: object[], more: object = {}): string => {
  const Properties = {
    TableName,
    AttributeDefinitions: [
      { AttributeName: 'pk', AttributeType: 'S' },
      { AttributeName: 'owner', AttributeType: 'S' },
    ],
    KeySchema: [{ AttributeName: 'pk', KeyType: 'HASH' }],
    GlobalSecondaryIndexes: [
      { IndexName: 'by-owner', KeySchema: [{ AttributeName: 'owner', KeyType: 'HASH' }], Projection: { ProjectionType: 'ALL' } },
    ],
    BillingMode: 'PAY_PER_REQUEST',
    StreamSpecification: { StreamViewType: 'NEW_AND_OLD_IMAGES' },
    TimeToLiveSpecification: { AttributeName: 'until', Enabled: true },
    Replicas,
    ...more,
  };
  return JSON.stringify({ Resources: { It: { Type: 'AWS::DynamoDB::GlobalTable', Properties } } });
};
async function reasons(): Promise<string> {
  const { StackEvents = [] } = await stacks.describeStackEvents({ StackName: TableName });
  return StackEvents.map(({ ResourceStatusReason = '' }) => ResourceStatusReason).join(' ');
}
const status = async () => (await stacks.describeStacks({ StackName: TableName })).Stacks?.[0]?.StackStatus;
async function update(TemplateBody: string): Promise<string | undefined> {
  await stacks.updateStack({ StackName: TableName, TemplateBody });
  await emulator.idle();
  return status();
}

it('has replicas in the regions that its template names', async () => {
  const east = {
    Region: EAST,
    Tags: [{ Key: 'region', Value: 'east' }],
    PointInTimeRecoverySpecification: { PointInTimeRecoveryEnabled: true },
    ReadOnDemandThroughputSettings: { MaxReadRequestUnits: 7 },
    TableClass: 'STANDARD_INFREQUENT_ACCESS',
    DeletionProtectionEnabled: true,
  };
  await stacks.createStack({ StackName: TableName, TemplateBody: template([{ Region: HOME }, east]) });
  await emulator.idle();
  expect(await status()).toBe('CREATE_COMPLETE');
  await tables(HOME).putItem({ TableName, Item: { pk: { S: 'a' }, owner: { S: 'b' } } });
  await emulator.idle();
  const { Table } = await tables(EAST).describeTable({ TableName });
  expect(Table).toMatchObject({
    TableStatus: 'ACTIVE',
    ItemCount: 1,
    DeletionProtectionEnabled: true,
    TableClassSummary: { TableClass: 'STANDARD_INFREQUENT_ACCESS' },
    GlobalSecondaryIndexes: [{ IndexName: 'by-owner', ItemCount: 1 }],
  });
  expect((await tables(HOME).describeTable({ TableName })).Table!.Replicas).toMatchObject([
    { RegionName: EAST, OnDemandThroughputOverride: { MaxReadRequestUnits: 7 } },
  ]);
  const { Tags } = await tables(EAST).listTagsOfResource({ ResourceArn: Table!.TableArn! });
  expect(Tags).toMatchObject([{ Key: 'region', Value: 'east' }]);
  const { ContinuousBackupsDescription: backups } = await tables(EAST).describeContinuousBackups({ TableName });
  expect(backups!.PointInTimeRecoveryDescription!.PointInTimeRecoveryStatus).toBe('ENABLED');
  expect((await tables(EAST).describeTimeToLive({ TableName })).TimeToLiveDescription!.TimeToLiveStatus).toBe('ENABLED');

  const changed = { ...east, Tags: [], DeletionProtectionEnabled: false, ReadOnDemandThroughputSettings: { MaxReadRequestUnits: 9 } };
  expect(await update(template([{ Region: HOME }, changed, { Region: NORTH }]))).toBe('UPDATE_COMPLETE');
  expect((await tables(NORTH).scan({ TableName })).Count).toBe(1);
  expect((await tables(EAST).listTagsOfResource({ ResourceArn: Table!.TableArn! })).Tags).toEqual([]);
  expect((await tables(NORTH).describeTable({ TableName })).Table!.Replicas).toMatchObject([
    { RegionName: HOME },
    { RegionName: EAST, OnDemandThroughputOverride: { MaxReadRequestUnits: 9 } },
  ]);

  expect(await update(template([{ Region: HOME }]))).toBe('UPDATE_ROLLBACK_COMPLETE');
  expect(await reasons()).toContain('An update can add or remove one replica only');
  expect(await update(template([{ Region: HOME }, { Region: NORTH }]))).toBe('UPDATE_COMPLETE');
  expect((await tables(HOME).describeTable({ TableName })).Table!.Replicas).toMatchObject([{ RegionName: NORTH }]);
  await stacks.deleteStack({ StackName: TableName });
  await emulator.idle();
  for (const region of [HOME, EAST, NORTH]) expect((await tables(region).listTables({})).TableNames).toEqual([]);
});

it('refuses strong consistency between regions by name', async () => {
  const TemplateBody = template([{ Region: HOME }], { MultiRegionConsistency: 'STRONG' });
  await expect(
    stacks.createStack({ StackName: 'strong', TemplateBody }).then(async () => {
      await emulator.idle();
      throw new Error((await stacks.describeStacks({ StackName: 'strong' })).Stacks?.[0]?.StackStatusReason);
    }),
  ).rejects.toThrow(/MultiRegionConsistency|consistency/);
});

// Records beside tables: contributor insights, destinations in data streams; and global tables of 2017, of which there are none.
import { describe, expect, it } from 'vitest';
import { tableOf, useTables } from '../../support/use-tables.ts';

const BY_OWNER = {
  AttributeDefinitions: [{ AttributeName: 'owner', AttributeType: 'S' as const }],
  GlobalSecondaryIndexes: [
    {
      IndexName: 'by-owner',
      KeySchema: [{ AttributeName: 'owner', KeyType: 'HASH' as const }],
      Projection: { ProjectionType: 'ALL' as const },
    },
  ],
};
const fixture = useTables(tableOf('watched', ['pk:S', 'sk:N'], BY_OWNER), tableOf('quiet', ['pk:S']));
const TableName = 'watched';

describe('contributor insights', () => {
  it('are enabled for a table and for a global index, listed with the table first, and disabled', async () => {
    const { db } = fixture;
    expect(await db.describeContributorInsights({ TableName })).toMatchObject({ ContributorInsightsStatus: 'DISABLED' });
    const enabled = await db.updateContributorInsights({ TableName, ContributorInsightsAction: 'ENABLE' });
    expect(enabled).toMatchObject({
      TableName,
      ContributorInsightsStatus: 'ENABLING',
      ContributorInsightsMode: 'ACCESSED_AND_THROTTLED_KEYS',
    });
    const IndexName = 'by-owner';
    const ContributorInsightsMode = 'THROTTLED_KEYS' as const;
    await db.updateContributorInsights({ TableName, IndexName, ContributorInsightsAction: 'ENABLE', ContributorInsightsMode });
    const described = await db.describeContributorInsights({ TableName });
    expect(described.ContributorInsightsStatus).toBe('ENABLED');
    expect(described.ContributorInsightsRuleList!.map((name) => name.replace(/\d+$/, ''))).toEqual(
      ['PKC', 'PKT', 'SKC', 'SKT'].map((kind) => `DynamoDBContributorInsights-${kind}-watched-`),
    );
    const ofIndex = await db.describeContributorInsights({ TableName, IndexName });
    expect(ofIndex.ContributorInsightsRuleList).toEqual([expect.stringMatching(/^DynamoDBContributorInsights-PKT-watched-by-owner-\d+$/)]);
    const first = await db.listContributorInsights({ MaxResults: 1 });
    expect(first.ContributorInsightsSummaries).toMatchObject([{ TableName, ContributorInsightsStatus: 'ENABLED' }]);
    expect(first.ContributorInsightsSummaries![0]).not.toHaveProperty('IndexName');
    const second = await db.listContributorInsights({ MaxResults: 1, NextToken: first.NextToken });
    expect(second).toMatchObject({ ContributorInsightsSummaries: [{ IndexName, ContributorInsightsMode }] });
    expect(second.NextToken).toBeUndefined();
    const again = await db.updateContributorInsights({ TableName, ContributorInsightsAction: 'ENABLE' });
    expect(again.ContributorInsightsStatus).toBe('ENABLED');
    await db.updateContributorInsights({ TableName, ContributorInsightsAction: 'DISABLE' });
    expect((await db.describeContributorInsights({ TableName })).ContributorInsightsRuleList).toBeUndefined();
    await db.updateTable({ TableName, GlobalSecondaryIndexUpdates: [{ Delete: { IndexName } }] });
    await fixture.emulator.idle();
    expect((await db.listContributorInsights({})).ContributorInsightsSummaries).toEqual([]);
  });

  it('are those of tables and global indexes that exist', async () => {
    await expect(fixture.db.describeContributorInsights({ TableName: 'quiet', IndexName: 'none' })).rejects.toMatchObject({
      name: 'ResourceNotFoundException',
      message: 'Index: none not found for table: quiet',
    });
    await expect(fixture.db.listContributorInsights({ TableName: 'nowhere' })).rejects.toMatchObject({
      message: 'Requested resource not found: Table: nowhere not found',
    });
  });
});

describe('global tables of 2017', () => {
  const GlobalTableName = 'quiet';
  const message = expect.stringContaining('DynamoDB global tables version 2017.11.29 is not supported.');

  it('are neither made nor changed, and none is found', async () => {
    const { db } = fixture;
    await expect(db.createGlobalTable({ GlobalTableName, ReplicationGroup: [{ RegionName: 'eu-west-1' }] })).rejects.toMatchObject({
      message,
    });
    await expect(db.updateGlobalTable({ GlobalTableName, ReplicaUpdates: [] })).rejects.toMatchObject({ message });
    expect((await db.listGlobalTables({})).GlobalTables).toEqual([]);
    const missing = {
      name: 'GlobalTableNotFoundException',
      message: expect.stringContaining("Global table with name: 'quiet' does not exist."),
    };
    await expect(db.describeGlobalTable({ GlobalTableName })).rejects.toMatchObject(missing);
    await expect(db.describeGlobalTableSettings({ GlobalTableName })).rejects.toMatchObject(missing);
    await expect(db.updateGlobalTableSettings({ GlobalTableName })).rejects.toMatchObject(missing);
  });
});

describe('bulk operations and the scaling of global tables', () => {
  const arn = 'arn:aws:dynamodb:us-east-1:000000000000:table/quiet';

  it('are refused with a sentence or as by the service, which lists and finds none', async () => {
    const { db } = fixture;
    expect((await db.listBulkOperations({})).BulkOperationsSummaryList).toEqual([]);
    const missing = { name: 'ResourceNotFoundException' };
    await expect(db.describeBulkOperation({ BulkOperationArn: arn })).rejects.toMatchObject(missing);
    await expect(db.cancelBulkOperation({ BulkOperationArn: arn })).rejects.toMatchObject(missing);
    const message = "Global table with name: 'quiet' does not exist.";
    await expect(db.describeTableReplicaAutoScaling({ TableName: 'quiet' })).rejects.toMatchObject({ ...missing, message });
    await expect(db.updateTableReplicaAutoScaling({ TableName: 'quiet' })).rejects.toMatchObject({ ...missing, message });
  });
});

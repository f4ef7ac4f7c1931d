// Tables: made, described, changed, protected, deleted; indexes that come and go; tags, policies, expiry.
import { describe, expect, it } from 'vitest';
import { tableOf, useTables } from '../../support/use-tables.ts';

const fixture = useTables();
const arn = (name: string) => `arn:aws:dynamodb:us-east-1:000000000000:table/${name}`;
const OWNER = [{ AttributeName: 'owner', AttributeType: 'S' as const }];
const BY_OWNER = {
  IndexName: 'by-owner',
  KeySchema: [{ AttributeName: 'owner', KeyType: 'HASH' as const }],
  Projection: { ProjectionType: 'ALL' as const },
};
const describeTable = async (TableName: string) => (await fixture.db.describeTable({ TableName })).Table!;
/** Lets the work that is due run. */
const settle = () => fixture.emulator.idle();

describe('a table', () => {
  it('is being created, then active, counts what it holds, and is gone at once', async () => {
    const TableName = 'life';
    const { TableDescription } = await fixture.db.createTable(tableOf(TableName, ['pk:S']));
    expect(TableDescription).toMatchObject({ TableStatus: 'CREATING', ItemCount: 0, TableArn: arn(TableName) });
    expect(TableDescription).not.toHaveProperty('WarmThroughput');
    await fixture.put(TableName, { pk: { S: 'ab' }, n: { N: '12' } });
    expect(await describeTable(TableName)).toMatchObject({
      TableStatus: 'ACTIVE',
      ItemCount: 1,
      TableSizeBytes: 7,
      BillingModeSummary: { BillingMode: 'PAY_PER_REQUEST' },
      WarmThroughput: { ReadUnitsPerSecond: 12000, WriteUnitsPerSecond: 4000, Status: 'ACTIVE' },
    });
    await expect(fixture.db.createTable(tableOf(TableName, ['pk:S']))).rejects.toMatchObject({
      name: 'ResourceInUseException',
      message: 'Table already exists: life',
    });
    const deleted = await fixture.db.deleteTable({ TableName });
    expect(deleted.TableDescription).toMatchObject({ TableName, TableStatus: 'DELETING' });
    expect(deleted.TableDescription).not.toHaveProperty('KeySchema');
    await expect(describeTable(TableName)).rejects.toMatchObject({ message: 'Requested resource not found: Table: life not found' });
    await fixture.db.createTable(tableOf(TableName, ['pk:S']));
    expect((await fixture.db.scan({ TableName })).Count).toBe(0);
    await fixture.db.deleteTable({ TableName });
  });

  it('is not deleted while it is protected', async () => {
    const TableName = 'protected';
    await fixture.db.createTable(tableOf(TableName, ['pk:S'], { DeletionProtectionEnabled: true }));
    await expect(fixture.db.deleteTable({ TableName })).rejects.toMatchObject({
      message: expect.stringContaining('protected against deletion'),
    });
    await fixture.db.updateTable({ TableName, DeletionProtectionEnabled: false });
    await fixture.db.deleteTable({ TableName });
  });

  it('changes its billing and its throughput', async () => {
    const TableName = 'billing';
    const ProvisionedThroughput = { ReadCapacityUnits: 5, WriteCapacityUnits: 6 };
    await fixture.db.createTable(tableOf(TableName, ['pk:S'], { BillingMode: 'PROVISIONED', ProvisionedThroughput }));
    await expect(fixture.db.updateTable({ TableName, ProvisionedThroughput })).rejects.toMatchObject({
      message: expect.stringContaining('The provisioned throughput for the table will not change.'),
    });
    await fixture.db.updateTable({ TableName, ProvisionedThroughput: { ReadCapacityUnits: 7, WriteCapacityUnits: 6 } });
    expect((await describeTable(TableName)).ProvisionedThroughput).toMatchObject({
      ReadCapacityUnits: 7,
      LastIncreaseDateTime: expect.any(Date),
    });
    await fixture.db.updateTable({ TableName, BillingMode: 'PAY_PER_REQUEST' });
    expect(await describeTable(TableName)).toMatchObject({
      BillingModeSummary: { BillingMode: 'PAY_PER_REQUEST' },
      ProvisionedThroughput: { ReadCapacityUnits: 0 },
    });
    await fixture.db.deleteTable({ TableName });
  });

  it('is listed by name, in pages', async () => {
    for (const name of ['list-c', 'list-a', 'list-b']) await fixture.db.createTable(tableOf(name, ['pk:S']));
    const first = await fixture.db.listTables({ Limit: 2 });
    expect(first).toMatchObject({ TableNames: ['list-a', 'list-b'], LastEvaluatedTableName: 'list-b' });
    const rest = await fixture.db.listTables({ ExclusiveStartTableName: 'list-b' });
    expect(rest.TableNames).toEqual(['list-c']);
    expect(rest.LastEvaluatedTableName).toBeUndefined();
    for (const TableName of ['list-c', 'list-a', 'list-b']) await fixture.db.deleteTable({ TableName });
  });

  it.each([
    [
      { KeySchema: [{ AttributeName: 'pk', KeyType: 'RANGE' as const }] },
      'Invalid KeySchema: The first KeySchemaElement is not a HASH key type',
    ],
    [
      { AttributeDefinitions: OWNER },
      'One or more parameter values were invalid: Number of attributes in KeySchema does not exactly match number of attributes defined in AttributeDefinitions',
    ],
    [
      { ProvisionedThroughput: { ReadCapacityUnits: 1, WriteCapacityUnits: 1 } },
      'One or more parameter values were invalid: Neither ReadCapacityUnits nor WriteCapacityUnits can be specified when BillingMode is PAY_PER_REQUEST',
    ],
    [
      { AttributeDefinitions: OWNER, GlobalSecondaryIndexes: [BY_OWNER, BY_OWNER] },
      'One or more parameter values were invalid: Duplicate index name: by-owner',
    ],
    [
      { Tags: [{ Key: 'aws:x', Value: '' }] },
      'One or more parameter values were invalid: Tag Key cannot be prefixed with aws:, Key: aws:x',
    ],
    [
      { TableName: 'ab' },
      "1 validation error detected: Value 'ab' at 'tableName' failed to satisfy constraint: Member must have length greater than or equal to 3",
    ],
    // A wrong name is told alone; the words for one that is missing are paritysuite/dynamodb-conformance's, tier 3.
    [
      { TableName: 'x!', KeySchema: [] },
      "1 validation error detected: Value 'x!' at 'tableName' failed to satisfy constraint: Member must have length greater than or equal to 3",
    ],
    [
      { KeySchema: [] },
      "1 validation error detected: Value '[]' at 'keySchema' failed to satisfy constraint: Member must have length greater than or equal to 1",
    ],
    [{ TableName: undefined as unknown as string }, "The parameter 'TableName' is required but was not present in the request"],
  ])('with %j is refused', async (more, message) => {
    await expect(fixture.db.createTable(tableOf('refused', ['pk:S'], more))).rejects.toMatchObject({
      name: 'ValidationException',
      message,
    });
  });

  it('says which parameters are of things that are not emulated', async () => {
    const GlobalTableSourceArn = 'arn:aws:dynamodb:us-east-1:111111111111:table/other';
    await expect(fixture.db.createTable({ ...tableOf('shared', ['pk:S']), GlobalTableSourceArn })).rejects.toMatchObject({
      message: expect.stringContaining('GlobalTableSourceArn is refused by the emulator'),
    });
  });
});

describe('an index', () => {
  it('that is added is filled with what the table holds, without items whose keys have other types', async () => {
    const TableName = 'indexed';
    await fixture.db.createTable(tableOf(TableName, ['pk:S']));
    for (let at = 0; at < 450; at++) await fixture.put(TableName, { pk: { S: `${at}` }, owner: at % 9 === 0 ? { N: '1' } : { S: 'ann' } });
    const { TableDescription } = await fixture.db.updateTable({
      TableName,
      AttributeDefinitions: OWNER,
      GlobalSecondaryIndexUpdates: [{ Create: BY_OWNER }],
    });
    expect(TableDescription!.GlobalSecondaryIndexes![0]).toMatchObject({ IndexStatus: 'CREATING', Backfilling: true });
    await settle();
    expect((await describeTable(TableName)).GlobalSecondaryIndexes![0]).toMatchObject({ IndexStatus: 'ACTIVE', ItemCount: 400 });
    const query = {
      KeyConditionExpression: '#o = :o',
      ExpressionAttributeNames: { '#o': 'owner' },
      ExpressionAttributeValues: { ':o': { S: 'ann' } },
    };
    expect((await fixture.db.query({ TableName, IndexName: 'by-owner', Select: 'COUNT', ...query })).Count).toBe(400);
    await fixture.db.updateTable({ TableName, GlobalSecondaryIndexUpdates: [{ Delete: { IndexName: 'by-owner' } }] });
    await settle();
    const left = await describeTable(TableName);
    expect([left.GlobalSecondaryIndexes, left.AttributeDefinitions!.length]).toEqual([undefined, 1]);
    await fixture.db.deleteTable({ TableName });
  });
});

describe('what belongs to a table', () => {
  it('tags, merged and removed', async () => {
    await fixture.db.createTable(tableOf('tagged', ['pk:S'], { Tags: [{ Key: 'a', Value: '1' }] }));
    const ResourceArn = arn('tagged');
    await fixture.db.tagResource({ ResourceArn, Tags: [{ Key: 'b', Value: '2' }] });
    await fixture.db.untagResource({ ResourceArn, TagKeys: ['a'] });
    expect((await fixture.db.listTagsOfResource({ ResourceArn })).Tags).toEqual([{ Key: 'b', Value: '2' }]);
  });

  it('a policy, with its revisions', async () => {
    await fixture.db.createTable(tableOf('policed', ['pk:S']));
    const ResourceArn = arn('policed');
    const Policy = JSON.stringify({
      Version: '2012-10-17',
      Statement: [{ Effect: 'Allow', Principal: '*', Action: 'dynamodb:GetItem', Resource: ResourceArn }],
    });
    const { RevisionId } = await fixture.db.putResourcePolicy({ ResourceArn, Policy });
    expect(await fixture.db.getResourcePolicy({ ResourceArn })).toMatchObject({ Policy, RevisionId });
    await expect(fixture.db.deleteResourcePolicy({ ResourceArn, ExpectedRevisionId: '1' })).rejects.toMatchObject({
      name: 'PolicyNotFoundException',
    });
    await fixture.db.deleteResourcePolicy({ ResourceArn, ExpectedRevisionId: RevisionId! });
    await expect(fixture.db.getResourcePolicy({ ResourceArn })).rejects.toMatchObject({ name: 'PolicyNotFoundException' });
  });

  it('a time to live, which deletes items when their second has come', async () => {
    const TableName = 'expiring';
    await fixture.db.createTable(tableOf(TableName, ['pk:S']));
    const now = Math.floor(fixture.emulator.clock.now() / 1000);
    const put = (pk: string, at: number) => fixture.put(TableName, { pk: { S: pk }, until: { N: String(at) } });
    await put('before', now + 60);
    await fixture.db.updateTimeToLive({ TableName, TimeToLiveSpecification: { AttributeName: 'until', Enabled: true } });
    await put('soon', now + 30);
    await put('late', now + 3600);
    await put('mistaken', 5);
    await fixture.put(TableName, { pk: { S: 'text' }, until: { S: String(now) } });
    await settle();
    await fixture.emulator.clock.advance('2m');
    await settle();
    const { Items } = await fixture.db.scan({ TableName });
    expect(Items!.map(({ pk }) => pk!.S).sort()).toEqual(['late', 'mistaken', 'text']);
    expect((await fixture.db.describeTimeToLive({ TableName })).TimeToLiveDescription).toEqual({
      TimeToLiveStatus: 'ENABLED',
      AttributeName: 'until',
    });
    // Items have expired by themselves, so the path of the established emulator finds nothing to do.
    const expired = await fetch(`${fixture.emulator.url}/_aws/dynamodb/expired`, { method: 'DELETE' });
    expect([expired.status, await expired.json()]).toEqual([200, { ExpiredItems: 0 }]);
    expect((await fetch(`${fixture.emulator.url}/_cloud/table/expired`)).status).toBe(405);
  });
});

// Refused requests about replicas, in the words that were probed of the service in October 2026 (ack-api-quirks, replicas of tables).
import { DynamoDB, type ReplicationGroupUpdate, type UpdateTableCommandInput } from '@aws-sdk/client-dynamodb';
import { beforeAll, describe, expect, it } from 'vitest';
import { tableOf, useTables } from '../../support/use-tables.ts';

const fixture = useTables(tableOf('global', ['id:S']), tableOf('regional', ['id:S']));
const [HOME, EAST] = ['us-east-1', 'us-west-2'] as const;
let east: DynamoDB;
beforeAll(async () => {
  east = fixture.emulator.client(DynamoDB, { region: EAST });
  await east.createTable(tableOf('regional', ['id:S']));
  await fixture.db.updateTable({ TableName: 'global', ReplicaUpdates: [{ Create: { RegionName: EAST } }] });
  await fixture.emulator.idle();
});

const create = (RegionName: string): ReplicationGroupUpdate => ({ Create: { RegionName } });
const drop = (RegionName: string): ReplicationGroupUpdate => ({ Delete: { RegionName } });
const update = (more: Partial<UpdateTableCommandInput>, TableName = 'global') => fixture.db.updateTable({ TableName, ...more });
const OMPV = 'One or more parameter values were invalid: ';

describe('ReplicaUpdates', () => {
  it.each<[string, ReplicationGroupUpdate[], string | RegExp]>([
    ['of no kind', [{}], 'There are no actions specified in the Replica Update Action of the request.'],
    [
      'that change nothing',
      [{ Update: { RegionName: EAST } }],
      'There are no actions specified in the Replica Update Action of the request.',
    ],
    [
      'of an index that change nothing',
      [{ Update: { RegionName: EAST, GlobalSecondaryIndexes: [{ IndexName: 'any' }] } }],
      'There are no actions specified in the Replica Update Action of the request.',
    ],
    [
      'of two kinds',
      [{ ...create('eu-west-1'), ...drop(EAST) }],
      'Update table operation with more than one type of replica actions not allowed.',
    ],
    [
      'of two regions',
      [create('eu-west-1'), create('eu-west-2')],
      'Update table operation with more than one create or delete replica actions not allowed',
    ],
    [
      'of the own region',
      [drop(HOME)],
      'Cannot add or delete the local region through ReplicaUpdates. Use CreateTable, DeleteTable, or UpdateTable as required.',
    ],
    [
      'of a region that is none',
      [create('us-fake-1')],
      /^Region us-fake-1 is not supported\. The latest version of global tables are only supported in the following regions: \[ap-south-2, /,
    ],
    [
      'of a replica that is there',
      [create(EAST)],
      'Failed to create a the new replica of table with name: ‘global’ because one or more replicas already existed as tables.',
    ],
    [
      'of a region without a replica',
      [drop('ca-central-1')],
      'Update global table operation failed because one or more replicas were not part of the global table. Please retry the request without these replicas: [ca-central-1].',
    ],
    [
      'with units that are not provisioned',
      [{ Update: { RegionName: EAST, ProvisionedThroughputOverride: { ReadCapacityUnits: 1 } } }],
      'Neither ReadCapacityUnits nor WriteCapacityUnits can be specified when BillingMode is PAY_PER_REQUEST',
    ],
    [
      'with a key, where the table has none',
      [{ Create: { RegionName: 'eu-west-1', KMSMasterKeyId: 'alias/mine' } }],
      `${OMPV}KMSMasterKeyId must be specified for each replica.`,
    ],
  ])('%s are refused', async (_, ReplicaUpdates, message) => {
    await expect(update({ ReplicaUpdates })).rejects.toMatchObject({
      name: 'ValidationException',
      message: typeof message === 'string' ? message : expect.stringMatching(message),
    });
  });

  it('must come alone', async () => {
    await expect(update({ ReplicaUpdates: [create('eu-west-1')], TableClass: 'STANDARD' })).rejects.toThrow(
      `${OMPV}Replica modification must be the only operation in the request`,
    );
  });

  it('take no table of another region that has the same name', async () => {
    await expect(update({ ReplicaUpdates: [create(EAST)] }, 'regional')).rejects.toThrow('already existed as tables');
  });

  it('refuse consistency between regions by name', async () => {
    await expect(update({ ReplicaUpdates: [create('eu-west-1')], MultiRegionConsistency: 'STRONG' })).rejects.toThrow(
      /^MultiRegionConsistency STRONG is refused by the emulator/,
    );
  });
});

describe('a global table', () => {
  it('keeps its stream', async () => {
    await expect(update({ StreamSpecification: { StreamEnabled: false } })).rejects.toThrow(
      `${OMPV}Disabling Stream is not allowed for a Global Table replica.`,
    );
    await expect(update({ StreamSpecification: { StreamEnabled: true, StreamViewType: 'KEYS_ONLY' } })).rejects.toThrow(
      'Table already has an enabled stream: TableName: global',
    );
  });

  it('is not deleted in a region from which another was made within a day', async () => {
    await expect(fixture.db.deleteTable({ TableName: 'global' })).rejects.toThrow(
      'Replica cannot be deleted because it has acted as a source region for new replica(s) being added to the table in the last 24 hours.',
    );
  });

  it('is not deleted where it is protected, from any region', async () => {
    await east.updateTable({ TableName: 'global', DeletionProtectionEnabled: true });
    const message =
      'Cannot delete table global in region us-west-2 because it has deletion protection enabled. Disable deletion protection first.';
    await expect(update({ ReplicaUpdates: [drop(EAST)] })).rejects.toThrow(message);
    await expect(east.deleteTable({ TableName: 'global' })).rejects.toThrow(message);
    expect((await fixture.db.describeTable({ TableName: 'global' })).Table!.DeletionProtectionEnabled).toBe(false);
  });

  it('does not scale, and says so of each region', async () => {
    const { TableAutoScalingDescription } = await east.describeTableReplicaAutoScaling({ TableName: 'global' });
    const none = { AutoScalingDisabled: true, ScalingPolicies: [] };
    expect(TableAutoScalingDescription!.Replicas).toMatchObject([
      { RegionName: HOME, ReplicaStatus: 'ACTIVE', ReplicaProvisionedReadCapacityAutoScalingSettings: none },
      { RegionName: EAST, ReplicaStatus: 'ACTIVE', ReplicaProvisionedWriteCapacityAutoScalingSettings: none },
    ]);
    await expect(
      east.updateTableReplicaAutoScaling({ TableName: 'global', ProvisionedWriteCapacityAutoScalingUpdate: { MinimumUnits: 1 } }),
    ).rejects.toThrow("Replicas 'US-EAST-1', 'US-WEST-2' BillingMode is PayPerRequest.");
    await expect(fixture.db.describeTableReplicaAutoScaling({ TableName: 'regional' })).rejects.toThrow(
      "Global table with name: 'regional' does not exist.",
    );
  });
});

// DescribeTableReplicaAutoScaling and UpdateTableReplicaAutoScaling: nothing scales here, in any region of a global table.
import type { Ctx } from '#core/ctx';
import type { Frozen } from '#core/records';
import { fault, operation, type UpdateTableReplicaAutoScalingInput } from '#model/dynamodb';
import { tableAddress } from '#services/dynamodb/catalog/find-table';
import { type Member, otherMembers } from '#services/dynamodb/catalog/replication-group';
import { invalid } from '#services/dynamodb/faults';
import type { Table } from '#services/dynamodb/state';
import { tables } from '#services/dynamodb/state';

const NO_SCALING = { AutoScalingDisabled: true, ScalingPolicies: [] };

/** The tables of a global table, by region. Tables of one region are not found. @throws Fault ResourceNotFoundException */
function findGroup(nameOrArn: string, ctx: Ctx): Member[] {
  const address = tableAddress(nameOrArn, ctx);
  const table = address?.there.records(tables).get([address.name]);
  if (!address || !table?.replicas)
    throw fault('ResourceNotFoundException', `Global table with name: '${address?.name ?? nameOrArn}' does not exist.`);
  const group = [{ there: address.there, table }, ...otherMembers(table, address.there)];
  return group.sort((a, b) => (a.there.region < b.there.region ? -1 : 1));
}

const describeScaling = (group: readonly Member[]) => ({
  TableAutoScalingDescription: {
    TableName: group[0]!.table.name,
    TableStatus: 'ACTIVE',
    Replicas: group.map(({ there, table }) => ({
      RegionName: there.region,
      GlobalSecondaryIndexes: table.indexes.filter(({ global }) => global).map(describeIndex),
      ReplicaProvisionedReadCapacityAutoScalingSettings: NO_SCALING,
      ReplicaProvisionedWriteCapacityAutoScalingSettings: NO_SCALING,
      ReplicaStatus: table.copying ? 'CREATING' : 'ACTIVE',
    })),
  },
});

const describeIndex = ({ name, status }: Frozen<Table>['indexes'][number]) => ({
  IndexName: name,
  IndexStatus: status,
  ProvisionedReadCapacityAutoScalingSettings: NO_SCALING,
  ProvisionedWriteCapacityAutoScalingSettings: NO_SCALING,
});

export const DescribeTableReplicaAutoScaling = operation('DescribeTableReplicaAutoScaling', ({ TableName }, ctx) =>
  describeScaling(findGroup(TableName, ctx)),
);

const enables = (settings: { readonly AutoScalingDisabled?: boolean | undefined } | undefined): boolean =>
  settings !== undefined && settings.AutoScalingDisabled !== true;

/** The parameter that asks for scaling, as error texts name it. */
function scaledBy(input: UpdateTableReplicaAutoScalingInput): string | undefined {
  const {
    ProvisionedWriteCapacityAutoScalingUpdate: write,
    GlobalSecondaryIndexUpdates: indexes = [],
    ReplicaUpdates: replicas = [],
  } = input;
  if (enables(write) || indexes.some((index) => enables(index.ProvisionedWriteCapacityAutoScalingUpdate)))
    return 'GlobalTableProvisionedWriteCapacityAutoScalingSettingsUpdate';
  const reads = replicas.some(
    (replica) =>
      enables(replica.ReplicaProvisionedReadCapacityAutoScalingUpdate) ||
      replica.ReplicaGlobalSecondaryIndexUpdates?.some((index) => enables(index.ProvisionedReadCapacityAutoScalingUpdate)),
  );
  return reads ? 'ReplicaProvisionedReadCapacityAutoScalingSettingsUpdate' : undefined;
}

export const UpdateTableReplicaAutoScaling = operation('UpdateTableReplicaAutoScaling', (input, ctx) => {
  const group = findGroup(input.TableName, ctx);
  const { name, billing } = group[0]!.table;
  const { TableName: _, ...updates } = input;
  if (Object.values(updates).every((update) => update === undefined))
    throw invalid(
      `Failed to update settings for global table with name: ‘${name}’ because at least one update parameter must be specified.`,
    );
  const parameter = scaledBy(input);
  if (parameter === undefined) return describeScaling(group);
  if (billing === 'PROVISIONED')
    throw invalid('Scaling is refused by the emulator: capacity stays what it is set to. Disable it with AutoScalingDisabled.');
  const regions = group.map(({ there }) => `'${there.region.toUpperCase()}'`).join(', ');
  throw invalid(
    `Failed to update global table with name ‘${name}‘. Replicas ${regions} BillingMode is PayPerRequest. You must convert table's BillingMode to PROVISIONED to set parameters: '${parameter}'.`,
  );
});

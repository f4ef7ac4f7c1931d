// The other tables of a global table, as DescribeTable of one of them shows them.
import type { Ctx } from '#core/ctx';
import type { Frozen } from '#core/records';
import type { ReplicaDescription, ReplicaGlobalSecondaryIndexDescription, TableDescription } from '#model/dynamodb';
import type { Index, Table } from '#services/dynamodb/state';
import { type Member, otherMembers } from './replication-group.ts';
import { sendWarm, warmUnits } from './warm.ts';

/** Recorded of all groups: settings are the same in all regions, but for overrides. */
const MODE = 'ENABLED_WITH_OVERRIDES';

/** `shown` has the replicas that the answer names: that of the request which adds one does not name it yet. */
export const describeReplicas = (
  table: Frozen<Table>,
  shown: Frozen<Table>,
  ctx: Ctx,
): Pick<TableDescription, 'GlobalTableVersion' | 'GlobalTableSettingsReplicationMode' | 'Replicas'> => ({
  GlobalTableVersion: '2019.11.21',
  GlobalTableSettingsReplicationMode: MODE,
  Replicas: otherMembers(shown, ctx).map((member) => describeReplica(member, table)),
});

function describeReplica({ there, table }: Member, own: Frozen<Table>): ReplicaDescription {
  const indexes = table.indexes.filter(({ global }) => global);
  return {
    RegionName: there.region,
    ReplicaStatus: table.copying ? 'CREATING' : 'ACTIVE',
    ...(table.encryption && { KMSMasterKeyId: table.encryption.keyArn }),
    ...overridesOf(table, own),
    WarmThroughput: sendWarm(warmUnits(table.billing === 'PAY_PER_REQUEST', table.warm, table.throughput), 'ACTIVE'),
    ...(indexes.length > 0 && { GlobalSecondaryIndexes: indexes.map((index) => describeIndex(index, table, own)) }),
    ...(table.tableClass !== undefined && {
      ReplicaTableClassSummary: {
        TableClass: table.tableClass,
        ...(table.tableClassSetMs !== undefined && { LastUpdateDateTime: new Date(table.tableClassSetMs) }),
      },
    }),
    GlobalTableSettingsReplicationMode: MODE,
  };
}

function describeIndex(index: Frozen<Index>, { billing }: Frozen<Table>, own: Frozen<Table>): ReplicaGlobalSecondaryIndexDescription {
  const mine = own.indexes.find(({ name }) => name === index.name) ?? {};
  const warm = warmUnits(billing === 'PAY_PER_REQUEST', index.warm, index.throughput);
  return { IndexName: index.name, ...overridesOf({ ...index, billing }, mine), WarmThroughput: sendWarm(warm, index.status) };
}

interface Reading {
  readonly billing?: Table['billing'];
  readonly throughput?: Frozen<Table>['throughput'] | undefined;
  readonly onDemand?: Frozen<Table>['onDemand'];
}

const overridesOf = ({ billing, throughput, onDemand }: Reading, own: Reading) => ({
  ...(billing === 'PROVISIONED' &&
    throughput &&
    throughput.read !== own.throughput?.read && { ProvisionedThroughputOverride: { ReadCapacityUnits: throughput.read } }),
  ...(billing === 'PAY_PER_REQUEST' &&
    onDemand?.maxRead !== undefined &&
    onDemand.maxRead !== own.onDemand?.maxRead && { OnDemandThroughputOverride: { MaxReadRequestUnits: onDemand.maxRead } }),
});

// Settings of one region of a global table that differ from the other regions': units and limits of reading. An override that equals the other
// regions' value is none.

import type { ReplicaGlobalSecondaryIndex, UpdateReplicationGroupMemberAction } from '#model/dynamodb';
import { invalid, invalidParameter } from '#services/dynamodb/faults';
import type { Index, Table } from '#services/dynamodb/state';

/** Names that the table has no index for are ignored, as the service does. */
export const withIndexOverrides = (
  indexes: readonly Index[],
  given: readonly ReplicaGlobalSecondaryIndex[] = [],
  billing: Table['billing'],
): Index[] =>
  indexes.map((index) => {
    const override = given.find(({ IndexName }) => index.global && IndexName === index.name);
    const read = billing === 'PROVISIONED' ? override?.ProvisionedThroughputOverride?.ReadCapacityUnits : undefined;
    const maxRead = override?.OnDemandThroughputOverride?.MaxReadRequestUnits;
    return {
      ...index,
      ...(read !== undefined && { throughput: { ...(index.throughput ?? { write: 0 }), read } }),
      ...(maxRead !== undefined && { onDemand: { ...index.onDemand, maxRead } }),
    };
  });

/** The replica as an Update makes it. @throws Fault ValidationException */
export function withOverrides(table: Table, given: UpdateReplicationGroupMemberAction, nowMs: number): Table {
  const { billing } = table;
  if (given.KMSMasterKeyId !== undefined) throw invalidParameter('KMSMasterKeyId must be specified for each replica.');
  if (given.ProvisionedThroughputOverride && billing === 'PAY_PER_REQUEST')
    throw invalid('Neither ReadCapacityUnits nor WriteCapacityUnits can be specified when BillingMode is PAY_PER_REQUEST');
  if (given.OnDemandThroughputOverride && billing === 'PROVISIONED')
    throw invalid('MaxReadRequestUnits for OnDemandThroughput cannot be specified when the table BillingMode is PROVISIONED');
  const read = given.ProvisionedThroughputOverride?.ReadCapacityUnits;
  const maxRead = given.OnDemandThroughputOverride?.MaxReadRequestUnits;
  return {
    ...table,
    indexes: withIndexOverrides(table.indexes, given.GlobalSecondaryIndexes, billing),
    ...(read !== undefined && { throughput: { ...table.throughput, read } }),
    ...(maxRead !== undefined && { onDemand: { ...table.onDemand, maxRead } }),
    ...(given.TableClassOverride !== undefined && { tableClass: given.TableClassOverride, tableClassSetMs: nowMs }),
  };
}

// UpdateTable: throughput and billing, indexes, streams, and settings that must come alone.
import type { Ctx } from '#core/ctx';
import type { Frozen, Tx } from '#core/records';
import { fault, operation, type UpdateTableInput } from '#model/dynamodb';
import { describeTable } from '#services/dynamodb/catalog/describe-table';
import { findWholeTable } from '#services/dynamodb/catalog/find-table';
import { managedKeyArn } from '#services/dynamodb/catalog/managed-key';
import { otherMembers } from '#services/dynamodb/catalog/replication-group';
import { assertOnDemand, encryptionOf, onDemandOf, refuseUnsupported, warmOf } from '#services/dynamodb/catalog/settings';
import { invalid, invalidParameter } from '#services/dynamodb/faults';
import { refuseStreamChange, sharedChanges } from '#services/dynamodb/replicas/shared-changes';
import { type Table, tables } from '#services/dynamodb/state';
import { changeStream } from '#services/dynamodb/streams/open-stream';
import { changeIndexes } from './index-updates.ts';
import { assertSettled, changeReplicas, checkReplicaUpdates, sendBeforeRemoval } from './replica-updates.ts';
import { changeThroughput } from './throughput.ts';

const CHANGES = [
  'ProvisionedThroughput',
  'BillingMode',
  'StreamSpecification',
  'GlobalSecondaryIndexUpdates',
  'VectorIndexUpdates',
  'SSESpecification',
  'TableClass',
  'DeletionProtectionEnabled',
  'OnDemandThroughput',
  'WarmThroughput',
  'ReplicaUpdates',
] as const;
const NAMED =
  'ProvisionedThroughput, BillingMode, UpdateStreamEnabled, GlobalSecondaryIndexUpdates or SSESpecification or ReplicaUpdates or DeletionProtectionEnabled or OnDemandThroughput or WarmThroughput or TableClass';
/** These must be the only change of a request. */
const ALONE: Readonly<Partial<Record<(typeof CHANGES)[number], string>>> = {
  SSESpecification: 'SSE',
  TableClass: 'TableClass',
  DeletionProtectionEnabled: 'DeletionProtection',
  WarmThroughput: 'WarmThroughput',
};

function checkChanges(input: UpdateTableInput): void {
  const given = CHANGES.filter((name) => input[name] !== undefined);
  if (given.length === 0) throw invalid(`At least one of ${NAMED} is required`);
  const alone = given.find((name) => ALONE[name] !== undefined);
  if (alone !== undefined && given.length > 1)
    throw invalidParameter(`${ALONE[alone]} modification must be the only operation in the request`);
}

export const UpdateTable = operation('UpdateTable', async (input, ctx) => {
  refuseUnsupported(input);
  checkReplicaUpdates(input);
  checkChanges(input);
  const located = findWholeTable(input.TableName, ctx);
  if (input.ReplicaUpdates) await sendBeforeRemoval(input.ReplicaUpdates, located.table.name, located.there);
  const managedKey = await managedKeyArn(located.table, input.SSESpecification, located.there);
  const isOld = input.ReplicaUpdates !== undefined || managedKey !== undefined;
  const { there, table } = isOld ? findWholeTable(input.TableName, ctx) : located;
  if (input.StreamSpecification && table.replicas) refuseStreamChange(table, input.StreamSpecification);
  if ([...table.indexes, ...(table.vectors ?? [])].some(({ status }) => status !== 'ACTIVE'))
    throw fault('ResourceInUseException', `Attempt to change a resource which is still in use: Table is being updated: ${table.name}`);
  if (input.ReplicaUpdates) {
    const changed = changeReplicas(table, input.ReplicaUpdates, there);
    return { TableDescription: describeTable(changed, there, { status: 'UPDATING', replicasOf: table, managedKey }) };
  }
  assertSettled(table, there);
  const updated = there.write((tx) => {
    for (const other of otherMembers(table, there)) change(tx, other.table, sharedChanges(input, table, other), other.there);
    return change(tx, table, input, there);
  });
  const endedEncryption = updated.encryption ? undefined : table.encryption;
  return { TableDescription: describeTable(updated, there, { status: 'UPDATING', managedKey, endedEncryption }) };
});

function change(tx: Tx, table: Frozen<Table>, input: UpdateTableInput, ctx: Ctx): Table {
  const indexed = changeIndexes(tx, changeBilling(table, input, ctx), input, ctx);
  const settled: Table = { ...indexed, ...settingsOf(input, ctx) };
  const streaming = input.StreamSpecification ? changeStream(tx, settled, input.StreamSpecification, ctx) : settled;
  tx.put(ctx.records(tables), [table.name], streaming);
  return streaming;
}

const settingsOf = (input: UpdateTableInput, ctx: Ctx): Partial<Table> => ({
  ...(input.SSESpecification && { encryption: encryptionOf(input.SSESpecification, ctx) }),
  ...(input.TableClass !== undefined && { tableClass: input.TableClass, tableClassSetMs: ctx.now() }),
  ...(input.DeletionProtectionEnabled !== undefined && { protected: input.DeletionProtectionEnabled }),
  ...(input.OnDemandThroughput && { onDemand: onDemandOf(input.OnDemandThroughput) }),
  ...(input.WarmThroughput && { warm: warmOf(input.WarmThroughput) }),
});

function changeBilling(table: Frozen<Table>, input: UpdateTableInput, ctx: Ctx): Table {
  const { BillingMode: mode = table.billing, ProvisionedThroughput: units } = input;
  if (mode === 'PAY_PER_REQUEST') {
    if (units)
      throw invalidParameter('Neither ReadCapacityUnits nor WriteCapacityUnits can be specified when BillingMode is PAY_PER_REQUEST');
    if (table.billing === mode) return table as Table;
    const indexes = table.indexes.map(({ throughput: _, ...index }) => index);
    return { ...(table as Table), billing: 'PAY_PER_REQUEST', onDemandSinceMs: ctx.now(), throughput: { read: 0, write: 0 }, indexes };
  }
  if (mode !== table.billing) assertOnDemand(table);
  if (!units) {
    if (table.billing === 'PAY_PER_REQUEST')
      throw invalidParameter('ProvisionedThroughput must be specified when BillingMode is PROVISIONED');
    return table as Table;
  }
  const { read, write } = table.throughput;
  if (table.billing === 'PROVISIONED' && read === units.ReadCapacityUnits && write === units.WriteCapacityUnits)
    throw invalid(
      `The provisioned throughput for the table will not change. The requested value equals the current value. Current ReadCapacityUnits provisioned for the table: ${read}. Requested ReadCapacityUnits: ${units.ReadCapacityUnits}. Current WriteCapacityUnits provisioned for the table: ${write}. Requested WriteCapacityUnits: ${units.WriteCapacityUnits}. Refer to the Amazon DynamoDB Developer Guide for current limits and how to request higher limits.`,
    );
  return { ...(table as Table), billing: 'PROVISIONED', throughput: changeThroughput(table.throughput, units, ctx) };
}

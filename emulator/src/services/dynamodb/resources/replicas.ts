// Replicas of AWS::DynamoDB::GlobalTable in other regions than that of the stack, each with settings of its own.
import type { Ctx } from '#core/ctx';
import type { Properties } from '#core/resources/resource-handlers';
import { changed, flag, list, object, text } from '#core/resources/resource-properties';
import type { ReplicationGroupUpdate } from '#model/dynamodb';
import { asTable, regionsOf, replicaOf } from './global-table-properties.ts';
import { applyDestination } from './kinesis-destination.ts';
import { applyBackups, applyInsights, applyPolicy, applyTags, describe, settled } from './regional-settings.ts';
import { onDemandOf, throughputOf } from './table-properties.ts';

const without = (regions: readonly string[], others: readonly string[]): string[] => regions.filter((each) => !others.includes(each));

/** The regions that have the table now. */
async function presentRegions(TableName: string, ctx: Ctx): Promise<string[]> {
  const { Replicas = [] } = await describe(TableName, ctx);
  return [ctx.region, ...Replicas.map(({ RegionName }) => RegionName!)];
}

/** @throws Error for more than one replica that an update adds or removes, as the service's guide says */
export async function assertOneChange(TableName: string, properties: Properties, ctx: Ctx): Promise<void> {
  const [next, present] = [regionsOf(properties), await presentRegions(TableName, ctx)];
  if (without(next, present).length + without(present, next).length > 1)
    throw new Error('An update can add or remove one replica only: add or remove the others in further updates.');
}

const update = (TableName: string, ReplicaUpdate: ReplicationGroupUpdate, ctx: Ctx) =>
  ctx.call('dynamodb', 'UpdateTable', { TableName, ReplicaUpdates: [ReplicaUpdate] });

/** Units or limits of reading of a table or an index, as its billing has them. */
function readingOf({ ProvisionedThroughput, OnDemandThroughput }: Properties, isProvisioned: boolean) {
  const read = throughputOf(ProvisionedThroughput)?.ReadCapacityUnits;
  const maxRead = onDemandOf(OnDemandThroughput)?.MaxReadRequestUnits;
  if (isProvisioned) return read === undefined ? undefined : { ProvisionedThroughputOverride: { ReadCapacityUnits: read } };
  return maxRead === undefined ? undefined : { OnDemandThroughputOverride: { MaxReadRequestUnits: maxRead } };
}

/** Reading, and the class, where the region has a value. */
function overridesOf(properties: Properties, region: string) {
  const table = asTable(properties, region);
  const isProvisioned = table.BillingMode !== 'PAY_PER_REQUEST';
  const indexes = list(table.GlobalSecondaryIndexes).flatMap((each) => {
    const reading = readingOf(object(each), isProvisioned);
    return reading ? [{ IndexName: text(object(each).IndexName)!, ...reading }] : [];
  });
  return {
    ...readingOf(table, isProvisioned),
    ...(table.TableClass !== undefined && { TableClassOverride: text(table.TableClass) }),
    ...(indexes.length > 0 && { GlobalSecondaryIndexes: indexes }),
  };
}

/** Settings that are each region's own. */
async function applyRegional(TableName: string, next: Properties, before: Properties, there: Ctx): Promise<void> {
  const { TableArn } = await describe(TableName, there);
  await applyBackups(TableName, next, before, there);
  await applyInsights(TableName, next, before, there);
  await applyDestination(TableName, next, before, there);
  await applyPolicy(TableArn!, next, before, there);
  await applyTags(TableArn!, next, before, there);
  if (changed(['DeletionProtectionEnabled'], next, before).length > 0)
    await there.call('dynamodb', 'UpdateTable', { TableName, DeletionProtectionEnabled: flag(next.DeletionProtectionEnabled) ?? false });
}

/** Makes, changes and removes replicas; `previous` is undefined for a new table. */
export async function applyReplicas(TableName: string, properties: Properties, previous: Properties | undefined, ctx: Ctx): Promise<void> {
  const present = await presentRegions(TableName, ctx);
  const next = regionsOf(properties);
  for (const RegionName of without(present, next)) await update(TableName, { Delete: { RegionName } }, ctx);
  for (const RegionName of without(next, [ctx.region])) {
    const there = ctx.in({ region: RegionName });
    const overrides = overridesOf(properties, RegionName);
    const isNew = !present.includes(RegionName);
    const before = !isNew && previous && regionsOf(previous).includes(RegionName) ? previous : undefined;
    if (isNew) {
      const KMSMasterKeyId = text(object(replicaOf(properties, RegionName).SSESpecification).KMSMasterKeyId);
      await update(TableName, { Create: { RegionName, ...overrides, KMSMasterKeyId } }, ctx);
      await settled(TableName, there);
    } else if (before && isChanged(RegionName, properties, before, ctx) && Object.keys(overrides).length > 0) {
      await update(TableName, { Update: { RegionName, ...overrides } }, ctx);
    }
    await applyRegional(TableName, asTable(properties, RegionName), before ? asTable(before, RegionName) : {}, there);
  }
}

/** Whether overrides of a region, or the values that they stand against, change. */
const isChanged = (region: string, next: Properties, before: Properties, ctx: Ctx): boolean =>
  [region, ctx.region].some((each) => JSON.stringify(overridesOf(next, each)) !== JSON.stringify(overridesOf(before, each)));

/** Removes all replicas in other regions. */
export async function removeReplicas(TableName: string, ctx: Ctx): Promise<void> {
  for (const RegionName of without(await presentRegions(TableName, ctx), [ctx.region]))
    await update(TableName, { Delete: { RegionName } }, ctx);
}

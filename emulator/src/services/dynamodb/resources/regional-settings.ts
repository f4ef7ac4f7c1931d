// Settings of one table, in the region of a context, that each have a request of their own: those of replicas, too.
import type { Ctx } from '#core/ctx';
import type { Properties } from '#core/resources/resource-handlers';
import { changed, flag, ignoring, number, object, tagChanges, text } from '#core/resources/resource-properties';
import type { TableDescription } from '#model/dynamodb';
import { tableSignal } from '#services/dynamodb/catalog/table-signal';
import { insightsOf } from './table-properties.ts';

const WAIT_MS = 60_000;

export async function describe(TableName: string, ctx: Ctx): Promise<TableDescription> {
  return (await ctx.call('dynamodb', 'DescribeTable', { TableName })).Table!;
}

/** Waits until the table is there, and until indexes that were added or removed are there or gone. */
export async function settled(name: string, ctx: Ctx): Promise<void> {
  const isActive = ({ TableStatus, VectorIndexes = [] }: TableDescription): boolean =>
    TableStatus === 'ACTIVE' && VectorIndexes.every(({ IndexStatus }) => IndexStatus === 'ACTIVE');
  while (!isActive(await describe(name, ctx))) await ctx.wait(tableSignal(name), ctx.now() + WAIT_MS);
}

export const policyOf = (properties: Properties): string | undefined => text(object(properties.ResourcePolicy).PolicyDocument);

export async function applyBackups(TableName: string, next: Properties, before: Properties, ctx: Ctx): Promise<void> {
  if (changed(['PointInTimeRecoverySpecification'], next, before).length === 0) return;
  const { PointInTimeRecoveryEnabled, RecoveryPeriodInDays } = object(next.PointInTimeRecoverySpecification);
  const settings = {
    PointInTimeRecoveryEnabled: flag(PointInTimeRecoveryEnabled) ?? false,
    RecoveryPeriodInDays: number(RecoveryPeriodInDays),
  };
  await ctx.call('dynamodb', 'UpdateContinuousBackups', { TableName, PointInTimeRecoverySpecification: settings });
}

export async function applyInsights(TableName: string, next: Properties, before: Properties, ctx: Ctx): Promise<void> {
  const present = insightsOf(before);
  for (const [index, settings] of insightsOf(next)) {
    if (JSON.stringify(settings) === JSON.stringify(present.get(index) ?? { Enabled: false })) continue;
    await ctx.call('dynamodb', 'UpdateContributorInsights', {
      TableName,
      ...(index !== undefined && { IndexName: index }),
      ContributorInsightsAction: settings.Enabled ? 'ENABLE' : 'DISABLE',
      ContributorInsightsMode: settings.Mode,
    });
  }
}

export async function applyPolicy(ResourceArn: string, next: Properties, before: Properties, ctx: Ctx): Promise<void> {
  const [wanted, present] = [policyOf(next), policyOf(before)];
  if (wanted !== undefined && wanted !== present) await ctx.call('dynamodb', 'PutResourcePolicy', { ResourceArn, Policy: wanted });
  if (wanted === undefined && present !== undefined)
    await ignoring(['PolicyNotFoundException'], ctx.call('dynamodb', 'DeleteResourcePolicy', { ResourceArn }));
}

export async function applyTags(ResourceArn: string, next: Properties, before: Properties, ctx: Ctx): Promise<void> {
  const { put, remove } = tagChanges(before.Tags, next.Tags);
  if (remove.length > 0) await ctx.call('dynamodb', 'UntagResource', { ResourceArn, TagKeys: remove });
  if (put.length > 0) await ctx.call('dynamodb', 'TagResource', { ResourceArn, Tags: put });
}

// AWS::KMS::Key
import { document, flag, number, tagChanges, tagList, text, unless } from '#core/resource-properties';
import type { Made, Properties, ResourceContext, ResourceType } from '#core/resource-type';

const GONE = ['NotFoundException', 'KMSInvalidStateException'];
const asTags = (tags: readonly { Key: string; Value: string }[]) => tags.map(({ Key, Value }) => ({ TagKey: Key, TagValue: Value }));

async function made(KeyId: string, ctx: ResourceContext): Promise<Made> {
  const { KeyMetadata } = await ctx.call('kms', 'DescribeKey', { KeyId });
  return { physicalId: KeyId, attributes: { KeyId, Arn: KeyMetadata!.Arn! } };
}

async function applyRotation(KeyId: string, properties: Properties, previous: Properties, ctx: ResourceContext): Promise<void> {
  const [wanted, was] = [flag(properties.EnableKeyRotation) ?? false, flag(previous.EnableKeyRotation) ?? false];
  const days = number(properties.RotationPeriodInDays);
  if (wanted && (!was || days !== number(previous.RotationPeriodInDays)))
    await ctx.call('kms', 'EnableKeyRotation', { KeyId, RotationPeriodInDays: days });
  if (!wanted && was) await ctx.call('kms', 'DisableKeyRotation', { KeyId });
}

export const resource: ResourceType = {
  async create(properties, ctx) {
    const { KeyMetadata } = await ctx.call('kms', 'CreateKey', {
      Description: text(properties.Description),
      KeySpec: text(properties.KeySpec),
      KeyUsage: text(properties.KeyUsage),
      MultiRegion: flag(properties.MultiRegion),
      Origin: text(properties.Origin),
      Policy: document(properties.KeyPolicy),
      BypassPolicyLockoutSafetyCheck: flag(properties.BypassPolicyLockoutSafetyCheck),
      Tags: asTags(tagList(properties.Tags)),
    });
    const KeyId = KeyMetadata!.KeyId!;
    ctx.made(KeyId);
    await applyRotation(KeyId, properties, {}, ctx);
    if (flag(properties.Enabled) === false) await ctx.call('kms', 'DisableKey', { KeyId });
    return made(KeyId, ctx);
  },
  replaces: (properties, previous) =>
    ['KeySpec', 'KeyUsage', 'MultiRegion', 'Origin'].some((name) => text(properties[name]) !== text(previous[name])),
  async update(KeyId, properties, previous, ctx) {
    for (const name of ['KeySpec', 'KeyUsage', 'MultiRegion', 'Origin'])
      if (text(properties[name]) !== text(previous[name])) throw new Error(`You cannot change the ${name} of a KMS key: ${KeyId}`);
    await ctx.call('kms', 'UpdateKeyDescription', { KeyId, Description: text(properties.Description) ?? '' });
    const Policy = document(properties.KeyPolicy);
    if (Policy !== undefined && Policy !== document(previous.KeyPolicy))
      await ctx.call('kms', 'PutKeyPolicy', {
        KeyId,
        Policy,
        BypassPolicyLockoutSafetyCheck: flag(properties.BypassPolicyLockoutSafetyCheck),
      });
    const [on, was] = [flag(properties.Enabled) ?? true, flag(previous.Enabled) ?? true];
    if (on && !was) await ctx.call('kms', 'EnableKey', { KeyId });
    await applyRotation(KeyId, properties, previous, ctx);
    if (!on && was) await ctx.call('kms', 'DisableKey', { KeyId });
    const { put, remove } = tagChanges(previous.Tags, properties.Tags);
    if (remove.length > 0) await ctx.call('kms', 'UntagResource', { KeyId, TagKeys: remove });
    if (put.length > 0) await ctx.call('kms', 'TagResource', { KeyId, Tags: asTags(put) });
    return made(KeyId, ctx);
  },
  async delete(KeyId, properties, ctx) {
    await unless(
      GONE,
      ctx.call('kms', 'ScheduleKeyDeletion', { KeyId, PendingWindowInDays: number(properties.PendingWindowInDays) ?? 30 }),
    );
  },
};

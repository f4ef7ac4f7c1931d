// AWS::KMS::Key

import type { Created, Properties } from '#core/resources/resource-handlers';
import { document, flag, ignoring, number, tagChanges, tagList, text } from '#core/resources/resource-properties';
import { documentAs, readAs } from '#core/resources/resource-shape';
import type { ResourceContext, ResourceType } from '#core/resources/resource-type';
import { table } from '#lib/table';
import { defaultKeyPolicy } from '#services/kms/policies/policy-text';

const GONE = ['NotFoundException', 'KMSInvalidStateException'];
const DEFAULT_PERIOD_DAYS = 365;
/** Properties that never change after creation, with their defaults. */
const FIXED: Readonly<Record<string, string>> = table({
  KeySpec: 'SYMMETRIC_DEFAULT',
  KeyUsage: 'ENCRYPT_DECRYPT',
  MultiRegion: 'false',
  Origin: 'AWS_KMS',
});

const asTags = (tags: readonly { Key: string; Value: string }[]) => tags.map(({ Key, Value }) => ({ TagKey: Key, TagValue: Value }));

async function made(KeyId: string, ctx: ResourceContext): Promise<Created> {
  const { KeyMetadata } = await ctx.call('kms', 'DescribeKey', { KeyId });
  return { physicalId: KeyMetadata!.KeyId, attributes: { KeyId: KeyMetadata!.KeyId, Arn: KeyMetadata!.Arn! } };
}

/** Throws if a fixed property changes: a new key could not decrypt old data. Compares with the key itself, so that a rollback succeeds. */
async function checkFixed(KeyId: string, properties: Properties, ctx: ResourceContext): Promise<void> {
  const { KeyMetadata } = await ctx.call('kms', 'DescribeKey', { KeyId });
  for (const [name, usual] of Object.entries(FIXED)) {
    const [asked, is] = [text(properties[name]) ?? usual, String(KeyMetadata?.[name as keyof typeof KeyMetadata])];
    if (asked !== is) throw new Error(`The ${name} of a KMS key cannot be changed from ${is} to ${asked}: ${KeyId}`);
  }
}

async function applyPolicy(KeyId: string, properties: Properties, previous: Properties, ctx: ResourceContext): Promise<void> {
  const policyOf = ({ KeyPolicy }: Properties): string => document(KeyPolicy) ?? defaultKeyPolicy(ctx.account, ctx.region);
  const Policy = policyOf(properties);
  if (Policy === policyOf(previous)) return;
  const BypassPolicyLockoutSafetyCheck = flag(properties.BypassPolicyLockoutSafetyCheck);
  await ctx.call('kms', 'PutKeyPolicy', { KeyId, Policy, BypassPolicyLockoutSafetyCheck });
}

async function applyRotation(KeyId: string, properties: Properties, previous: Properties, ctx: ResourceContext): Promise<void> {
  const daysOf = ({ EnableKeyRotation, RotationPeriodInDays }: Properties): number =>
    flag(EnableKeyRotation) ? (number(RotationPeriodInDays) ?? DEFAULT_PERIOD_DAYS) : 0;
  const days = daysOf(properties);
  if (days === daysOf(previous)) return;
  if (days > 0) await ctx.call('kms', 'EnableKeyRotation', { KeyId, RotationPeriodInDays: days });
  else await ctx.call('kms', 'DisableKeyRotation', { KeyId });
}

async function applyTags(KeyId: string, properties: Properties, previous: Properties, ctx: ResourceContext): Promise<void> {
  const { put, remove } = tagChanges(previous.Tags, properties.Tags);
  if (remove.length > 0) await ctx.call('kms', 'UntagResource', { KeyId, TagKeys: remove });
  if (put.length > 0) await ctx.call('kms', 'TagResource', { KeyId, Tags: asTags(put) });
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
    const KeyId = KeyMetadata!.KeyId;
    ctx.created(KeyId);
    await applyRotation(KeyId, properties, {}, ctx);
    if (flag(properties.Enabled) === false) await ctx.call('kms', 'DisableKey', { KeyId });
    return made(KeyId, ctx);
  },
  async update(KeyId, properties, previous, ctx) {
    await checkFixed(KeyId, properties, ctx);
    const Description = text(properties.Description) ?? '';
    if (Description !== (text(previous.Description) ?? '')) await ctx.call('kms', 'UpdateKeyDescription', { KeyId, Description });
    await applyPolicy(KeyId, properties, previous, ctx);
    const [on, was] = [flag(properties.Enabled) ?? true, flag(previous.Enabled) ?? true];
    // Rotation can be configured only while the key is enabled.
    if (on && !was) await ctx.call('kms', 'EnableKey', { KeyId });
    await applyRotation(KeyId, properties, previous, ctx);
    if (!on && was) await ctx.call('kms', 'DisableKey', { KeyId });
    await applyTags(KeyId, properties, previous, ctx);
    return made(KeyId, ctx);
  },
  async delete(KeyId, properties, ctx) {
    await ignoring(
      GONE,
      ctx.call('kms', 'ScheduleKeyDeletion', { KeyId, PendingWindowInDays: number(properties.PendingWindowInDays) ?? 30 }),
    );
  },
  async read(KeyId, properties, ctx) {
    const found = (await ignoring(GONE, ctx.call('kms', 'DescribeKey', { KeyId })))?.KeyMetadata;
    if (!found || found.DeletionDate || found.KeyState === 'PendingReplicaDeletion') return undefined;
    const { Policy } = await ctx.call('kms', 'GetKeyPolicy', { KeyId });
    const { Tags = [] } = await ctx.call('kms', 'ListResourceTags', { KeyId });
    const rotation = await ctx.call('kms', 'GetKeyRotationStatus', { KeyId });
    const { Enabled, KeySpec, KeyUsage, MultiRegion, Origin } = found;
    return readAs({
      Description: found.Description || undefined,
      Enabled,
      KeySpec,
      KeyUsage,
      MultiRegion,
      Origin,
      EnableKeyRotation: rotation.KeyRotationEnabled,
      // Without rotation the period has no meaning.
      ...(rotation.KeyRotationEnabled && { RotationPeriodInDays: rotation.RotationPeriodInDays }),
      KeyPolicy: documentAs(Policy, properties.KeyPolicy),
      Tags: Tags.length > 0 ? Tags.map(({ TagKey: Key, TagValue: Value }) => ({ Key, Value })) : undefined,
    });
  },
  async list(_filter, Marker, ctx) {
    const { Keys = [], NextMarker: next } = await ctx.call('kms', 'ListKeys', { Marker });
    return { items: Keys.map(({ KeyId }) => ({ KeyId: KeyId! })), next };
  },
  adopt: async (identifier, _properties, ctx) => made(text(identifier.KeyId) ?? '', ctx),
};

// AWS::KMS::Key
import { crudType } from '#core/resources/crud-type';
import type { Properties } from '#core/resources/resource-handlers';
import { document, flag, number, tagList, text } from '#core/resources/resource-properties';
import { documentAs } from '#core/resources/resource-shape';
import type { ResourceContext, ResourceType } from '#core/resources/resource-type';
import { table } from '#lib/table';
import { defaultKeyPolicy } from '#services/kms/policies/policy-text';

const DEFAULT_WINDOW_DAYS = 30;
const DEFAULT_PERIOD_DAYS = 365;
/** Properties that never change after creation, with their defaults. */
const FIXED: Readonly<Record<string, string>> = table({
  KeySpec: 'SYMMETRIC_DEFAULT',
  KeyUsage: 'ENCRYPT_DECRYPT',
  MultiRegion: 'false',
  Origin: 'AWS_KMS',
});

const asTags = (tags: readonly { Key: string; Value: string }[]) => tags.map(({ Key, Value }) => ({ TagKey: Key, TagValue: Value }));

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

/** Switches the key on before its rotation changes, and off afterwards: rotation can be configured only while the key is enabled. */
async function applyRotationAndState(KeyId: string, properties: Properties, previous: Properties, ctx: ResourceContext): Promise<void> {
  const [on, was] = [flag(properties.Enabled) ?? true, flag(previous.Enabled) ?? true];
  if (on && !was) await ctx.call('kms', 'EnableKey', { KeyId });
  await applyRotation(KeyId, properties, previous, ctx);
  if (!on && was) await ctx.call('kms', 'DisableKey', { KeyId });
}

export const resource: ResourceType = crudType({
  id: 'KeyId',
  gone: ['NotFoundException', 'KMSInvalidStateException'],
  properties: { Description: text, KeySpec: text, KeyUsage: text, MultiRegion: flag, Origin: text },
  cleared: { Description: '' },
  create: (_name, given, { KeyPolicy, BypassPolicyLockoutSafetyCheck, Tags }, ctx) =>
    ctx.call('kms', 'CreateKey', {
      ...given,
      Policy: document(KeyPolicy),
      BypassPolicyLockoutSafetyCheck: flag(BypassPolicyLockoutSafetyCheck),
      Tags: asTags(tagList(Tags)),
    }),
  idOf: ({ KeyMetadata }) => KeyMetadata!.KeyId,
  async update(KeyId, given, { previous, properties }, ctx) {
    await checkFixed(KeyId, properties, ctx);
    const { Description = '' } = given;
    if (Description !== (text(previous.Description) ?? '')) await ctx.call('kms', 'UpdateKeyDescription', { KeyId, Description });
  },
  delete: (KeyId, { PendingWindowInDays }, ctx) =>
    ctx.call('kms', 'ScheduleKeyDeletion', { KeyId, PendingWindowInDays: number(PendingWindowInDays) ?? DEFAULT_WINDOW_DAYS }),
  async find(KeyId, _properties, ctx) {
    const { KeyMetadata: key } = await ctx.call('kms', 'DescribeKey', { KeyId });
    return key?.DeletionDate || key?.KeyState === 'PendingReplicaDeletion' ? undefined : key;
  },
  changes: [applyPolicy],
  settings: [applyRotationAndState],
  tags: {
    told: async (_key, KeyId, ctx) => (await ctx.call('kms', 'ListResourceTags', { KeyId })).Tags,
    put: (KeyId, tags, _found, ctx) => ctx.call('kms', 'TagResource', { KeyId, Tags: asTags(tags) }),
    remove: (KeyId, TagKeys, _found, ctx) => ctx.call('kms', 'UntagResource', { KeyId, TagKeys }),
  },
  attributes: ({ Arn }) => ({ Arn }),
  async shown({ Enabled }, given, KeyId, ctx) {
    const { Policy } = await ctx.call('kms', 'GetKeyPolicy', { KeyId });
    const { KeyRotationEnabled: EnableKeyRotation, RotationPeriodInDays } = await ctx.call('kms', 'GetKeyRotationStatus', { KeyId });
    return {
      Enabled,
      EnableKeyRotation,
      // Without rotation the period has no meaning.
      ...(EnableKeyRotation && { RotationPeriodInDays }),
      KeyPolicy: documentAs(Policy, given.KeyPolicy),
    };
  },
  list: (Marker, _filter, ctx) => ctx.call('kms', 'ListKeys', { Marker }),
  listed: ({ Keys }) => Keys?.map(({ KeyId }) => KeyId),
});

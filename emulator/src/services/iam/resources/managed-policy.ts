// AWS::IAM::ManagedPolicy
import { document, text, unless } from '#core/resource-properties';
import type { Made, Properties, ResourceContext, ResourceType } from '#core/resource-type';
import { type Holder, holdersOf, without } from './attached.ts';

const GONE = ['NoSuchEntity', 'NoSuchEntityException'];
const MOST_VERSIONS = 5;

function attach([kind, name]: Holder, PolicyArn: string, ctx: ResourceContext) {
  if (kind === 'Role') return ctx.call('iam', 'AttachRolePolicy', { RoleName: name, PolicyArn });
  if (kind === 'User') return ctx.call('iam', 'AttachUserPolicy', { UserName: name, PolicyArn });
  return ctx.call('iam', 'AttachGroupPolicy', { GroupName: name, PolicyArn });
}

function detach([kind, name]: Holder, PolicyArn: string, ctx: ResourceContext): Promise<unknown> {
  if (kind === 'Role') return unless(GONE, ctx.call('iam', 'DetachRolePolicy', { RoleName: name, PolicyArn }));
  if (kind === 'User') return unless(GONE, ctx.call('iam', 'DetachUserPolicy', { UserName: name, PolicyArn }));
  return unless(GONE, ctx.call('iam', 'DetachGroupPolicy', { GroupName: name, PolicyArn }));
}

async function applyHolders(arn: string, next: Properties, before: Properties, ctx: ResourceContext): Promise<void> {
  for (const holder of without(holdersOf(before), holdersOf(next))) await detach(holder, arn, ctx);
  for (const holder of without(holdersOf(next), holdersOf(before))) await attach(holder, arn, ctx);
}

async function made(PolicyArn: string, ctx: ResourceContext): Promise<Made> {
  const { Policy } = await ctx.call('iam', 'GetPolicy', { PolicyArn });
  const {
    AttachmentCount = 0,
    DefaultVersionId = '',
    IsAttachable = true,
    PermissionsBoundaryUsageCount = 0,
    PolicyId = '',
  } = Policy ?? {};
  return {
    physicalId: PolicyArn,
    attributes: {
      PolicyArn,
      PolicyId,
      DefaultVersionId,
      AttachmentCount,
      IsAttachable,
      PermissionsBoundaryUsageCount,
      CreateDate: Policy?.CreateDate?.toISOString() ?? '',
      UpdateDate: Policy?.UpdateDate?.toISOString() ?? '',
    },
  };
}

/** A policy keeps five versions: the oldest one that is not in force makes room. */
async function newVersion(PolicyArn: string, PolicyDocument: string, ctx: ResourceContext): Promise<void> {
  const { Versions = [] } = await ctx.call('iam', 'ListPolicyVersions', { PolicyArn });
  const oldest = Versions.filter(({ IsDefaultVersion }) => !IsDefaultVersion).at(-1);
  if (Versions.length >= MOST_VERSIONS && oldest?.VersionId)
    await ctx.call('iam', 'DeletePolicyVersion', { PolicyArn, VersionId: oldest.VersionId });
  await ctx.call('iam', 'CreatePolicyVersion', { PolicyArn, PolicyDocument, SetAsDefault: true });
}

export const resource: ResourceType = {
  async create(properties, ctx) {
    const { Policy } = await ctx.call('iam', 'CreatePolicy', {
      PolicyName: text(properties.ManagedPolicyName) ?? ctx.physicalName(128),
      Path: text(properties.Path),
      Description: text(properties.Description),
      PolicyDocument: document(properties.PolicyDocument)!,
    });
    const arn = Policy!.Arn!;
    ctx.made(arn);
    await applyHolders(arn, properties, {}, ctx);
    return made(arn, ctx);
  },
  async update(arn, properties, previous, ctx) {
    const next = document(properties.PolicyDocument)!;
    if (next !== document(previous.PolicyDocument)) await newVersion(arn, next, ctx);
    await applyHolders(arn, properties, previous, ctx);
    return made(arn, ctx);
  },
  async delete(PolicyArn, properties, ctx) {
    const found = await unless(GONE, ctx.call('iam', 'ListPolicyVersions', { PolicyArn }));
    if (!found) return;
    await applyHolders(PolicyArn, {}, properties, ctx);
    for (const { VersionId, IsDefaultVersion } of found.Versions ?? [])
      if (!IsDefaultVersion && VersionId) await ctx.call('iam', 'DeletePolicyVersion', { PolicyArn, VersionId });
    await unless(GONE, ctx.call('iam', 'DeletePolicy', { PolicyArn }));
  },
};

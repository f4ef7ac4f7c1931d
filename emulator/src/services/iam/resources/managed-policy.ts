// AWS::IAM::ManagedPolicy

import type { Created, Properties, Value } from '#core/resources/resource-handlers';
import { document, ignoring, text, texts } from '#core/resources/resource-properties';
import { documentAs } from '#core/resources/resource-shape';
import type { ResourceContext, ResourceType } from '#core/resources/resource-type';
import { attach, detach, GONE, holdersOf, without } from './attached.ts';

const MAX_VERSIONS = 5;

async function applyHolders(arn: string, next: Properties, before: Properties, ctx: ResourceContext): Promise<void> {
  for (const holder of without(holdersOf(before), holdersOf(next))) await detach(holder, arn, ctx);
  for (const holder of without(holdersOf(next), holdersOf(before))) await attach(holder, arn, ctx);
}

async function made(PolicyArn: string, ctx: ResourceContext): Promise<Created> {
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

/** A policy has at most five versions: the oldest that is not in force is deleted. */
async function newVersion(PolicyArn: string, PolicyDocument: string, ctx: ResourceContext): Promise<void> {
  const { Versions = [] } = await ctx.call('iam', 'ListPolicyVersions', { PolicyArn });
  const oldest = Versions.filter(({ IsDefaultVersion }) => !IsDefaultVersion).at(-1);
  if (Versions.length >= MAX_VERSIONS && oldest?.VersionId)
    await ctx.call('iam', 'DeletePolicyVersion', { PolicyArn, VersionId: oldest.VersionId });
  await ctx.call('iam', 'CreatePolicyVersion', { PolicyArn, PolicyDocument, SetAsDefault: true });
}

/** The holders that have the policy and are named in the template, in its order; all of them if it names none. */
const given = (named: Value | undefined, found: readonly string[]): string[] =>
  named === undefined ? [...found] : texts(named).filter((name) => found.includes(name));

export const resource: ResourceType = {
  async create(properties, ctx) {
    const { Policy } = await ctx.call('iam', 'CreatePolicy', {
      PolicyName: text(properties.ManagedPolicyName) ?? ctx.physicalName(128),
      Path: text(properties.Path),
      Description: text(properties.Description),
      PolicyDocument: document(properties.PolicyDocument)!,
    });
    const arn = Policy!.Arn!;
    ctx.created(arn);
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
    const found = await ignoring(GONE, ctx.call('iam', 'ListPolicyVersions', { PolicyArn }));
    if (!found) return;
    await applyHolders(PolicyArn, {}, properties, ctx);
    for (const { VersionId, IsDefaultVersion } of found.Versions ?? [])
      if (!IsDefaultVersion && VersionId) await ctx.call('iam', 'DeletePolicyVersion', { PolicyArn, VersionId });
    await ignoring(GONE, ctx.call('iam', 'DeletePolicy', { PolicyArn }));
  },
  async read(PolicyArn, properties, ctx) {
    const found = await ignoring(GONE, ctx.call('iam', 'GetPolicy', { PolicyArn }));
    if (!found?.Policy) return undefined;
    const { PolicyName = '', Path = '/', Description, DefaultVersionId = '' } = found.Policy;
    const { PolicyVersion } = await ctx.call('iam', 'GetPolicyVersion', { PolicyArn, VersionId: DefaultVersionId });
    const { PolicyRoles = [], PolicyUsers = [], PolicyGroups = [] } = await ctx.call('iam', 'ListEntitiesForPolicy', { PolicyArn });
    return {
      ManagedPolicyName: PolicyName,
      Path,
      Description: Description || null,
      PolicyDocument: documentAs(decodeURIComponent(PolicyVersion?.Document ?? ''), properties.PolicyDocument) ?? null,
      // Other resources attach the policy too: a role can list it among its own.
      Roles: given(
        properties.Roles,
        PolicyRoles.map(({ RoleName = '' }) => RoleName),
      ),
      Users: given(
        properties.Users,
        PolicyUsers.map(({ UserName = '' }) => UserName),
      ),
      Groups: given(
        properties.Groups,
        PolicyGroups.map(({ GroupName = '' }) => GroupName),
      ),
    };
  },
  async list(_filter, Marker, ctx) {
    const { Policies = [], Marker: next } = await ctx.call('iam', 'ListPolicies', { Marker, Scope: 'Local' });
    return { items: Policies.map(({ Arn }) => ({ PolicyArn: Arn! })), next };
  },
  adopt: async (identifier, _properties, ctx) => made(text(identifier.PolicyArn) ?? '', ctx),
};

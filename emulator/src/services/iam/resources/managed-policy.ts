// AWS::IAM::ManagedPolicy
import { crudType } from '#core/resources/crud-type';
import type { Properties, Value } from '#core/resources/resource-handlers';
import { document, text, texts } from '#core/resources/resource-properties';
import { documentAs, requiredText } from '#core/resources/resource-shape';
import type { ResourceContext, ResourceType } from '#core/resources/resource-type';
import { attach, detach, GONE, holdersOf, without } from './attached.ts';

const MAX_NAME_LENGTH = 128;
const MAX_VERSIONS = 5;

async function applyHolders(arn: string, next: Properties, before: Properties, ctx: ResourceContext): Promise<void> {
  for (const holder of without(holdersOf(before), holdersOf(next))) await detach(holder, arn, ctx);
  for (const holder of without(holdersOf(next), holdersOf(before))) await attach(holder, arn, ctx);
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

export const resource: ResourceType = crudType({
  id: 'PolicyArn',
  gone: GONE,
  properties: { Path: text, Description: text, PolicyDocument: requiredText },
  create: (_name, given, { ManagedPolicyName }, ctx) =>
    ctx.call('iam', 'CreatePolicy', { PolicyName: text(ManagedPolicyName) ?? ctx.physicalName(MAX_NAME_LENGTH), ...given }),
  idOf: ({ Policy }) => Policy!.Arn!,
  async update(arn, { PolicyDocument }, { previous }, ctx) {
    if (PolicyDocument !== document(previous.PolicyDocument)) await newVersion(arn, PolicyDocument, ctx);
  },
  async delete(PolicyArn, _properties, ctx) {
    const { Versions = [] } = await ctx.call('iam', 'ListPolicyVersions', { PolicyArn });
    for (const { VersionId, IsDefaultVersion } of Versions)
      if (!IsDefaultVersion && VersionId) await ctx.call('iam', 'DeletePolicyVersion', { PolicyArn, VersionId });
    await ctx.call('iam', 'DeletePolicy', { PolicyArn });
  },
  find: async (PolicyArn, _properties, ctx) => (await ctx.call('iam', 'GetPolicy', { PolicyArn })).Policy,
  settings: [applyHolders],
  isEmptiedFirst: true,
  attributes: ({ CreateDate, UpdateDate, PolicyId, DefaultVersionId, AttachmentCount, IsAttachable, PermissionsBoundaryUsageCount }) => ({
    PolicyId,
    DefaultVersionId,
    AttachmentCount,
    IsAttachable,
    PermissionsBoundaryUsageCount,
    CreateDate: CreateDate?.toISOString(),
    UpdateDate: UpdateDate?.toISOString(),
  }),
  async shown({ PolicyName, Description, DefaultVersionId: VersionId = '' }, properties, PolicyArn, ctx) {
    const { PolicyVersion } = await ctx.call('iam', 'GetPolicyVersion', { PolicyArn, VersionId });
    const { PolicyRoles = [], PolicyUsers = [], PolicyGroups = [] } = await ctx.call('iam', 'ListEntitiesForPolicy', { PolicyArn });
    return {
      ManagedPolicyName: PolicyName,
      Description: Description || undefined,
      PolicyDocument: documentAs(decodeURIComponent(PolicyVersion?.Document ?? ''), properties.PolicyDocument),
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
  list: (Marker, _filter, ctx) => ctx.call('iam', 'ListPolicies', { Marker, Scope: 'Local' }),
  listed: ({ Policies }) => Policies?.map(({ Arn }) => Arn),
});

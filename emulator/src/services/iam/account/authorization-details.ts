// GetAccountAuthorizationDetails: all users, groups, roles and policies of the account, each with its policies, groups and tags.
import type { Ctx } from '#core/ctx';
import type { Frozen } from '#core/records';
import { percentEncoded } from '#lib/percent-encoding';
import { operation } from '#model/iam';
import { groupsOf } from '#services/iam/find-identity';
import { describeGroup, describeRole, describeUser, listedProfile } from '#services/iam/identities/descriptions';
import { profilesOf } from '#services/iam/identities/instance-profiles';
import { type PageEnd, pageOfValues } from '#services/iam/listing';
import { attachedTo } from '#services/iam/policies/attachments';
import {
  type AwsPolicy,
  awsPolicies,
  awsPolicyArn,
  describeAwsPolicy,
  describeAwsVersion,
  describePolicy,
  describeVersionWithDocument,
} from '#services/iam/policies/managed-policies';
import {
  type FoundRole,
  type FoundUser,
  type Group,
  identities,
  inlinePolicies,
  type Policy,
  policies,
  policyUses,
  policyVersions,
} from '#services/iam/state';

type DetailItem =
  | { kind: 'user'; user: FoundUser }
  | { kind: 'group'; group: Frozen<Group> }
  | { kind: 'role'; role: FoundRole }
  | { kind: 'own'; policy: Frozen<Policy> }
  | { kind: 'aws'; policy: AwsPolicy };

const KINDS = [
  ['User', 'user'],
  ['Group', 'group'],
  ['Role', 'role'],
  ['LocalManagedPolicy', 'own'],
  ['AWSManagedPolicy', 'aws'],
] as const;
type Part = (typeof KINDS)[number][1];

/** Pages run through the kinds in order; a marker names the kind and the position within it. */
export const GetAccountAuthorizationDetails = operation('GetAccountAuthorizationDetails', (input, ctx) => {
  const parts = KINDS.filter(([name]) => !input.Filter?.length || input.Filter.includes(name)).map(([, part]) => part);
  const wanted = input.MaxItems ?? 100;
  const [from = parts[0], inner] = input.Marker?.split('.') ?? [];
  const found: DetailItem[] = [];
  let end: PageEnd = { IsTruncated: false };
  for (let at = Math.max(0, parts.indexOf(from as Part)); at < parts.length; at++) {
    const part = parts[at] as Part;
    const page = readPart(part, { MaxItems: wanted - found.length, Marker: part === from ? inner || undefined : undefined }, ctx);
    found.push(...page.found);
    if (page.end.IsTruncated) end = { IsTruncated: true, Marker: `${part}.${page.end.Marker}` };
    else if (found.length === wanted && at + 1 < parts.length) end = { IsTruncated: true, Marker: `${parts[at + 1]}.` };
    if (end.IsTruncated) break;
  }
  return {
    UserDetailList: found.flatMap((item) => (item.kind === 'user' ? [userDetail(item.user, ctx)] : [])),
    GroupDetailList: found.flatMap((item) => (item.kind === 'group' ? [groupDetail(item.group, ctx)] : [])),
    RoleDetailList: found.flatMap((item) => (item.kind === 'role' ? [roleDetail(item.role, ctx)] : [])),
    Policies: found.flatMap((item) =>
      item.kind === 'own' ? [ownPolicyDetail(item.policy, ctx)] : item.kind === 'aws' ? [awsPolicyDetail(item.policy, ctx)] : [],
    ),
    ...end,
  };
});

function readPart(part: Part, page: { MaxItems: number; Marker: string | undefined }, ctx: Ctx): { found: DetailItem[]; end: PageEnd } {
  if (part === 'own') {
    const { items, ...end } = pageOfValues(ctx.records(policies), [], page);
    return { found: items.map((policy) => ({ kind: 'own', policy })), end };
  }
  if (part === 'aws') {
    // Only AWS policies in use are listed. They are few, so they come in one piece.
    const used = awsPolicies.filter((policy) => ctx.records(policyUses).range([awsPolicyArn(policy)], { limit: 1 }).length > 0);
    return { found: used.map((policy) => ({ kind: 'aws', policy })), end: { IsTruncated: false } };
  }
  const { items, ...end } = pageOfValues(ctx.records(identities), [part], page);
  return { found: items.map((item) => ({ kind: part, [part]: item }) as unknown as DetailItem), end };
}

const inlineOf = (id: string, ctx: Ctx) =>
  ctx
    .records(inlinePolicies)
    .range([id])
    .map(({ name, document }) => ({ PolicyName: name, PolicyDocument: percentEncoded(document) }));

const userDetail = (user: FoundUser, ctx: Ctx) => ({
  ...describeUser(user, ctx),
  UserPolicyList: inlineOf(user.id, ctx),
  GroupList: groupsOf(user.id, ctx).map(({ name }) => name),
  AttachedManagedPolicies: attachedTo(user.id, ctx),
});

const groupDetail = (group: Frozen<Group>, ctx: Ctx) => ({
  ...describeGroup(group, ctx),
  GroupPolicyList: inlineOf(group.id, ctx),
  AttachedManagedPolicies: attachedTo(group.id, ctx),
});

function roleDetail(role: FoundRole, ctx: Ctx) {
  const { Description: _, MaxSessionDuration: __, ...described } = describeRole(role, ctx);
  return {
    ...described,
    InstanceProfileList: profilesOf(role.id, ctx).map((profile) => listedProfile(profile, ctx)),
    RolePolicyList: inlineOf(role.id, ctx),
    AttachedManagedPolicies: attachedTo(role.id, ctx),
  };
}

function ownPolicyDetail(policy: Frozen<Policy>, ctx: Ctx) {
  const { Tags: _, ...described } = describePolicy(policy, ctx);
  const versions = ctx.records(policyVersions).range([policy.id], { reverse: true });
  return { ...described, PolicyVersionList: versions.map((version) => describeVersionWithDocument(policy, version)) };
}

const awsPolicyDetail = (policy: AwsPolicy, ctx: Ctx) => ({
  ...describeAwsPolicy(policy, ctx),
  PolicyVersionList: [{ ...(policy.document && { Document: percentEncoded(policy.document) }), ...describeAwsVersion(policy) }],
});

// The whole account at once: users, groups, roles and policies with what hangs on them.
import type { Ctx } from '#core/call';
import type { Frozen } from '#core/records';
import { operation } from '#model/iam';
import { describeGroup, describeRole, describeUser, listedProfile } from '#services/iam/identities/descriptions';
import { groupsOf } from '#services/iam/identities/groups';
import { profilesOf } from '#services/iam/identities/instance-profiles';
import { type PageEnd, pageOfRecords } from '#services/iam/listing';
import { attachedTo } from '#services/iam/policies/attachments';
import { encodeDocument } from '#services/iam/policies/documents';
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

/** Pages run through the kinds in order; a marker says the kind and where in it. */
export const GetAccountAuthorizationDetails = operation('GetAccountAuthorizationDetails', (input, ctx) => {
  const parts = KINDS.filter(([name]) => !input.Filter?.length || input.Filter.includes(name)).map(([, part]) => part);
  const wanted = input.MaxItems ?? 100;
  const [from = parts[0], inner] = input.Marker?.split('.') ?? [];
  const found: DetailItem[] = [];
  let end: PageEnd = { IsTruncated: false };
  for (let at = Math.max(0, parts.indexOf(from as Part)); at < parts.length; at++) {
    const part = parts[at] as Part;
    const page = readPart(ctx, part, { MaxItems: wanted - found.length, Marker: part === from ? inner || undefined : undefined });
    found.push(...page.found);
    if (page.end.IsTruncated) end = { IsTruncated: true, Marker: `${part}.${page.end.Marker}` };
    else if (found.length === wanted && at + 1 < parts.length) end = { IsTruncated: true, Marker: `${parts[at + 1]}.` };
    if (end.IsTruncated) break;
  }
  return {
    UserDetailList: found.flatMap((item) => (item.kind === 'user' ? [userDetail(ctx, item.user)] : [])),
    GroupDetailList: found.flatMap((item) => (item.kind === 'group' ? [groupDetail(ctx, item.group)] : [])),
    RoleDetailList: found.flatMap((item) => (item.kind === 'role' ? [roleDetail(ctx, item.role)] : [])),
    Policies: found.flatMap((item) =>
      item.kind === 'own' ? [ownPolicyDetail(ctx, item.policy)] : item.kind === 'aws' ? [awsPolicyDetail(ctx, item.policy)] : [],
    ),
    ...end,
  };
});

function readPart(ctx: Ctx, part: Part, page: { MaxItems: number; Marker: string | undefined }): { found: DetailItem[]; end: PageEnd } {
  if (part === 'own') {
    const { items, end } = pageOfRecords(ctx.records(policies), [], page);
    return { found: items.map((policy) => ({ kind: 'own', policy })), end };
  }
  if (part === 'aws') {
    // Only those in use, and few of them: they come in one piece.
    const used = awsPolicies.filter((policy) => ctx.records(policyUses).range([awsPolicyArn(policy)], { limit: 1 }).length > 0);
    return { found: used.map((policy) => ({ kind: 'aws', policy })), end: { IsTruncated: false } };
  }
  const { items, end } = pageOfRecords(ctx.records(identities), [part], page);
  return { found: items.map((item) => ({ kind: part, [part]: item }) as unknown as DetailItem), end };
}

const inlineOf = (ctx: Ctx, id: string) =>
  ctx
    .records(inlinePolicies)
    .range([id])
    .map(({ name, document }) => ({ PolicyName: name, PolicyDocument: encodeDocument(document) }));

const userDetail = (ctx: Ctx, user: FoundUser) => ({
  ...describeUser(ctx, user),
  UserPolicyList: inlineOf(ctx, user.id),
  GroupList: groupsOf(ctx, user.id).map(({ name }) => name),
  AttachedManagedPolicies: attachedTo(ctx, user.id),
});

const groupDetail = (ctx: Ctx, group: Frozen<Group>) => ({
  ...describeGroup(ctx, group),
  GroupPolicyList: inlineOf(ctx, group.id),
  AttachedManagedPolicies: attachedTo(ctx, group.id),
});

function roleDetail(ctx: Ctx, role: FoundRole) {
  const { Description: _, MaxSessionDuration: __, ...described } = describeRole(ctx, role);
  return {
    ...described,
    InstanceProfileList: profilesOf(ctx, role.id).map((profile) => listedProfile(ctx, profile)),
    RolePolicyList: inlineOf(ctx, role.id),
    AttachedManagedPolicies: attachedTo(ctx, role.id),
  };
}

function ownPolicyDetail(ctx: Ctx, policy: Frozen<Policy>) {
  const { Tags: _, ...described } = describePolicy(ctx, policy);
  const versions = ctx.records(policyVersions).range([policy.id], { reverse: true });
  return { ...described, PolicyVersionList: versions.map((version) => describeVersionWithDocument(policy, version)) };
}

const awsPolicyDetail = (ctx: Ctx, policy: AwsPolicy) => ({
  ...describeAwsPolicy(ctx, policy),
  PolicyVersionList: [{ Document: encodeDocument(policy.document), ...describeAwsVersion(policy) }],
});

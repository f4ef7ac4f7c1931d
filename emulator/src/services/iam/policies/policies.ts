// Managed policies: create, read, list, delete.
import type { Ctx } from '#core/ctx';
import { fault, operation } from '#model/iam';
import { keyOf } from '#services/iam/find-identity';
import { pageOfItems, pageOfValues } from '#services/iam/listing';
import { inPath, uniqueId, wholeSecond } from '#services/iam/naming';
import { type Policy, policies, policyUses, policyVersions, type Usage } from '#services/iam/state';
import { IAM_TAGS } from '#services/iam/tag-rules';
import { documentSize, readIdentityPolicy } from './documents.ts';
import {
  awsPolicies,
  awsPolicyArn,
  awsPolicyOf,
  checkPolicyArn,
  describeAwsPolicy,
  describePolicy,
  findOwnPolicy,
  listedPolicy,
  noSuchPolicy,
  ownPolicyOf,
  policyArn,
} from './managed-policies.ts';

/** Limit: characters of a managed policy, without white space. */
const MAX_POLICY_LENGTH = 6144;

export const checkManagedDocument = (document: string): void => {
  readIdentityPolicy(document);
  if (documentSize(document) > MAX_POLICY_LENGTH)
    throw fault('LimitExceededException', `Cannot exceed quota for PolicySize: ${MAX_POLICY_LENGTH}`);
};

export const CreatePolicy = operation('CreatePolicy', (input, ctx) => {
  checkManagedDocument(input.PolicyDocument);
  const records = ctx.records(policies);
  if (records.has([keyOf(input.PolicyName)]))
    throw fault('EntityAlreadyExistsException', `A policy called ${input.PolicyName} already exists. Duplicate names are not allowed.`);
  const now = wholeSecond(ctx);
  const policy: Policy = {
    name: input.PolicyName,
    id: uniqueId('ANPA', ctx),
    path: input.Path ?? '/',
    description: input.Description,
    createdMs: now,
    updatedMs: now,
    defaultVersion: 1,
    lastVersion: 1,
    tags: IAM_TAGS.ofNew(input.Tags, ctx),
  };
  ctx.write((tx) => {
    tx.put(records, [keyOf(policy.name)], policy);
    tx.put(ctx.records(policyVersions), [policy.id, 1], { version: 1, document: input.PolicyDocument, createdMs: now });
  });
  const { Description: _, ...described } = describePolicy(policy, ctx);
  return { Policy: described };
});

export const GetPolicy = operation('GetPolicy', (input, ctx) => {
  checkPolicyArn(input.PolicyArn);
  const own = ownPolicyOf(input.PolicyArn, ctx);
  if (own) return { Policy: { Tags: [], ...describePolicy(own, ctx) } };
  const aws = awsPolicyOf(input.PolicyArn);
  if (!aws) throw noSuchPolicy(input.PolicyArn);
  return { Policy: { ...describeAwsPolicy(aws, ctx), Tags: [] } };
});

const FROM_AWS = 'aws.';

/** Lists the account's own policies first, then those of AWS; markers among the latter begin with `aws.`. */
export const ListPolicies = operation('ListPolicies', (input, ctx) => {
  const keep = policyFilter(input, ctx);
  const scope = input.Scope ?? 'All';
  const amongAws = input.Marker?.startsWith(FROM_AWS) === true;
  const listed: ReturnType<typeof describeAwsPolicy>[] = [];
  const wanted = input.MaxItems ?? 100;
  if (scope !== 'AWS' && !amongAws) {
    const { items, ...end } = pageOfValues(ctx.records(policies), [], input, {
      keep: (policy) => keep(policyArn(policy, ctx), policy.path),
    });
    listed.push(...items.map((policy) => listedPolicy(policy, ctx)));
    if (end.IsTruncated || scope === 'Local') return { Policies: listed, ...end };
    if (listed.length === wanted) return { Policies: listed, IsTruncated: true, Marker: FROM_AWS };
  }
  const theirs = awsPolicies.filter((policy) => keep(awsPolicyArn(policy), policy.path));
  const Marker = amongAws ? input.Marker?.slice(FROM_AWS.length) || undefined : scope === 'AWS' ? input.Marker : undefined;
  const { items, ...end } = pageOfItems(theirs, ({ name }) => name, { Marker, MaxItems: wanted - listed.length });
  if (end.IsTruncated) end.Marker = `${FROM_AWS}${end.Marker}`;
  return { Policies: [...listed, ...items.map((policy) => describeAwsPolicy(policy, ctx))], ...end };
});

interface PolicyQuery {
  readonly PathPrefix?: string | undefined;
  readonly OnlyAttached?: boolean | undefined;
  readonly PolicyUsageFilter?: string | undefined;
}

function policyFilter(query: PolicyQuery, ctx: Ctx): (arn: string, path: string) => boolean {
  const uses = ctx.records(policyUses);
  const isUsed = (arn: string, usage: Usage) => uses.range([arn, usage], { limit: 1 }).length > 0;
  return (arn, path) =>
    inPath(path, query.PathPrefix) &&
    (query.OnlyAttached !== true || isUsed(arn, 'attached')) &&
    (query.PolicyUsageFilter !== 'PermissionsPolicy' || isUsed(arn, 'attached')) &&
    (query.PolicyUsageFilter !== 'PermissionsBoundary' || isUsed(arn, 'boundary'));
}

export const DeletePolicy = operation('DeletePolicy', (input, ctx) => {
  const policy = findOwnPolicy(input.PolicyArn, ctx);
  if (ctx.records(policyUses).range([input.PolicyArn], { limit: 1 }).length > 0)
    throw fault('DeleteConflictException', 'Cannot delete a policy attached to entities.');
  if (ctx.records(policyVersions).count([policy.id]) > 1)
    throw fault(
      'DeleteConflictException',
      "This policy has more than one version. Before you delete a policy, you must delete the policy's versions. The default version is deleted with the policy.",
    );
  ctx.write((tx) => {
    tx.delete(ctx.records(policies), [keyOf(policy.name)]);
    tx.delete(ctx.records(policyVersions), [policy.id, policy.defaultVersion]);
  });
});

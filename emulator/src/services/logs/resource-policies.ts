// Resource policies: which services may write, for the account or for a log group.
import type { Ctx } from '#core/ctx';
import { readPolicy } from '#core/policy/checked-policy';
import type { Frozen } from '#core/records';
import { fault, operation } from '#model/logs';
import { canonicalPolicy } from './canonical-policy.ts';
import { findGroup, invalid } from './groups/find-group.ts';
import { groupArn, groupNameIn } from './groups/group-arn.ts';
import { pageOfRecords } from './pages.ts';
import { type ResourcePolicy, resourcePolicies } from './state.ts';

/** Limit: resource policies of an account in a region. */
const MAX_ACCOUNT_POLICIES = 10;
/** Limit: characters of a resource policy. */
const MAX_CHARACTERS = 5120;
/** The name of a log group's policy: it has at most one, and that has no name. */
const OF_THE_GROUP = '';

/** The scope of a policy: '' for the account, else a log group's name. */
function scopeOf(arn: string | undefined, ctx: Ctx): string {
  if (arn === undefined) return '';
  const name = groupNameIn(ctx, arn);
  if (name === undefined) throw invalid('resourceArn must be the ARN of a log group.');
  return findGroup(name, ctx).name;
}

function checkDocument(document: string): void {
  if (document.length > MAX_CHARACTERS)
    throw fault('LimitExceededException', `The policy document exceeds the limit of ${MAX_CHARACTERS} characters.`);
  readPolicy(document, ({ message }) => invalid(`Invalid policy document: ${message}`));
}

export const PutResourcePolicy = operation('PutResourcePolicy', (input, ctx) => {
  const { policyName, policyDocument: document, resourceArn, expectedRevisionId } = input;
  if (document === undefined) throw invalid('policyDocument must be specified.');
  if (resourceArn === undefined && policyName === undefined) throw invalid('policyName must be specified.');
  checkDocument(document);
  const scope = scopeOf(resourceArn, ctx);
  const name = resourceArn === undefined ? (policyName as string) : OF_THE_GROUP;
  const policies = ctx.records(resourcePolicies);
  const before = policies.get([scope, name]);
  if (resourceArn !== undefined) checkRevision(before, expectedRevisionId);
  else if (!before && policies.count(['']) >= MAX_ACCOUNT_POLICIES) throw fault('LimitExceededException', 'Resource limit exceeded.');
  const policy: ResourcePolicy = {
    name: policyName ?? '',
    document,
    updatedMs: ctx.now(),
    revisionId: resourceArn === undefined ? undefined : ctx.id(),
  };
  ctx.write((tx) => tx.put(policies, [scope, name], policy));
  return { resourcePolicy: { ...describePolicy(scope, policy, ctx), policyDocument: document }, revisionId: policy.revisionId };
});

function checkRevision(before: Frozen<ResourcePolicy> | undefined, expected: string | undefined): void {
  if (before?.revisionId !== expected)
    throw fault('OperationAbortedException', 'The expected revision ID does not match the current revision of the resource policy.');
}

export const DescribeResourcePolicies = operation('DescribeResourcePolicies', (input, ctx) => {
  const ofGroups = input.policyScope === 'RESOURCE' || input.resourceArn !== undefined;
  const scope = scopeOf(input.resourceArn, ctx);
  const { items, nextToken } = pageOfRecords(ctx.records(resourcePolicies), ofGroups && scope === '' ? [] : [scope], input, {
    keep: (_, [of]) => (of !== '') === ofGroups,
  });
  return { resourcePolicies: items.map(([[of], policy]) => describePolicy(of, policy, ctx)), nextToken };
});

export const DeleteResourcePolicy = operation('DeleteResourcePolicy', ({ policyName, resourceArn, expectedRevisionId }, ctx) => {
  if (resourceArn === undefined && policyName === undefined) throw invalid('policyName must be specified.');
  const scope = scopeOf(resourceArn, ctx);
  const key: [string, string] = [scope, resourceArn === undefined ? (policyName as string) : OF_THE_GROUP];
  const policy = ctx.records(resourcePolicies).get(key);
  if (!policy) throw fault('ResourceNotFoundException', `Policy with name [${policyName ?? ''}] does not exist.`);
  if (resourceArn !== undefined) checkRevision(policy, expectedRevisionId);
  ctx.write((tx) => tx.delete(ctx.records(resourcePolicies), key));
});

const describePolicy = (scope: string, { name, document, updatedMs, revisionId }: Frozen<ResourcePolicy>, ctx: Ctx) => ({
  policyName: name === '' ? undefined : name,
  policyDocument: canonicalPolicy(document),
  lastUpdatedTime: updatedMs,
  policyScope: scope === '' ? ('ACCOUNT' as const) : ('RESOURCE' as const),
  ...(scope !== '' && { resourceArn: groupArn(ctx, scope), revisionId }),
});

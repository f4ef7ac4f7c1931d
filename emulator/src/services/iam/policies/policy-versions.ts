// Versions of managed policies: at most five, one of them in force.

import type { Ctx } from '#core/ctx';
import type { Frozen } from '#core/records';
import { percentEncoded } from '#lib/percent-encoding';
import { fault, operation } from '#model/iam';
import { keyOf } from '#services/iam/find-identity';
import { pageOfItems } from '#services/iam/listing';
import { wholeSecond } from '#services/iam/naming';
import { type Policy, type PolicyVersion, policies, policyVersions } from '#services/iam/state';
import {
  awsPolicyOf,
  checkPolicyArn,
  describeAwsVersion,
  describeVersion,
  describeVersionWithDocument,
  findOwnPolicy,
  noSuchPolicy,
  ownPolicyOf,
} from './managed-policies.ts';
import { checkManagedDocument } from './policies.ts';

/** Limit: versions of a managed policy. */
const MAX_VERSIONS = 5;

export const CreatePolicyVersion = operation('CreatePolicyVersion', (input, ctx) => {
  const policy = findOwnPolicy(input.PolicyArn, ctx);
  checkManagedDocument(input.PolicyDocument);
  const versions = ctx.records(policyVersions);
  if (versions.count([policy.id]) >= MAX_VERSIONS)
    throw fault(
      'LimitExceededException',
      'A managed policy can have up to 5 versions. Before you create a new version, you must delete an existing version.',
    );
  const version: PolicyVersion = { version: policy.lastVersion + 1, document: input.PolicyDocument, createdMs: wholeSecond(ctx) };
  const changed: Policy = {
    ...policy,
    lastVersion: version.version,
    defaultVersion: input.SetAsDefault === true ? version.version : policy.defaultVersion,
    updatedMs: wholeSecond(ctx),
  };
  ctx.write((tx) => {
    tx.put(versions, [policy.id, version.version], version);
    tx.put(ctx.records(policies), [keyOf(policy.name)], changed);
  });
  return { PolicyVersion: describeVersion(changed, version) };
});

export const GetPolicyVersion = operation('GetPolicyVersion', (input, ctx) => {
  checkPolicyArn(input.PolicyArn);
  const policy = ownPolicyOf(input.PolicyArn, ctx);
  if (policy) return { PolicyVersion: describeVersionWithDocument(policy, versionOf(policy, input, ctx)) };
  const aws = awsPolicyOf(input.PolicyArn);
  if (aws?.version !== input.VersionId) throw aws ? noSuchVersion(input) : noSuchPolicy(input.PolicyArn);
  if (aws.document === undefined)
    throw fault('NoSuchEntityException', `The text of the AWS managed policy ${input.PolicyArn} is not known to the emulator.`);
  return { PolicyVersion: { Document: percentEncoded(aws.document), ...describeAwsVersion(aws) } };
});

export const ListPolicyVersions = operation('ListPolicyVersions', (input, ctx) => {
  checkPolicyArn(input.PolicyArn);
  const policy = ownPolicyOf(input.PolicyArn, ctx);
  if (policy) {
    const newestFirst = ctx.records(policyVersions).range([policy.id], { reverse: true });
    const { items, ...end } = pageOfItems(newestFirst, ({ version }) => String(Number.MAX_SAFE_INTEGER - version), input);
    return { Versions: items.map((version) => describeVersion(policy, version)), ...end };
  }
  const aws = awsPolicyOf(input.PolicyArn);
  if (!aws) throw noSuchPolicy(input.PolicyArn);
  return { Versions: [describeAwsVersion(aws)], IsTruncated: false };
});

export const SetDefaultPolicyVersion = operation('SetDefaultPolicyVersion', (input, ctx) => {
  const policy = findOwnPolicy(input.PolicyArn, ctx);
  const { version } = versionOf(policy, input, ctx);
  ctx.write((tx) =>
    tx.put(ctx.records(policies), [keyOf(policy.name)], { ...policy, defaultVersion: version, updatedMs: wholeSecond(ctx) }),
  );
});

export const DeletePolicyVersion = operation('DeletePolicyVersion', (input, ctx) => {
  const policy = findOwnPolicy(input.PolicyArn, ctx);
  const { version } = versionOf(policy, input, ctx);
  if (version === policy.defaultVersion) throw fault('DeleteConflictException', 'Cannot delete the default version of a policy.');
  ctx.write((tx) => {
    tx.delete(ctx.records(policyVersions), [policy.id, version]);
    tx.put(ctx.records(policies), [keyOf(policy.name)], { ...policy, updatedMs: wholeSecond(ctx) });
  });
});

interface VersionName {
  readonly PolicyArn: string;
  readonly VersionId: string;
}

const noSuchVersion = ({ PolicyArn, VersionId }: VersionName) =>
  fault('NoSuchEntityException', `Policy ${PolicyArn} version ${VersionId} does not exist or is not attachable.`);

function versionOf(policy: Frozen<Policy>, name: VersionName, ctx: Ctx): Frozen<PolicyVersion> {
  const number = /^v(\d{1,15})$/.exec(name.VersionId)?.[1];
  const version = number === undefined ? undefined : ctx.records(policyVersions).get([policy.id, Number(number)]);
  if (!version) throw noSuchVersion(name);
  return version;
}

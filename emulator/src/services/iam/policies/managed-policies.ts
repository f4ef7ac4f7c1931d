// Finds managed policies by ARN: the account's own, and those of AWS: the common ones with their text, the others by name.
import type { Ctx } from '#core/ctx';
import type { Frozen } from '#core/records';
import { percentEncoded } from '#lib/percent-encoding';
import { fault } from '#model/iam';
import { keyOf } from '#services/iam/find-identity';
import { iamArn, resourceOf } from '#services/iam/naming';
import { type Policy, type PolicyVersion, policies, policyUses, policyVersions } from '#services/iam/state';
import { shownTags } from '#services/iam/tag-rules';
import awsTable from './aws-managed-policies.json' with { type: 'json' };
import awsNames from './aws-policy-names.json' with { type: 'json' };

export interface AwsPolicy {
  readonly name: string;
  readonly path: string;
  /** `v3` */
  readonly version: string;
  readonly created: string;
  readonly updated: string;
  /** Undefined where only the name is known. */
  readonly document?: string | undefined;
}
const named = awsNames.map(
  ([path = '/', name = '', version = '', created = '', updated = '']): AwsPolicy => ({ path, name, version, created, updated }),
);
/** By name. */
export const awsPolicies: readonly AwsPolicy[] = [...awsTable, ...named].sort((a, b) => (a.name < b.name ? -1 : 1));

export const awsPolicyArn = ({ path, name }: AwsPolicy): string => `arn:aws:iam::aws:policy${path}${name}`;
export const policyArn = ({ path, name }: Pick<Frozen<Policy>, 'path' | 'name'>, ctx: Ctx): string => iamArn(`policy${path}${name}`, ctx);

/** Throws when this is not an ARN of a managed policy. */
export function checkPolicyArn(arn: string): void {
  if (resourceOf(arn)?.type !== 'policy') throw fault('InvalidInputException', `ARN ${arn} is not valid.`);
}

export const isAwsPolicy = (arn: string): boolean => arn.startsWith('arn:aws:iam::aws:policy/');

const BY_ARN = new Map(awsPolicies.map((policy) => [awsPolicyArn(policy), policy]));
export const awsPolicyOf = (arn: string): AwsPolicy | undefined => BY_ARN.get(arn);

export function ownPolicyOf(arn: string, ctx: Ctx): Frozen<Policy> | undefined {
  const resource = resourceOf(arn);
  if (resource?.type !== 'policy' || resource.account !== ctx.account) return undefined;
  const policy = ctx.records(policies).get([keyOf(resource.name)]);
  return policy?.path === resource.path ? policy : undefined;
}

/** AWS makes new policies: any well-formed name of an AWS policy may be used. */
export const policyExists = (arn: string, ctx: Ctx): boolean => isAwsPolicy(arn) || ownPolicyOf(arn, ctx) !== undefined;

export const noSuchPolicy = (arn: string) => fault('NoSuchEntityException', `Policy ${arn} was not found.`);

/** A policy of the account that may be changed. */
export function findOwnPolicy(arn: string, ctx: Ctx): Frozen<Policy> {
  checkPolicyArn(arn);
  const policy = ownPolicyOf(arn, ctx);
  if (policy) return policy;
  if (isAwsPolicy(arn)) throw fault('InvalidInputException', `Cannot modify the AWS managed policy ${arn}.`);
  throw noSuchPolicy(arn);
}

/** The text in force; undefined for AWS policies whose text is not known here. */
export function documentOf(arn: string, ctx: Ctx): string | undefined {
  if (isAwsPolicy(arn)) return awsPolicyOf(arn)?.document;
  const policy = ownPolicyOf(arn, ctx);
  return policy && ctx.records(policyVersions).get([policy.id, policy.defaultVersion])?.document;
}

const usesOf = (arn: string, ctx: Ctx) => ({
  AttachmentCount: ctx.records(policyUses).count([arn, 'attached']),
  PermissionsBoundaryUsageCount: ctx.records(policyUses).count([arn, 'boundary']),
  IsAttachable: true,
});

export function listedPolicy(policy: Frozen<Policy>, ctx: Ctx) {
  const Arn = policyArn(policy, ctx);
  return {
    PolicyName: policy.name,
    PolicyId: policy.id,
    Arn,
    Path: policy.path,
    DefaultVersionId: `v${policy.defaultVersion}`,
    ...usesOf(Arn, ctx),
    CreateDate: new Date(policy.createdMs),
    UpdateDate: new Date(policy.updatedMs),
  };
}

export const describePolicy = (policy: Frozen<Policy>, ctx: Ctx) => ({
  ...listedPolicy(policy, ctx),
  ...(policy.description === undefined ? {} : { Description: policy.description }),
  ...shownTags(policy.tags),
});

export function describeAwsPolicy(policy: AwsPolicy, ctx: Ctx) {
  const Arn = awsPolicyArn(policy);
  return {
    PolicyName: policy.name,
    PolicyId: awsPolicyId(policy.name),
    Arn,
    Path: policy.path,
    DefaultVersionId: policy.version,
    ...usesOf(Arn, ctx),
    CreateDate: new Date(policy.created),
    UpdateDate: new Date(policy.updated),
  };
}

const DIGITS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';
const ID_LENGTH = 17;
/** The table lacks AWS's own ids, so an id is derived from the name: the same name gets the same id. */
function awsPolicyId(name: string): string {
  let id = '';
  let seed = 0;
  for (let at = 0; at < ID_LENGTH; at++) {
    seed = (seed * 31 + name.charCodeAt(at % name.length) + at) % 0x7fffffff;
    id += DIGITS[seed % DIGITS.length];
  }
  return `ANPA${id}`;
}

export const describeVersion = (policy: Frozen<Policy>, version: Frozen<PolicyVersion>) => ({
  VersionId: `v${version.version}`,
  IsDefaultVersion: version.version === policy.defaultVersion,
  CreateDate: new Date(version.createdMs),
});

export const describeVersionWithDocument = (policy: Frozen<Policy>, version: Frozen<PolicyVersion>) => ({
  Document: percentEncoded(version.document),
  ...describeVersion(policy, version),
});

export const describeAwsVersion = (policy: AwsPolicy) => ({
  VersionId: policy.version,
  IsDefaultVersion: true,
  CreateDate: new Date(policy.updated),
});

// Checks DeletionPolicy and UpdateReplacePolicy of resources.
import type { ResourceDefinition } from '#services/cloudformation/engine/template';

const POLICIES = ['Delete', 'Retain', 'RetainExceptOnCreate', 'Snapshot'];
/** https://docs.aws.amazon.com/AWSCloudFormation/latest/TemplateReference/aws-attribute-deletionpolicy.html */
const WITH_SNAPSHOTS = [
  'AWS::DocDB::DBCluster',
  'AWS::EC2::Volume',
  'AWS::ElastiCache::CacheCluster',
  'AWS::ElastiCache::ReplicationGroup',
  'AWS::Neptune::DBCluster',
  'AWS::RDS::DBCluster',
  'AWS::RDS::DBInstance',
  'AWS::Redshift::Cluster',
];
const NAMES = { DeletionPolicy: 'deletion policy', UpdateReplacePolicy: 'update replace policy' } as const;

/**
 * A function may give a policy, which is checked when the resource is made, without a transform, too (localstack/localstack,
 * cloudformation/engine/test_deletion_policy.py and test_update_policy.py; January 2026).
 */
export function policyProblems(id: string, resource: ResourceDefinition): string[] {
  const given = [
    ['DeletionPolicy', resource.deletionPolicy],
    ['UpdateReplacePolicy', resource.updateReplacePolicy],
  ] as const;
  return given.flatMap(([name, policy]) => {
    if (policy === undefined) return [];
    if (isFunction(policy)) return [];
    return wrongPolicy(id, resource.type, name, policy) ?? [];
  });
}

/** Policies that are functions are kept as JSON text. */
export const isFunction = (policy: string): boolean => /^[{[]/.test(policy);

export function wrongPolicy(id: string, type: string, name: keyof typeof NAMES, policy: string): string | undefined {
  if (!POLICIES.includes(policy) || (name === 'UpdateReplacePolicy' && policy === 'RetainExceptOnCreate'))
    return `Template format error: Unrecognized ${name} ${policy} for resource ${id}`;
  return policy === 'Snapshot' && !WITH_SNAPSHOTS.includes(type)
    ? `Template error: resource type ${type} does not support ${NAMES[name]} Snapshot`
    : undefined;
}

// AWS::Logs::ResourcePolicy
import { crudType } from '#core/resources/crud-type';
import { document } from '#core/resources/resource-properties';
import { documentAs } from '#core/resources/resource-shape';
import type { ResourceType } from '#core/resources/resource-type';
import { uncapitalized } from '#core/resources/uncapitalized';

export const resource: ResourceType = crudType({
  id: 'PolicyName',
  gone: ['ResourceNotFoundException'],
  properties: { PolicyDocument: document },
  refusesExisting: true,
  create: (policyName, given, _properties, ctx) => ctx.call('logs', 'PutResourcePolicy', { policyName, ...uncapitalized(given) }),
  update: 'create',
  delete: (policyName, _properties, ctx) => ctx.call('logs', 'DeleteResourcePolicy', { policyName }),
  /** An account has at most ten policies: a single page. */
  async find(policyName, _properties, ctx) {
    const { resourcePolicies = [] } = await ctx.call('logs', 'DescribeResourcePolicies', {});
    return resourcePolicies.find((policy) => policy.policyName === policyName);
  },
  shown: ({ policyDocument }, given) => ({ PolicyDocument: documentAs(policyDocument, given.PolicyDocument) }),
  list: (nextToken, _filter, ctx) => ctx.call('logs', 'DescribeResourcePolicies', { nextToken }),
  listed: ({ resourcePolicies }) => resourcePolicies?.map(({ policyName }) => policyName),
});

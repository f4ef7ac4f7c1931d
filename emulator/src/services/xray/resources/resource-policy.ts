// AWS::XRay::ResourcePolicy
import { crudType } from '#core/resources/crud-type';
import { flag } from '#core/resources/resource-properties';
import { requiredText } from '#core/resources/resource-shape';
import type { ResourceType } from '#core/resources/resource-type';

export const resource: ResourceType = crudType({
  id: 'PolicyName',
  /** The service calls a policy that does not exist a bad request. */
  gone: ['InvalidRequestException'],
  refusesExisting: true,
  properties: { PolicyDocument: requiredText, BypassPolicyLockoutCheck: flag },
  /** Asked for when the policy is put, and then forgotten. */
  unread: ['BypassPolicyLockoutCheck'],
  create: (PolicyName, given, _properties, ctx) => ctx.call('xray', 'PutResourcePolicy', { PolicyName, ...given }),
  update: 'create',
  delete: (PolicyName, _properties, ctx) => ctx.call('xray', 'DeleteResourcePolicy', { PolicyName }),
  /** An account has at most five policies: a single page. */
  async find(PolicyName, _properties, ctx) {
    const { ResourcePolicies = [] } = await ctx.call('xray', 'ListResourcePolicies', {});
    return ResourcePolicies.find((policy) => policy.PolicyName === PolicyName);
  },
  list: (NextToken, _filter, ctx) => ctx.call('xray', 'ListResourcePolicies', { NextToken }),
  listed: ({ ResourcePolicies }) => ResourcePolicies?.map(({ PolicyName }) => PolicyName),
});

// AWS::MSK::ClusterPolicy
import { crudType } from '#core/resources/crud-type';
import { ignoring, text } from '#core/resources/resource-properties';
import { documentAs, requiredText } from '#core/resources/resource-shape';
import type { ResourceType } from '#core/resources/resource-type';

const GONE = ['NotFoundException'];

export const resource: ResourceType = crudType({
  id: 'ClusterArn',
  gone: GONE,
  properties: { Policy: requiredText },
  create: (ClusterArn, given, _properties, ctx) => ctx.call('kafka', 'PutClusterPolicy', { ClusterArn, ...given }),
  update: 'create',
  delete: (ClusterArn, _properties, ctx) => ctx.call('kafka', 'DeleteClusterPolicy', { ClusterArn }),
  find: (ClusterArn, _properties, ctx) => ctx.call('kafka', 'GetClusterPolicy', { ClusterArn }),
  attributes: ({ CurrentVersion = '' }) => ({ CurrentVersion }),
  shown: ({ Policy }, given) => ({ Policy: documentAs(Policy, given.Policy) }),
  listNeeds: ['ClusterArn'],
  async list(_token, filter, ctx) {
    const ClusterArn = text(filter.ClusterArn)!;
    const found = await ignoring(GONE, ctx.call('kafka', 'GetClusterPolicy', { ClusterArn }));
    return { arns: found ? [ClusterArn] : [] };
  },
  listed: ({ arns }) => arns,
});

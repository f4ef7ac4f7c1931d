// AWS::MSK::ClusterPolicy
import type { Created } from '#core/resources/resource-handlers';
import { document, ignoring, text } from '#core/resources/resource-properties';
import { documentAs, readAs } from '#core/resources/resource-shape';
import type { ResourceContext, ResourceType } from '#core/resources/resource-type';

const GONE = ['NotFoundException'];

const made = (arn: string, version = ''): Created => ({ physicalId: arn, attributes: { CurrentVersion: version } });

async function put(ClusterArn: string, policy: string | undefined, ctx: ResourceContext): Promise<Created> {
  const { CurrentVersion } = await ctx.call('kafka', 'PutClusterPolicy', { ClusterArn, Policy: policy! });
  return made(ClusterArn, CurrentVersion);
}

export const resource: ResourceType = {
  listNeeds: ['ClusterArn'],
  create: (properties, ctx) => put(text(properties.ClusterArn)!, document(properties.Policy), ctx),
  update: (ClusterArn, properties, _previous, ctx) => put(ClusterArn, document(properties.Policy), ctx),
  async delete(ClusterArn, _properties, ctx) {
    await ignoring(GONE, ctx.call('kafka', 'DeleteClusterPolicy', { ClusterArn }));
  },
  async read(ClusterArn, properties, ctx) {
    const found = await ignoring(GONE, ctx.call('kafka', 'GetClusterPolicy', { ClusterArn }));
    return found && readAs({ ClusterArn, Policy: documentAs(found.Policy, properties.Policy) });
  },
  async list(filter, _next, ctx) {
    const ClusterArn = text(filter.ClusterArn)!;
    const found = await ignoring(GONE, ctx.call('kafka', 'GetClusterPolicy', { ClusterArn }));
    return { items: found ? [{ ClusterArn }] : [], next: undefined };
  },
  async adopt(identifier, _properties, ctx) {
    const ClusterArn = text(identifier.ClusterArn) ?? '';
    return made(ClusterArn, (await ctx.call('kafka', 'GetClusterPolicy', { ClusterArn })).CurrentVersion);
  },
};

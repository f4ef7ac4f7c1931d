// AWS::CDK::Metadata: stored and returned, without any effect (as in the cloud).
import type { ResourceType } from '#core/resources/resource-type';

export const resource: ResourceType = {
  inStackOnly: true,
  open: true,
  async create(_properties, ctx) {
    return { physicalId: ctx.id(), attributes: {} };
  },
  async update(physicalId) {
    return { physicalId, attributes: {} };
  },
  async delete() {},
};

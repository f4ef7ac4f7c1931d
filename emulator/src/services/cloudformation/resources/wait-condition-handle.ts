// AWS::CloudFormation::WaitConditionHandle: an address for signals.
import type { ResourceType } from '#core/resources/resource-type';
import { closeAddress, openAddress } from '#services/cloudformation/answers';

export const resource: ResourceType = {
  inStackOnly: true,
  async create(_properties, ctx) {
    const { url } = openAddress(ctx);
    return { physicalId: url, attributes: { Id: url } };
  },
  async delete(url, _properties, ctx) {
    closeAddress(url, ctx);
  },
};

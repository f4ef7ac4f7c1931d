// AWS::ApiGatewayV2::VpcLink
import { text, texts } from '#core/resources/resource-properties';
import { textMap } from '#core/resources/resource-shape';
import type { ResourceType } from '#core/resources/resource-type';
import { partType } from './part-type.ts';

export const resource: ResourceType = {
  ...partType({
    noun: 'VpcLink',
    id: 'VpcLinkId',
    owners: [],
    properties: { Name: text, SecurityGroupIds: texts, SubnetIds: texts, Tags: textMap },
    tagged: (id) => `/vpclinks/${id}`,
  }),
  isRecord: true,
};

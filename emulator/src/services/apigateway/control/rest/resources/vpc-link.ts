// AWS::ApiGateway::VpcLink
import { text, texts } from '#core/resources/resource-properties';
import type { ResourceType } from '#core/resources/resource-type';
import { never, value } from './patches.ts';
import { restType } from './rest-type.ts';

export const resource: ResourceType = {
  ...restType({
    noun: 'VpcLink',
    owners: [],
    key: 'vpcLinkId',
    idOf: ({ id }) => String(id),
    idAttribute: 'VpcLinkId',
    plural: 'VpcLinks',
    properties: {
      Description: { read: text, patch: value('/description') },
      Name: { read: text, patch: value('/name') },
      TargetArns: { read: texts, patch: never },
    },
    tagged: (id) => `/vpclinks/${id}`,
  }),
  isRecord: true,
};

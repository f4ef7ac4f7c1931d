// AWS::ApiGatewayV2::RouteResponse
import { text } from '#core/resources/resource-properties';
import { textMap } from '#core/resources/resource-shape';
import type { ResourceType } from '#core/resources/resource-type';
import { partType } from './part-type.ts';

export const resource: ResourceType = partType({
  noun: 'RouteResponse',
  id: 'RouteResponseId',
  owners: ['ApiId', 'RouteId'],
  properties: { ModelSelectionExpression: text, ResponseModels: textMap, ResponseParameters: (value) => value, RouteResponseKey: text },
});

// AWS::ApiGatewayV2::Route
import { flag, text, texts } from '#core/resources/resource-properties';
import { textMap } from '#core/resources/resource-shape';
import type { ResourceType } from '#core/resources/resource-type';
import { table } from '#lib/table';
import { partType } from './part-type.ts';

const DEFAULTS: Readonly<Record<string, unknown>> = table({ AuthorizationType: 'NONE', ApiKeyRequired: false, AuthorizationScopes: [] });

export const resource: ResourceType = partType({
  noun: 'Route',
  id: 'RouteId',
  owners: ['ApiId'],
  properties: {
    ApiKeyRequired: flag,
    AuthorizationScopes: texts,
    AuthorizationType: text,
    AuthorizerId: text,
    ModelSelectionExpression: text,
    OperationName: text,
    RequestModels: textMap,
    RequestParameters: (value) => value,
    RouteKey: text,
    RouteResponseSelectionExpression: text,
    Target: text,
  },
  cleared: (name) => DEFAULTS[name],
});

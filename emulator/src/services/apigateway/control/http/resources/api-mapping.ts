// AWS::ApiGatewayV2::ApiMapping
import { text } from '#core/resources/resource-properties';
import type { ResourceType } from '#core/resources/resource-type';
import { emptied, partType } from './part-type.ts';

export const resource: ResourceType = partType({
  noun: 'ApiMapping',
  id: 'ApiMappingId',
  owners: ['DomainName'],
  properties: { ApiId: text, ApiMappingKey: text, Stage: text },
  cleared: emptied,
});

// AWS::ApiGateway::Resource
import { text } from '#core/resources/resource-properties';
import type { ResourceType } from '#core/resources/resource-type';
import { never } from './patches.ts';
import { restType } from './rest-type.ts';

export const resource: ResourceType = restType({
  noun: 'Resource',
  owners: ['RestApiId'],
  key: 'resourceId',
  idOf: ({ id }) => String(id),
  idAttribute: 'ResourceId',
  plural: 'Resources',
  properties: { ParentId: { read: text, patch: never }, PathPart: { read: text, patch: never } },
});

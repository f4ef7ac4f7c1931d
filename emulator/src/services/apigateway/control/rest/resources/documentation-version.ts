// AWS::ApiGateway::DocumentationVersion
import { text } from '#core/resources/resource-properties';
import type { ResourceType } from '#core/resources/resource-type';
import { never, value } from './patches.ts';
import { restType } from './rest-type.ts';

export const resource: ResourceType = restType({
  noun: 'DocumentationVersion',
  owners: ['RestApiId'],
  key: 'documentationVersion',
  idOf: ({ version }) => String(version),
  listedAs: 'DocumentationVersion',
  plural: 'DocumentationVersions',
  properties: {
    Description: { read: text, patch: value('/description') },
    DocumentationVersion: { read: text, patch: never, shown: ({ version }) => version },
  },
});

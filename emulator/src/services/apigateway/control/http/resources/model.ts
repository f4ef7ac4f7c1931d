// AWS::ApiGatewayV2::Model
import { document, text } from '#core/resources/resource-properties';
import { documentAs } from '#core/resources/resource-shape';
import type { ResourceType } from '#core/resources/resource-type';
import { emptied, partType } from './part-type.ts';

export const resource: ResourceType = partType({
  noun: 'Model',
  id: 'ModelId',
  owners: ['ApiId'],
  properties: { ContentType: text, Description: text, Name: text, Schema: document },
  shown: { Schema: (told, given) => documentAs(told as string | undefined, given) },
  cleared: (name, before) => (name === 'ContentType' ? 'application/json' : emptied(name, before)),
});

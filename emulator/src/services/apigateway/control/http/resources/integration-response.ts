// AWS::ApiGatewayV2::IntegrationResponse
import { text } from '#core/resources/resource-properties';
import { textMap } from '#core/resources/resource-shape';
import type { ResourceType } from '#core/resources/resource-type';
import { emptied, partType } from './part-type.ts';

export const resource: ResourceType = partType({
  noun: 'IntegrationResponse',
  id: 'IntegrationResponseId',
  owners: ['ApiId', 'IntegrationId'],
  properties: {
    ContentHandlingStrategy: text,
    IntegrationResponseKey: text,
    ResponseParameters: textMap,
    ResponseTemplates: textMap,
    TemplateSelectionExpression: text,
  },
  cleared: (name, before) => (name === 'TemplateSelectionExpression' ? emptied(name, before) : undefined),
  merged: { ResponseParameters: '', ResponseTemplates: '' },
});

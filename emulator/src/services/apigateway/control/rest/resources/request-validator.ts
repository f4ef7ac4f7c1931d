// AWS::ApiGateway::RequestValidator
import { flag, text } from '#core/resources/resource-properties';
import type { ResourceType } from '#core/resources/resource-type';
import { never, value } from './patches.ts';
import { restType } from './rest-type.ts';

const type = restType({
  noun: 'RequestValidator',
  owners: ['RestApiId'],
  key: 'requestValidatorId',
  idOf: ({ id }) => String(id),
  idAttribute: 'RequestValidatorId',
  plural: 'RequestValidators',
  properties: {
    Name: { read: text, patch: never },
    ValidateRequestBody: { read: flag, patch: value('/validateRequestBody', 'false') },
    ValidateRequestParameters: { read: flag, patch: value('/validateRequestParameters', 'false') },
  },
});

export const resource: ResourceType = {
  ...type,
  create: (properties, ctx) => type.create({ ...properties, Name: properties.Name ?? ctx.physicalName(128) }, ctx),
};

// AWS::ApiGateway::Authorizer
import { number, text, texts } from '#core/resources/resource-properties';
import type { ResourceType } from '#core/resources/resource-type';
import { items, value } from './patches.ts';
import { restType } from './rest-type.ts';

export const resource: ResourceType = restType({
  noun: 'Authorizer',
  owners: ['RestApiId'],
  key: 'authorizerId',
  idOf: ({ id }) => String(id),
  idAttribute: 'AuthorizerId',
  plural: 'Authorizers',
  properties: {
    AuthType: { read: text, patch: value('/authType') },
    AuthorizerCredentials: { read: text, patch: value('/authorizerCredentials') },
    AuthorizerResultTtlInSeconds: { read: number, patch: value('/authorizerResultTtlInSeconds', '300') },
    AuthorizerUri: { read: text, patch: value('/authorizerUri') },
    IdentitySource: { read: text, patch: value('/identitySource') },
    IdentityValidationExpression: { read: text, patch: value('/identityValidationExpression') },
    Name: { read: text, patch: value('/name') },
    ProviderARNs: { read: texts, member: 'providerARNs', patch: items('/providerARNs') },
    Type: { read: text, patch: value('/type') },
  },
});

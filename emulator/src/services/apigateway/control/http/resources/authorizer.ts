// AWS::ApiGatewayV2::Authorizer
import { flag, number, text, texts } from '#core/resources/resource-properties';
import { shape } from '#core/resources/resource-shape';
import type { ResourceType } from '#core/resources/resource-type';
import { partType } from './part-type.ts';

export const resource: ResourceType = partType({
  noun: 'Authorizer',
  id: 'AuthorizerId',
  owners: ['ApiId'],
  properties: {
    AuthorizerCredentialsArn: text,
    AuthorizerPayloadFormatVersion: text,
    AuthorizerResultTtlInSeconds: number,
    AuthorizerType: text,
    AuthorizerUri: text,
    EnableSimpleResponses: flag,
    IdentitySource: texts,
    IdentityValidationExpression: text,
    JwtConfiguration: shape({ Audience: texts, Issuer: text }),
    Name: text,
  },
});

// AWS::Cognito::UserPoolDomain
import { crudType } from '#core/resources/crud-type';
import { number, text } from '#core/resources/resource-properties';
import { requiredText, shape } from '#core/resources/resource-shape';
import type { ResourceType } from '#core/resources/resource-type';

const customDomainConfig = shape({ CertificateArn: requiredText });

export const resource: ResourceType = crudType({
  id: 'Domain',
  gone: ['ResourceNotFoundException'],
  refuse: {
    Routing: 'a pool is in one region here.',
    'CustomDomainConfig.SecurityPolicy': 'the versions of TLS are those of the emulator.',
  },
  properties: { ManagedLoginVersion: number, CustomDomainConfig: customDomainConfig },
  unread: ['ManagedLoginVersion', 'CustomDomainConfig'],
  create: (Domain, given, { UserPoolId }, ctx) =>
    ctx.call('cognito-idp', 'CreateUserPoolDomain', { Domain, UserPoolId: text(UserPoolId)!, ...given }),
  async find(Domain, { UserPoolId }, ctx) {
    const { DomainDescription } = await ctx.call('cognito-idp', 'DescribeUserPoolDomain', { Domain });
    return DomainDescription?.UserPoolId === text(UserPoolId) ? DomainDescription : undefined;
  },
  update: (Domain, given, { properties: { UserPoolId } }, ctx) =>
    ctx.call('cognito-idp', 'UpdateUserPoolDomain', { Domain, UserPoolId: text(UserPoolId)!, ...given }),
  delete: (Domain, { UserPoolId }, ctx) => ctx.call('cognito-idp', 'DeleteUserPoolDomain', { Domain, UserPoolId: text(UserPoolId)! }),
  attributes: ({ CloudFrontDistribution }) => ({ CloudFrontDistribution }),
  shown: ({ UserPoolId, ManagedLoginVersion, CustomDomainConfig }, given) => ({
    UserPoolId,
    ManagedLoginVersion: given['ManagedLoginVersion'] === undefined && ManagedLoginVersion === 1 ? undefined : ManagedLoginVersion,
    CustomDomainConfig,
  }),
});

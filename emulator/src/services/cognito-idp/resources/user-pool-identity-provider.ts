// AWS::Cognito::UserPoolIdentityProvider
import { crudType } from '#core/resources/crud-type';
import { text } from '#core/resources/resource-properties';
import { requiredText, textMap } from '#core/resources/resource-shape';
import type { ResourceType } from '#core/resources/resource-type';
import { texts } from './pool-properties.ts';

export const resource: ResourceType = crudType({
  id: 'ProviderName',
  gone: ['ResourceNotFoundException'],
  properties: { ProviderType: requiredText, ProviderDetails: textMap, AttributeMapping: textMap, IdpIdentifiers: texts },
  create: (ProviderName, given, { UserPoolId }, ctx) =>
    ctx.call('cognito-idp', 'CreateIdentityProvider', {
      ProviderName,
      UserPoolId: text(UserPoolId)!,
      ...given,
      ProviderDetails: given.ProviderDetails ?? {},
    }),
  find: async (ProviderName, { UserPoolId }, ctx) =>
    (await ctx.call('cognito-idp', 'DescribeIdentityProvider', { ProviderName, UserPoolId: text(UserPoolId)! })).IdentityProvider,
  update: (ProviderName, { ProviderType: _type, ...given }, { properties: { UserPoolId } }, ctx) =>
    ctx.call('cognito-idp', 'UpdateIdentityProvider', { ProviderName, UserPoolId: text(UserPoolId)!, ...given }),
  delete: (ProviderName, { UserPoolId }, ctx) =>
    ctx.call('cognito-idp', 'DeleteIdentityProvider', { ProviderName, UserPoolId: text(UserPoolId)! }),
  shown: ({ UserPoolId, IdpIdentifiers }) => ({ UserPoolId, IdpIdentifiers: IdpIdentifiers?.length ? IdpIdentifiers : undefined }),
  unread: ['IdpIdentifiers', 'ProviderDetails', 'AttributeMapping'],
  listNeeds: ['UserPoolId'],
  list: (NextToken, { UserPoolId }, ctx) => ctx.call('cognito-idp', 'ListIdentityProviders', { UserPoolId: text(UserPoolId)!, NextToken }),
  listed: ({ Providers }) => Providers?.map(({ ProviderName }) => ProviderName),
});

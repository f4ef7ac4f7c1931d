// AWS::Cognito::UserPoolClient
import { crudType } from '#core/resources/crud-type';
import { flag, number, text } from '#core/resources/resource-properties';
import { requiredText, shape } from '#core/resources/resource-shape';
import type { ResourceType } from '#core/resources/resource-type';
import { texts } from './pool-properties.ts';

const SETTINGS = {
  RefreshTokenValidity: number,
  AccessTokenValidity: number,
  IdTokenValidity: number,
  TokenValidityUnits: shape({ AccessToken: text, IdToken: text, RefreshToken: text }),
  ReadAttributes: texts,
  WriteAttributes: texts,
  ExplicitAuthFlows: texts,
  SupportedIdentityProviders: texts,
  CallbackURLs: texts,
  LogoutURLs: texts,
  DefaultRedirectURI: text,
  AllowedOAuthFlows: texts,
  AllowedOAuthScopes: texts,
  AllowedOAuthFlowsUserPoolClient: flag,
  AnalyticsConfiguration: shape({ ApplicationId: text, ApplicationArn: text, RoleArn: text, ExternalId: text, UserDataShared: flag }),
  PreventUserExistenceErrors: text,
  EnableTokenRevocation: flag,
  EnablePropagateAdditionalUserContextData: flag,
  AuthSessionValidity: number,
  RefreshTokenRotation: shape({ Feature: requiredText, RetryGracePeriodSeconds: number }),
};
/** The values that the service tells of settings that nobody gave. */
const DEFAULTS: Readonly<Record<string, unknown>> = {
  RefreshTokenValidity: 30,
  AllowedOAuthFlowsUserPoolClient: false,
  EnableTokenRevocation: true,
  EnablePropagateAdditionalUserContextData: false,
  AuthSessionValidity: 3,
  TokenValidityUnits: {},
};

export const resource: ResourceType = crudType({
  id: 'ClientId',
  gone: ['ResourceNotFoundException'],
  properties: SETTINGS,
  unread: [
    'RefreshTokenValidity',
    'AllowedOAuthFlowsUserPoolClient',
    'EnableTokenRevocation',
    'EnablePropagateAdditionalUserContextData',
    'AuthSessionValidity',
    'TokenValidityUnits',
  ],
  async create(_name, given, { UserPoolId, ClientName, GenerateSecret }, ctx) {
    const name = text(ClientName) ?? ctx.physicalName(128);
    const input = { UserPoolId: text(UserPoolId)!, ClientName: name, GenerateSecret: flag(GenerateSecret), ...given };
    return (await ctx.call('cognito-idp', 'CreateUserPoolClient', input)).UserPoolClient!;
  },
  idOf: ({ ClientId = '' }) => ClientId,
  find: async (ClientId, { UserPoolId }, ctx) =>
    (await ctx.call('cognito-idp', 'DescribeUserPoolClient', { UserPoolId: text(UserPoolId)!, ClientId })).UserPoolClient,
  update: (ClientId, given, { properties: { UserPoolId, ClientName } }, ctx) =>
    ctx.call('cognito-idp', 'UpdateUserPoolClient', { UserPoolId: text(UserPoolId)!, ClientId, ClientName: text(ClientName), ...given }),
  delete: (ClientId, { UserPoolId }, ctx) => ctx.call('cognito-idp', 'DeleteUserPoolClient', { UserPoolId: text(UserPoolId)!, ClientId }),
  attributes: ({ ClientSecret, ClientName }) => ({ ClientSecret, Name: ClientName }),
  shown(client, given) {
    const told = client as unknown as Readonly<Record<string, unknown>>;
    const usual = Object.entries(DEFAULTS).map(([name, value]) => [
      name,
      given[name] === undefined && JSON.stringify(told[name]) === JSON.stringify(value) ? undefined : told[name],
    ]);
    return { UserPoolId: client.UserPoolId, ClientName: client.ClientName, ...Object.fromEntries(usual) };
  },
  listNeeds: ['UserPoolId'],
  list: (NextToken, { UserPoolId }, ctx) =>
    ctx.call('cognito-idp', 'ListUserPoolClients', { UserPoolId: text(UserPoolId)!, NextToken, MaxResults: 60 }),
  listed: ({ UserPoolClients }) => UserPoolClients?.map(({ ClientId }) => ClientId),
});

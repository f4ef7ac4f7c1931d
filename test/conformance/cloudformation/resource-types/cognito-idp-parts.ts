// Clients, domains, groups, users and scopes of user pools.
import { CognitoIdentityProvider } from '@aws-sdk/client-cognito-identity-provider';
import { expect } from 'vitest';
import type { TestEmulator } from '../../../support/emulator.ts';
import { getAtt, ROLE, ref, type TypeCase } from './type-case.ts';

const NEEDS = { Pool: { Type: 'AWS::Cognito::UserPool', Properties: { UserPoolName: 'needed' } } };
const idp = (emulator: TestEmulator): CognitoIdentityProvider => emulator.client(CognitoIdentityProvider);

async function poolCalled(emulator: TestEmulator, name: string): Promise<string> {
  const { UserPools } = await idp(emulator).listUserPools({ MaxResults: 60 });
  return UserPools!.find(({ Name }) => Name === name)!.Id!;
}

export const cases: readonly TypeCase[] = [
  {
    type: 'AWS::Cognito::UserPoolIdentityProvider',
    needs: NEEDS,
    properties: {
      UserPoolId: ref('Pool'),
      ProviderName: 'Partner',
      ProviderType: 'OIDC',
      ProviderDetails: {
        client_id: 'ours',
        client_secret: 'secret',
        authorize_scopes: 'openid email',
        attributes_request_method: 'GET',
        oidc_issuer: 'https://partner.example.com',
      },
      AttributeMapping: { email: 'mail' },
      IdpIdentifiers: ['partner.example.com'],
    },
    readBack: async (emulator) =>
      (await idp(emulator).describeIdentityProvider({ UserPoolId: await poolCalled(emulator, 'needed'), ProviderName: 'Partner' }))
        .IdentityProvider,
    ref: /^Partner$/,
    expected: {
      ProviderType: 'OIDC',
      ProviderDetails: { client_id: 'ours', oidc_issuer: 'https://partner.example.com' },
      AttributeMapping: { email: 'mail' },
      IdpIdentifiers: ['partner.example.com'],
    },
    change: {
      properties: {
        UserPoolId: ref('Pool'),
        ProviderName: 'Partner',
        ProviderType: 'OIDC',
        ProviderDetails: {
          client_id: 'others',
          authorize_scopes: 'openid',
          attributes_request_method: 'POST',
          oidc_issuer: 'https://partner.example.com',
        },
        AttributeMapping: { name: 'full_name' },
        IdpIdentifiers: ['other.example.com'],
      },
      expected: {
        ProviderDetails: { client_id: 'others', attributes_request_method: 'POST' },
        AttributeMapping: { name: 'full_name' },
        IdpIdentifiers: ['other.example.com'],
      },
    },
  },
  {
    type: 'AWS::Cognito::UserPoolClient',
    needs: {
      ...NEEDS,
      Api: {
        Type: 'AWS::Cognito::UserPoolResourceServer',
        Properties: { UserPoolId: ref('Pool'), Identifier: 'api', Name: 'api', Scopes: [{ ScopeName: 'read', ScopeDescription: 'reads' }] },
      },
    },
    properties: {
      UserPoolId: ref('Pool'),
      ClientName: 'every-property',
      GenerateSecret: 'true',
      AccessTokenValidity: '10',
      IdTokenValidity: '20',
      RefreshTokenValidity: '2',
      TokenValidityUnits: { AccessToken: 'minutes', IdToken: 'minutes', RefreshToken: 'hours' },
      ReadAttributes: ['email', 'name'],
      WriteAttributes: ['email'],
      ExplicitAuthFlows: ['ALLOW_USER_SRP_AUTH', 'ALLOW_USER_PASSWORD_AUTH'],
      SupportedIdentityProviders: ['COGNITO'],
      CallbackURLs: ['https://example.com/in', 'http://localhost:3000/in'],
      LogoutURLs: ['https://example.com/out'],
      DefaultRedirectURI: 'https://example.com/in',
      AllowedOAuthFlows: ['code'],
      AllowedOAuthScopes: ['openid', { 'Fn::Join': ['/', [ref('Api'), 'read']] }],
      AllowedOAuthFlowsUserPoolClient: 'true',
      AnalyticsConfiguration: {
        ApplicationId: '0123456789abcdef0123456789abcdef',
        ApplicationArn: 'arn:aws:mobiletargeting:us-east-1:000000000000:apps/0123456789abcdef0123456789abcdef',
        RoleArn: ROLE,
        ExternalId: 'external',
        UserDataShared: 'true',
      },
      PreventUserExistenceErrors: 'ENABLED',
      EnableTokenRevocation: 'false',
      EnablePropagateAdditionalUserContextData: 'true',
      AuthSessionValidity: '5',
      RefreshTokenRotation: { Feature: 'ENABLED', RetryGracePeriodSeconds: '30' },
    },
    readBack: async (emulator, { ref: { It: ClientId } }) => {
      const UserPoolId = await poolCalled(emulator, 'needed');
      return (await idp(emulator).describeUserPoolClient({ UserPoolId, ClientId: ClientId! })).UserPoolClient;
    },
    ref: /^[a-z0-9]{26}$/,
    expected: {
      ClientName: 'every-property',
      ClientSecret: expect.stringMatching(/^[a-z0-9]{51}$/),
      AccessTokenValidity: 10,
      TokenValidityUnits: { RefreshToken: 'hours' },
      AllowedOAuthScopes: ['openid', 'api/read'],
      AllowedOAuthFlowsUserPoolClient: true,
      EnableTokenRevocation: false,
      AuthSessionValidity: 5,
      RefreshTokenRotation: { Feature: 'ENABLED', RetryGracePeriodSeconds: 30 },
    },
    change: {
      properties: { UserPoolId: ref('Pool'), ClientName: 'changed', GenerateSecret: 'true' },
      expected: {
        ClientName: 'changed',
        AllowedOAuthFlowsUserPoolClient: false,
        EnableTokenRevocation: true,
        AccessTokenValidity: undefined,
      },
    },
  },
  {
    type: 'AWS::Cognito::UserPoolDomain',
    needs: NEEDS,
    properties: {
      UserPoolId: ref('Pool'),
      Domain: 'auth.shop.example',
      ManagedLoginVersion: '2',
      CustomDomainConfig: { CertificateArn: 'arn:aws:acm:us-east-1:000000000000:certificate/11111111-1111-1111-1111-111111111111' },
    },
    readBack: async (emulator, { ref: { It: Domain } }) => {
      const { DomainDescription } = await idp(emulator).describeUserPoolDomain({ Domain: Domain! });
      return DomainDescription?.Domain === undefined ? undefined : DomainDescription;
    },
    ref: /^auth\.shop\.example$/,
    expected: { Domain: 'auth.shop.example', ManagedLoginVersion: 2, Status: 'ACTIVE' },
    untested: {
      'CustomDomainConfig.SecurityPolicy': 'refused: the versions of TLS are those of the emulator',
      'Routing.Failover.SecondaryRegion': 'refused: a pool is in one region here',
      'Routing.Failover.PrimaryRoute53HealthCheckId': 'refused: a pool is in one region here',
    },
  },
  {
    type: 'AWS::Cognito::UserPoolGroup',
    needs: NEEDS,
    properties: { UserPoolId: ref('Pool'), GroupName: 'admins', Description: 'all', Precedence: '3', RoleArn: ROLE },
    readBack: async (emulator, { ref: { It: GroupName } }) =>
      (await idp(emulator).getGroup({ UserPoolId: await poolCalled(emulator, 'needed'), GroupName: GroupName! })).Group,
    ref: /^admins$/,
    expected: { Description: 'all', Precedence: 3, RoleArn: ROLE },
    change: {
      properties: { UserPoolId: ref('Pool'), GroupName: 'admins', Description: 'few', Precedence: '4', RoleArn: ROLE },
      expected: { Description: 'few', Precedence: 4 },
    },
  },
  {
    type: 'AWS::Cognito::UserPoolResourceServer',
    needs: NEEDS,
    properties: {
      UserPoolId: ref('Pool'),
      Identifier: 'https://api.example.com',
      Name: 'api',
      Scopes: [{ ScopeName: 'read', ScopeDescription: 'reads' }],
    },
    readBack: async (emulator, { ref: { It: Identifier } }) =>
      (await idp(emulator).describeResourceServer({ UserPoolId: await poolCalled(emulator, 'needed'), Identifier: Identifier! }))
        .ResourceServer,
    ref: /^https:\/\/api\.example\.com$/,
    expected: { Name: 'api', Scopes: [{ ScopeName: 'read', ScopeDescription: 'reads' }] },
    change: {
      properties: { UserPoolId: ref('Pool'), Identifier: 'https://api.example.com', Name: 'other' },
      expected: { Name: 'other', Scopes: [] },
    },
  },
  {
    type: 'AWS::Cognito::UserPoolUser',
    needs: NEEDS,
    properties: {
      UserPoolId: ref('Pool'),
      Username: 'ada',
      UserAttributes: [{ Name: 'email', Value: 'ada@example.com' }],
      ValidationData: [{ Name: 'by', Value: 'stack' }],
      ClientMetadata: { by: 'stack' },
      DesiredDeliveryMediums: ['EMAIL'],
      ForceAliasCreation: 'true',
      MessageAction: 'SUPPRESS',
    },
    readBack: async (emulator, { ref: { It: Username } }) =>
      idp(emulator).adminGetUser({ UserPoolId: await poolCalled(emulator, 'needed'), Username: Username! }),
    ref: /^ada$/,
    expected: {
      UserStatus: 'FORCE_CHANGE_PASSWORD',
      UserAttributes: expect.arrayContaining([{ Name: 'email', Value: 'ada@example.com' }]),
    },
  },
  {
    type: 'AWS::Cognito::UserPoolUserToGroupAttachment',
    needs: {
      ...NEEDS,
      User: { Type: 'AWS::Cognito::UserPoolUser', Properties: { UserPoolId: ref('Pool'), Username: 'ada' } },
      Group: { Type: 'AWS::Cognito::UserPoolGroup', Properties: { UserPoolId: getAtt('Pool', 'UserPoolId'), GroupName: 'admins' } },
    },
    properties: { UserPoolId: ref('Pool'), GroupName: ref('Group'), Username: ref('User') },
    readBack: async (emulator) => {
      const UserPoolId = await poolCalled(emulator, 'needed');
      return (await idp(emulator).listUsersInGroup({ UserPoolId, GroupName: 'admins' })).Users![0];
    },
    ref: /^us-east-1_\w+\|admins\|ada$/,
    expected: { Username: 'ada' },
  },
];

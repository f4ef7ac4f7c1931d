// Identity pools, their roles, and the tags of their sessions.
import { CognitoIdentity } from '@aws-sdk/client-cognito-identity';
import { expect } from 'vitest';
import type { TestEmulator } from '../../../support/emulator.ts';
import { ROLE, ref, type TypeCase } from './type-case.ts';

const NEEDS = {
  Pool: { Type: 'AWS::Cognito::IdentityPool', Properties: { IdentityPoolName: 'needed', AllowUnauthenticatedIdentities: false } },
};
const PROVIDER = 'cognito-idp.us-east-1.amazonaws.com/us-east-1_AbCdEfGhI';
const client = (emulator: TestEmulator): CognitoIdentity => emulator.client(CognitoIdentity);
async function needed(emulator: TestEmulator): Promise<string> {
  const { IdentityPools } = await client(emulator).listIdentityPools({ MaxResults: 60 });
  return IdentityPools!.find(({ IdentityPoolName }) => IdentityPoolName === 'needed')!.IdentityPoolId!;
}
const NO_SYNC = 'refused: data of users is not synchronized here';

export const cases: readonly TypeCase[] = [
  {
    type: 'AWS::Cognito::IdentityPool',
    properties: {
      IdentityPoolName: 'every-property',
      AllowUnauthenticatedIdentities: 'true',
      AllowClassicFlow: 'true',
      DeveloperProviderName: 'my.company',
      SupportedLoginProviders: { 'graph.facebook.com': '123' },
      OpenIdConnectProviderARNs: ['arn:aws:iam::000000000000:oidc-provider/id.example.com'],
      SamlProviderARNs: ['arn:aws:iam::000000000000:saml-provider/corp'],
      CognitoIdentityProviders: [{ ProviderName: PROVIDER, ClientId: 'abc', ServerSideTokenCheck: 'true' }],
      IdentityPoolTags: [{ Key: 'team', Value: 'blue' }],
    },
    readBack: (emulator, { ref: { It: IdentityPoolId } }) => client(emulator).describeIdentityPool({ IdentityPoolId }),
    ref: /^us-east-1:[0-9a-f-]{36}$/,
    expected: {
      IdentityPoolName: 'every-property',
      AllowUnauthenticatedIdentities: true,
      AllowClassicFlow: true,
      DeveloperProviderName: 'my.company',
      CognitoIdentityProviders: [{ ProviderName: PROVIDER, ClientId: 'abc', ServerSideTokenCheck: true }],
      IdentityPoolTags: { team: 'blue' },
    },
    change: {
      properties: {
        IdentityPoolName: 'every-property',
        AllowUnauthenticatedIdentities: 'false',
        DeveloperProviderName: 'my.company',
        IdentityPoolTags: [{ Key: 'team', Value: 'red' }],
      },
      expected: { AllowUnauthenticatedIdentities: false, CognitoIdentityProviders: undefined, IdentityPoolTags: { team: 'red' } },
    },
    untested: {
      'PushSync.ApplicationArns': NO_SYNC,
      'PushSync.RoleArn': NO_SYNC,
      CognitoEvents: NO_SYNC,
      ...Object.fromEntries(['StreamingStatus', 'StreamName', 'RoleArn'].map((name) => [`CognitoStreams.${name}`, NO_SYNC])),
    },
  },
  {
    type: 'AWS::Cognito::IdentityPoolRoleAttachment',
    needs: NEEDS,
    properties: {
      IdentityPoolId: ref('Pool'),
      Roles: { authenticated: ROLE, unauthenticated: ROLE },
      RoleMappings: {
        people: {
          IdentityProvider: `${PROVIDER}:abc`,
          Type: 'Rules',
          AmbiguousRoleResolution: 'Deny',
          RulesConfiguration: { Rules: [{ Claim: 'email', MatchType: 'Equals', Value: 'a@example.com', RoleARN: ROLE }] },
        },
      },
    },
    readBack: async (emulator) => {
      const { Roles, RoleMappings } = await client(emulator).getIdentityPoolRoles({ IdentityPoolId: await needed(emulator) });
      return Roles && { Roles, RoleMappings };
    },
    ref: /^us-east-1:[0-9a-f-]{36}$/,
    expected: {
      Roles: { authenticated: ROLE, unauthenticated: ROLE },
      RoleMappings: {
        [`${PROVIDER}:abc`]: { Type: 'Rules', AmbiguousRoleResolution: 'Deny', RulesConfiguration: { Rules: [expect.any(Object)] } },
      },
    },
    change: {
      properties: { IdentityPoolId: ref('Pool'), Roles: { authenticated: ROLE } },
      expected: { Roles: { authenticated: ROLE }, RoleMappings: undefined },
    },
  },
  {
    type: 'AWS::Cognito::IdentityPoolPrincipalTag',
    needs: NEEDS,
    properties: { IdentityPoolId: ref('Pool'), IdentityProviderName: PROVIDER, UseDefaults: 'false', PrincipalTags: { who: 'email' } },
    readBack: async (emulator) => {
      const IdentityPoolId = await needed(emulator);
      const found = await client(emulator).getPrincipalTagAttributeMap({ IdentityPoolId, IdentityProviderName: PROVIDER });
      return Object.keys(found.PrincipalTags!).length > 0 ? found : undefined;
    },
    ref: /^us-east-1:[0-9a-f-]{36}\|cognito-idp\./,
    expected: { UseDefaults: false, PrincipalTags: { who: 'email' } },
    change: {
      properties: { IdentityPoolId: ref('Pool'), IdentityProviderName: PROVIDER, UseDefaults: 'true' },
      expected: { UseDefaults: true, PrincipalTags: { username: 'sub', client: 'aud' } },
    },
  },
];

// Identity pools: identities of users, and credentials of roles for them.
import { operationsIn, service } from '#core/service';

export const cognitoIdentity = service('cognito-identity', {
  protects: () => import('./protects.ts'),
  resourceMembers: ['IdentityPoolId', 'IdentityId', 'ResourceArn', 'IdentityPoolName'],
  traffic: {
    operations: ['GetId', 'GetCredentialsForIdentity', 'GetOpenIdToken', 'GetOpenIdTokenForDeveloperIdentity'],
    arns: [/^identitypool\/(?<name>.+)$/],
  },
  operations: [
    operationsIn(
      () => import('./pools/pools.ts'),
      'CreateIdentityPool',
      'DescribeIdentityPool',
      'UpdateIdentityPool',
      'ListIdentityPools',
      'DeleteIdentityPool',
    ),
    operationsIn(
      () => import('./pools/roles.ts'),
      'GetIdentityPoolRoles',
      'SetIdentityPoolRoles',
      'GetPrincipalTagAttributeMap',
      'SetPrincipalTagAttributeMap',
    ),
    operationsIn(() => import('./pools/tags.ts'), 'TagResource', 'UntagResource', 'ListTagsForResource'),
    operationsIn(() => import('./identities/get-id.ts'), 'GetId', 'GetOpenIdToken', 'GetCredentialsForIdentity'),
    operationsIn(() => import('./identities/identities.ts'), 'DescribeIdentity', 'ListIdentities', 'DeleteIdentities', 'UnlinkIdentity'),
    operationsIn(
      () => import('./identities/developers.ts'),
      'GetOpenIdTokenForDeveloperIdentity',
      'LookupDeveloperIdentity',
      'MergeDeveloperIdentities',
      'UnlinkDeveloperIdentity',
    ),
  ],
  actingReads: ['GetId', 'GetOpenIdToken', 'GetOpenIdTokenForDeveloperIdentity', 'GetCredentialsForIdentity'],
  anonymous: ['GetId', 'GetOpenIdToken', 'GetCredentialsForIdentity', 'UnlinkIdentity'],
  resources: {
    'AWS::Cognito::IdentityPool': () => import('./resources/identity-pool.ts'),
    'AWS::Cognito::IdentityPoolRoleAttachment': () => import('./resources/identity-pool-role-attachment.ts'),
    'AWS::Cognito::IdentityPoolPrincipalTag': () => import('./resources/identity-pool-principal-tag.ts'),
  },
  work: { 'cognito-identity.empty': () => import('./work.ts') },
});

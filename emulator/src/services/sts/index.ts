// STS: temporary credentials and the caller's identity.
import { operationsIn, service } from '#core/service';

export const sts = service('sts', {
  actingReads: ['GetSessionToken', 'GetFederationToken', 'GetWebIdentityToken'],
  resourceMembers: ['RoleArn', 'Name', 'AccessKeyId'],
  traffic: {
    operations: ['AssumeRole', 'AssumeRoleWithWebIdentity', 'AssumeRoleWithSAML'],
  },
  operations: [
    operationsIn(() => import('./caller-identity.ts'), 'GetCallerIdentity', 'GetAccessKeyInfo', 'DecodeAuthorizationMessage'),
    operationsIn(() => import('./assume-role.ts'), 'AssumeRole'),
    operationsIn(() => import('./web-identity.ts'), 'AssumeRoleWithWebIdentity'),
    operationsIn(() => import('./saml.ts'), 'AssumeRoleWithSAML'),
    operationsIn(() => import('./session-tokens.ts'), 'GetSessionToken', 'GetFederationToken'),
    operationsIn(() => import('./web-identity-tokens.ts'), 'GetWebIdentityToken'),
  ],
  refused: {
    AssumeRoot: 'Only the management account of an organization may assume the root of a member, and organizations are not emulated.',
    GetDelegatedAccessToken: 'Trade-in tokens come from approved delegation requests, and nobody can approve one here.',
  },
  routes: { '/_cloud/sts/': { audience: 'everyone', effect: 'reads', load: () => import('./route.ts') } },
  accessKeys: () => import('./issued-key.ts'),
  anonymous: ['AssumeRoleWithWebIdentity', 'AssumeRoleWithSAML'],
  work: { 'sts.forget': () => import('./work.ts') },
});

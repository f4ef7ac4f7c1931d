// STS: temporary credentials and who is asking.
import { operationsIn, service } from '#core/service';

export const sts = service('sts', {
  operations: [
    operationsIn(() => import('./caller-identity.ts'), 'GetCallerIdentity', 'GetAccessKeyInfo', 'DecodeAuthorizationMessage'),
    operationsIn(() => import('./assume-role.ts'), 'AssumeRole'),
    operationsIn(() => import('./web-identity.ts'), 'AssumeRoleWithWebIdentity'),
    operationsIn(() => import('./saml.ts'), 'AssumeRoleWithSAML'),
    operationsIn(() => import('./session-tokens.ts'), 'GetSessionToken', 'GetFederationToken'),
    operationsIn(() => import('./web-identity-tokens.ts'), 'GetWebIdentityToken'),
  ],
  refused: {
    AssumeRoot: 'Root of a member account is assumed from the management account of an organization, and no organizations are emulated.',
    GetDelegatedAccessToken: 'Trade-in tokens come from approved delegation requests, and nobody can approve one here.',
  },
  routes: { '/_cloud/sts/': () => import('./route.ts') },
  accessKeys: () => import('./issued-key.ts'),
  anonymous: ['AssumeRoleWithWebIdentity', 'AssumeRoleWithSAML'],
  work: { 'sts.forget': () => import('./work.ts') },
});

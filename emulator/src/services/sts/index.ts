// STS: temporary credentials and who is asking.
import { nouns, service } from '#core/service';

export const sts = service('sts', {
  operations: [
    nouns(() => import('./caller-identity.ts'), 'GetCallerIdentity', 'GetAccessKeyInfo', 'DecodeAuthorizationMessage'),
    nouns(() => import('./assume-role.ts'), 'AssumeRole'),
    nouns(() => import('./web-identity.ts'), 'AssumeRoleWithWebIdentity'),
    nouns(() => import('./saml.ts'), 'AssumeRoleWithSAML'),
    nouns(() => import('./session-tokens.ts'), 'GetSessionToken', 'GetFederationToken'),
    nouns(() => import('./web-identity-tokens.ts'), 'GetWebIdentityToken'),
  ],
  refused: {
    AssumeRoot: 'Root of a member account is assumed from the management account of an organization, and no organizations are emulated.',
    GetDelegatedAccessToken: 'Trade-in tokens come from approved delegation requests, and nobody can approve one here.',
  },
  routes: { '/_cloud/sts/': () => import('./route.ts') },
  work: { 'sts.forget': () => import('./work.ts') },
});

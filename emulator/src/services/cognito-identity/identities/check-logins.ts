// Logins: tokens of providers that the pool trusts, and who they say the user is.
import { createPublicKey } from 'node:crypto';
import type { Ctx } from '#core/ctx';
import { issuerName, publishedKey } from '#core/issuers';
import type { Frozen } from '#core/records';
import { readToken, type Token, verifiesToken } from '#lib/jwt';
import { notAuthorized } from '#services/cognito-identity/faults';
import type { IdentityPool } from '#services/cognito-identity/state';

export interface Login {
  readonly provider: string;
  /** The name of the user at the provider. */
  readonly user: string;
  readonly claims: Readonly<Record<string, unknown>>;
  /** `PROVIDER:CLIENT`, by which role mappings name a user pool. */
  readonly mapping: string;
}

const USER_POOL = /^cognito-idp\.[a-z0-9-]+\.amazonaws\.com\/(.+)$/;

/** @throws NotAuthorizedException for a provider or a token that the pool does not trust */
export const checkLogins = (given: Readonly<Record<string, string>>, pool: Frozen<IdentityPool>, ctx: Ctx): Login[] =>
  Object.entries(given).map(([provider, text]) => checkLogin(provider, text, pool, ctx));

function checkLogin(provider: string, text: string, pool: Frozen<IdentityPool>, ctx: Ctx): Login {
  const token = readToken(text);
  const { settings } = pool;
  const userPool = USER_POOL.exec(provider)?.[1];
  if (userPool !== undefined) {
    const clients = (settings.CognitoIdentityProviders ?? [])
      .filter(({ ProviderName }) => ProviderName === provider)
      .map(({ ClientId }) => ClientId);
    if (clients.length === 0) throw notTrusted();
    if (!token) throw notAToken();
    const issuer = String(token.claims['iss']);
    if (issuerName(issuer) !== userPool) throw notAuthorized("Invalid login token. Issuer doesn't match providerName");
    checkSignature(token, issuer, ctx);
    checkTime(token, ctx);
    if (token.claims['token_use'] !== 'id') throw notAuthorized('Invalid login token. Not a valid OpenId Connect identity token.');
    const audience = String(token.claims['aud']);
    if (!clients.includes(audience))
      throw notAuthorized('Invalid login token. Token signature invalid.'.replace('Token signature invalid', 'Incorrect token audience'));
    return { provider, user: String(token.claims['sub']), claims: token.claims, mapping: `${provider}:${audience}` };
  }
  if (!trustsOther(provider, settings)) throw notTrusted();
  // Tokens of providers elsewhere are read, and their signatures are not checked.
  if (!token) return { provider, user: text, claims: {}, mapping: provider };
  checkTime(token, ctx);
  return { provider, user: String(token.claims['sub'] ?? text), claims: token.claims, mapping: provider };
}

const notTrusted = () => notAuthorized('Token is not from a supported provider of this identity pool.');
const notAToken = () => notAuthorized('Invalid login token. Not a valid OpenId Connect identity token.');

const trustsOther = (
  provider: string,
  { SupportedLoginProviders = {}, OpenIdConnectProviderARNs = [], SamlProviderARNs = [] }: Frozen<IdentityPool>['settings'],
): boolean =>
  Object.hasOwn(SupportedLoginProviders, provider) ||
  OpenIdConnectProviderARNs.some((arn) => arn.endsWith(`:oidc-provider/${provider}`)) ||
  SamlProviderARNs.includes(provider);

function checkSignature(token: Token, issuer: string, ctx: Ctx): void {
  const key = publishedKey(issuer, String(token.header['kid']), ctx);
  const isGood = key !== undefined && verifiesToken(token, createPublicKey({ key: { kty: 'RSA', n: key.n, e: key.e }, format: 'jwk' }));
  if (!isGood) throw notAuthorized('Invalid login token. Token signature invalid.');
}

function checkTime({ claims }: Token, ctx: Ctx): void {
  const now = Math.floor(ctx.now() / 1000);
  const { exp } = claims;
  if (typeof exp !== 'number') throw notAToken();
  if (exp <= now) throw notAuthorized(`Invalid login token. Token expired: ${now} >= ${exp}`);
}

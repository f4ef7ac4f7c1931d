// Requests to an identity provider: where its endpoints are, tokens for a code, and the claims about who has signed in. The rules for outgoing
// requests hold (`#lib/http-exchange`); a pool here that is a provider is reached at the emulator's own address.
import type { Ctx } from '#core/ctx';
import { issuerKeysOf } from '#core/issuer-key-store';
import { issuerName } from '#core/issuers';
import type { Frozen } from '#core/records';
import { ExchangeError, exchange, type HttpExchange } from '#lib/http-exchange';
import { readObject } from '#lib/json-object';
import { readToken, verifiesToken } from '#lib/jwt';
import type { IdentityProvider, OutwardSignIn } from '#services/cognito-idp/federation-state';
import { locatePool } from '#services/cognito-idp/pools/find-pool';

const TIMEOUT_MS = 5000;
/** Seconds that the clocks of providers may differ. */
const SKEW_SECONDS = 60;

type Claims = Readonly<Record<string, unknown>>;

/** The provider was not reached, or its answer is not one of the sign-in; the message says why. */
export class ProviderError extends Error {}

export interface Endpoints {
  readonly authorize: string;
  readonly token: string;
  readonly userInfo: string | undefined;
}

async function ask(request: Omit<HttpExchange, 'timeoutMs'>, what: string, ctx: Ctx): Promise<Claims> {
  try {
    const { status, body } = await exchange({ ...request, timeoutMs: TIMEOUT_MS }, ctx);
    const answer = readObject(body);
    if (status !== 200 || !answer)
      throw new ProviderError(`${what} answered ${status}${answer?.['error'] ? `: ${String(answer['error'])}` : ''}`);
    return answer;
  } catch (error) {
    if (error instanceof ExchangeError) throw new ProviderError(`${what} could not be reached: ${error.message}`);
    throw error;
  }
}

function urlOf(address: unknown, what: string): URL {
  if (typeof address !== 'string' || !URL.canParse(address) || !/^https?:/.test(address)) throw new ProviderError(`${what} has no address`);
  return new URL(address);
}

/** The given endpoints, or the endpoints in the issuer's document. @throws ProviderError */
export async function endpointsOf({ details }: Frozen<IdentityProvider>, ctx: Ctx): Promise<Endpoints> {
  const { authorize_url: authorize, token_url: token, attributes_url: userInfo, oidc_issuer: issuer = '' } = details;
  if (authorize && token) return { authorize, token, userInfo };
  const poolId = issuerName(issuer);
  const base = poolId !== undefined && locatePool(poolId, ctx) ? `${ctx.origin}/${poolId}` : issuer.replace(/\/$/, '');
  const url = urlOf(`${base}/.well-known/openid-configuration`, 'The issuer');
  const found = await ask({ method: 'GET', url, headers: { accept: 'application/json' } }, 'The discovery endpoint', ctx);
  const told = (name: string): string | undefined => (typeof found[name] === 'string' ? found[name] : undefined);
  return {
    authorize: urlOf(authorize ?? told('authorization_endpoint'), 'The authorization endpoint').href,
    token: urlOf(token ?? told('token_endpoint'), 'The token endpoint').href,
    userInfo: userInfo ?? told('userinfo_endpoint'),
  };
}

/** Exchanges the code, checks the ID token, and asks for more claims. @throws ProviderError */
export async function claimsFor(
  code: string,
  signIn: Frozen<OutwardSignIn>,
  provider: Frozen<IdentityProvider>,
  ctx: Ctx,
): Promise<Claims> {
  const { client_id: id = '', client_secret: secret, token_request_method: method = 'POST' } = provider.details;
  const endpoints = await endpointsOf(provider, ctx);
  const form = new URLSearchParams({
    ...{ grant_type: 'authorization_code', code, client_id: id, redirect_uri: signIn.returnUri, code_verifier: signIn.verifier },
    ...(secret && { client_secret: secret }),
  });
  const url = urlOf(endpoints.token, 'The token endpoint');
  const headers = { accept: 'application/json', 'content-type': 'application/x-www-form-urlencoded' };
  if (method === 'GET') url.search = form.toString();
  const request =
    method === 'GET' ? { method, url, headers: { accept: 'application/json' } } : { method, url, headers, body: form.toString() };
  const tokens = await ask(request, 'The token endpoint', ctx);
  const idToken = tokens['id_token'];
  const isOpenId = provider.details['oidc_issuer'] !== undefined;
  if (isOpenId && typeof idToken !== 'string') throw new ProviderError('The token endpoint gave no ID token');
  const claims = typeof idToken === 'string' && isOpenId ? await checkedClaims(idToken, signIn, provider, ctx) : {};
  const more = await userInfo(endpoints, String(tokens['access_token'] ?? ''), provider, ctx);
  if (claims['sub'] !== undefined && more['sub'] !== undefined && more['sub'] !== claims['sub'])
    throw new ProviderError('The user info endpoint tells of somebody else');
  return { ...more, ...claims };
}

/** RFC: OpenID Connect Core, section 3.1.3.7. */
async function checkedClaims(
  text: string,
  { nonce }: Frozen<OutwardSignIn>,
  { details }: Frozen<IdentityProvider>,
  ctx: Ctx,
): Promise<Claims> {
  const token = readToken(text);
  if (!token) throw new ProviderError('The ID token cannot be read');
  const { claims, header } = token;
  const issuer = details['oidc_issuer'] ?? '';
  const [told, wanted] = [String(claims['iss']), issuer].map((each) => each.replace(/\/$/, ''));
  const poolId = issuerName(issuer);
  const isSamePool = poolId !== undefined && issuerName(String(claims['iss'])) === poolId && locatePool(poolId, ctx) !== undefined;
  if (told !== wanted && !isSamePool) throw new ProviderError(`The ID token is of another issuer: ${told}`);
  if (![claims['aud']].flat().includes(details['client_id'])) throw new ProviderError('The ID token is for another client');
  const { exp } = claims;
  if (typeof exp !== 'number' || exp + SKEW_SECONDS <= ctx.now() / 1000) throw new ProviderError('The ID token has expired');
  if (claims['nonce'] !== nonce) throw new ProviderError('The ID token is of another sign-in');
  const found = await issuerKeysOf(ctx).find(issuer, String(header['kid']), ctx);
  if ('error' in found) throw new ProviderError(`The key of the ID token was not found: ${found.error}`);
  if (!verifiesToken(token, found.key)) throw new ProviderError('The signature of the ID token is wrong');
  return claims;
}

async function userInfo(
  { userInfo: address }: Endpoints,
  token: string,
  { details, mapping }: Frozen<IdentityProvider>,
  ctx: Ctx,
): Promise<Claims> {
  if (address === undefined || token === '') return {};
  const names = [...new Set(Object.values(mapping))].join(',');
  const whole = details['attributes_url_add_attributes'] === 'true' ? `${address}${encodeURIComponent(names)}` : address;
  const headers = { accept: 'application/json', authorization: `Bearer ${token}` };
  const method = details['attributes_request_method'] ?? 'GET';
  return ask({ method, url: urlOf(whole, 'The user info endpoint'), headers }, 'The user info endpoint', ctx);
}

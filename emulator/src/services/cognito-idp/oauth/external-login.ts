// Sign-ins at an identity provider: the way out, with state, nonce and PKCE, and the way back (`/oauth2/idpresponse`).
// https://docs.aws.amazon.com/cognito/latest/developerguide/cognito-user-pools-oidc-flow.html
import { createHash, randomBytes } from 'node:crypto';
import type { Ctx } from '#core/ctx';
import { Fault } from '#core/fault';
import type { Frozen } from '#core/records';
import type { RouteRequest, RouteResponse } from '#core/route';
import { claimsFor, endpointsOf, ProviderError } from '#services/cognito-idp/federation/ask-provider';
import { externalUser } from '#services/cognito-idp/federation/external-user';
import { providerBy } from '#services/cognito-idp/federation/providers';
import { type IdentityProvider, identityProviders, type OutwardSignIn, outwardSignIns } from '#services/cognito-idp/federation-state';
import { locatePool } from '#services/cognito-idp/pools/find-pool';
import { keyOf } from '#services/cognito-idp/users/find-user';
import { page, redirect, withParameters } from './answers.ts';
import { type Authorization, authorize, readAuthorization, redirectUriOf } from './authorization.ts';
import { cookieOf, csrfOf, rememberUser } from './cookies.ts';
import { type ClientPlace, clientAt, offeredBy, type PoolPlace } from './locate.ts';
import type { PageRequest } from './login.ts';

/** Limit: how long a sign-in at an identity provider may take. */
const MAX_OUTWARD_MS = 10 * 60_000;

const hashOf = (text: string): string => createHash('sha256').update(text).digest('base64url');

const backWith = ({ redirectUri, state, responseType }: Authorization, error: string, description?: string): RouteResponse =>
  redirect(withParameters(redirectUri, { error, error_description: description, state }, responseType === 'token'));

/** The provider that a request leads to, by its name or identifier, or as the only provider of the client; `none`: the client does not offer it. */
export function providerOf({ request: { query }, authorization: { place } }: PageRequest): Frozen<IdentityProvider> | 'none' | undefined {
  const { pool, there } = place;
  const [name, identifier] = [query.get('identity_provider'), query.get('idp_identifier')];
  if (name === 'COGNITO') return undefined;
  const offered = offeredBy(place);
  if (name === null && identifier === null)
    return offered.length === 1 && offered[0] !== 'COGNITO' ? there.records(identityProviders).get([pool.id, offered[0]!]) : undefined;
  const found = providerBy(pool.id, name, identifier, there);
  return found && offered.includes(found.name) ? found : 'none';
}

/** Where the provider leads back to: on the host at which the browser is, which keeps its cookies. */
const returnUriOf = ({ base, pool, there }: ClientPlace): string => {
  if (base !== '') return `${there.origin}${base}/oauth2/idpresponse`;
  const address =
    pool.customDomain === undefined
      ? there.localUrl(`https://${pool.domain}.auth.${there.region}.amazoncognito.com`)
      : `https://${pool.customDomain}`;
  return `${address}/oauth2/idpresponse`;
};

export async function leadOut({ request, authorization, query }: PageRequest, provider: Frozen<IdentityProvider>): Promise<RouteResponse> {
  const { place } = authorization;
  const { pool, there, client } = place;
  const state = `${Buffer.from(pool.id).toString('base64url')}.${randomBytes(32).toString('base64url')}`;
  const [verifier, nonce] = [randomBytes(32).toString('base64url'), randomBytes(24).toString('base64url')];
  const { token, cookies } = csrfOf(request, place);
  try {
    const address = (await endpointsOf(provider, there)).authorize;
    const key: [string, string] = [pool.id, hashOf(state)];
    const signIn: OutwardSignIn = {
      ...{ provider: provider.name, clientId: client.id, query, nonce, verifier, browser: hashOf(token) },
      returnUri: returnUriOf(place),
      expiresMs: there.now() + MAX_OUTWARD_MS,
    };
    there.write((tx) => {
      tx.put(there.records(outwardSignIns), key, signIn);
      there.later(tx, 'cognito-idp.forget-outward-sign-in', key, signIn.expiresMs);
    });
    await there.committed();
    const asked = {
      ...{ client_id: provider.details['client_id'], redirect_uri: signIn.returnUri, scope: provider.details['authorize_scopes'] },
      ...{ response_type: 'code', state, nonce, code_challenge: hashOf(verifier), code_challenge_method: 'S256' },
    };
    return redirect(withParameters(address, asked), cookies);
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error;
    return backWith(authorization, 'server_error', error.message);
  }
}

const lost = (): RouteResponse =>
  page(
    400,
    'Something went wrong',
    '<p class="error">The sign-in at the identity provider has expired, or was begun by another browser.</p>',
  );

/** Takes the sign-in that the state names, once. */
function takeSignIn(state: string, poolId: string, browser: string | undefined, there: Ctx): Frozen<OutwardSignIn> | undefined {
  const key: [string, string] = [poolId, hashOf(state)];
  const found = there.records(outwardSignIns).get(key);
  if (!found || browser === undefined || found.browser !== hashOf(browser)) return undefined;
  there.write((tx) => {
    tx.delete(there.records(outwardSignIns), key);
    there.unschedule(tx, 'cognito-idp.forget-outward-sign-in', key);
  });
  return found.expiresMs > there.now() ? found : undefined;
}

export async function answerReturn(request: RouteRequest, place: PoolPlace, ctx: Ctx): Promise<RouteResponse> {
  const { query } = request;
  const state = query.get('state') ?? '';
  const located = locatePool(Buffer.from(state.slice(0, Math.max(state.indexOf('.'), 0)), 'base64url').toString(), ctx);
  if (!located || (place.pool && place.pool.id !== located.pool.id)) return lost();
  const { pool, there } = located;
  const signIn = takeSignIn(state, pool.id, cookieOf('csrf', request, pool), there);
  const client = signIn && clientAt(signIn.clientId, { ...place, pool, there });
  const asked = new URLSearchParams(signIn?.query);
  // The client may have been changed in the meantime.
  const redirectUri = client && redirectUriOf(asked.get('redirect_uri'), client);
  const authorization = client && redirectUri !== undefined ? readAuthorization(asked, redirectUri, client) : undefined;
  if (!signIn || !client || !authorization) return lost();
  if ('refused' in authorization) return authorization.refused;
  const provider = there.records(identityProviders).get([pool.id, signIn.provider]);
  if (!provider || !offeredBy(client).includes(provider.name))
    return backWith(authorization, 'invalid_request', 'The identity provider is gone');
  const error = query.get('error');
  if (error !== null) return backWith(authorization, error, query.get('error_description') ?? undefined);
  return ended(query.get('code') ?? '', signIn, provider, authorization);
}

async function ended(
  code: string,
  signIn: Frozen<OutwardSignIn>,
  provider: Frozen<IdentityProvider>,
  authorization: Authorization,
): Promise<RouteResponse> {
  const { place } = authorization;
  const { pool, there } = place;
  try {
    const claims = await claimsFor(code, signIn, provider, there);
    const user = await externalUser(claims, provider, place);
    const cookie = rememberUser(keyOf(user.username, pool), place);
    const answer = await authorize(authorization, user, there.now(), [cookie]);
    await there.committed();
    return answer;
  } catch (error) {
    if (error instanceof ProviderError) return backWith(authorization, 'invalid_request', error.message);
    // A function of the pool has refused the user, or an attribute is not one of the pool.
    if (error instanceof Fault) return backWith(authorization, 'invalid_request', error.message);
    throw error;
  }
}

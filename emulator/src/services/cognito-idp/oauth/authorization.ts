// Requests for authorization: what a client may ask for, and what it gets once the user has signed in.
// https://docs.aws.amazon.com/cognito/latest/developerguide/authorization-endpoint.html
import { createHash, randomBytes } from 'node:crypto';
import type { Frozen } from '#core/records';
import type { RouteResponse } from '#core/route';
import { authorizationCodes } from '#services/cognito-idp/oauth-state';
import type { User } from '#services/cognito-idp/state';
import { newSignIn, openGrant } from '#services/cognito-idp/tokens/issue-tokens';
import { keyOf } from '#services/cognito-idp/users/find-user';
import { redirect, withParameters } from './answers.ts';
import type { ClientPlace } from './locate.ts';

/** Limit: how long a code may be exchanged for tokens. */
const MAX_CODE_MS = 5 * 60_000;

export interface Authorization {
  readonly place: ClientPlace;
  readonly redirectUri: string;
  readonly responseType: 'code' | 'token';
  readonly scopes: readonly string[];
  readonly state: string | undefined;
  readonly nonce: string | undefined;
  readonly codeChallenge: string | undefined;
  readonly prompt: readonly string[];
}

/** The address for the client's answers; undefined for an address that it has not registered, to which nothing must ever lead. */
export function redirectUriOf(given: string | null, { client: { settings } }: ClientPlace): string | undefined {
  const registered = settings.CallbackURLs ?? [];
  if (given === null) return settings.DefaultRedirectURI ?? (registered.length === 1 ? registered[0] : undefined);
  return registered.includes(given) ? given : undefined;
}

/** The request, or the error that goes back to the client. */
export function readAuthorization(
  query: URLSearchParams,
  redirectUri: string,
  place: ClientPlace,
): Authorization | { readonly refused: RouteResponse } {
  const { settings } = place.client;
  const state = query.get('state') ?? undefined;
  const responseType = query.get('response_type');
  const refuse = (error: string, description?: string) => ({
    refused: redirect(withParameters(redirectUri, { error, error_description: description, state }, responseType === 'token')),
  });
  if (responseType !== 'code' && responseType !== 'token') return refuse('invalid_request', 'response_type must be code or token');
  const flow = responseType === 'code' ? 'code' : 'implicit';
  if (settings.AllowedOAuthFlowsUserPoolClient !== true || !settings.AllowedOAuthFlows?.includes(flow))
    return refuse('unauthorized_client');
  const allowed = settings.AllowedOAuthScopes ?? [];
  const asked = query.get('scope');
  const scopes = asked === null || asked.trim() === '' ? allowed : [...new Set(asked.trim().split(/\s+/))];
  if (!scopes.every((scope) => allowed.includes(scope))) return refuse('invalid_request', 'invalid_scope');
  const challenge = query.get('code_challenge');
  const method = query.get('code_challenge_method');
  if ((challenge !== null || method !== null) && method !== 'S256') return refuse('invalid_request', 'code_challenge_method must be S256');
  if (method !== null && !/^[\w-]{43}$/.test(challenge ?? '')) return refuse('invalid_request', 'code_challenge is not valid');
  return {
    place,
    redirectUri,
    responseType,
    scopes,
    state,
    nonce: query.get('nonce') ?? undefined,
    codeChallenge: challenge ?? undefined,
    prompt: (query.get('prompt') ?? '').split(' ').filter(Boolean),
  };
}

export const hashOfCode = (code: string): string => createHash('sha256').update(code).digest('base64url');

/** The user has signed in: the client gets a code, or tokens. */
export async function authorize(
  authorization: Authorization,
  user: Frozen<User>,
  authMs: number,
  cookies: readonly string[],
): Promise<RouteResponse> {
  const { redirectUri, state, scopes, responseType, nonce } = authorization;
  const { pool, client, there } = authorization.place;
  if (responseType === 'code') return redirect(withParameters(redirectUri, { code: newCode(authorization, user, authMs), state }), cookies);
  const signIn = newSignIn({ scopes, nonce, isHosted: true, authMs }, there);
  const tokens = await openGrant({ pool, client, user, source: 'HostedAuth', signIn }, there);
  const parameters = {
    ...(scopes.includes('openid') && { id_token: tokens.id }),
    access_token: tokens.access,
    expires_in: String(tokens.expiresIn),
    token_type: 'Bearer',
    state,
  };
  return redirect(withParameters(redirectUri, parameters, true), cookies);
}

function newCode(
  { redirectUri, scopes, nonce, codeChallenge, place: { pool, client, there } }: Authorization,
  user: Frozen<User>,
  authMs: number,
): string {
  const code = `${there.id()}${randomBytes(16).toString('hex')}`;
  const key: [string, string] = [pool.id, hashOfCode(code)];
  const expiresMs = there.now() + MAX_CODE_MS;
  const userKey = keyOf(user.username, pool);
  there.write((tx) => {
    tx.put(there.records(authorizationCodes), key, {
      userKey,
      clientId: client.id,
      redirectUri,
      scopes,
      nonce,
      codeChallenge,
      authMs,
      expiresMs,
    });
    there.later(tx, 'cognito-idp.forget-authorization-code', key, expiresMs);
  });
  return code;
}

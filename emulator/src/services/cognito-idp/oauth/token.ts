// The token endpoint: codes, refresh tokens and the secrets of machines become tokens.
// https://docs.aws.amazon.com/cognito/latest/developerguide/token-endpoint.html
import { createHash } from 'node:crypto';
import { Fault } from '#core/fault';
import type { RouteRequest, RouteResponse } from '#core/route';
import { tokenSeconds } from '#services/cognito-idp/clients/client-settings';
import { isSecret } from '#services/cognito-idp/clients/secret-hash';
import { authorizationCodes } from '#services/cognito-idp/oauth-state';
import { refreshed } from '#services/cognito-idp/sign-in/refresh';
import { users } from '#services/cognito-idp/state';
import { revoke } from '#services/cognito-idp/tokens/grants';
import { newSignIn, openGrant } from '#services/cognito-idp/tokens/issue-tokens';
import { issuerOf } from '#services/cognito-idp/tokens/issuer';
import { keysOf } from '#services/cognito-idp/tokens/keys';
import { changed, preTokenGeneration } from '#services/cognito-idp/tokens/pre-token-generation';
import { findRefreshToken, usableRefreshToken } from '#services/cognito-idp/tokens/refresh-tokens';
import { signed } from '#services/cognito-idp/tokens/sign';
import { json, oauthError } from './answers.ts';
import { hashOfCode } from './authorization.ts';
import { type ClientPlace, clientAt, type PoolPlace } from './locate.ts';

/** The fields of a form; undefined for another body. */
export async function formOf(request: RouteRequest): Promise<URLSearchParams | undefined> {
  if (!request.headers['content-type']?.startsWith('application/x-www-form-urlencoded')) return undefined;
  return new URLSearchParams(Buffer.from(await request.body()).toString());
}

/** The client of a request, which has proved itself where it has a secret. */
function clientOf(form: URLSearchParams, { headers }: RouteRequest, place: PoolPlace): ClientPlace | undefined {
  const basic = /^basic\s+([A-Za-z0-9+/=]+)$/i.exec(headers['authorization'] ?? '')?.[1];
  const [id, ...rest] = basic === undefined ? [] : Buffer.from(basic, 'base64').toString().split(':');
  const located = clientAt(id ?? form.get('client_id'), place);
  if (!located) return undefined;
  // Both are form-encoded within the header (RFC 6749, section 2.3.1).
  const secret = id === undefined ? (form.get('client_secret') ?? undefined) : rest.join(':');
  if (located.client.secrets.length === 0) return secret ? undefined : located;
  return secret !== undefined && isSecret(located.client, secret) ? located : undefined;
}

export async function answerToken(request: RouteRequest, place: PoolPlace): Promise<RouteResponse> {
  const form = request.method === 'POST' ? await formOf(request) : undefined;
  if (!form) return oauthError('invalid_request');
  const located = clientOf(form, request, place);
  if (!located) return oauthError('invalid_client');
  try {
    switch (form.get('grant_type')) {
      case 'authorization_code':
        return await byCode(form, located);
      case 'refresh_token':
        return await byRefreshToken(form, located);
      case 'client_credentials':
        return await byCredentials(form, located);
      case null:
        return oauthError('invalid_request');
      default:
        return oauthError('unsupported_grant_type');
    }
  } catch (error) {
    if (!(error instanceof Fault)) throw error;
    // A function of the pool has refused, or a token has ended.
    return oauthError(error.code.includes('Lambda') ? 'invalid_request' : 'invalid_grant', error.message);
  }
}

async function byCode(form: URLSearchParams, { pool, client, there }: ClientPlace): Promise<RouteResponse> {
  const [code, verifier] = [form.get('code'), form.get('code_verifier')];
  if (code === null) return oauthError('invalid_request');
  if (!client.settings.AllowedOAuthFlows?.includes('code')) return oauthError('unauthorized_client');
  const records = there.records(authorizationCodes);
  const key: [string, string] = [pool.id, hashOfCode(code)];
  const found = records.get(key);
  if (!found || found.expiresMs <= there.now() || found.clientId !== client.id) return oauthError('invalid_grant');
  // A code is taken once, whatever comes of it.
  there.write((tx) => tx.delete(records, key));
  if (form.get('redirect_uri') !== found.redirectUri) return oauthError('invalid_grant');
  const isProven =
    found.codeChallenge === undefined
      ? verifier === null
      : verifier !== null && createHash('sha256').update(verifier).digest('base64url') === found.codeChallenge;
  const user = there.records(users).get([pool.id, found.userKey]);
  if (!isProven || !user?.enabled) return oauthError('invalid_grant');
  const { scopes, nonce, authMs } = found;
  const signIn = newSignIn({ scopes, nonce, isHosted: true, authMs }, there);
  const tokens = await openGrant({ pool, client, user, source: 'HostedAuth', signIn }, there);
  await there.committed();
  return json(200, {
    ...(scopes.includes('openid') && { id_token: tokens.id }),
    access_token: tokens.access,
    refresh_token: tokens.refresh,
    expires_in: tokens.expiresIn,
    token_type: 'Bearer',
  });
}

async function byRefreshToken(form: URLSearchParams, { pool, client, there }: ClientPlace): Promise<RouteResponse> {
  const token = form.get('refresh_token');
  if (token === null) return oauthError('invalid_request');
  const found = usableRefreshToken(pool.id, client.id, token, there);
  const result = await refreshed(token, found, { pool, client, there });
  await there.committed();
  const { scopes } = found.grant;
  return json(200, {
    ...((scopes === undefined || scopes.includes('openid')) && { id_token: result.IdToken }),
    access_token: result.AccessToken,
    ...(result.RefreshToken !== undefined && { refresh_token: result.RefreshToken }),
    expires_in: result.ExpiresIn,
    token_type: 'Bearer',
  });
}

/** A machine signs in: no user, and no refresh token. */
async function byCredentials(form: URLSearchParams, { pool, client, there }: ClientPlace): Promise<RouteResponse> {
  const { AllowedOAuthFlows: flows = [], AllowedOAuthScopes: allowed = [], AllowedOAuthFlowsUserPoolClient: isOn } = client.settings;
  if (isOn !== true || !flows.includes('client_credentials') || client.secrets.length === 0) return oauthError('unauthorized_client');
  const asked = form.get('scope')?.trim() ?? '';
  const scopes = asked === '' ? allowed : [...new Set(asked.split(/\s+/))];
  if (!scopes.every((scope) => allowed.includes(scope))) return oauthError('invalid_scope');
  const groups = { groups: [], roles: [], preferredRole: undefined };
  const changes = await preTokenGeneration(
    { source: 'ClientCredentials', user: undefined, clientId: client.id, groups, scopes },
    pool,
    there,
  );
  const keys = await keysOf(pool, there);
  const { access: seconds } = tokenSeconds(client.settings);
  const issuedAt = Math.floor(there.now() / 1000);
  const granted = new Set([...scopes, ...changes.scopesToAdd]);
  for (const scope of changes.scopesToSuppress) granted.delete(scope);
  const claims = {
    sub: client.id,
    token_use: 'access',
    scope: [...granted].join(' '),
    auth_time: issuedAt,
    iss: issuerOf(pool.id, there),
    exp: issuedAt + seconds,
    iat: issuedAt,
    version: 2,
    jti: there.id(),
    client_id: client.id,
  };
  const token = signed(changed(claims, changes.access), keys.access, there);
  await there.committed();
  return json(200, { access_token: token, expires_in: seconds, token_type: 'Bearer' });
}

/** `/oauth2/revoke`: answers the same for tokens that nobody has. */
export async function answerRevoke(request: RouteRequest, place: PoolPlace): Promise<RouteResponse> {
  const form = request.method === 'POST' ? await formOf(request) : undefined;
  const token = form?.get('token');
  if (!form || !token) return oauthError('invalid_request');
  const located = clientOf(form, request, place);
  if (!located) return oauthError('invalid_client');
  const { pool, client, there } = located;
  if (client.settings.EnableTokenRevocation === false)
    return oauthError('invalid_request', 'Token revocation is not enabled for the client');
  if (token.split('.').length === 3) return oauthError('unsupported_token_type');
  const found = findRefreshToken(pool.id, token, there);
  if (found && found.record.clientId !== client.id) return oauthError('invalid_request');
  if (found) there.write((tx) => revoke(tx, [pool.id, found.record.userKey, found.record.originJti], there));
  await there.committed();
  return { status: 200, headers: { 'access-control-allow-origin': '*' } };
}

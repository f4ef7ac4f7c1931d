// Issues the tokens of a sign-in, or new ones for a refresh token.
import { createHash } from 'node:crypto';
import type { Ctx } from '#core/ctx';
import type { Frozen } from '#core/records';
import { tokenSeconds } from '#services/cognito-idp/clients/client-settings';
import { notAuthorized } from '#services/cognito-idp/faults';
import { groupsOfUser } from '#services/cognito-idp/groups/groups-of-user';
import { type Client, type Pool, type User, users } from '#services/cognito-idp/state';
import { keyOf } from '#services/cognito-idp/users/find-user';
import { attributeClaims, groupClaimsOf, groupsClaim, roleClaims, type SignIn } from './claims.ts';
import { putGrant } from './grants.ts';
import { issuerOf } from './issuer.ts';
import { keysOf } from './keys.ts';
import { changed, preTokenGeneration, type TokenChanges, type TokenSource } from './pre-token-generation.ts';
import { newRefreshToken, putRefreshToken } from './refresh-tokens.ts';
import { signed } from './sign.ts';

export const API_SCOPE = 'aws.cognito.signin.user.admin';

export interface TokenRequest {
  readonly pool: Frozen<Pool>;
  readonly client: Frozen<Client>;
  readonly user: Frozen<User>;
  readonly source: TokenSource;
  readonly metadata?: Readonly<Record<string, string>> | undefined;
  readonly signIn: SignIn;
}

export interface Tokens {
  readonly access: string;
  readonly id: string;
  readonly expiresIn: number;
}

/** Facts of a new sign-in. */
export const newSignIn = (more: Partial<SignIn>, ctx: Ctx): SignIn => ({
  originJti: ctx.id(),
  eventId: ctx.id(),
  authMs: ctx.now(),
  scopes: [API_SCOPE],
  isHosted: false,
  ...more,
});

/** `there`: the context of the pool. */
export async function makeTokens({ pool, client, user, source, metadata, signIn }: TokenRequest, there: Ctx): Promise<Tokens> {
  const groups = groupClaimsOf(groupsOfUser(pool, user, there));
  const { scopes } = signIn;
  const changes = await preTokenGeneration({ source, user, clientId: client.id, groups, scopes, metadata }, pool, there);
  const keys = await keysOf(pool, there);
  const seconds = tokenSeconds(client.settings);
  const issuedAt = Math.floor(there.now() / 1000);
  const access = accessClaims(user, client, signIn, changes, issuedAt, seconds.access, pool.id, there);
  const accessToken = signed(access, keys.access, there);
  const id = idClaims(user, client, signIn, changes, issuedAt, seconds.id, pool.id, there);
  const hash = signIn.isHosted ? { at_hash: halfHash(accessToken) } : {};
  return { access: accessToken, id: signed({ ...hash, ...id }, keys.id, there), expiresIn: seconds.access };
}

/** RFC: the left half of the hash of the access token. */
const halfHash = (token: string): string => createHash('sha256').update(token).digest().subarray(0, 16).toString('base64url');

function idClaims(
  user: Frozen<User>,
  client: Frozen<Client>,
  signIn: SignIn,
  { groups, id }: TokenChanges,
  issuedAt: number,
  seconds: number,
  poolId: string,
  there: Ctx,
): object {
  const claims = {
    sub: user.sub,
    ...groupsClaim(groups),
    ...attributeClaims(user, client, signIn),
    iss: issuerOf(poolId, there),
    'cognito:username': user.username,
    ...roleClaims(groups),
    ...(signIn.nonce !== undefined && { nonce: signIn.nonce }),
    origin_jti: signIn.originJti,
    aud: client.id,
    event_id: signIn.eventId,
    token_use: 'id',
    auth_time: Math.floor(signIn.authMs / 1000),
    exp: issuedAt + seconds,
    iat: issuedAt,
    jti: there.id(),
  };
  return changed(claims, id);
}

function accessClaims(
  user: Frozen<User>,
  client: Frozen<Client>,
  signIn: SignIn,
  { groups, access, scopesToAdd, scopesToSuppress }: TokenChanges,
  issuedAt: number,
  seconds: number,
  poolId: string,
  there: Ctx,
): object {
  const scopes = new Set([...signIn.scopes, ...scopesToAdd]);
  for (const scope of scopesToSuppress) scopes.delete(scope);
  const claims = {
    sub: user.sub,
    ...groupsClaim(groups),
    ...(signIn.deviceKey !== undefined && { device_key: signIn.deviceKey }),
    iss: issuerOf(poolId, there),
    ...(signIn.isHosted && { version: 2 }),
    client_id: client.id,
    origin_jti: signIn.originJti,
    event_id: signIn.eventId,
    token_use: 'access',
    scope: [...scopes].join(' '),
    auth_time: Math.floor(signIn.authMs / 1000),
    exp: issuedAt + seconds,
    iat: issuedAt,
    jti: there.id(),
    username: user.username,
  };
  return changed(claims, access);
}

/** Tokens of a new sign-in, with a refresh token. */
export async function openGrant(request: TokenRequest, there: Ctx): Promise<Tokens & { readonly refresh: string }> {
  const { pool, client, user, signIn } = request;
  const tokens = await makeTokens(request, there);
  const userKey = keyOf(user.username, pool);
  const present = there.records(users).get([pool.id, userKey]);
  // Functions and keys may have taken their time.
  if (present?.sub !== user.sub || !present.enabled) throw notAuthorized('User is disabled.');
  const refresh = newRefreshToken();
  const expiresMs = there.now() + tokenSeconds(client.settings).refresh * 1000;
  there.write((tx) => {
    const { authMs, deviceKey, nonce } = signIn;
    const scopes = signIn.isHosted ? signIn.scopes : undefined;
    putGrant(
      tx,
      [pool.id, userKey, signIn.originJti],
      { clientId: client.id, authMs, expiresMs, isRevoked: false, scopes, deviceKey, nonce },
      there,
    );
    putRefreshToken(tx, pool.id, refresh, { userKey, originJti: signIn.originJti, clientId: client.id, expiresMs }, there);
  });
  return { ...tokens, refresh };
}

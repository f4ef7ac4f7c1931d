// Access tokens that callers bring instead of a signature: verified, and not revoked.
import type { Ctx } from '#core/ctx';
import type { Frozen } from '#core/records';
import { readToken, verifiesToken } from '#lib/jwt';
import { fault } from '#model/cognito-idp';
import { notAuthorized, userNotFound } from '#services/cognito-idp/faults';
import { type LocatedPool, locatePool } from '#services/cognito-idp/pools/find-pool';
import { type Client, clients, grants, type User, users } from '#services/cognito-idp/state';
import { keyOf } from '#services/cognito-idp/users/find-user';
import { API_SCOPE } from './issue-tokens.ts';
import { keyObjects, knownKeys } from './keys.ts';

export interface Bearer extends LocatedPool {
  readonly user: Frozen<User>;
  readonly client: Frozen<Client>;
  readonly claims: Readonly<Record<string, unknown>>;
  readonly scopes: readonly string[];
}

const POOL = /\/([^/]+)$/;

/** @throws Fault in the words of the cloud */
export function bearerOf(text: string, ctx: Ctx, scope: string | undefined = API_SCOPE): Bearer {
  const token = readToken(text);
  const located = token && locatePool(POOL.exec(String(token.claims['iss']))?.[1] ?? '', ctx);
  const key = located && knownKeys(located.pool, located.there)?.access;
  if (!token || !located || !key || token.header['kid'] !== key.kid || !verifiesToken(token, keyObjects(key, located.there).verifies))
    throw notAuthorized('Invalid Access Token');
  const { pool, there } = located;
  const { exp, username, client_id: clientId, origin_jti: originJti, token_use: use, sub } = token.claims;
  if (use !== 'access' || typeof username !== 'string') throw notAuthorized('Invalid Access Token');
  if (typeof exp !== 'number' || exp * 1000 <= there.now()) throw notAuthorized('Access Token has expired');
  const user = there.records(users).get([pool.id, keyOf(username, pool)]);
  const client = there.records(clients).get([pool.id, String(clientId)]);
  if (!user || user.sub !== sub) throw userNotFound();
  if (!user.enabled) throw notAuthorized('User is disabled.');
  const grant = there.records(grants).get([pool.id, keyOf(username, pool), String(originJti)]);
  if (!grant || grant.isRevoked || !client) throw notAuthorized('Access Token has been revoked');
  const scopes = String(token.claims['scope'] ?? '').split(' ');
  if (scope !== undefined && !scopes.includes(scope)) throw notAuthorized('Access Token does not have required scopes');
  if (user.status === 'RESET_REQUIRED') throw fault('PasswordResetRequiredException', 'Password reset required for the user');
  return { pool, there, user, client, claims: token.claims, scopes };
}

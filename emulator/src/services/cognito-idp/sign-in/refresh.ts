// New tokens for a refresh token, and the end of all tokens of a sign-in.
import type { Frozen } from '#core/records';
import { type AuthenticationResultType, fault, operation } from '#model/cognito-idp';
import { clientAnywhere, locateClient } from '#services/cognito-idp/clients/find-client';
import { checkSecretHash, isSecret } from '#services/cognito-idp/clients/secret-hash';
import { notAuthorized } from '#services/cognito-idp/faults';
import { type Client, users } from '#services/cognito-idp/state';
import { revoke } from '#services/cognito-idp/tokens/grants';
import { API_SCOPE, makeTokens } from '#services/cognito-idp/tokens/issue-tokens';
import {
  type FoundRefresh,
  findRefreshToken,
  newRefreshToken,
  putRefreshToken,
  rotate,
  usableRefreshToken,
} from '#services/cognito-idp/tokens/refresh-tokens';
import { required } from './initiate.ts';
import type { Attempt } from './step.ts';

type Parameters = Readonly<Record<string, string>>;

/** `REFRESH_TOKEN_AUTH`: the secret hash is made with the real username. */
export async function refresh(parameters: Parameters, attempt: Attempt): Promise<AuthenticationResultType> {
  const token = required('REFRESH_TOKEN', parameters);
  const found = usableRefreshToken(attempt.pool.id, attempt.client.id, token, attempt.there);
  const user = userOf(found, attempt);
  checkSecretHash(attempt.client, [user.username, user.sub], parameters['SECRET_HASH']);
  return refreshed(token, found, attempt, parameters['DEVICE_KEY']);
}

function userOf({ record }: FoundRefresh, { pool, there }: Attempt) {
  const user = there.records(users).get([pool.id, record.userKey]);
  if (!user) throw notAuthorized('Invalid Refresh Token');
  if (!user.enabled) throw notAuthorized('User is disabled.');
  return user;
}

/** `deviceKey`: where the client names one, it must be that of the sign-in. */
export async function refreshed(
  token: string,
  found: FoundRefresh,
  attempt: Attempt,
  deviceKey?: string,
): Promise<AuthenticationResultType> {
  const { pool, client, there, metadata } = attempt;
  const { grant, record } = found;
  if (deviceKey !== undefined && grant.deviceKey !== deviceKey) throw notAuthorized('Invalid Refresh Token');
  const user = userOf(found, attempt);
  const signIn = {
    originJti: record.originJti,
    eventId: there.id(),
    authMs: grant.authMs,
    scopes: grant.scopes ?? [API_SCOPE],
    isHosted: grant.scopes !== undefined,
    deviceKey: grant.deviceKey,
  };
  const tokens = await makeTokens({ pool, client, user, source: 'RefreshTokens', metadata, signIn }, there);
  // While functions ran, the sign-in may have been ended.
  const now = usableRefreshToken(pool.id, client.id, token, there);
  const next = rotated(token, now, attempt);
  return {
    AccessToken: tokens.access,
    ExpiresIn: tokens.expiresIn,
    TokenType: 'Bearer',
    IdToken: tokens.id,
    ...(next !== undefined && { RefreshToken: next }),
  };
}

/** Where tokens rotate, the next one, which is valid as long as the first one would have been. */
function rotated(token: string, found: FoundRefresh, { pool, client, there }: Attempt): string | undefined {
  const { Feature, RetryGracePeriodSeconds = 0 } = client.settings.RefreshTokenRotation ?? {};
  if (Feature !== 'ENABLED') return undefined;
  const next = newRefreshToken();
  const { userKey, originJti, clientId, expiresMs } = found.record;
  there.write((tx) => {
    rotate(tx, pool.id, token, found, RetryGracePeriodSeconds, there);
    putRefreshToken(tx, pool.id, next, { userKey, originJti, clientId, expiresMs }, there);
  });
  return next;
}

export function checkSecret(client: Frozen<Client>, given: string | undefined): void {
  if (client.secrets.length === 0) return;
  if (given === undefined) throw notAuthorized(`Client ${client.id} is configured for secret but secret was not received`);
  if (!isSecret(client, given)) throw notAuthorized(`Client secret does not match for client ${client.id}`);
}

export const GetTokensFromRefreshToken = operation('GetTokensFromRefreshToken', async (input, ctx) => {
  const attempt = { ...locateClient(input.ClientId, ctx), metadata: input.ClientMetadata };
  checkSecret(attempt.client, input.ClientSecret);
  const found = usableRefreshToken(attempt.pool.id, attempt.client.id, input.RefreshToken, attempt.there);
  return { AuthenticationResult: await refreshed(input.RefreshToken, found, attempt, input.DeviceKey) };
});

export const RevokeToken = operation('RevokeToken', ({ Token, ClientId, ClientSecret }, ctx) => {
  const located = clientAnywhere(ClientId, ctx);
  if (!located) throw fault('ResourceNotFoundException', `User pool client ${ClientId} does not exist.`);
  const { pool, client, there } = located;
  if (client.secrets.length > 0 && (ClientSecret === undefined || !isSecret(client, ClientSecret)))
    throw fault('UnauthorizedException', 'Invalid client secret.');
  if (client.settings.EnableTokenRevocation === false)
    throw fault('UnsupportedOperationException', `Token revocation is not enabled for client ${ClientId}`);
  if (Token.split('.').length === 3)
    throw fault('UnsupportedTokenTypeException', 'Token is not supported: only refresh tokens can be revoked.');
  const found = findRefreshToken(pool.id, Token, there);
  // A token that nobody has is no reason to complain.
  if (!found) return;
  if (found.record.clientId !== client.id) throw notAuthorized('Invalid Refresh Token');
  there.write((tx) => revoke(tx, [pool.id, found.record.userKey, found.record.originJti], there));
});

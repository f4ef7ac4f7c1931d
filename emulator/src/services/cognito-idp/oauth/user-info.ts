// `/oauth2/userInfo`: the user of an access token. Whether addresses are verified is text here, as in the cloud.
import type { Ctx } from '#core/ctx';
import { Fault } from '#core/fault';
import type { RouteRequest, RouteResponse } from '#core/route';
import { bearerOf } from '#services/cognito-idp/tokens/access-token';
import { attributeClaims } from '#services/cognito-idp/tokens/claims';
import { json } from './answers.ts';
import type { PoolPlace } from './locate.ts';

const refused = (status: number, error: string, description: string): RouteResponse =>
  json(
    status,
    { error, error_description: description },
    { 'www-authenticate': `Bearer error="${error}", error_description="${description}"` },
  );

export function answerUserInfo({ headers }: RouteRequest, { pool }: PoolPlace, ctx: Ctx): RouteResponse {
  const token = /^bearer\s+(\S+)$/i.exec(headers['authorization'] ?? '')?.[1];
  if (token === undefined) return refused(401, 'invalid_request', 'Bad OAuth2 request: the access token is missing.');
  try {
    const bearer = bearerOf(token, ctx, 'openid');
    if (pool && pool.id !== bearer.pool.id) return refused(401, 'invalid_token', 'Access token is not of this user pool.');
    const { user, client, scopes } = bearer;
    const told = attributeClaims(user, client, { originJti: '', eventId: '', authMs: 0, scopes, isHosted: true });
    const claims = Object.entries(told).map(([name, value]) => [name, typeof value === 'boolean' ? String(value) : value]);
    return json(200, { sub: user.sub, ...Object.fromEntries(claims), username: user.username });
  } catch (error) {
    if (!(error instanceof Fault)) throw error;
    return refused(401, 'invalid_token', `${error.message}.`.replace(/\.\.$/, '.'));
  }
}

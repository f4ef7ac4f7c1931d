// COGNITO_USER_POOLS: tokens of user pools, verified by the keys of their issuer: a pool that runs here, one in the cloud, or another local issuer of
// the same form (`http://localhost:9229/us-east-1_abc`).
// https://docs.aws.amazon.com/apigateway/latest/developerguide/apigateway-integrate-with-cognito.html
import type { Ctx } from '#core/ctx';
import { issuerKeysOf } from '#core/issuer-key-store';
import type { Frozen } from '#core/records';
import { readToken, type Token, verifiesToken } from '#lib/jwt';
import type { Authorizer } from '#model/apigateway';
import type { MatchedExchange } from './exchange.ts';
import { GatewayError } from './gateway-error.ts';
import { identityOf } from './lambda-authorizer.ts';

const POOL = /:userpool\/(.+)$/;
const ISSUER =
  /^(?:https:\/\/cognito-idp\.[a-z0-9-]+\.amazonaws\.com|https?:\/\/(?:localhost|127\.0\.0\.1|\[::1\]|host\.docker\.internal)(?::\d+)?)\/([^/]+)$/;

/** The claims that integrations see as `$context.authorizer`. @throws GatewayError 401 */
export async function authorizeByUserPool(
  authorizer: Frozen<Authorizer>,
  exchange: MatchedExchange,
  ctx: Ctx,
): Promise<Readonly<Record<string, unknown>>> {
  const [value = ''] = identityOf(authorizer, exchange);
  const token = readToken(value.replace(/^bearer\s+/i, ''));
  const reason = token ? await problemOf(token, authorizer, exchange, ctx) : 'it is no token';
  if (!token || reason !== undefined) {
    exchange.log.write(`Unauthorized request: the token was refused: ${reason}`);
    throw new GatewayError('UNAUTHORIZED', {
      ...(reason === 'the token has expired' && { message: 'The incoming token has expired' }),
      reason: `the token was refused: ${reason}`,
    });
  }
  return {
    claims: Object.fromEntries(
      Object.entries(token.claims)
        .filter(([, claim]) => claim !== null)
        .map(([name, claim]) => [name, claimText(claim)]),
    ),
  };
}

async function problemOf(
  token: Token,
  { providerARNs = [] }: Frozen<Authorizer>,
  exchange: MatchedExchange,
  ctx: Ctx,
): Promise<string | undefined> {
  const { claims, header } = token;
  const issuer = String(claims['iss']);
  const pool = ISSUER.exec(issuer)?.[1];
  if (pool === undefined || !providerARNs.some((arn) => POOL.exec(arn)?.[1] === pool))
    return 'its issuer is none of the user pools of the authorizer';
  const { exp } = claims;
  if (typeof exp !== 'number' || exp * 1000 <= ctx.now()) return 'the token has expired';
  const keys = await issuerKeysOf(ctx).find(issuer, String(header['kid']), ctx);
  if ('error' in keys) return keys.error;
  if (!verifiesToken(token, keys.key)) return 'its signature is wrong';
  // Methods with scopes take access tokens, all others identity tokens.
  const scopes = exchange.matched.method.authorizationScopes ?? [];
  const given = String(claims['scope'] ?? '').split(' ');
  if (scopes.length > 0) return scopes.some((scope) => given.includes(scope)) ? undefined : 'it has none of the scopes of the method';
  return claims['token_use'] === undefined || claims['token_use'] === 'id' ? undefined : 'it is no identity token';
}

/** Lists are handed on as texts with commas. */
const claimText = (value: unknown): string =>
  Array.isArray(value)
    ? value.map(claimText).join(',')
    : typeof value === 'object' && value !== null
      ? JSON.stringify(value)
      : String(value);

// JWT authorizers: the token's signature by the keys of its issuer, then issuer, audience, times and scopes.
// https://docs.aws.amazon.com/apigateway/latest/developerguide/http-api-jwt-authorizer.html
import type { Ctx } from '#core/ctx';
import { issuerKeysOf } from '#core/issuer-key-store';
import { issuerName, publishedKey } from '#core/issuers';
import type { Frozen } from '#core/records';
import { readToken, type Token, verifiesToken } from '#lib/jwt';
import type { Authorizer } from '#model/apigatewayv2';
import { jsonAnswer, unauthorized } from './answers.ts';
import type { Exchange, MatchedExchange } from './exchange.ts';
import { identityValue } from './identity-source.ts';

const badToken = (description: string) => {
  const header = `Bearer scope="" error="invalid_token" error_description="${description}"`;
  return unauthorized(jsonAnswer(401, 'Unauthorized', { 'www-authenticate': header }), description);
};

/** @throws Refusal */
export async function authorizeJwt(authorizer: Frozen<Authorizer>, exchange: MatchedExchange): Promise<void> {
  const text = identityValue(authorizer.IdentitySource?.[0] ?? '', exchange)?.replace(/^bearer\s+/i, '');
  if (text === undefined) throw unauthorized(jsonAnswer(401, 'Unauthorized', { 'www-authenticate': 'Bearer' }), 'the token is missing');
  const token = readToken(text);
  if (!token) throw badToken('the token is not well-formed');
  const wrong = (await wrongSignature(token, authorizer, exchange)) ?? wrongClaims(token, authorizer, exchange.ctx.now());
  if (wrong !== undefined) throw badToken(wrong);
  const required = exchange.route.AuthorizationScopes ?? [];
  const scopes = scopesOf(token);
  if (required.length > 0 && !required.some((each) => scopes.includes(each))) {
    const header = `Bearer scope="${required.join(' ')}" error="insufficient_scope" error_description="the token does not have a required scope"`;
    const reason = `the token has none of the scopes ${required.join(', ')}`;
    throw unauthorized(jsonAnswer(403, 'Forbidden', { 'www-authenticate': header }), reason);
  }
  // Measured by others: claims that are null are left out, and routes with scopes are told all scopes of the token. https://github.com/floci-io/floci/pull/2011
  const told = Object.entries(token.claims).filter(([, value]) => value !== null);
  const claims = Object.fromEntries(told.map(([name, value]) => [name, claimText(value)]));
  exchange.authorizer = { kind: 'jwt', claims, scopes: required.length > 0 ? scopes : null };
}

async function wrongSignature(token: Token, { JwtConfiguration: jwt }: Frozen<Authorizer>, { ctx }: Exchange): Promise<string | undefined> {
  // The issuer is known before any key is fetched: a token cannot choose where the gateway connects to.
  if (!isFrom(token, jwt?.Issuer ?? '', ctx)) return 'the token has an invalid issuer';
  const { header } = token;
  if (typeof header['kid'] !== 'string') return 'the token has no kid';
  const keys = await issuerKeysOf(ctx).find(jwt?.Issuer ?? '', header['kid'], ctx);
  if ('error' in keys) return keys.error;
  return verifiesToken(token, keys.key) ? undefined : 'the token has an invalid signature';
}

/** An issuer that runs here has more than one address: the cloud's, and those of this machine. */
function isFrom({ claims, header }: Token, issuer: string, ctx: Ctx): boolean {
  const claimed = claims['iss'];
  if (claimed === issuer) return true;
  const name = issuerName(issuer);
  return (
    typeof claimed === 'string' &&
    name !== undefined &&
    issuerName(claimed) === name &&
    publishedKey(issuer, String(header['kid']), ctx) !== undefined
  );
}

function wrongClaims({ claims }: Token, { JwtConfiguration: jwt }: Frozen<Authorizer>, nowMs: number): string | undefined {
  const seconds = Math.floor(nowMs / 1000);
  const { exp, nbf, iat } = claims;
  if (typeof exp !== 'number' || exp <= seconds) return 'the token has expired';
  if (nbf !== undefined && !(typeof nbf === 'number' && nbf <= seconds)) return 'the token is not valid yet';
  if (iat !== undefined && !(typeof iat === 'number' && iat <= seconds)) return 'the token was issued in the future';
  const audience = jwt?.Audience ?? [];
  const named = claims['aud'] === undefined ? [claims['client_id']] : [claims['aud']].flat();
  return audience.length === 0 || named.some((each) => audience.includes(String(each)))
    ? undefined
    : 'the token does not have a valid audience';
}

/** `scope` before `scp`; lists and texts with blanks. */
function scopesOf({ claims }: Token): string[] {
  const value = claims['scope'] ?? claims['scp'];
  return Array.isArray(value) ? value.map(String) : typeof value === 'string' ? value.split(' ').filter(Boolean) : [];
}

/** Events show every claim as text; lists in brackets, with blanks between. */
const claimText = (value: unknown): string =>
  Array.isArray(value)
    ? `[${value.map(claimText).join(' ')}]`
    : typeof value === 'object' && value !== null
      ? JSON.stringify(value)
      : String(value);

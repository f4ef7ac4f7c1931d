// Tokens of user pools and of other issuers: the API names the issuers, so that no token chooses where its keys are looked for.

import { issuerKeysOf } from '#core/issuer-key-store';
import { issuerName } from '#core/issuers';
import { readToken, type Token, verifiesToken } from '#lib/jwt';
import { Regex, RegexBudget, RegexSyntaxError, RegexTooCostly } from '#lib/regex/regex';
import { type ApiCaller, Unauthorized } from './caller.ts';
import { type Credentials, type Provider, providersOf } from './credentials.ts';

/** Undefined where no issuer of the API has made the token. @throws Unauthorized for a token that is not valid */
export async function authorizeByToken(authorization: string, credentials: Credentials): Promise<ApiCaller | undefined> {
  const providers = providersOf(credentials.api).filter(({ userPoolConfig, openIDConnectConfig }) => userPoolConfig ?? openIDConnectConfig);
  if (providers.length === 0) return undefined;
  const isOnlyWay = !providersOf(credentials.api).some(({ authenticationType }) => authenticationType === 'AWS_LAMBDA');
  const token = readToken(authorization.replace(/^bearer\s+/i, ''));
  if (!token) {
    if (isOnlyWay) throw new Unauthorized('Unable to parse JWT token.');
    return undefined;
  }
  const provider = providers.find((each) => hasIssued(each, token));
  if (!provider) {
    if (isOnlyWay) throw new Unauthorized('Invalid issuer.', `the token's issuer ${String(token.claims['iss'])} is none of the API`);
    return undefined;
  }
  await checkToken(token, provider, credentials);
  return provider.userPoolConfig ? userOfPool(token, provider, credentials) : userOfIssuer(token);
}

const issuerOf = ({ userPoolConfig: pool, openIDConnectConfig: issuer }: Provider): string =>
  pool ? `https://cognito-idp.${pool.awsRegion}.amazonaws.com/${pool.userPoolId}` : (issuer?.issuer ?? '');

/** A pool here has more than one address. */
function hasIssued(provider: Provider, { claims }: Token): boolean {
  const issuer = String(claims['iss']);
  if (issuer.replace(/\/$/, '') === issuerOf(provider).replace(/\/$/, '')) return true;
  return provider.userPoolConfig !== undefined && issuerName(issuer) === provider.userPoolConfig.userPoolId;
}

async function checkToken(token: Token, provider: Provider, { ctx }: Credentials): Promise<void> {
  const { claims, header } = token;
  const now = Math.floor(ctx.now() / 1000);
  const { exp, nbf, iat, auth_time: authTime } = claims as Readonly<Record<string, number | undefined>>;
  if (typeof exp !== 'number' || exp <= now) throw new Unauthorized('Token has expired.');
  if (nbf !== undefined && nbf > now) throw new Unauthorized('Token is not valid yet.');
  const { iatTTL, authTTL, clientId } = provider.openIDConnectConfig ?? {};
  if (iatTTL && !(typeof iat === 'number' && iat * 1000 + iatTTL > ctx.now()))
    throw new Unauthorized('Token has expired.', 'its iat is older than iatTTL');
  if (authTTL && !(typeof authTime === 'number' && authTime * 1000 + authTTL > ctx.now()))
    throw new Unauthorized('Token has expired.', 'its auth_time is older than authTTL');
  const audience = [claims['aud'] ?? claims['client_id'] ?? claims['azp']].flat().map(String);
  const expression = clientId ?? provider.userPoolConfig?.appIdClientRegex;
  if (expression && !audience.some((each) => matches(expression, each)))
    throw new Unauthorized('Invalid client id.', 'its client is not one that the API takes');
  const keys = await issuerKeysOf(ctx).find(issuerOf(provider), String(header['kid']), ctx);
  if ('error' in keys) throw new Unauthorized('Unable to verify token signature.', keys.error);
  if (!verifiesToken(token, keys.key)) throw new Unauthorized('Unable to verify token signature.', 'its signature is wrong');
}

export function matches(expression: string, text: string): boolean {
  try {
    return new Regex(expression, { whole: true }).test(text, new RegexBudget());
  } catch (error) {
    if (error instanceof RegexSyntaxError || error instanceof RegexTooCostly) return false;
    throw error;
  }
}

function userOfPool({ claims }: Token, { userPoolConfig }: Provider, { sourceIp, api }: Credentials): ApiCaller {
  const groups = Array.isArray(claims['cognito:groups']) ? claims['cognito:groups'].map(String) : null;
  const username = claims['cognito:username'] ?? claims['username'] ?? claims['sub'];
  const defaultAction = api.settings.userPoolConfig?.defaultAction === 'DENY' ? 'DENY' : 'ALLOW';
  return {
    mode: 'AMAZON_COGNITO_USER_POOLS',
    identity: {
      ...{ sub: claims['sub'], issuer: claims['iss'], username, claims, sourceIp: [sourceIp] },
      ...{ defaultAuthStrategy: userPoolConfig && 'defaultAction' in userPoolConfig ? defaultAction : 'ALLOW', groups },
    },
    ...{ groups: groups ?? [], deniedFields: new Set<string>(), defaultAction },
  };
}

const userOfIssuer = ({ claims }: Token): ApiCaller => ({
  mode: 'OPENID_CONNECT',
  identity: { sub: claims['sub'], issuer: claims['iss'], claims },
  ...{ groups: [], deniedFields: new Set<string>(), defaultAction: 'ALLOW' },
});

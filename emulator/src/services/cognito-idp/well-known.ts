// The documents by which verifiers find the keys of a pool: `/POOL/.well-known/openid-configuration` and `/POOL/.well-known/jwks.json`.
// Addresses in them follow the request, so that they can be reached from where it came; the issuer never does.
import type { Route } from '#core/route';
import { locatePool } from './pools/find-pool.ts';
import { issuerOf } from './tokens/issuer.ts';
import { jsonWebKey, keysOf } from './tokens/keys.ts';

const PATH = /^\/([^/]+)\/\.well-known\/(openid-configuration|jwks\.json)$/;
/** The scopes that every pool has. */
const SCOPES = ['openid', 'email', 'phone', 'profile'];

export const isWellKnown = (path: string): boolean => PATH.test(path);

const json = (status: number, body: object) => ({
  status,
  headers: { 'content-type': 'application/json', 'access-control-allow-origin': '*' },
  body: JSON.stringify(body),
});

export const wellKnown: Route = async ({ path }, ctx) => {
  const [, poolId = '', document] = PATH.exec(path) ?? [];
  const located = locatePool(poolId, ctx);
  if (!located) return json(404, { message: `User pool ${poolId} does not exist.` });
  const { pool, there } = located;
  if (document === 'jwks.json') {
    const keys = await keysOf(pool, there);
    await there.committed();
    return json(200, { keys: [jsonWebKey(keys.id, there), jsonWebKey(keys.access, there)] });
  }
  const domain =
    pool.customDomain === undefined
      ? pool.domain === undefined
        ? `${ctx.origin}/_aws/cognito-idp`
        : ctx.localUrl(`https://${pool.domain}.auth.${there.region}.amazoncognito.com`)
      : `https://${pool.customDomain}`;
  return json(200, {
    authorization_endpoint: `${domain}/oauth2/authorize`,
    end_session_endpoint: `${domain}/logout`,
    id_token_signing_alg_values_supported: ['RS256'],
    issuer: issuerOf(pool.id, there),
    jwks_uri: `${ctx.origin}/${pool.id}/.well-known/jwks.json`,
    response_types_supported: ['code', 'token'],
    revocation_endpoint: `${domain}/oauth2/revoke`,
    scopes_supported: SCOPES,
    subject_types_supported: ['public'],
    token_endpoint: `${domain}/oauth2/token`,
    token_endpoint_auth_methods_supported: ['client_secret_basic', 'client_secret_post'],
    userinfo_endpoint: `${domain}/oauth2/userInfo`,
  });
};

// Serves the issuer's configuration and public keys, which verifiers of identity tokens fetch.
import type { Route } from '#core/route';
import { publicKeyOf } from './jwt.ts';
import { signingKeys } from './state.ts';

const PATH = /^(\/_cloud\/sts\/(\d{12})\/[0-9a-f-]{36})\/\.well-known\/(openid-configuration|jwks\.json)$/;
const json = (status: number, body: object) => ({ status, headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) });

export const route: Route = ({ path }, ctx) => {
  const [, issuerPath, account, document] = PATH.exec(path) ?? [];
  if (issuerPath === undefined) return json(404, { message: 'Not Found' });
  const issuer = `${ctx.origin}${issuerPath}`;
  if (document === 'openid-configuration')
    return json(200, {
      issuer,
      jwks_uri: `${issuer}/.well-known/jwks.json`,
      response_types_supported: ['id_token'],
      subject_types_supported: ['public'],
      id_token_signing_alg_values_supported: ['RS256', 'ES384'],
    });
  const keys = ctx.in({ account }).records(signingKeys).entries();
  return json(200, { keys: keys.map(([[algorithm], key]) => publicKeyOf(key, algorithm)) });
};

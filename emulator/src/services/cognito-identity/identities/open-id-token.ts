// Tokens of identities: RS512, from the issuer of all identity pools. Roles trust them by their `aud` and `amr`.
import { createHash, createPrivateKey, generateKeyPair, sign } from 'node:crypto';
import { promisify } from 'node:util';
import type { Ctx } from '#core/ctx';
import type { Frozen } from '#core/records';
import { dictionary } from '#lib/table';
import { type Identity, type IdentityPool, principalTags, type SigningKey, signingKeys } from '#services/cognito-identity/state';
import type { Login } from './check-logins.ts';

const ISSUER = 'https://cognito-identity.amazonaws.com';
const generate = promisify(generateKeyPair);

interface TokenOptions {
  readonly seconds: number;
  /** Tags of the session that a developer gives. */
  readonly tags?: Readonly<Record<string, string>> | undefined;
  /** Names of developers' providers by which the user was told. */
  readonly developers?: readonly string[] | undefined;
}

export async function openIdToken(
  identity: Frozen<Identity>,
  logins: readonly Login[],
  { seconds, tags, developers = [] }: TokenOptions,
  pool: Frozen<IdentityPool>,
  there: Ctx,
): Promise<string> {
  const key = await keyOf(there);
  const issuedAt = Math.floor(there.now() / 1000);
  const session = { ...tagsOf(logins, pool, there), ...tags };
  const claims = {
    sub: identity.id,
    aud: pool.id,
    amr: amrOf(logins, developers),
    iss: ISSUER,
    ...(Object.keys(session).length > 0 && {
      'https://aws.amazon.com/tags': {
        principal_tags: Object.fromEntries(Object.entries(session).map(([name, value]) => [name, [value]])),
      },
    }),
    exp: issuedAt + seconds,
    iat: issuedAt,
  };
  const text = [{ kid: key.kid, typ: 'JWS', alg: 'RS512' }, claims]
    .map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'))
    .join('.');
  return `${text}.${sign('RSA-SHA512', Buffer.from(text), createPrivateKey(key.privateKey)).toString('base64url')}`;
}

/** How the user has signed in: trust policies ask for `authenticated` and `unauthenticated`. */
function amrOf(logins: readonly Login[], developers: readonly string[]): string[] {
  if (logins.length + developers.length === 0) return ['unauthenticated'];
  const named = logins.flatMap(({ provider, user }) =>
    provider.startsWith('cognito-idp.') ? [provider, `${provider}:CognitoSignIn:${user}`] : [provider],
  );
  return ['authenticated', ...named, ...developers];
}

/** Claims that the pool makes tags of the session. */
function tagsOf(logins: readonly Login[], pool: Frozen<IdentityPool>, there: Ctx): Record<string, string> {
  const tags = dictionary<string>();
  for (const { provider, claims } of logins) {
    const map = there.records(principalTags).get([pool.id, provider]);
    for (const [tag, claim] of Object.entries(map?.tags ?? {})) {
      const value = Object.hasOwn(claims, claim) ? claims[claim] : undefined;
      if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean') tags[tag] = String(value);
    }
  }
  return tags;
}

/** Made when it is first needed. */
async function keyOf(there: Ctx): Promise<Frozen<SigningKey>> {
  const records = there.records(signingKeys);
  const known = records.get(['key']);
  if (known) return known;
  const { privateKey } = await generate('rsa', { modulusLength: 2048 });
  return there.write((tx) => {
    const other = records.get(['key']);
    if (other) return other;
    const pem = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
    const made = { kid: createHash('sha256').update(pem).digest('base64url').slice(0, 24), privateKey: pem };
    tx.put(records, ['key'], made);
    return made;
  });
}

// The emulator's own issuer of JSON web tokens, for programs whose users are known elsewhere: one RSA key, made when it is first needed and kept with the state.
import { createPrivateKey, createPublicKey, generateKeyPair, sign } from 'node:crypto';
import { promisify } from 'node:util';
import { DEFAULT_ACCOUNT } from './access-key.ts';
import type { Ctx } from './ctx.ts';
import { collection, type Frozen, type Records, type Store } from './records.ts';

export interface IssuerKey {
  readonly kid: string;
  /** PKCS #8, PEM. */
  readonly privateKey: string;
}

/** A JSON web key (RFC 7517). */
export interface PublicJsonWebKey {
  readonly kty: 'RSA';
  readonly use: 'sig';
  readonly alg: 'RS256';
  readonly kid: string;
  readonly n: string;
  readonly e: string;
}

const MODULUS_BITS = 2048;
const KEY = ['key'] as const;
/** Key ids of other issuers do not begin like this. */
const KID_PREFIX = 'emulator-';
const REGION = 'us-east-1';

const issuerKeys = collection<[name: 'key'], IssuerKey>('emulator.issuer-key', { global: true });

const recordsIn = (store: Store): Records<[name: 'key'], IssuerKey> => store.records(issuerKeys, DEFAULT_ACCOUNT, REGION);

/** Made at the first call. */
export async function issuerKey(store: Store): Promise<Frozen<IssuerKey>> {
  const known = recordsIn(store).get([...KEY]);
  if (known) return known;
  const { privateKey, publicKey } = await promisify(generateKeyPair)('rsa', { modulusLength: MODULUS_BITS });
  const { n = '' } = publicKey.export({ format: 'jwk' });
  const made = { kid: `${KID_PREFIX}${n.slice(0, 12)}`, privateKey: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString() };
  return store.write((tx) => {
    // Another request may have made one in the meantime.
    const other = recordsIn(store).get([...KEY]);
    if (!other) tx.put(recordsIn(store), [...KEY], made);
    return other ?? made;
  });
}

/** The public key of a token of this issuer, whatever it names as its `iss`; undefined for tokens of others. */
export function publicIssuerKey(kid: string, ctx: Ctx): PublicJsonWebKey | undefined {
  if (!kid.startsWith(KID_PREFIX)) return undefined;
  const key = ctx
    .in({ account: DEFAULT_ACCOUNT })
    .records(issuerKeys)
    .get([...KEY]);
  return key?.kid === kid ? publicKeyOf(key) : undefined;
}

export function publicKeyOf({ kid, privateKey }: Frozen<IssuerKey>): PublicJsonWebKey {
  const { n = '', e = '' } = createPublicKey(privateKey).export({ format: 'jwk' });
  return { kty: 'RSA', use: 'sig', alg: 'RS256', kid, n, e };
}

const encoded = (part: object): string => Buffer.from(JSON.stringify(part)).toString('base64url');

/** A JWT, RS256. */
export function signedToken(claims: object, { kid, privateKey }: Frozen<IssuerKey>): string {
  const text = `${encoded({ alg: 'RS256', typ: 'JWT', kid })}.${encoded(claims)}`;
  return `${text}.${sign('RSA-SHA256', Buffer.from(text), createPrivateKey(privateKey)).toString('base64url')}`;
}

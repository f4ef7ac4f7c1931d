// JSON Web Tokens: reads the claims without checking the signature, and writes signed tokens. Pure.
import { createHash, createPrivateKey, createPublicKey, sign } from 'node:crypto';
import { readObject } from '#lib/json-object';
import { own } from '#lib/table';

export type Claims = Readonly<Record<string, unknown>>;

/** Undefined if the text is not a token. */
export function readClaims(token: string): Claims | undefined {
  const parts = token.split('.');
  if (parts.length !== 3) return undefined;
  const [header, claims] = parts.slice(0, 2).map(readPart);
  return header && claims;
}

const readPart = (part: string): Claims | undefined => readObject(Buffer.from(part, 'base64url').toString());

export const textClaim = (claims: Claims, name: string): string | undefined => {
  const value = own(claims, name);
  return typeof value === 'string' ? value : undefined;
};

export function listClaim(claims: Claims, name: string): string[] {
  const value = own(claims, name);
  return (Array.isArray(value) ? value : [value]).filter((item) => typeof item === 'string');
}

export type Algorithm = 'RS256' | 'ES384';
const HASHES = { RS256: 'sha256', ES384: 'sha384' };

export function signToken(claims: Claims, algorithm: Algorithm, key: { readonly kid: string; readonly privateKey: string }): string {
  const header = { kid: key.kid, typ: 'JWT', alg: algorithm };
  const signed = [header, claims].map((part) => Buffer.from(JSON.stringify(part)).toString('base64url')).join('.');
  const signature = sign(HASHES[algorithm], Buffer.from(signed), {
    key: createPrivateKey(key.privateKey),
    dsaEncoding: 'ieee-p1363',
  });
  return `${signed}.${signature.toString('base64url')}`;
}

export const keyIdOf = (privateKey: string): string =>
  createHash('sha256').update(publicJwkText(privateKey)).digest('base64url').slice(0, 24);

const publicJwkText = (privateKey: string): string => JSON.stringify(createPublicKey(privateKey).export({ format: 'jwk' }));

export const publicKeyOf = (key: { readonly kid: string; readonly privateKey: string }, algorithm: string) => ({
  ...createPublicKey(key.privateKey).export({ format: 'jwk' }),
  kid: key.kid,
  alg: algorithm,
  use: 'sig',
});

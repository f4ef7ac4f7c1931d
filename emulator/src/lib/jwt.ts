// JSON web tokens: reading and verifying. RS256, RS384, RS512. Pure.
import { createPublicKey, type JsonWebKey, type KeyObject, verify } from 'node:crypto';
import { readObject } from '#lib/json-object';
import { table } from '#lib/table';

export interface Token {
  readonly header: Readonly<Record<string, unknown>>;
  readonly claims: Readonly<Record<string, unknown>>;
  /** The signed part of the token. */
  readonly signed: string;
  readonly signature: Buffer;
}

/** Limit: characters of a token. */
const MAX_TOKEN = 10_240;
const ALGORITHMS: Readonly<Record<string, string>> = table({ RS256: 'RSA-SHA256', RS384: 'RSA-SHA384', RS512: 'RSA-SHA512' });
const PART = /^[A-Za-z0-9_-]+$/;

/** Undefined for what is no token. */
export function readToken(text: string): Token | undefined {
  const parts = text.split('.');
  const [head = '', body = '', signature = ''] = parts;
  if (parts.length !== 3 || text.length > MAX_TOKEN || !parts.every((part) => PART.test(part))) return undefined;
  const header = objectIn(head);
  const claims = objectIn(body);
  return header && claims && { header, claims, signed: `${head}.${body}`, signature: Buffer.from(signature, 'base64url') };
}

const objectIn = (part: string) => readObject(Buffer.from(part, 'base64url').toString());

/** Undefined for keys that are no RSA keys for signatures. */
export function publicKeyOf(key: Readonly<Record<string, unknown>>): KeyObject | undefined {
  if (key['kty'] !== 'RSA' || (key['use'] !== undefined && key['use'] !== 'sig')) return undefined;
  try {
    return createPublicKey({ key: key as JsonWebKey, format: 'jwk' });
  } catch {
    return undefined;
  }
}

export function verifiesToken({ header, signed, signature }: Token, key: KeyObject): boolean {
  const algorithm = ALGORITHMS[String(header['alg'])];
  return algorithm !== undefined && verify(algorithm, Buffer.from(signed), key, signature);
}

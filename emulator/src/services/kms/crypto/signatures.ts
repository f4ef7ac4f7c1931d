// Signs and verifies with any signing algorithm, over a message or its digest.
import { constants, type KeyObject, type SignKeyObjectInput, sign as signMessage, verify as verifyMessage } from 'node:crypto';
import { table } from '#lib/table';
import * as ecdsa from './ecdsa-digest.ts';
import * as rsa from './rsa-digest.ts';

interface Algorithm {
  /** Absent if the algorithm hashes by itself. */
  readonly hash?: string;
  readonly padding?: rsa.RsaPadding;
}

const DIGEST_BYTES: Readonly<Record<string, number>> = table({ sha256: 32, sha384: 48, sha512: 64 });

function parse(name: string): Algorithm {
  if (name.startsWith('ED25519')) return {};
  const hash = `sha${name.slice(-3)}`;
  return name.startsWith('ECDSA') ? { hash } : { hash, padding: name.includes('PSS') ? 'PSS' : 'PKCS1_V1_5' };
}

/** The length of a digest in bytes; undefined if the algorithm takes messages only. */
export const digestBytes = (algorithm: string): number | undefined => DIGEST_BYTES[parse(algorithm).hash ?? ''];

const options = (key: KeyObject, { padding }: Algorithm): SignKeyObjectInput =>
  padding === 'PSS' ? { key, padding: constants.RSA_PKCS1_PSS_PADDING, saltLength: constants.RSA_PSS_SALTLEN_DIGEST } : { key };

export function sign(algorithm: string, key: KeyObject, message: Uint8Array, isDigest: boolean): Uint8Array {
  const known = parse(algorithm);
  if (!isDigest) return Uint8Array.from(signMessage(known.hash ?? null, message, options(key, known)));
  return known.padding ? rsa.signDigest(key, known.padding, known.hash!, message) : ecdsa.signDigest(key, message);
}

export function verify(algorithm: string, key: KeyObject, message: Uint8Array, signature: Uint8Array, isDigest: boolean): boolean {
  const known = parse(algorithm);
  if (!isDigest) return verifyMessage(known.hash ?? null, message, options(key, known), signature);
  if (known.padding) return rsa.verifyDigest(key, known.padding, known.hash!, message, signature);
  return ecdsa.verifyDigest(key, message, signature);
}

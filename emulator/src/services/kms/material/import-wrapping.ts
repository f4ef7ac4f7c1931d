// Unwraps imported key material: it is encrypted with a public key of the service, directly or through an AES key.
import { constants, createDecipheriv, createPrivateKey, type KeyObject, privateDecrypt } from 'node:crypto';
import { KEY_SPECS } from '#services/kms/key-specs';
import type { Secret } from './material.ts';

/** The initial value of AES key wrap with padding (RFC 5649). */
const WRAP_INITIAL = Buffer.from('a65959a6', 'hex');

/** Undefined if the bytes were not wrapped with this algorithm and key. */
export function unwrap(algorithm: string, key: KeyObject, wrapped: Uint8Array): Uint8Array | undefined {
  const oaepHash = algorithm.endsWith('SHA_256') ? 'sha256' : 'sha1';
  const open = (bytes: Uint8Array) => privateDecrypt({ key, oaepHash, padding: constants.RSA_PKCS1_OAEP_PADDING }, bytes);
  try {
    if (!algorithm.startsWith('RSA_AES')) return Uint8Array.from(open(wrapped));
    const keyBytes = key.asymmetricKeyDetails!.modulusLength! / 8;
    const decipher = createDecipheriv('id-aes256-wrap-pad', open(wrapped.subarray(0, keyBytes)), WRAP_INITIAL);
    return Uint8Array.from(Buffer.concat([decipher.update(wrapped.subarray(keyBytes)), decipher.final()]));
  } catch {
    return undefined;
  }
}

/** Undefined if the bytes are not material of this spec. Private keys are expected as PKCS #8. */
export function asSecret(spec: string, bytes: Uint8Array): Secret | undefined {
  const { family, size } = KEY_SPECS[spec]!;
  if (family === 'symmetric' || family === 'hmac') return bytes.length === size ? { secret: bytes } : undefined;
  try {
    const key = createPrivateKey({ key: Buffer.from(bytes), format: 'der', type: 'pkcs8' });
    return fits(spec, key) ? { pem: key.export({ type: 'pkcs8', format: 'pem' }) as string } : undefined;
  } catch {
    return undefined;
  }
}

function fits(spec: string, key: KeyObject): boolean {
  const { family, size, curve } = KEY_SPECS[spec]!;
  if (key.asymmetricKeyType !== family) return false;
  if (family === 'rsa') return key.asymmetricKeyDetails?.modulusLength === size;
  return family === 'ed25519' || key.export({ format: 'jwk' }).crv === curve;
}

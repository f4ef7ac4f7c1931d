// Generates key material. RSA keys take long, so they are generated off the main thread.
import { createHash, generateKeyPair, generateKeyPairSync, type KeyObject, randomBytes } from 'node:crypto';
import { promisify } from 'node:util';
import { KEY_SPECS, type KeySpec } from '#services/kms/key-specs';
import type { Material } from '#services/kms/state';

const makeKeyPair = promisify(generateKeyPair);

/** Raw bytes, or a private key in PEM. */
export type Secret = { readonly secret: Uint8Array } | { readonly pem: string };

export async function newPrivateKey({ family, size, curve }: KeySpec): Promise<KeyObject> {
  if (family === 'rsa') return (await makeKeyPair('rsa', { modulusLength: size })).privateKey;
  if (family === 'ed25519') return generateKeyPairSync('ed25519').privateKey;
  return generateKeyPairSync('ec', { namedCurve: curve! }).privateKey;
}

export const newSymmetricSecret = (size: number): Secret => ({ secret: Uint8Array.from(randomBytes(size)) });

export async function newSecret(spec: string): Promise<Secret> {
  const { family, size } = KEY_SPECS[spec]!;
  if (family === 'symmetric' || family === 'hmac') return newSymmetricSecret(size);
  return { pem: (await newPrivateKey(KEY_SPECS[spec]!)).export({ type: 'pkcs8', format: 'pem' }) as string };
}

/** The cloud's `KeyMaterialId`: a hash, so the same key and bytes give the same id. */
export function materialId(keyId: string, secret: Secret): string {
  return createHash('sha256')
    .update(keyId)
    .update('secret' in secret ? secret.secret : secret.pem)
    .digest('hex');
}

export const asMaterial = (keyId: string, number: number, secret: Secret, createdMs: number): Material => ({
  number,
  id: materialId(keyId, secret),
  ...secret,
  createdMs,
});

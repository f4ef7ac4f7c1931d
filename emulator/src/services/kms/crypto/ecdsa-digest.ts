// ECDSA over a digest that the caller computed: node:crypto always hashes the input that it signs. Signatures are DER: SEQUENCE { INTEGER r, INTEGER s }.
import type { KeyObject } from 'node:crypto';
import type { ECDSA } from '@noble/curves/abstract/weierstrass.js';
import { p256, p384, p521 } from '@noble/curves/nist.js';
import { secp256k1 } from '@noble/curves/secp256k1.js';
import { table } from '#lib/table';

/** The curves by their names in JSON Web Keys. */
const CURVES: Readonly<Record<string, ECDSA>> = table({ 'P-256': p256, 'P-384': p384, 'P-521': p521, secp256k1 });
// Tables are made at the first signature: the full ones would hold up everybody else for a third of a second.
for (const { Point } of Object.values(CURVES)) Point.BASE.precompute(4);

/** Either half of the numbers may be the signature's `s`: the cloud makes and takes both. */
const FORM = { prehash: false, lowS: false, format: 'der' } as const;

function numbersOf(key: KeyObject) {
  const { crv, x = '', y = '', d = '' } = key.export({ format: 'jwk' });
  const curve = CURVES[crv ?? ''];
  if (!curve) throw new TypeError(`no such curve: ${crv}`);
  const [left, right, secret] = [x, y, d].map((text) => Buffer.from(text, 'base64url'));
  return { curve, secret: secret!, point: Buffer.concat([Buffer.of(0x04), left!, right!]) };
}

/** Each signature of a digest is another one. */
export function signDigest(privateKey: KeyObject, digest: Uint8Array): Uint8Array {
  const { curve, secret } = numbersOf(privateKey);
  return curve.sign(digest, secret, { ...FORM, extraEntropy: true });
}

/** False also where the signature is none. */
export function verifyDigest(publicKey: KeyObject, digest: Uint8Array, signature: Uint8Array): boolean {
  const { curve, point } = numbersOf(publicKey);
  try {
    return curve.verify(signature, digest, point, FORM);
  } catch {
    return false;
  }
}

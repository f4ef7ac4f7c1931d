// The properties of each key spec, as the API reference lists them.
import { table } from '#lib/table';
import type { KeyUsage } from './state.ts';

export type KeyFamily = 'symmetric' | 'hmac' | 'rsa' | 'ec' | 'ed25519';

export interface KeySpec {
  readonly family: KeyFamily;
  /** The usages that the spec allows. A single one is also the default. */
  readonly usages: readonly KeyUsage[];
  /** The size of an RSA modulus in bits, of a symmetric or HMAC key in bytes. */
  readonly size: number;
  /** The curve's name in node:crypto. */
  readonly curve?: string;
  readonly encryption?: readonly string[];
  readonly signing?: readonly string[];
  readonly mac?: string;
}

const RSA_SIGNING = ['PKCS1_V1_5', 'PSS'].flatMap((padding) => ['256', '384', '512'].map((bits) => `RSASSA_${padding}_SHA_${bits}`));

const rsa = (size: number): KeySpec => ({
  family: 'rsa',
  usages: ['ENCRYPT_DECRYPT', 'SIGN_VERIFY'],
  size,
  encryption: ['RSAES_OAEP_SHA_1', 'RSAES_OAEP_SHA_256'],
  signing: RSA_SIGNING,
});
const nist = (curve: string, bits: string): KeySpec => ({
  family: 'ec',
  usages: ['SIGN_VERIFY', 'KEY_AGREEMENT'],
  size: 0,
  curve,
  signing: [`ECDSA_SHA_${bits}`],
});
const hmac = (size: number, bits: string): KeySpec => ({
  family: 'hmac',
  usages: ['GENERATE_VERIFY_MAC'],
  size,
  mac: `HMAC_SHA_${bits}`,
});

export const KEY_SPECS: Readonly<Record<string, KeySpec>> = table({
  SYMMETRIC_DEFAULT: { family: 'symmetric', usages: ['ENCRYPT_DECRYPT'], size: 32, encryption: ['SYMMETRIC_DEFAULT'] },
  RSA_2048: rsa(2048),
  RSA_3072: rsa(3072),
  RSA_4096: rsa(4096),
  ECC_NIST_P256: nist('P-256', '256'),
  ECC_NIST_P384: nist('P-384', '384'),
  ECC_NIST_P521: nist('P-521', '512'),
  ECC_SECG_P256K1: { family: 'ec', usages: ['SIGN_VERIFY'], size: 0, curve: 'secp256k1', signing: ['ECDSA_SHA_256'] },
  ECC_NIST_EDWARDS25519: { family: 'ed25519', usages: ['SIGN_VERIFY'], size: 0, signing: ['ED25519_SHA_512', 'ED25519_PH_SHA_512'] },
  HMAC_224: hmac(28, '224'),
  HMAC_256: hmac(32, '256'),
  HMAC_384: hmac(48, '384'),
  HMAC_512: hmac(64, '512'),
});

/** Specs that the cloud offers and the emulator refuses, each with the reason. */
export const REFUSED_SPECS: Readonly<Record<string, string>> = table({
  SM2: 'SM2 keys exist in the China regions only and are not emulated.',
  ...Object.fromEntries(
    ['ML_DSA_44', 'ML_DSA_65', 'ML_DSA_87', 'ML_KEM_512', 'ML_KEM_768', 'ML_KEM_1024'].map((spec) => [
      spec,
      `Keys of the spec ${spec} are not emulated: the cryptography of this Node version has no such algorithm.`,
    ]),
  ),
});

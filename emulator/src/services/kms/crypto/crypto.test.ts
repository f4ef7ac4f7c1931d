import { createHash, createPublicKey, generateKeyPairSync, randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { readHeader, seal, unseal } from './sealed.ts';
import { sign, verify } from './signatures.ts';

const HASHES: Record<string, string> = { '256': 'sha256', '384': 'sha384', '512': 'sha512' };
const rsa = generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey;
const ec = (namedCurve: string) => generateKeyPairSync('ec', { namedCurve }).privateKey;
const keys = {
  RSASSA_PSS_SHA_256: rsa,
  RSASSA_PSS_SHA_384: rsa,
  RSASSA_PSS_SHA_512: rsa,
  RSASSA_PKCS1_V1_5_SHA_256: rsa,
  RSASSA_PKCS1_V1_5_SHA_384: rsa,
  RSASSA_PKCS1_V1_5_SHA_512: rsa,
  ECDSA_SHA_256: ec('P-256'),
  ECDSA_SHA_384: ec('P-384'),
  ECDSA_SHA_512: ec('P-521'),
};

describe('a signature over a digest is one over the message', () => {
  const cases = [...Object.entries(keys), ['ECDSA_SHA_256', ec('secp256k1')] as const];
  it.each(cases)('%s', (algorithm, key) => {
    for (let round = 0; round < 5; round++) {
      const message = randomBytes(100);
      const digest = createHash(HASHES[algorithm.slice(-3)]!).update(message).digest();
      const open = createPublicKey(key);
      const ofDigest = sign(algorithm, key, digest, true);
      const ofMessage = sign(algorithm, key, message, false);
      expect(verify(algorithm, open, message, ofDigest, false)).toBe(true);
      expect(verify(algorithm, open, digest, ofMessage, true)).toBe(true);
      expect(verify(algorithm, open, randomBytes(digest.length), ofMessage, true)).toBe(false);
      expect(verify(algorithm, open, digest, randomBytes(ofMessage.length), true)).toBe(false);
      expect(verify(algorithm, open, digest, new Uint8Array(), true)).toBe(false);
    }
  });
});

describe('a sealed text', () => {
  const header = { account: '000000000123', keyId: 'mrk-0123456789abcdef0123456789abcdef', materialId: 'ab'.repeat(32) };
  const secret = randomBytes(32);
  const text = Buffer.from('secret');

  it('names its account, key and material', () => {
    expect(readHeader(seal(header, secret, text, {}))).toEqual(header);
    const plain = { ...header, keyId: '01234567-89ab-cdef-0123-456789abcdef' };
    expect(readHeader(seal(plain, secret, text, {}))).toEqual(plain);
    expect(readHeader(Buffer.from('no such thing'))).toBeUndefined();
  });

  it('opens with its key and its context alone, in any order', () => {
    const sealed = seal(header, secret, text, { a: '1', b: '2' });
    expect(Buffer.from(unseal(sealed, secret, { b: '2', a: '1' })!).toString()).toBe('secret');
    expect(unseal(sealed, secret, { a: '1' })).toBeUndefined();
    expect(unseal(sealed, secret, { a: '1b', '': '2' })).toBeUndefined();
    expect(unseal(sealed, randomBytes(32), { a: '1', b: '2' })).toBeUndefined();
    for (let at = 0; at < sealed.length; at++) {
      const bent = Uint8Array.from(sealed);
      bent[at]! ^= 1;
      expect(unseal(bent, secret, { a: '1', b: '2' })).toBeUndefined();
    }
  });
});

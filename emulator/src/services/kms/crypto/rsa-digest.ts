// RSA signatures over a digest that the caller computed. node:crypto always hashes its input, so the padding is done here (RFC 8017).
import { constants, createHash, type KeyObject, privateEncrypt, publicDecrypt, randomBytes, timingSafeEqual } from 'node:crypto';
import { table } from '#lib/table';

export type RsaPadding = 'PSS' | 'PKCS1_V1_5';

/** The DER encoding of `DigestInfo` up to the digest itself (RFC 8017, 9.2). */
const DIGEST_INFO: Readonly<Record<string, string>> = table({
  sha256: '3031300d060960864801650304020105000420',
  sha384: '3041300d060960864801650304020205000430',
  sha512: '3051300d060960864801650304020305000440',
});

export function signDigest(key: KeyObject, padding: RsaPadding, hash: string, digest: Uint8Array): Uint8Array {
  if (padding === 'PKCS1_V1_5')
    return Uint8Array.from(privateEncrypt({ key, padding: constants.RSA_PKCS1_PADDING }, digestInfo(hash, digest)));
  const padded = pad(hash, digest, randomBytes(digest.length), bitsOf(key));
  return Uint8Array.from(privateEncrypt({ key, padding: constants.RSA_NO_PADDING }, padded));
}

export function verifyDigest(key: KeyObject, padding: RsaPadding, hash: string, digest: Uint8Array, signature: Uint8Array): boolean {
  if (signature.length !== bitsOf(key) / 8) return false;
  try {
    if (padding === 'PKCS1_V1_5')
      return publicDecrypt({ key, padding: constants.RSA_PKCS1_PADDING }, signature).equals(digestInfo(hash, digest));
    return fits(hash, digest, publicDecrypt({ key, padding: constants.RSA_NO_PADDING }, signature), bitsOf(key));
  } catch {
    return false;
  }
}

const bitsOf = (key: KeyObject): number => key.asymmetricKeyDetails!.modulusLength!;
const digestInfo = (hash: string, digest: Uint8Array): Buffer => Buffer.concat([Buffer.from(DIGEST_INFO[hash]!, 'hex'), digest]);

/** EMSA-PSS-ENCODE with a salt as long as the digest. The modulus is a whole number of bytes, so the highest bit is 0. */
function pad(hash: string, digest: Uint8Array, salt: Uint8Array, bits: number): Buffer {
  const check = createHash(hash).update(Buffer.alloc(8)).update(digest).update(salt).digest();
  const block = Buffer.alloc(bits / 8 - check.length - 1);
  block[block.length - salt.length - 1] = 1;
  block.set(salt, block.length - salt.length);
  const masked = xor(block, mask(hash, check, block.length));
  masked[0]! &= 0x7f;
  return Buffer.concat([masked, check, Buffer.of(0xbc)]);
}

/** EMSA-PSS-VERIFY: reads the salt and pads the digest with it once more. */
function fits(hash: string, digest: Uint8Array, padded: Buffer, bits: number): boolean {
  const check = padded.subarray(-digest.length - 1, -1);
  const masked = padded.subarray(0, padded.length - check.length - 1);
  const salt = xor(masked, mask(hash, check, masked.length)).subarray(-digest.length);
  return timingSafeEqual(pad(hash, digest, salt, bits), padded);
}

function mask(hash: string, seed: Uint8Array, length: number): Buffer {
  const parts: Buffer[] = [];
  for (let made = 0; made < length; made += parts.at(-1)!.length) {
    const counter = Buffer.alloc(4);
    counter.writeUInt32BE(parts.length);
    parts.push(createHash(hash).update(seed).update(counter).digest());
  }
  return Buffer.concat(parts).subarray(0, length);
}

const xor = (one: Uint8Array, two: Uint8Array): Buffer => Buffer.from(one.map((byte, at) => byte ^ two[at]!));

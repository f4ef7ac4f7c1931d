// S3's checksums: computed while the bytes stream by, and combined from parts for multipart uploads.
import { createHash, hash } from 'node:crypto';
import { crc32 } from 'node:zlib';
import { AwsCrc32c } from '@aws-crypto/crc32c';
import { Crc64Nvme } from '@aws-sdk/crc64-nvme';
import type { ChecksumAlgorithm } from '#services/s3/state';
import { type CrcAlgorithm, combineCrcs } from './crc-combine.ts';

export interface Digest {
  update(bytes: Uint8Array): void;
  /** In base64. */
  value(): Promise<string>;
}

/** The length of each checksum in bytes; a client's checksum must have it too. */
export const CHECKSUM_BYTES: Readonly<Record<ChecksumAlgorithm, number>> = {
  CRC32: 4,
  CRC32C: 4,
  CRC64NVME: 8,
  SHA1: 20,
  SHA256: 32,
  SHA512: 64,
  MD5: 16,
};

export const isChecksumAlgorithm = (name: string): name is ChecksumAlgorithm => Object.hasOwn(CHECKSUM_BYTES, name);

export function newDigest(algorithm: ChecksumAlgorithm): Digest {
  switch (algorithm) {
    case 'CRC32':
      return crc32Digest();
    case 'CRC32C':
      return asyncDigest(new AwsCrc32c());
    case 'CRC64NVME':
      return asyncDigest(new Crc64Nvme());
    default:
      return hashDigest(algorithm.toLowerCase());
  }
}

/** The checksum of these bytes in base64; a promise for the algorithms that Node.js does not have. */
export function checksumOf(algorithm: ChecksumAlgorithm, bytes: Uint8Array): string | Promise<string> {
  if (algorithm === 'CRC32') return crcText(crc32(bytes));
  if (algorithm === 'CRC32C' || algorithm === 'CRC64NVME') {
    const digest = newDigest(algorithm);
    digest.update(bytes);
    return digest.value();
  }
  return hash(algorithm.toLowerCase(), bytes, 'base64');
}

function crc32Digest(): Digest {
  let crc = 0;
  return {
    update: (chunk) => {
      crc = crc32(chunk, crc);
    },
    value: async () => crcText(crc),
  };
}

function crcText(crc: number): string {
  const bytes = Buffer.allocUnsafe(4);
  bytes.writeUInt32BE(crc);
  return bytes.toString('base64');
}

const asyncDigest = (hash: { update(bytes: Uint8Array): void; digest(): Promise<Uint8Array> }): Digest => ({
  update: (bytes) => hash.update(bytes),
  value: async () => Buffer.from(await hash.digest()).toString('base64'),
});

function hashDigest(name: string): Digest {
  const hash = createHash(name);
  return { update: (bytes) => void hash.update(bytes), value: async () => hash.digest('base64') };
}

export interface PartChecksum {
  /** In base64. */
  readonly value: string;
  readonly sizeBytes: number;
}

/** The checksum of the parts' checksums, followed by `-<number of parts>`. */
export async function compositeChecksum(algorithm: ChecksumAlgorithm, parts: readonly PartChecksum[]): Promise<string> {
  const digest = newDigest(algorithm);
  for (const { value } of parts) digest.update(Buffer.from(value, 'base64'));
  return `${await digest.value()}-${parts.length}`;
}

/** The checksum of the whole object, as if it had been uploaded at once. */
export function fullObjectChecksum(algorithm: CrcAlgorithm, parts: readonly PartChecksum[]): string {
  const stretches = parts.map(({ value, sizeBytes }) => ({ crc: BigInt(`0x${Buffer.from(value, 'base64').toString('hex')}`), sizeBytes }));
  const digits = CHECKSUM_BYTES[algorithm] * 2;
  return Buffer.from(combineCrcs(algorithm, stretches).toString(16).padStart(digits, '0'), 'hex').toString('base64');
}

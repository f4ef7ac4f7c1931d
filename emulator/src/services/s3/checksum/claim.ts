// Checksums that a client claims for its body: one in a header or trailer, and possibly an MD5.
import type { HttpFacts } from '#core/call';
import type { Ctx } from '#core/ctx';
import { fault } from '#model/s3';
import { invalidRequest, notImplemented } from '#services/s3/faults';
import type { ChecksumAlgorithm } from '#services/s3/state';
import { CHECKSUM_BYTES, isChecksumAlgorithm } from './digest.ts';

/** The checksum members of an input or output, one per algorithm. */
export interface ChecksumMembers {
  ChecksumCRC32?: string | undefined;
  ChecksumCRC32C?: string | undefined;
  ChecksumCRC64NVME?: string | undefined;
  ChecksumSHA1?: string | undefined;
  ChecksumSHA256?: string | undefined;
  ChecksumSHA512?: string | undefined;
  ChecksumMD5?: string | undefined;
  ChecksumXXHASH64?: string | undefined;
  ChecksumXXHASH3?: string | undefined;
  ChecksumXXHASH128?: string | undefined;
}

export interface Claim {
  readonly algorithm: ChecksumAlgorithm;
  /** Base64; absent while the trailer is still to come, or if the client leaves the computation to S3. */
  readonly value?: string | undefined;
}

const ALGORITHMS = Object.keys(CHECKSUM_BYTES) as ChecksumAlgorithm[];
const UNBUILT = ['XXHASH64', 'XXHASH3', 'XXHASH128'] as const;
/** The member of each algorithm: a name that is put together at every request costs more than to hash the body's CRC. */
const MEMBERS = Object.fromEntries([...ALGORITHMS, ...UNBUILT].map((algorithm) => [algorithm, `Checksum${algorithm}`])) as {
  readonly [A in ChecksumAlgorithm | (typeof UNBUILT)[number]]: `Checksum${A}`;
};
const headerOf = (algorithm: string): string => `x-amz-checksum-${algorithm.toLowerCase()}`;

/** The checksum members of an answer. */
export const checksumMembers = (algorithm: ChecksumAlgorithm, value: string): ChecksumMembers => ({ [MEMBERS[algorithm]]: value });

/** The checksum claimed by a request before its body is read. */
export function claimOf(input: ChecksumMembers & { ChecksumAlgorithm?: string | undefined }, ctx: Ctx): Claim | undefined {
  for (const algorithm of UNBUILT) if (input[MEMBERS[algorithm]] !== undefined) throw notImplemented(headerOf(algorithm));
  const given = ALGORITHMS.filter((algorithm) => input[MEMBERS[algorithm]] !== undefined);
  if (given.length > 1) throw invalidRequest('Expecting a single x-amz-checksum- header. Multiple checksum Types are not allowed.');
  const algorithm = given[0];
  if (algorithm !== undefined) return { algorithm, value: checkedValue(algorithm, input[MEMBERS[algorithm]]!) };
  const trailing = trailerAlgorithm(ctx.http);
  if (trailing !== undefined) return { algorithm: trailing };
  if (input.ChecksumAlgorithm === undefined) return undefined;
  if (ctx.http)
    throw invalidRequest(
      'x-amz-sdk-checksum-algorithm specified, but no corresponding x-amz-checksum-* or x-amz-trailer headers were found.',
    );
  return { algorithm: knownAlgorithm(input.ChecksumAlgorithm) };
}

/** The algorithm with this name in any case; throws for unknown ones. */
export function knownAlgorithm(name: string): ChecksumAlgorithm {
  const upper = name.toUpperCase();
  if (isChecksumAlgorithm(upper)) return upper;
  if ((UNBUILT as readonly string[]).includes(upper)) throw notImplemented(headerOf(upper));
  throw invalidRequest(
    'Checksum algorithm provided is unsupported. Please try again with any of the valid types: [CRC32, CRC32C, CRC64NVME, SHA1, SHA256]',
  );
}

function trailerAlgorithm(http: HttpFacts | undefined): ChecksumAlgorithm | undefined {
  const name = http?.headers['x-amz-trailer']?.trim().toLowerCase();
  if (!name?.startsWith('x-amz-checksum-')) return undefined;
  return knownAlgorithm(name.slice('x-amz-checksum-'.length));
}

function checkedValue(algorithm: ChecksumAlgorithm, value: string): string {
  const bytes = Buffer.from(value, 'base64');
  if (bytes.length === CHECKSUM_BYTES[algorithm] && bytes.toString('base64') === value) return value;
  throw invalidRequest(`Value for ${headerOf(algorithm)} header is invalid.`);
}

/** Throws BadDigest when the bytes differ from the claim. The trailers are complete, since the body has been read. */
export function verifyClaim({ algorithm, value }: Claim, calculated: string, http: HttpFacts | undefined): void {
  const trailer = http?.trailers()[headerOf(algorithm)]?.trim();
  const claimed = value ?? (trailer === undefined ? undefined : checkedValue(algorithm, trailer));
  if (claimed !== undefined && claimed !== calculated)
    throw fault('BadDigest', `The ${algorithm} you specified did not match the calculated checksum.`);
}

/** Throws when the Content-MD5 is malformed or differs. `shown`: how the error writes the claimed sum; uploads of objects and of parts differ. */
export function verifyMd5(claimed: string | undefined, calculatedHex: string, shown: 'hex' | 'base64'): void {
  if (claimed === undefined) return;
  const bytes = Buffer.from(claimed, 'base64');
  if (bytes.length !== 16) throw fault('InvalidDigest', 'The Content-MD5 you specified was invalid.', { 'Content-MD5': claimed });
  if (bytes.toString('hex') !== calculatedHex)
    throw fault('BadDigest', 'The Content-MD5 you specified did not match what we received.', {
      ExpectedDigest: bytes.toString(shown),
      CalculatedDigest: Buffer.from(calculatedHex, 'hex').toString('base64'),
    });
}

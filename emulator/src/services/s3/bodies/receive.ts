// Receives the body of a request. At most 64 KB are held in memory: larger bodies stream to a blob while they are hashed.
import { createHash, hash } from 'node:crypto';
import { Readable } from 'node:stream';
import type { Ctx } from '#core/ctx';
import { fault } from '#model/s3';
import { readBody } from '#protocol/http/body';
import { checksumOf, type Digest, newDigest } from '#services/s3/checksum/digest';
import type { ChecksumAlgorithm } from '#services/s3/state';
import { chunksOf, type Unkept } from './segments.ts';

const SMALL_BYTES = 64 * 1024;
/** Limit: bytes of an object or part that one request writes. */
export const MAX_PUT_BYTES = 5 * 1024 ** 3;

export type Incoming = AsyncIterable<Uint8Array> | Uint8Array | string | undefined;

/** A body that has been read and stored, but that no record refers to yet. */
export interface Received extends Unkept {
  readonly md5: string;
  readonly checksums: Readonly<Partial<Record<ChecksumAlgorithm, string>>>;
  readonly sha256: () => string;
}

/** Reads a body to its end and computes these checksums on the way. */
export async function receive(given: Incoming, algorithms: readonly ChecksumAlgorithm[], ctx: Ctx): Promise<Received> {
  const body = given instanceof Readable && isSmall(ctx) ? await readBody(given, SMALL_BYTES) : given;
  if (body instanceof Uint8Array && body.byteLength <= SMALL_BYTES) return receivedWhole(body, algorithms);
  const meter = newMeter(algorithms);
  const bytes = typeof body === 'string' ? Buffer.from(body) : (body ?? new Uint8Array());
  const source = chunksOf(bytes)[Symbol.asyncIterator]();
  const first: Uint8Array[] = [];
  let large = false;
  for (let next = await source.next(); !next.done; next = await source.next()) {
    first.push(meter.measure(next.value));
    if (meter.sizeBytes > SMALL_BYTES) {
      large = true;
      break;
    }
  }
  return await received(meter, large ? await ctx.blobs.put(rest(first, source, meter)) : Buffer.concat(first));
}

/** Whether the request announces a small body. To read that whole costs a third of reading it piece by piece. */
const isSmall = ({ http }: Ctx): boolean => Number(http?.headers['content-length'] ?? Number.NaN) <= SMALL_BYTES;

/** Hashes a small body in one call for each sum. */
async function receivedWhole(bytes: Uint8Array, algorithms: readonly ChecksumAlgorithm[]): Promise<Received> {
  const checksums: Partial<Record<ChecksumAlgorithm, string>> = {};
  for (const algorithm of algorithms) {
    const checksum = checksumOf(algorithm, bytes);
    checksums[algorithm] = typeof checksum === 'string' ? checksum : await checksum;
  }
  // A copy: the bytes may lie in the buffer of a connection, and be of Node.js's own class
  const content = new Uint8Array(bytes);
  return { sizeBytes: content.byteLength, md5: hash('md5', content), checksums, content, sha256: () => hash('sha256', content) };
}

const received = async (meter: Meter, content: Received['content']): Promise<Received> => ({
  sizeBytes: meter.sizeBytes,
  md5: meter.md5(),
  checksums: await meter.checksums(),
  content: content instanceof Uint8Array ? new Uint8Array(content) : content,
  sha256: () => (content instanceof Uint8Array ? hash('sha256', content) : content.sha256),
});

async function* rest(first: Uint8Array[], source: AsyncIterator<Uint8Array>, meter: Meter): AsyncIterable<Uint8Array> {
  yield* first;
  first.length = 0;
  for (let next = await source.next(); !next.done; next = await source.next()) yield meter.measure(next.value);
}

interface Meter {
  readonly sizeBytes: number;
  measure(bytes: Uint8Array): Uint8Array;
  md5(): string;
  checksums(): Promise<Partial<Record<ChecksumAlgorithm, string>>>;
}

function newMeter(algorithms: readonly ChecksumAlgorithm[]): Meter {
  const md5 = createHash('md5');
  const digests = new Map<ChecksumAlgorithm, Digest>(algorithms.map((algorithm) => [algorithm, newDigest(algorithm)]));
  let sizeBytes = 0;
  return {
    get sizeBytes() {
      return sizeBytes;
    },
    measure: (bytes) => {
      sizeBytes += bytes.byteLength;
      if (sizeBytes > MAX_PUT_BYTES) throw tooLarge(sizeBytes);
      md5.update(bytes);
      for (const digest of digests.values()) digest.update(bytes);
      return bytes;
    },
    md5: () => md5.digest('hex'),
    checksums: async () =>
      Object.fromEntries(await Promise.all([...digests].map(async ([algorithm, digest]) => [algorithm, await digest.value()] as const))),
  };
}

export const tooLarge = (sizeBytes: number) =>
  fault('EntityTooLarge', 'Your proposed upload exceeds the maximum allowed size', {
    ProposedSize: String(sizeBytes),
    MaxSizeAllowed: String(MAX_PUT_BYTES),
  });

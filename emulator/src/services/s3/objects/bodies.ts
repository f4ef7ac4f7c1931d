// Reads and writes bodies. At most 64 KB are held in memory: larger bodies stream to a blob while they are hashed.
import assert from 'node:assert/strict';
import { createHash, hash } from 'node:crypto';
import { Readable } from 'node:stream';
import type { Ctx } from '#core/ctx';
import type { BlobRef, ByteRange, Frozen, Tx } from '#core/records';
import { fault } from '#model/s3';
import { readBody } from '#protocol/http/body';
import { checksumOf, type Digest, newDigest } from '#services/s3/checksum/digest';
import { type ChecksumAlgorithm, type Segment, smallBodies } from '#services/s3/state';

const SMALL_BYTES = 64 * 1024;
export const MAX_PUT_BYTES = 5 * 1024 ** 3;

export type Incoming = AsyncIterable<Uint8Array> | Uint8Array | string | undefined;

/** A body that has been read and stored, but that no record refers to yet. */
export interface Received {
  readonly sizeBytes: number;
  readonly md5: string;
  readonly checksums: Readonly<Partial<Record<ChecksumAlgorithm, string>>>;
  /** The small body, or the blob of a large one. */
  readonly content: Uint8Array | BlobRef;
  readonly sha256: () => string;
}

async function* once(bytes: Uint8Array): AsyncIterable<Uint8Array> {
  yield bytes;
}

const chunksOf = (body: Incoming): AsyncIterable<Uint8Array> =>
  body === undefined
    ? once(new Uint8Array())
    : typeof body === 'string'
      ? once(Buffer.from(body))
      : body instanceof Uint8Array
        ? once(body)
        : body;

/** Reads a body to its end and computes these checksums on the way. */
export async function receive(given: Incoming, algorithms: readonly ChecksumAlgorithm[], ctx: Ctx): Promise<Received> {
  const body = given instanceof Readable && isSmall(ctx) ? await readBody(given, SMALL_BYTES) : given;
  if (body instanceof Uint8Array && body.byteLength <= SMALL_BYTES) return receivedWhole(body, algorithms);
  const meter = newMeter(algorithms);
  const source = chunksOf(body)[Symbol.asyncIterator]();
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

/** Stores what was received. Call it in the write of the record that refers to it. */
export function keep(tx: Tx, { content, sizeBytes }: Pick<Received, 'content' | 'sizeBytes'>, there: Ctx): Segment {
  if (!(content instanceof Uint8Array)) {
    tx.hold(content);
    return { sizeBytes, blob: content };
  }
  const small = there.id();
  tx.put(there.records(smallBodies), [small], { bytes: content });
  return { sizeBytes, small };
}

/** Stores the same bytes once more, for a copy. Blobs are shared. */
export function keepAgain(tx: Tx, segment: Frozen<Segment>, there: Ctx, to: Ctx): Segment {
  const { small, blob, ...facts } = segment;
  if (blob) {
    tx.hold(blob);
    return { ...facts, blob };
  }
  return { ...facts, ...keep(tx, { content: smallBytes(small, there), sizeBytes: segment.sizeBytes }, to) };
}

export function release(tx: Tx, body: readonly Frozen<Segment>[], there: Ctx): void {
  for (const { small, blob } of body) {
    if (small !== undefined) tx.delete(there.records(smallBodies), [small]);
    if (blob) tx.release(blob);
  }
}

/** The bytes of these segments, or a range of them (both ends inclusive). Small ones are read at once, so no overwrite removes them. */
export function open(body: readonly Frozen<Segment>[], there: Ctx, range?: ByteRange): Uint8Array | AsyncIterable<Uint8Array> {
  const wanted = range ?? { start: 0, end: Number.POSITIVE_INFINITY };
  let offset = 0;
  const pieces: (Uint8Array | AsyncIterable<Uint8Array>)[] = [];
  for (const segment of body) {
    const start = Math.max(wanted.start - offset, 0);
    const end = Math.min(wanted.end - offset, segment.sizeBytes - 1);
    offset += segment.sizeBytes;
    if (start <= end) pieces.push(piece(segment, { start, end }, there));
  }
  if (pieces.length === 0) return new Uint8Array();
  return pieces.length === 1 ? pieces[0]! : concat(pieces);
}

function piece({ small, blob, sizeBytes }: Frozen<Segment>, range: ByteRange, there: Ctx): Uint8Array | AsyncIterable<Uint8Array> {
  if (blob) return range.start === 0 && range.end === sizeBytes - 1 ? there.blobs.open(blob) : there.blobs.open(blob, range);
  return smallBytes(small, there).subarray(range.start, range.end + 1);
}

function smallBytes(id: string | undefined, there: Ctx): Uint8Array {
  const body = id === undefined ? undefined : there.records(smallBodies).get([id]);
  assert(body, `the small body ${id} has no record although an object names it`);
  return body.bytes;
}

/** Concatenates the pieces. All blobs are opened at once, so a later deletion cannot remove them from the reader. */
function concat(pieces: readonly (Uint8Array | AsyncIterable<Uint8Array>)[]): AsyncIterable<Uint8Array> {
  return {
    [Symbol.asyncIterator]: () => {
      const readers = pieces.map((each) => chunksOf(each)[Symbol.asyncIterator]());
      const chunks = inTurn(readers);
      return { next: () => chunks.next(), return: async () => chunks.return(await endAll(readers)) };
    },
  };
}

async function* inTurn(readers: readonly AsyncIterator<Uint8Array>[]): AsyncGenerator<Uint8Array, void> {
  try {
    for (const reader of readers) for (let next = await reader.next(); !next.done; next = await reader.next()) yield next.value;
  } finally {
    await endAll(readers);
  }
}

async function endAll(readers: readonly AsyncIterator<Uint8Array>[]): Promise<void> {
  await Promise.all(readers.map((reader) => reader.return?.()));
}

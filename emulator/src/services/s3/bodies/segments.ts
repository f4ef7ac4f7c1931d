// Bodies as they are stored, in segments: small ones as records, large ones as blobs. Keeps, copies, reads and releases them.
import assert from 'node:assert/strict';
import type { Ctx } from '#core/ctx';
import type { BlobRef, ByteRange, Frozen, Tx } from '#core/records';
import { type Segment, smallBodies } from '#services/s3/state';

/** Bytes that no record refers to yet. */
export interface Unkept {
  readonly sizeBytes: number;
  /** The small body, or the blob of a large one. */
  readonly content: Uint8Array | BlobRef;
}

async function* once(bytes: Uint8Array): AsyncIterable<Uint8Array> {
  yield bytes;
}

export const chunksOf = (bytes: Uint8Array | AsyncIterable<Uint8Array>): AsyncIterable<Uint8Array> =>
  bytes instanceof Uint8Array ? once(bytes) : bytes;

/** Stores what was received. Call it in the write of the record that refers to it. */
export function keep(tx: Tx, { content, sizeBytes }: Unkept, there: Ctx): Segment {
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

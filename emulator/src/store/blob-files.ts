// Blobs: bytes in files named by their SHA-256, `ab/abcd…`. A file is written before the record that names it, and removed after the commit
// that removed its last holder. A sweep after the start removes the files that a crash left behind.

import { createHash, randomUUID } from 'node:crypto';
import { createReadStream, mkdirSync, statSync, unlinkSync } from 'node:fs';
import { mkdir, open, readFile, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { BlobRef, Blobs, ByteRange } from '#core/records';
import { blobCut, blobMissing, diskFull, unusableDirectory } from './store-errors.ts';

const TEMPORARY = 'tmp';
/** Hashed at once; other requests are answered between two of them. */
const SLICE_BYTES = 4 * 1024 * 1024;

function* inSlices(bytes: Uint8Array): Generator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += SLICE_BYTES) yield bytes.subarray(at, at + SLICE_BYTES);
}

export interface BlobFilesOptions {
  /** Called once, by the first blob that is written. */
  readonly directory: () => string;
  /** Flush each file before it gets its name. */
  readonly strict: boolean;
  readonly isHeld: (sha256: string) => boolean;
  readonly committed: () => Promise<void>;
  /** @throws EmulatorError STORE_DISK_FULL if the disk has no room for these bytes */
  readonly admit: (bytes: number) => void;
}

export class BlobFiles implements Blobs {
  readonly #options: BlobFilesOptions;
  /** Names of unfinished files begin with it: a sweep leaves those of this run alone. */
  readonly run = randomUUID();
  #directory: string | undefined;
  #written = 0;
  /** Blobs that were written and that no record holds yet, with the number of times they were written. */
  readonly #unclaimed = new Map<string, number>();
  /** Blobs whose last holder was removed by a write that may not be committed yet, with the number of such writes. */
  readonly #discarded = new Map<string, number>();
  /** Blobs that are being read, with the number of readers: a file stays until its last reader has ended. */
  readonly #reading = new Map<string, number>();
  #removals: Promise<unknown> = Promise.resolve();
  #keepAll = false;

  constructor(options: BlobFilesOptions) {
    this.#options = options;
  }

  get directory(): string {
    this.#directory ??= this.#options.directory();
    return this.#directory;
  }

  async put(body: AsyncIterable<Uint8Array> | Uint8Array): Promise<BlobRef> {
    const temporary = join(this.directory, TEMPORARY, `${this.run}-${++this.#written}`);
    try {
      mkdirSync(dirname(temporary), { recursive: true });
      const ref = await this.#writeHashing(temporary, body instanceof Uint8Array ? inSlices(body) : body);
      // Before the rename: a removal of the same content that is under way then leaves the file alone.
      add(this.#unclaimed, ref.sha256, 1);
      const file = this.path(ref);
      await mkdir(dirname(file), { recursive: true });
      await rename(temporary, file);
      return ref;
    } catch (error) {
      await rm(temporary, { force: true }).catch(() => undefined);
      throw this.#explained(error);
    }
  }

  /**
   * From the call for the iterator on, the file stays for its reader, whatever becomes of the records.
   * @throws EmulatorError STORE_BLOB_MISSING, before the first byte is sent, where the file is gone or has another length.
   */
  open(ref: BlobRef, range?: ByteRange): AsyncIterable<Uint8Array> {
    this.assertWhole(ref);
    return { [Symbol.asyncIterator]: () => this.#reader(ref, range) };
  }

  #reader(ref: BlobRef, range: ByteRange | undefined): AsyncIterator<Uint8Array> {
    add(this.#reading, ref.sha256, 1);
    let over = false;
    const end = (): void => {
      if (over) return;
      over = true;
      add(this.#reading, ref.sha256, -1);
      this.removeUnheld(ref.sha256);
    };
    const chunks = this.#chunks(ref, range, end);
    // A generator that was never asked for anything runs no `finally`.
    return { next: () => chunks.next(), return: () => chunks.return(end()) };
  }

  async *#chunks(ref: BlobRef, range: ByteRange | undefined, end: () => void): AsyncGenerator<Uint8Array, void> {
    try {
      yield* createReadStream(this.path(ref), range ? { start: range.start, end: range.end } : {});
    } catch (error) {
      throw this.#explained(error, ref);
    } finally {
      end();
    }
  }

  async read(ref: BlobRef): Promise<Uint8Array> {
    this.assertWhole(ref);
    try {
      return await readFile(this.path(ref));
    } catch (error) {
      throw this.#explained(error, ref);
    }
  }

  path({ sha256 }: BlobRef): string {
    return join(this.directory, sha256.slice(0, 2), sha256);
  }

  /** For a record that is about to be the first to hold it, and for readers. A length of 0 stands for an unknown one. */
  assertWhole(ref: BlobRef): void {
    const path = this.path(ref);
    const sizeBytes = statSync(path, { throwIfNoEntry: false })?.size;
    if (sizeBytes === undefined) throw blobMissing(path);
    if (ref.sizeBytes > 0 && sizeBytes !== ref.sizeBytes) throw blobCut(path, sizeBytes, ref.sizeBytes);
  }

  /** A record holds what one `put` wrote. */
  claim(sha256: string): void {
    add(this.#unclaimed, sha256, -1);
  }

  /** No record holds it any more, as soon as the present write is committed. */
  discard(sha256: string): void {
    add(this.#discarded, sha256, 1);
    const removal = this.#options.committed().then(
      () => {
        add(this.#discarded, sha256, -1);
        this.removeUnheld(sha256);
      },
      () => undefined, // the release is not on disk: after a restart a record holds it again
    );
    this.#removals = Promise.all([this.#removals, removal]);
  }

  removeUnheld(sha256: string): void {
    if (this.#keepAll || [this.#unclaimed, this.#discarded, this.#reading].some((blobs) => blobs.has(sha256))) return;
    if (this.#options.isHeld(sha256)) return;
    try {
      unlinkSync(this.path({ sha256, sizeBytes: 0 }));
    } catch {
      // Left for the next sweep.
    }
  }

  /** Stops deleting blobs: a restored snapshot may refer to any of them. */
  keepAll(): void {
    this.#keepAll = true;
  }

  /** Resolves when every removal so far has happened. */
  async settled(): Promise<void> {
    await this.#removals;
  }

  async #writeHashing(path: string, body: AsyncIterable<Uint8Array> | Iterable<Uint8Array>): Promise<BlobRef> {
    const hash = createHash('sha256');
    let sizeBytes = 0;
    const file = await open(path, 'w');
    try {
      for await (const chunk of body) {
        this.#options.admit(chunk.byteLength);
        hash.update(chunk);
        sizeBytes += chunk.byteLength;
        await file.writeFile(chunk);
      }
      if (this.#options.strict) await file.datasync();
    } finally {
      await file.close();
    }
    return { sha256: hash.digest('hex'), sizeBytes };
  }

  #explained(error: unknown, ref?: BlobRef): unknown {
    const { code, syscall } = error as NodeJS.ErrnoException;
    if (ref && code === 'ENOENT') return blobMissing(this.path(ref), error);
    if (code === 'ENOSPC' || code === 'EDQUOT') return diskFull(this.directory, error);
    if (code === 'EROFS' || code === 'EACCES') return unusableDirectory(this.directory, error);
    if (syscall && !ref) return unusableDirectory(this.directory, error);
    return error; // the body itself failed
  }
}

/** A count that reaches 0 leaves the map. */
function add(counts: Map<string, number>, sha256: string, difference: number): void {
  const count = (counts.get(sha256) ?? 0) + difference;
  if (count > 0) counts.set(sha256, count);
  else counts.delete(sha256);
}

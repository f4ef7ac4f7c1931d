// A file of zeros in the data directory that keeps room for deletions: on a full disk lmdb, too, needs new pages to remove a record.

import { closeSync, constants, ftruncateSync, openSync, statSync, writeSync } from 'node:fs';

const ZEROS = Buffer.alloc(1024 * 1024);
/** Given back in whole steps, so that few deletions have to ask. */
const STEP_BYTES = 256 * 1024;

export class Reserve {
  readonly #file: string;
  /** Bytes that it has when it is full. */
  readonly targetBytes: number;
  /** Bytes that it has now. */
  #bytes: number;

  constructor(file: string, targetBytes: number) {
    this.#file = file;
    this.targetBytes = targetBytes;
    this.#bytes = statSync(file, { throwIfNoEntry: false })?.size ?? 0;
  }

  get bytes(): number {
    return this.#bytes;
  }

  /** Takes what is missing, but no more than half of the free room: the disk has other users. */
  fill(freeBytes: number): void {
    const end = Math.min(this.targetBytes, this.#bytes + freeBytes / 2);
    if (end - this.#bytes < Math.min(STEP_BYTES, this.targetBytes - this.#bytes) || end <= this.#bytes) return;
    this.#change((descriptor) => {
      while (this.#bytes < end)
        this.#bytes += writeSync(descriptor, ZEROS, 0, Math.min(ZEROS.length, Math.floor(end) - this.#bytes), this.#bytes);
    });
  }

  /** Gives at least these bytes back to the disk, or all that it has. */
  give(bytes: number): void {
    const left = Math.max(0, this.#bytes - Math.ceil(bytes / STEP_BYTES) * STEP_BYTES);
    if (left === this.#bytes) return;
    this.#change((descriptor) => {
      ftruncateSync(descriptor, left);
      this.#bytes = left;
    });
  }

  /** A disk that refuses leaves it as large as it is. */
  #change(change: (descriptor: number) => void): void {
    let descriptor: number | undefined;
    try {
      descriptor = openSync(this.#file, constants.O_RDWR | constants.O_CREAT, 0o600);
      change(descriptor);
    } catch {
      // `bytes` says what there is.
    } finally {
      if (descriptor !== undefined) closeSync(descriptor);
    }
  }
}

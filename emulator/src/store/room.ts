// Whether the disk has room for a transaction, before lmdb begins it: a write that fails for want of space corrupts the memory of lmdb's process
// (the text of its error, "Attempting to write page …", is longer than the buffer that it allocates for it; 3.5.6).
import { freeBytes } from './free-bytes.ts';
import { diskFull } from './store-errors.ts';

/** Pages that lmdb may copy for one record, one for each level of the tree, and at most for many, which share them. */
const COPIED_BYTES = 4 * 8192;
const MAX_COPIED_BYTES = 64 * 1024 * 1024;
const RESERVE_BYTES = 256 * 1024;
/** Other programs fill the disk, too: less than this is looked at each time, more from time to time. */
const PLENTY_BYTES = 512 * 1024 * 1024;
const LOOK_AFTER_MS = 500;

export class Room {
  readonly #directory: string;
  /** Bytes that were left of the free space at the last look. */
  #leftBytes = 0;
  #lookedAtMs = 0;

  constructor(directory: string) {
    this.#directory = directory;
  }

  /** @throws EmulatorError STORE_DISK_FULL */
  take(records: readonly { readonly bytes?: Uint8Array | undefined }[]): void {
    const neededBytes = sizeOf(records);
    const nowMs = performance.now();
    if (this.#leftBytes - neededBytes < PLENTY_BYTES || nowMs - this.#lookedAtMs > LOOK_AFTER_MS) {
      this.#leftBytes = freeBytes(this.#directory);
      this.#lookedAtMs = nowMs;
      if (this.#leftBytes < neededBytes + RESERVE_BYTES) throw diskFull(this.#directory, undefined);
    }
    this.#leftBytes -= neededBytes;
  }
}

function sizeOf(records: readonly { readonly bytes?: Uint8Array | undefined }[]): number {
  let bytes = Math.min(records.length * COPIED_BYTES, MAX_COPIED_BYTES);
  for (const record of records) bytes += record.bytes?.length ?? 0;
  return bytes;
}

// Whether the disk has room for a write, asked before memory changes. Writes that lead to less data may take more of the last room than others.
// lmdb must never find the disk full: a write that fails for want of space corrupts the memory of its process (the text of its error,
// "Attempting to write page …", is longer than the buffer that it allocates for it; 3.5.6).
import { freeBytes } from './free-bytes.ts';
import type { Need } from './need.ts';
import type { Reserve } from './reserve.ts';
import { diskFull, ranFull } from './store-errors.ts';

/** Other programs fill the disk, too: less than this is looked at each time, more from time to time. */
const PLENTY_BYTES = 512 * 1024 * 1024;
const LOOK_AFTER_MS = 500;
/** A transaction leaves so much free. */
const MARGIN_BYTES = 256 * 1024;

/** Shares of the reserve, as room of any kind, that a write has to leave if the store holds more bytes after it. */
const LEFT_BY_ORDINARY = 3 / 4;
const LEFT_BY_PRESSING = 1 / 2;
/** Times what a large record takes. */
const MANY_PAGES = 8;

export interface Growth {
  /** Taken until the next transactions have given pages back. */
  readonly need: Need;
  /** Bytes that the store holds more afterwards; negative where it holds less. */
  readonly growth: number;
  /** It removes something, or goes on with accepted work. */
  readonly isPressing: boolean;
  /** Writes that were let in and are not on disk. */
  readonly waiting: readonly Need[];
}

export class Room {
  readonly #directory: string;
  readonly #reserve: Reserve;
  /** Bytes of the data file that can be filled again. */
  readonly #reusable: () => number;
  #plentyUntilMs = 0;
  /** At the last look. */
  #freeBytes = 0;

  constructor(directory: string, reserve: Reserve, reusable: () => number) {
    this.#directory = directory;
    this.#reserve = reserve;
    this.#reusable = reusable;
  }

  /** True where nothing has to be counted. Looks at the disk where that may not be so: asked before anything else. */
  get isPlenty(): boolean {
    return performance.now() < this.#plentyUntilMs || this.#look();
  }

  /** Fills the reserve as far as the disk has room. */
  prepare(): void {
    this.#reserve.fill(freeBytes(this.#directory));
  }

  /** Whether an ordinary write of a few records would be let in. */
  get isOpen(): boolean {
    return this.isPlenty || this.#isLeft(LEFT_BY_ORDINARY, this.#room(2 * MARGIN_BYTES));
  }

  /** Asked where room is scarce. @throws EmulatorError STORE_DISK_FULL */
  admit({ need, growth, isPressing, waiting }: Growth): void {
    const all = [...waiting, need];
    const left = this.#room(all.reduce((sum, { bytes }) => sum + bytes, 0));
    const leftForLarge = this.#room(
      all.reduce((sum, { largeBytes }) => sum + largeBytes, 0),
      0,
    );
    let isAdmitted = left >= MARGIN_BYTES && leftForLarge >= 0;
    if (growth > 0) isAdmitted &&= this.#isLeft(isPressing ? LEFT_BY_PRESSING : LEFT_BY_ORDINARY, this.#room(growth));
    if (growth > 0 && !isPressing && need.largeBytes > 0) isAdmitted &&= this.#isLeft(this.#shareForLarge(need), leftForLarge);
    if (!isAdmitted) throw diskFull(this.#directory);
  }

  /** Large records may make the data file grow although it has free pages; with many of these that is unlikely. */
  #shareForLarge({ largeBytes }: Need): number {
    return this.#reusable() >= MANY_PAGES * largeBytes ? LEFT_BY_PRESSING / 2 : LEFT_BY_PRESSING;
  }

  /** For bytes outside of the data file. @throws EmulatorError STORE_DISK_FULL */
  admitFile(bytes: number): void {
    if (this.isPlenty) return;
    if (this.#freeBytes < bytes + MARGIN_BYTES || !this.#isLeft(LEFT_BY_ORDINARY, this.#room(bytes))) throw diskFull(this.#directory);
  }

  /** Sees to it, where room is scarce, that lmdb finds what a transaction may need. @throws EmulatorError STORE_DISK_FULL */
  take(need: Need): void {
    const missing = need.bytes + MARGIN_BYTES - this.#freeBytes;
    if (missing <= 0) return;
    this.#reserve.give(missing);
    const free = freeBytes(this.#directory);
    if (free < need.largeBytes || free + this.#reusable() < need.bytes) throw ranFull(this.#directory);
  }

  /** Bytes that are left once `taken` bytes are used. */
  #room(taken: number, reusable = this.#reusable()): number {
    return this.#freeBytes + this.#reserve.bytes + reusable - taken;
  }

  #isLeft(share: number, room: number): boolean {
    return room >= share * this.#reserve.targetBytes;
  }

  /** Asks the disk; true for plenty of room. The reserve is filled again where there is room. */
  #look(): boolean {
    this.#freeBytes = freeBytes(this.#directory);
    const missing = this.#reserve.targetBytes - this.#reserve.bytes;
    const isPlenty = this.#freeBytes >= PLENTY_BYTES;
    if (missing > 0 && !isPlenty && this.#freeBytes > 2 * missing + 4 * MARGIN_BYTES) {
      this.prepare();
      this.#freeBytes = freeBytes(this.#directory);
    }
    this.#plentyUntilMs = isPlenty ? performance.now() + LOOK_AFTER_MS : 0;
    return isPlenty;
  }
}

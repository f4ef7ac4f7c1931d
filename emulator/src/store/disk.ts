// Reads and writes the data directory's records: one key space, one transaction at a time for all writes that wait.

import { join } from 'node:path';
import type { Database, RootDatabase } from 'lmdb';
import { EmulatorError } from '#lib/emulator-error';
import type { Change } from './change.ts';
import { diskBytes } from './free-bytes.ts';
import { FreePages } from './free-pages.ts';
import { abovePrefix, fromDisk, isTooLong, toDisk } from './key.ts';
import { bounds, type DiskKey, KeyBytes } from './key-bytes.ts';
import { Need } from './need.ts';
import { isDamage, openRoot, recordOptions } from './records-file.ts';
import { Reserve } from './reserve.ts';
import { Room } from './room.ts';
import { commitFailed, damagedFile, openFailed, storeClosed } from './store-errors.ts';
import type { Span } from './tree.ts';
import { Turn } from './turn.ts';

export interface DiskOptions {
  readonly directory: string;
  readonly file: string;
  /** Commits count only once they are flushed. */
  readonly strict: boolean;
  readonly onCommitted: (changes: readonly Change[]) => void;
}

/** At most; a small disk gives an eighth. */
const RESERVE_BYTES = 8 * 1024 * 1024;
/** Bytes of a record in a leaf besides its key and value; a transaction that replaces all records takes at least as many. */
const RECORD_BYTES = 64;
const MIN_NEED_BYTES = 256 * 1024;

export class Disk {
  /** Set once a commit was refused: nothing more is accepted until a restart. */
  failure: EmulatorError | undefined;
  readonly #options: DiskOptions;
  readonly #root: RootDatabase;
  readonly #records: Database<Buffer, DiskKey>;
  readonly #keys = new KeyBytes();
  /** Room on the disk, for writes and for files beside them. */
  readonly room: Room;
  readonly #freePages: FreePages;
  #closed = false;
  #waiting: Turn | undefined;
  #inFlight: Turn | undefined;

  constructor(options: DiskOptions) {
    this.#options = options;
    try {
      this.#root = openRoot(options.file);
      this.#records = this.#root.openDB<Buffer, DiskKey>(recordOptions(this.#keys));
    } catch (cause) {
      throw isDamage(cause) ? damagedFile(options.file, (cause as Error).message) : openFailed(options.file, cause);
    }
    const { directory } = options;
    const reserve = new Reserve(join(directory, 'reserve'), Math.min(RESERVE_BYTES, Math.floor(diskBytes(directory) / 8)));
    this.#freePages = new FreePages(this.#root, this.#records);
    this.room = new Room(directory, reserve, () => this.#freePages.bytes);
    if (!this.room.isPlenty) this.room.prepare();
  }

  get(text: string): Buffer | undefined {
    if (isTooLong(text)) return undefined;
    return this.#read(() => this.#records.getBinary(toDisk(text)));
  }

  /** Texts without the prefix, and the bytes of each. */
  entries(prefix: string, span: Span): [text: string, bytes: Buffer][] {
    const found: [string, Buffer][] = [];
    this.walk(prefix, span, (text, bytes) => {
      found.push([text, bytes]);
      return false;
    });
    return found;
  }

  /** Visits what `entries` lists, until a visit returns true. No visit may read from the disk. */
  walk(prefix: string, span: Span, visit: (text: string, bytes: Buffer) => boolean): void {
    if (span.limit <= 0 || span.low >= span.high) return;
    this.#read(() =>
      this.#keys.cutting(prefix, () => {
        for (const { key, value } of this.#records.getRange(bounds(prefix, span))) if (visit(fromDisk(key as string), value)) return;
      }),
    );
  }

  /** As `entries`, without reading the values. */
  keys(prefix: string, span: Span): string[] {
    if (span.limit <= 0 || span.low >= span.high) return [];
    return this.#read(() => {
      const found: string[] = [];
      this.#keys.cutting(prefix, () => {
        for (const key of this.#records.getKeys(bounds(prefix, span))) found.push(fromDisk(key as string));
      });
      return found;
    });
  }

  /** As `keys`, without a limit and without reading them. */
  count(prefix: string, span: Span): number {
    if (span.low >= span.high) return 0;
    return this.#read(() => this.#records.getKeysCount(bounds(prefix, { ...span, limit: Number.POSITIVE_INFINITY })));
  }

  /** The first key from `low` on that continues the prefix. */
  firstKey(prefix: string, low: string): string | undefined {
    return this.keys(prefix, { low, high: abovePrefix(''), limit: 1, reverse: false })[0];
  }

  /** Replaces all records in one transaction. No other write may be under way. */
  async replace(records: readonly { readonly key: string; readonly bytes: Uint8Array }[]): Promise<void> {
    await this.committed();
    // Leaves are filled one after the other.
    const need = new Need(
      records.reduce((sum, { key, bytes }) => sum + 2 * (key.length + bytes.length) + RECORD_BYTES, MIN_NEED_BYTES),
      0,
    );
    if (!this.room.isPlenty) this.room.admit({ need, growth: records.length === 0 ? 0 : need.bytes, isPressing: false, waiting: [] });
    try {
      if (!this.room.isPlenty) this.room.take(need);
      const stored = this.keys('', { low: '', high: abovePrefix(''), limit: Number.POSITIVE_INFINITY, reverse: false });
      await this.#records.batch(() => {
        for (const text of stored) this.#records.remove(toDisk(text)).catch(this.#fail);
        for (const { key, bytes } of records) this.#records.put(toDisk(key), Buffer.from(bytes)).catch(this.#fail);
      });
      this.#records.resetReadTxn();
      await this.#flush();
    } catch (cause) {
      this.#fail(cause);
    }
    if (this.failure) throw this.failure;
  }

  get pending(): boolean {
    return this.#waiting !== undefined || this.#inFlight !== undefined;
  }

  /** Asked before memory changes for good, where room is scarce. Answers what the changes need. @throws EmulatorError STORE_DISK_FULL */
  admit(changes: readonly Change[], isPressing: boolean): Need {
    const counted = changes.map(({ prefix, text, bytes }) => ({ prefix, text, bytes, storedBytes: this.get(prefix + text)?.length ?? 0 }));
    const need = Need.of(counted, (prefix, span) => this.keys(prefix, { ...span, reverse: false }));
    const growth = counted.reduce((sum, { bytes, storedBytes }) => sum + (bytes?.length ?? 0) - storedBytes, 0);
    const waiting = [this.#waiting?.need, this.#inFlight?.need].filter((each) => each !== undefined);
    this.room.admit({ need, growth, isPressing, waiting });
    return need;
  }

  /** Queues the changes of one write. They reach the disk in one transaction with the other writes of this turn. `need`: as `admit` has answered. */
  write(changes: readonly Change[], need?: Need): void {
    if (!this.#waiting) {
      this.#waiting = new Turn();
      // While a transaction is under way the next one gathers: were both handed over, the second could land without the first.
      if (!this.#inFlight) setImmediate(this.#handOver);
    }
    this.#waiting.add(changes, need);
  }

  async committed(): Promise<void> {
    if (this.failure) throw this.failure;
    await (this.#waiting ?? this.#inFlight)?.landed;
  }

  async flushed(): Promise<void> {
    await this.committed();
    await this.#flush();
  }

  async close(): Promise<void> {
    await this.committed().catch(() => undefined);
    this.#closed = true;
    const closing = this.#root.close();
    // After a failed commit lmdb's close may never end.
    if (this.failure) closing.catch(() => undefined);
    else await closing;
  }

  readonly #handOver = async (): Promise<void> => {
    const turn = this.#waiting as Turn;
    this.#waiting = undefined;
    this.#inFlight = turn;
    try {
      await this.#transaction(turn);
      if (this.#options.strict) await this.#flush();
    } catch (cause) {
      this.#fail(cause);
    }
    this.#inFlight = undefined;
    if (this.failure) {
      turn.reject(this.failure);
      this.#refuseWaiting(this.failure);
      return;
    }
    this.#options.onCommitted(turn.changes);
    turn.resolve();
    if (this.#waiting) setImmediate(this.#handOver);
  };

  async #transaction(turn: Turn): Promise<void> {
    if (!this.room.isPlenty) this.room.take(turn.need!);
    await this.#records.batch(() => {
      for (const { prefix, text, bytes } of turn.changes) {
        const key = toDisk(prefix + text);
        (bytes ? this.#records.put(key, bytes) : this.#records.remove(key)).catch(this.#fail);
      }
    });
    // This turn's view of the file may be older than what has just landed.
    this.#records.resetReadTxn();
    this.#freePages.expire();
  }

  async #flush(): Promise<void> {
    try {
      await this.#root.flushed;
    } catch (cause) {
      this.#fail(cause);
      throw this.failure;
    }
  }

  readonly #fail = (cause: unknown): void => {
    // A second promise of lmdb's: unheard, its rejection would end the process.
    (cause as { commitError?: Promise<unknown> }).commitError?.catch?.(() => undefined);
    this.failure ??= cause instanceof EmulatorError ? cause : commitFailed(this.#options.directory, cause);
  };

  /** lmdb itself does not survive a read of a closed file. @throws EmulatorError STORE_CLOSED, STORE_FILE_DAMAGED */
  #read<T>(read: () => T): T {
    if (this.#closed) throw storeClosed();
    try {
      return read();
    } catch (cause) {
      throw isDamage(cause) ? damagedFile(this.#options.file, (cause as Error).message) : cause;
    }
  }

  #refuseWaiting(failure: EmulatorError): void {
    this.#waiting?.reject(failure);
    this.#waiting = undefined;
  }
}

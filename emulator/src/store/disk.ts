// The data directory's records: one lmdb file, one key space, one transaction at a time for all writes that wait.

import { rmSync, statSync, writeFileSync } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { type Database, open, type RootDatabase } from 'lmdb';
import { EmulatorError } from '#lib/emulator-error';
import type { Change } from './change.ts';
import { abovePrefix, fromDisk, isTooLong, MAX_KEY_BYTES, toDisk } from './key.ts';
import { Room } from './room.ts';
import { commitFailed, damagedFile, openFailed, storeClosed } from './store-errors.ts';
import type { Span } from './tree.ts';

// 8 KB pages make room for long keys (4 KB pages stop at 1978 bytes; a DynamoDB key alone may have 3072). Set once, when the file is made.
const PAGE_SIZE_BYTES = 8192;
/** More than lmdb writes into a new file and its lock file. */
const NEW_FILE_BYTES = 131_072;
/** Room for lmdb's table of readers; it takes a larger file for a larger table. */
const LOCK_FILE_BYTES = 16_384;

export interface DiskOptions {
  readonly directory: string;
  readonly file: string;
  /** Commits count only once they are flushed. */
  readonly strict: boolean;
  readonly onCommitted: (changes: readonly Change[]) => void;
}

/** Writes that go to disk together. */
interface Turn {
  readonly changes: Change[];
  readonly landed: Promise<void>;
  readonly resolve: () => void;
  readonly reject: (reason: unknown) => void;
}

export class Disk {
  /** Set once a commit was refused: nothing more is accepted until a restart. */
  failure: EmulatorError | undefined;
  readonly #options: DiskOptions;
  readonly #root: RootDatabase;
  readonly #records: Database<Buffer, DiskKey>;
  readonly #keys = new KeyBytes();
  readonly #room: Room;
  #closed = false;
  #waiting: Turn | undefined;
  #inFlight: Turn | undefined;

  constructor(options: DiskOptions) {
    this.#options = options;
    this.#room = new Room(options.directory);
    try {
      this.#root = openRoot(options.file);
      this.#records = this.#root.openDB<Buffer, DiskKey>(recordOptions(this.#keys));
    } catch (cause) {
      throw isDamage(cause) ? damagedFile(options.file, (cause as Error).message) : openFailed(options.file, cause);
    }
  }

  get(text: string): Buffer | undefined {
    if (isTooLong(text)) return undefined;
    return this.#read(() => this.#records.getBinary(toDisk(text)));
  }

  /** Texts without the prefix, and the bytes of each. */
  entries(prefix: string, span: Span): [text: string, bytes: Buffer][] {
    if (span.limit <= 0 || span.low >= span.high) return [];
    return this.#read(() => {
      const found: [string, Buffer][] = [];
      this.#keys.cutting(prefix, () => {
        for (const { key, value } of this.#records.getRange(bounds(prefix, span))) found.push([fromDisk(key as string), value]);
      });
      return found;
    });
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
    try {
      this.#room.take(records);
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

  /** Queues the changes of one write. They reach the disk in one transaction with the other writes of this turn. */
  write(changes: readonly Change[]): void {
    if (!this.#waiting) {
      this.#waiting = newTurn();
      // While a transaction is under way the next one gathers: were both handed over, the second could land without the first.
      if (!this.#inFlight) setImmediate(this.#handOver);
    }
    for (const change of changes) this.#waiting.changes.push(change);
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
      await this.#transaction(turn.changes);
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

  async #transaction(changes: readonly Change[]): Promise<void> {
    this.#room.take(changes);
    await this.#records.batch(() => {
      for (const { prefix, text, bytes } of changes) {
        const key = toDisk(prefix + text);
        (bytes ? this.#records.put(key, bytes) : this.#records.remove(key)).catch(this.#fail);
      }
    });
    // This turn's view of the file may be older than what has just landed.
    this.#records.resetReadTxn();
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

/** Makes a new data file. It gets its name when its headers are written: an empty file is never a new one. */
export async function createRecordsFile(file: string): Promise<void> {
  const unnamed = `${file}.new`;
  await rm(unnamed, { force: true });
  try {
    // lmdb ends the process where it cannot write its first pages.
    writeFileSync(unnamed, Buffer.alloc(NEW_FILE_BYTES));
    rmSync(unnamed);
    const root = openRoot(unnamed);
    root.openDB(recordOptions(new KeyBytes()));
    await root.close();
  } catch (cause) {
    throw openFailed(unnamed, cause);
  }
  await rm(`${unnamed}-lock`, { force: true });
  await rename(unnamed, file);
}

/**
 * Opens an lmdb file that no other process has open. Its lock file gets its blocks by writing them: lmdb makes a file of holes and fills them
 * through a memory map, where a full disk is no error but a signal that kills the process.
 */
function openRoot(path: string): RootDatabase {
  const lockFile = `${path}-lock`;
  const bytes = statSync(lockFile, { throwIfNoEntry: false })?.size ?? 0;
  if (bytes < LOCK_FILE_BYTES) writeFileSync(lockFile, Buffer.alloc(LOCK_FILE_BYTES));
  return open(rootOptions(path));
}

const rootOptions = (path: string) => ({
  path,
  noSubdir: true,
  pageSize: PAGE_SIZE_BYTES,
  maxDbs: 2,
  // lmdb's own batching per turn of the event loop rejects, on failure, a promise that nobody can catch.
  eventTurnBatching: false,
  separateFlushed: true,
});
const recordOptions = (keyEncoder: KeyBytes) => ({ name: 'records', encoding: 'binary' as const, keyEncoder });

/** lmdb's codes for files whose pages make no sense: PAGE_NOTFOUND, CORRUPTED, PANIC, VERSION_MISMATCH, INVALID. */
const DAMAGE_CODES = new Set([-30797, -30796, -30795, -30794, -30793]);
const isDamage = (cause: unknown): boolean =>
  DAMAGE_CODES.has((cause as { code?: number }).code ?? 0) ||
  /MDB_(?:PAGE_NOTFOUND|CORRUPTED|PANIC|VERSION_MISMATCH|INVALID)/.test(String(cause));

// lmdb's own key encoder escapes control characters in short texts only, so that its order changes at 64 characters.
class KeyBytes {
  #skipBytes = 0;

  readonly writeKey = (key: DiskKey, target: Buffer, at: number): number =>
    at + (typeof key === 'string' ? target.write(key, at, 'utf8') : key.copy(target, at));

  readonly readKey = (source: Buffer, start: number, end: number): string => source.toString('utf8', start + this.#skipBytes, end);

  /** Keys read meanwhile lose the prefix as they are decoded: a slice of a longer text is slower to compare ever after. */
  cutting(prefix: string, read: () => void): void {
    this.#skipBytes = Buffer.byteLength(toDisk(prefix));
    try {
      read();
    } finally {
      this.#skipBytes = 0;
    }
  }
}

/** Keys are texts; the bounds of a range may be the first bytes of one. */
type DiskKey = string | Buffer;

/**
 * lmdb takes no bound that is longer than a key may be, and fails from then on. A longer bound is cut: a key lies above the whole bound where it
 * lies above the cut one, and below the whole one where it lies below the cut one or is equal to it.
 */
function bounds(prefix: string, { low, high, limit, reverse }: Span): object {
  const [lower, upper] = [boundOf(prefix + low), boundOf(prefix + high)];
  const range = reverse
    ? { start: upper.key, end: lower.key, reverse, exclusiveStart: !upper.cut, inclusiveEnd: !lower.cut }
    : { start: lower.key, end: upper.key, ...(lower.cut && { exclusiveStart: true }), ...(upper.cut && { inclusiveEnd: true }) };
  return Number.isFinite(limit) ? { ...range, limit } : range;
}

function boundOf(text: string): { readonly key: DiskKey; readonly cut: boolean } {
  const key = toDisk(text);
  return isTooLong(key) ? { key: Buffer.from(key).subarray(0, MAX_KEY_BYTES), cut: true } : { key, cut: false };
}

function newTurn(): Turn {
  let settle: Pick<Turn, 'resolve' | 'reject'> | undefined;
  const landed = new Promise<void>((resolve, reject) => {
    settle = { resolve, reject };
  });
  landed.catch(() => undefined);
  return { changes: [], landed, ...(settle as Pick<Turn, 'resolve' | 'reject'> & object) };
}

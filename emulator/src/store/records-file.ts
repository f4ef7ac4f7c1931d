// The lmdb file that holds the data directory's records: makes it, opens it, and tells damage from other failures.

import { rmSync, statSync, writeFileSync } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { open, type RootDatabase } from 'lmdb';
import { KeyBytes } from './key-bytes.ts';
import { openFailed } from './store-errors.ts';

// 8 KB pages make room for long keys (4 KB pages stop at 1978 bytes; a DynamoDB key alone may have 3072). Set once, when the file is made.
const PAGE_SIZE_BYTES = 8192;
/** More than lmdb writes into a new file and its lock file. */
const NEW_FILE_BYTES = 131_072;
/** Room for lmdb's table of readers; it takes a larger file for a larger table. */
const LOCK_FILE_BYTES = 16_384;

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
export function openRoot(path: string): RootDatabase {
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
export const recordOptions = (keyEncoder: KeyBytes) => ({ name: 'records', encoding: 'binary' as const, keyEncoder });

/** lmdb's codes for files whose pages make no sense: PAGE_NOTFOUND, CORRUPTED, PANIC, VERSION_MISMATCH, INVALID. */
const DAMAGE_CODES = new Set([-30797, -30796, -30795, -30794, -30793]);
export const isDamage = (cause: unknown): boolean =>
  DAMAGE_CODES.has((cause as { code?: number }).code ?? 0) ||
  /MDB_(?:PAGE_NOTFOUND|CORRUPTED|PANIC|VERSION_MISMATCH|INVALID)/.test(String(cause));

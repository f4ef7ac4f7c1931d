// All errors of the data directory, in words for the person who runs the emulator.

import { dirname } from 'node:path';
import type { Key } from '#core/records';
import { EmulatorError } from '#lib/emulator-error';
import { freeBytes } from './free-bytes.ts';
import {
  STATE_FILE_DAMAGED,
  STATE_FILE_MISSING,
  STORE_BLOB_MISSING,
  STORE_CLOSED,
  STORE_DIRECTORY_IN_USE,
  STORE_DIRECTORY_READ_ONLY,
  STORE_DIRECTORY_UNUSABLE,
  STORE_DISK_FULL,
  STORE_FILE_DAMAGED,
  STORE_KEY_TOO_LONG,
  STORE_OPEN_FAILED,
  STORE_RECORD_NEWER,
  STORE_RECORD_UNREADABLE,
  STORE_SNAPSHOT_FOREIGN,
  STORE_SNAPSHOT_PERSISTENT,
  STORE_WRITE_FAILED,
} from './messages.ts';

const ANOTHER_DIRECTORY = 'Choose another data directory, or leave persistence off to keep everything in memory.';
const FULL_BELOW_BYTES = 1024 * 1024;

const codeOf = (cause: unknown): string | undefined => (cause as NodeJS.ErrnoException | undefined)?.code;

export function unusableDirectory(directory: string, cause: unknown): EmulatorError {
  const code = codeOf(cause);
  if (code === 'EROFS' || code === 'EACCES' || code === 'EPERM') {
    return new EmulatorError(STORE_DIRECTORY_READ_ONLY, `The data directory ${directory} cannot be written to (${code}).`, {
      hint: `Make it writable for the user that runs the emulator. ${ANOTHER_DIRECTORY}`,
      cause,
    });
  }
  if (code === 'ENOSPC') return diskFull(directory, cause);
  return new EmulatorError(STORE_DIRECTORY_UNUSABLE, `The data directory ${directory} cannot be used (${code ?? cause}).`, {
    hint: ANOTHER_DIRECTORY,
    cause,
  });
}

export const directoryInUse = (directory: string, owner: string): EmulatorError =>
  new EmulatorError(STORE_DIRECTORY_IN_USE, `The data directory ${directory} is in use by ${owner}.`, {
    hint: 'Stop the other emulator, or give this one a data directory of its own.',
  });

export const damagedFile = (file: string, what: string): EmulatorError =>
  new EmulatorError(STORE_FILE_DAMAGED, `The data file ${file} is damaged: ${what}.`, {
    hint: `Put back a copy of it, or move it aside (mv '${file}' '${file}.damaged') to start empty.`,
  });

export function openFailed(file: string, cause: unknown): EmulatorError {
  const directory = dirname(file);
  if (codeOf(cause) === 'ENOSPC') return diskFull(directory, cause);
  return new EmulatorError(STORE_OPEN_FAILED, `The data file ${file} cannot be opened: ${(cause as Error).message}.`, {
    hint: `A shared folder of a virtual machine may not support memory mapping: use a volume or a local disk. ${ANOTHER_DIRECTORY}`,
    cause,
  });
}

/** A failed commit of lmdb does not tell a full disk from a broken one (both are EIO), so the free space decides. */
export function commitFailed(directory: string, cause: unknown): EmulatorError {
  return freeBytes(directory) < FULL_BELOW_BYTES
    ? ranFull(directory, cause)
    : new EmulatorError(STORE_WRITE_FAILED, `The data directory ${directory} refused a write: ${(cause as Error).message}.`, {
        hint: 'Reads still work; nothing more is accepted until the emulator is restarted. Check the disk and the system log.',
        cause,
      });
}

/** One write is refused, before anything has changed. */
export const diskFull = (directory: string, cause?: unknown): EmulatorError =>
  new EmulatorError(STORE_DISK_FULL, `The disk of ${directory} is full (${freeBytes(directory)} bytes free): the write was refused.`, {
    hint: 'Free some space on the disk, or delete messages, objects, items or functions: deletions work, and so do writes once there is room. Everything acknowledged is safe.',
    cause,
  });

/** A write that was let in did not fit any more. */
export const ranFull = (directory: string, cause?: unknown): EmulatorError =>
  new EmulatorError(STORE_DISK_FULL, `The disk of ${directory} ran full during a write (${freeBytes(directory)} bytes free).`, {
    hint: 'Everything acknowledged so far is safe. Free some space and restart the emulator; until then reads work and writes are refused.',
    cause,
  });

export const newerRecord = (collection: string, key: Key, version: number, known: number): EmulatorError =>
  new EmulatorError(
    STORE_RECORD_NEWER,
    `Record ${JSON.stringify(key)} of ${collection} was written by a newer emulator: its version is ${version}, this emulator knows up to ${known}.`,
    { hint: 'Run the newer emulator again, or use another data directory.' },
  );

export const unreadableRecord = (collection: string, key: Key, cause: unknown): EmulatorError =>
  new EmulatorError(STORE_RECORD_UNREADABLE, `Record ${JSON.stringify(key)} of ${collection} cannot be read from disk.`, {
    hint: 'The data file was changed from outside or the disk is failing. Put back a copy of it, or use another data directory.',
    cause,
  });

export const keyTooLong = (collection: string, bytes: number, limit: number): EmulatorError =>
  new EmulatorError(STORE_KEY_TOO_LONG, `A key of ${collection} takes ${bytes} bytes; the store keeps keys of up to ${limit}.`, {
    hint: 'Use a shorter name.',
    blame: 'client',
  });

export const snapshotRefused = (directory: string): EmulatorError =>
  new EmulatorError(STORE_SNAPSHOT_PERSISTENT, `Snapshots are of memory only; this emulator keeps its records in ${directory}.`, {
    hint: 'Start the emulator without persistence to take and restore snapshots.',
  });

export const foreignSnapshot = (): EmulatorError =>
  new EmulatorError(STORE_SNAPSHOT_FOREIGN, 'This snapshot was taken of another emulator.', {
    hint: 'Restore it in the emulator that took it.',
  });

export const blobMissing = (file: string, cause?: unknown): EmulatorError =>
  new EmulatorError(STORE_BLOB_MISSING, `The stored bytes ${file} are not there.`, {
    hint: 'Files of the blobs directory must not be removed by hand. Upload the object or the code again.',
    cause,
  });

export const blobCut = (file: string, found: number, expected: number): EmulatorError =>
  new EmulatorError(STORE_BLOB_MISSING, `The stored bytes ${file} are incomplete: ${found} of ${expected}.`, {
    hint: 'Files of the blobs directory must not be changed by hand. Upload the object or the code again.',
  });

export const noArchive = (file: string, cause: unknown): EmulatorError =>
  new EmulatorError(STATE_FILE_MISSING, `There is no saved state ${file}.`, { hint: 'POST /_emulator/state/save writes one.', cause });

export const damagedArchive = (file: string): EmulatorError =>
  new EmulatorError(STATE_FILE_DAMAGED, `${file} is not a complete saved state: nothing was loaded.`, { hint: 'Save it again.' });

export const storeClosed = (): EmulatorError =>
  new EmulatorError(STORE_CLOSED, 'The store is closed: the emulator was stopped.', { hint: 'Start another emulator.' });

// Errors of the data directory and of saved states.
import { defineError } from '#lib/emulator-error';

export const STORE_DIRECTORY_READ_ONLY = defineError({
  code: 'STORE_DIRECTORY_READ_ONLY',
  description: 'The data directory cannot be written to.',
  remedy: 'Choose another with `DATA_DIR`, or mount it writable.',
});

export const STORE_DIRECTORY_UNUSABLE = defineError({
  code: 'STORE_DIRECTORY_UNUSABLE',
  description: 'The data directory cannot be created or opened.',
  remedy: 'Choose another with `DATA_DIR`.',
});

export const STORE_DIRECTORY_IN_USE = defineError({
  code: 'STORE_DIRECTORY_IN_USE',
  description:
    'Another emulator uses the directory; the message names its process. Other paths to the directory, links and containers that share it count as the same directory.',
  remedy: 'Stop the other emulator, or give this one a directory of its own.',
});

export const STORE_FILE_DAMAGED = defineError({
  code: 'STORE_FILE_DAMAGED',
  description:
    'The data file is empty, shorter than its header says, has changed pages, or is not a data file (a directory, a dangling link).',
  remedy: 'Move it aside to start empty; restore a copy to keep its records.',
});

export const STORE_OPEN_FAILED = defineError({
  code: 'STORE_OPEN_FAILED',
  description: 'The data file cannot be opened (memory mapping is not possible on some shared folders).',
  remedy: 'Use a disk of the machine or a named volume.',
});

export const STORE_DISK_FULL = defineError({
  code: 'STORE_DISK_FULL',
  description:
    'The disk has no room for a write. It is refused alone: nothing has changed. Reads work (the last use of a secret or a key is not recorded), and so do deletions and receiving messages, for which the file `reserve` in the data directory keeps up to 8 MB. Work that finds no room (tasks of executions, deliveries) is tried again every 10 seconds.',
  remedy:
    'Free some space on the disk, or delete what is not needed: writes work again at once. Restart where the message says that the disk *ran* full during a write: every acknowledged write is there.',
});

export const STORE_WRITE_FAILED = defineError({
  code: 'STORE_WRITE_FAILED',
  description: 'A write to the disk failed. Reads go on, writes are refused.',
  remedy: 'Read the cause, mend it, restart.',
});

export const STORE_RECORD_NEWER = defineError({
  code: 'STORE_RECORD_NEWER',
  description: 'A record was written by a newer emulator.',
  remedy: 'Start that version, or another data directory.',
});

export const STORE_RECORD_UNREADABLE = defineError({
  code: 'STORE_RECORD_UNREADABLE',
  description: 'A record cannot be decoded; the message names its key.',
  remedy: 'The file was damaged: restore a copy.',
});

export const STORE_KEY_TOO_LONG = defineError({
  code: 'STORE_KEY_TOO_LONG',
  description: 'A name is too long for the store.',
  remedy: 'Use a shorter one.',
});

export const STORE_SNAPSHOT_PERSISTENT = defineError({
  code: 'STORE_SNAPSHOT_PERSISTENT',
  description: 'Snapshots exist only without persistence.',
  remedy: 'Start without `PERSISTENCE`.',
});

export const STORE_SNAPSHOT_FOREIGN = defineError({
  code: 'STORE_SNAPSHOT_FOREIGN',
  description: 'Another emulator took the snapshot.',
  remedy: 'Restore it there.',
});

export const STORE_BLOB_MISSING = defineError({
  code: 'STORE_BLOB_MISSING',
  description: 'The bytes of an object are missing from the data directory, in part or completely.',
  remedy: 'Another program removed files there: restore a copy.',
});

export const STORE_CLOSED = defineError({
  code: 'STORE_CLOSED',
  description: 'The emulator was stopped during the operation.',
  remedy: 'Start another.',
});

export const STATE_FILE_MISSING = defineError({
  code: 'STATE_FILE_MISSING',
  description: 'No state was saved under that name.',
  remedy: '`POST /_emulator/state/save` writes one.',
});

export const STATE_FILE_DAMAGED = defineError({
  code: 'STATE_FILE_DAMAGED',
  description: 'The file is not a saved state, or was cut short or changed; nothing was loaded.',
  remedy: 'Save the state again.',
});

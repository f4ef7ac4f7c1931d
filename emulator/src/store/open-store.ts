// Opens the store: in memory, or in a data directory that it then owns until `close`.

import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Store } from '#core/records';
import { temporaryFolder } from '#lib/temporary-folder';
import { sweepBlobs } from './blob-sweep.ts';
import { takeDirectory } from './data-directory.ts';
import { RecordStore } from './record-store.ts';

export interface OpenStoreOptions {
  /** Where records and blobs are kept; absent: in memory, gone at the end. */
  readonly directory?: string | undefined;
  /** `commit` survives the end of the process, `strict` the end of the machine's power. */
  readonly durability?: 'commit' | 'strict' | undefined;
  /** Freeze what is put and refuse what is not plain data: for tests and development. */
  readonly checked?: boolean | undefined;
  /** Where blobs are kept: by default `blobs` in the data directory; in memory mode, the parent of a temporary directory. */
  readonly blobDirectory?: string | undefined;
  readonly now?: (() => number) | undefined;
}

// Long enough for the first calls not to wait behind it.
const TIDY_DELAY_MS = 3000;

export const openStore = async (options: OpenStoreOptions = {}): Promise<Store> =>
  options.directory === undefined ? openEphemeral(options) : openPersistent(options, options.directory);

function openEphemeral({ checked = false, blobDirectory = tmpdir(), now = Date.now }: OpenStoreOptions): Store {
  let made: string | undefined;
  return new RecordStore({
    checked,
    now,
    strict: false,
    blobDirectory: () => {
      made = temporaryFolder('blobs', blobDirectory);
      return made;
    },
    release: async () => {
      if (made) await rm(made, { recursive: true, force: true });
    },
  });
}

async function openPersistent(options: OpenStoreOptions, directory: string): Promise<Store> {
  const { checked = false, durability = 'commit', now = Date.now } = options;
  const strict = durability === 'strict';
  const owned = await takeDirectory(directory);
  try {
    const { createRecordsFile } = await import('./records-file.ts');
    const { openPersistence } = await import('./persistence.ts');
    if (owned.isNew) await createRecordsFile(owned.recordsFile);
    const persistence = openPersistence({ directory: owned.path, file: owned.recordsFile, strict, checked });
    const blobDirectory = options.blobDirectory ?? join(owned.path, 'blobs');
    let stopped = false;
    const store = new RecordStore({
      persistence,
      checked,
      now,
      strict,
      blobDirectory: () => blobDirectory,
      release: async () => {
        stopped = true;
        clearTimeout(timer);
        await owned.release();
      },
    });
    const tidy = (): void => {
      // Later where there is plenty of room: to write it takes longer than to open the store.
      persistence.disk.room.prepare();
      void sweepBlobs(store.blobs, () => stopped).catch(() => undefined);
    };
    const timer = setTimeout(tidy, TIDY_DELAY_MS);
    timer.unref();
    return store;
  } catch (error) {
    await owned.release();
    throw error;
  }
}

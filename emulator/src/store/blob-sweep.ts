// Removes what a crash left in the blobs directory: unfinished files, and files whose record was never written.

import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { BlobFiles } from './blob-files.ts';

const SHA256 = /^[0-9a-f]{64}$/;

/** Takes its time: one directory after the other. `stopped` ends it early. */
export async function sweepBlobs(blobs: BlobFiles, stopped: () => boolean): Promise<void> {
  for (const folder of await names(blobs.directory)) {
    const path = join(blobs.directory, folder);
    for (const name of await names(path)) {
      if (stopped()) return;
      if (folder === 'tmp' && !name.startsWith(blobs.run)) await rm(join(path, name), { force: true });
      else if (SHA256.test(name)) blobs.removeUnheld(name);
    }
  }
}

/** The names in a directory; none if it does not exist yet. */
const names = async (path: string): Promise<string[]> => readdir(path).catch(() => []);

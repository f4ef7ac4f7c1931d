// Takes possession of a data directory before lmdb sees it: it must exist, be writable, belong to no other process, and have a whole file.

import { closeSync, mkdirSync, openSync, realpathSync, unlinkSync } from 'node:fs';
import { join } from 'node:path';
import { lockDirectory } from './owner-lock.ts';
import { unusableDirectory } from './store-errors.ts';
import { checkWhole } from './whole-file.ts';

export interface DataDirectory {
  readonly path: string;
  readonly recordsFile: string;
  /** Whether the data file does not exist yet. */
  readonly isNew: boolean;
  release(): Promise<void>;
}

export async function takeDirectory(directory: string): Promise<DataDirectory> {
  const path = makeWritable(directory);
  const recordsFile = join(path, 'records.mdb');
  const release = await lockDirectory(path);
  try {
    return { path, recordsFile, isNew: !checkWhole(recordsFile), release };
  } catch (error) {
    await release();
    throw error;
  }
}

/** Tried with an empty file, which even a full disk accepts, so that its contents can then be read. */
function makeWritable(directory: string): string {
  try {
    mkdirSync(directory, { recursive: true });
    const path = realpathSync(directory);
    const probe = join(path, `.probe-${process.pid}`);
    closeSync(openSync(probe, 'w'));
    unlinkSync(probe);
    return path;
  } catch (cause) {
    throw unusableDirectory(directory, cause);
  }
}

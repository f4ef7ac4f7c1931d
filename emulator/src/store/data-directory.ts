// Takes possession of a data directory before lmdb sees it: it exists, can be written to, is nobody else's, and its file is whole.

import { closeSync, mkdirSync, openSync, realpathSync, unlinkSync } from 'node:fs';
import { join } from 'node:path';
import { lockDirectory } from './owner-lock.ts';
import { unusableDirectory } from './store-errors.ts';
import { checkWhole } from './whole-file.ts';

export interface DataDirectory {
  readonly path: string;
  readonly recordsFile: string;
  /** Whether the data file is still to be made. */
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

/** Tried with an empty file: even a full disk takes one, and what is on it can then be read. */
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

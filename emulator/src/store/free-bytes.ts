// How much room the disk of a directory has.
import { statfsSync } from 'node:fs';

/** For users without privileges. Infinity where the file system does not tell. */
export function freeBytes(directory: string): number {
  try {
    const { bavail, bsize } = statfsSync(directory);
    return bavail * bsize;
  } catch {
    return Number.POSITIVE_INFINITY;
  }
}

/** The size of the disk. Infinity where the file system does not tell. */
export function diskBytes(directory: string): number {
  try {
    const { blocks, bsize } = statfsSync(directory);
    return blocks * bsize;
  } catch {
    return Number.POSITIVE_INFINITY;
  }
}

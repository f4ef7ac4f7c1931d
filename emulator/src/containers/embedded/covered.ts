// In the sandbox, /opt, /var and /tmp belong to the environment. Folders of the machine below them that a function needs appear elsewhere.

import { join } from 'node:path';

const isCovered = (path: string): boolean => /^\/(opt|var|tmp)(\/|$)/.test(path);

/** The interpreter's folder, when it must appear at /var/lang. */
export const coveredLang = (prefix: string | undefined): string | undefined =>
  prefix !== undefined && isCovered(prefix) ? prefix : undefined;

/** A word of a command, with its path inside the sandbox. */
export const placed = (prefix: string | undefined, word: string): string =>
  coveredLang(prefix) !== undefined && word.startsWith(`${prefix}/`) ? join('/var/lang', word.slice(prefix?.length)) : word;

/** A folder of packages: its path on this machine, and its path for functions. */
export interface ShownFolder {
  readonly from: string;
  readonly to: string;
}

export function shownFolders(folders: readonly string[]): readonly ShownFolder[] {
  let covered = 0;
  return folders.map((from) => ({ from, to: isCovered(from) ? `/var/packages/${covered++}` : from }));
}

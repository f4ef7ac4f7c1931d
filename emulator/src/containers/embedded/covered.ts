// Inside a wall /opt, /var and /tmp are the environment's own. What a function needs of the machine and lies below them is shown elsewhere.

import { join } from 'node:path';

const isCovered = (path: string): boolean => /^\/(opt|var|tmp)(\/|$)/.test(path);

/** The interpreter's folder, when it has to be shown at /var/lang. */
export const coveredLang = (prefix: string | undefined): string | undefined =>
  prefix !== undefined && isCovered(prefix) ? prefix : undefined;

/** A word of a command, as it is inside. */
export const placed = (prefix: string | undefined, word: string): string =>
  coveredLang(prefix) !== undefined && word.startsWith(`${prefix}/`) ? join('/var/lang', word.slice(prefix?.length)) : word;

/** A folder of packages: where it lies, and where functions find it. */
export interface ShownFolder {
  readonly from: string;
  readonly to: string;
}

export function shownFolders(folders: readonly string[]): readonly ShownFolder[] {
  let covered = 0;
  return folders.map((from) => ({ from, to: isCovered(from) ? `/var/packages/${covered++}` : from }));
}

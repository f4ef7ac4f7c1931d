// The users of this machine who can change a file, or put another one in its place: the emulator runs code only where that is nobody else.
import { realpathSync, type Stats, statSync } from 'node:fs';
import { dirname } from 'node:path';

const GROUP_WRITE = 0o020;
const OTHERS_WRITE = 0o002;
const STICKY = 0o1000;
const ROOT = 0;

/** User ids besides root's, who may do everything anyway; `anyone` where no list of users can be given. */
export type Writers = ReadonlySet<number> | 'anyone';

/** `path`: a file that is there; links in it are resolved. @throws Error where it cannot be looked at */
export function writersOf(path: string): Writers {
  const writers = new Set<number>();
  for (let here = realpathSync.native(path), isFile = true; ; here = dirname(here), isFile = false) {
    const stats = statSync(here);
    if (isOpen(stats, isFile)) return 'anyone';
    if (stats.uid !== ROOT) writers.add(stats.uid);
    if (dirname(here) === here) return writers;
  }
}

/** In a sticky folder such as /tmp, only the owner of an entry replaces it. A group with the number of the owner is the owner's own. */
function isOpen({ mode, uid, gid }: Stats, isFile: boolean): boolean {
  if (!isFile && (mode & STICKY) !== 0) return false;
  return (mode & OTHERS_WRITE) !== 0 || ((mode & GROUP_WRITE) !== 0 && gid !== uid && gid !== ROOT);
}

/** Whether code there is as the user of this process left it. On Windows, where files have no such owners, it always is. */
export function isOwnCode(path: string): boolean {
  const uid = process.getuid?.();
  if (uid === undefined) return true;
  const writers = writersOf(path);
  return writers !== 'anyone' && [...writers].every((writer) => writer === uid);
}

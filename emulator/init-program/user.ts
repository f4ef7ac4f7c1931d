// The user that functions run as: `sbx_user1051`, as in the cloud; added to the image when it lacks that user.

import { appendFileSync, chownSync, readFileSync } from 'node:fs';
import type { Log } from './log.ts';

export interface User {
  readonly uid: number;
  readonly gid: number;
}

const cloudUser: User = { uid: 993, gid: 990 };

/** Undefined: keep the present user. Only root can change users. */
export function functionUser(name: string, log: Log): User | undefined {
  if (name === 'root' || process.getuid?.() !== 0) return undefined;
  const attempts: readonly (() => void)[] = [
    () => addLine('/etc/passwd', `${name}:x:${cloudUser.uid}:${cloudUser.gid}::/home/${name}:/sbin/nologin`),
    () => addLine('/etc/group', `${name}:x:${cloudUser.gid}:`),
    () => chownSync('/tmp', cloudUser.uid, cloudUser.gid),
  ];
  for (const attempt of attempts) {
    try {
      attempt();
    } catch (error) {
      // The root file system is read-only: the numeric ids work without the name.
      log('debug', (error as Error).message);
    }
  }
  return cloudUser;
}

function addLine(path: string, line: string): void {
  const text = readFileSync(path, 'utf8');
  const [name] = line.split(':', 1);
  if (!text.split('\n').some((each) => each.startsWith(`${name}:`))) appendFileSync(path, `${line}\n`);
}

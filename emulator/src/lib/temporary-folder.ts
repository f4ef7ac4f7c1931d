// Folders that last as long as this process. A later process removes those whose process was killed.

import { createHash } from 'node:crypto';
import { mkdtempSync, readlinkSync } from 'node:fs';
import { readdir, rm } from 'node:fs/promises';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { isAlive } from './is-alive.ts';

/** A process id is unique only on one machine, in one process namespace: several may share /tmp. */
function place(): string {
  let namespace = '';
  try {
    namespace = readlinkSync('/proc/self/ns/pid');
  } catch {
    // Not Linux, which alone has process namespaces.
  }
  return createHash('sha256').update(`${hostname()} ${namespace}`).digest('hex').slice(0, 8);
}

/** Whether a path is, or lies in, a folder that an emulator made for itself. */
export const isTemporaryFolder = (path: string): boolean => /[\\/]cloud-emulator-[a-z]+-[0-9a-f]{8}-\d+-\w+([\\/]|$)/.test(path);

export function temporaryFolder(kind: string, parent = tmpdir()): string {
  const prefix = `cloud-emulator-${kind}-${place()}-`;
  void sweep(parent, prefix);
  return mkdtempSync(join(parent, `${prefix}${process.pid}-`));
}

async function sweep(parent: string, prefix: string): Promise<void> {
  const names = await readdir(parent).catch((): string[] => []);
  for (const name of names) {
    const pid = name.startsWith(prefix) ? Number(name.slice(prefix.length).split('-')[0]) : 0;
    if (pid > 0 && !isAlive(pid)) await rm(join(parent, name), { recursive: true, force: true }).catch(() => undefined);
  }
}

// The folder of this user for files that can be made or fetched again.

import { readdir, rm, stat } from 'node:fs/promises';
import { homedir } from 'node:os';
import { join } from 'node:path';

const UNUSED_AFTER_MS = 7 * 24 * 3_600_000;

export const cacheFolder = (name: string, env: Readonly<Record<string, string | undefined>> = process.env): string =>
  join(env['XDG_CACHE_HOME'] || join(homedir(), '.cache'), 'cloud-emulator', name);

/** Removes entries that other versions of the emulator made, a week after their last change. Another process may be doing the same. */
export async function pruneCache(folder: string, isOther: (name: string) => boolean): Promise<void> {
  for (const name of (await readdir(folder)).filter(isOther)) {
    const path = join(folder, name);
    const made = await stat(path).catch(() => undefined);
    if (made && Date.now() - made.mtimeMs > UNUSED_AFTER_MS) await rm(path, { recursive: true, force: true }).catch(() => undefined);
  }
}

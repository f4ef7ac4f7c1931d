// How much an environment keeps in /tmp. A folder has no bound that somebody without privileges could set, and it has to outlive the process, as
// no file system in memory does. So a single file is bounded, and of what lies there in all it is told when the cloud would have refused it.

import { lstat, readdir } from 'node:fs/promises';
import { join } from 'node:path';

/** Enough to tell; who fills more files than that is told of them. */
const MOST_FILES = 20_000;
const LOOK_EVERY_MS = 1000;

/** In bytes, at least: links are not followed, what cannot be read counts nothing. */
export async function bytesIn(folder: string): Promise<number> {
  let [bytes, files] = [0, 0];
  const folders = [folder];
  for (let at = folders.pop(); at !== undefined && files < MOST_FILES; at = folders.pop()) {
    for (const entry of await readdir(at, { withFileTypes: true }).catch(() => [])) {
      const path = join(at, entry.name);
      files++;
      if (entry.isDirectory()) folders.push(path);
      else if (entry.isFile()) bytes += (await lstat(path).catch(() => undefined))?.size ?? 0;
    }
  }
  return bytes;
}

const BLOCK_BYTES = 512;

/**
 * Words before a command: a file that it writes grows no larger. What tries is told so (EFBIG), instead of being killed, as the default is. Behind a
 * wall there is no other place to write to.
 */
export function fileLimit(mostMb: number | undefined, walled: boolean): readonly string[] {
  if (mostMb === undefined || !walled) return [];
  return ['/bin/sh', '-c', 'trap "" XFSZ; ulimit -f "$0" 2>/dev/null; exec "$@"', String((mostMb * 1024 ** 2) / BLOCK_BYTES)];
}

/** Once it is too much: a line for the function's log. */
export function tmpWatch(folder: string, mostMb: number | undefined): () => Promise<string | undefined> {
  let told = mostMb === undefined;
  let lookedAtMs = Number.NEGATIVE_INFINITY;
  return async () => {
    if (told || performance.now() - lookedAtMs < LOOK_EVERY_MS) return undefined;
    lookedAtMs = performance.now();
    const bytes = await bytesIn(folder);
    if (told || bytes <= (mostMb as number) * 1024 ** 2) return undefined;
    told = true;
    const holds = `/tmp holds ${Math.ceil(bytes / 1024 ** 2)} MB, more than the ${mostMb} MB of EphemeralStorage`;
    return `${holds}: the cloud would have refused to write them (no space left on device), embedded execution limits single files only.`;
  };
}

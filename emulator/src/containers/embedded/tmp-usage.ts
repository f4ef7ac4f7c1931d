// Measures an environment's /tmp where that is a plain folder: without privileges its size cannot be limited, so the function's log says
// when the cloud would have refused its contents.

import { lstat, readdir } from 'node:fs/promises';
import { join } from 'node:path';

/** Enough for the check; a function with more files is told about their number. */
const MAX_FILES = 20_000;
const LOOK_EVERY_MS = 1000;

/** At least this many bytes: does not follow links, and counts unreadable files as empty. */
export async function bytesIn(folder: string): Promise<number> {
  let [bytes, files] = [0, 0];
  const folders = [folder];
  for (let at = folders.pop(); at !== undefined && files < MAX_FILES; at = folders.pop()) {
    for (const entry of await readdir(at, { withFileTypes: true }).catch(() => [])) {
      const path = join(at, entry.name);
      files++;
      if (entry.isDirectory()) folders.push(path);
      else if (entry.isFile()) bytes += (await lstat(path).catch(() => undefined))?.size ?? 0;
    }
  }
  return bytes;
}

/** Returns a line for the function's log, once, when the folder is too large. */
export function tmpWatch(folder: string, mostMb: number | undefined): () => Promise<string | undefined> {
  let warned = mostMb === undefined;
  let lookedAtMs = Number.NEGATIVE_INFINITY;
  return async () => {
    if (warned || performance.now() - lookedAtMs < LOOK_EVERY_MS) return undefined;
    lookedAtMs = performance.now();
    const bytes = await bytesIn(folder);
    if (warned || bytes <= (mostMb as number) * 1024 ** 2) return undefined;
    warned = true;
    const holds = `/tmp holds ${Math.ceil(bytes / 1024 ** 2)} MB, more than the ${mostMb} MB of EphemeralStorage`;
    return `${holds}: the cloud would have refused to write them (no space left on device).`;
  };
}

// Directories as a tar stream: for code that is copied into a container, or fetched by it.
import { createReadStream } from 'node:fs';
import { lstat, readdir, readlink } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { type Headers, type Pack, pack } from 'tar-stream';

/** A file or a directory of this machine and its place in the archive (without a slash at its start). */
export interface Packed {
  readonly from: string;
  readonly to: string;
  /** The mode in the archive, for a single file; by default the file's own. */
  readonly mode?: number | undefined;
  /** Paths below it, free of links, that the archive does not contain. */
  readonly leftOut?: readonly string[] | undefined;
}

/** The same content gives the same bytes. */
const NEVER = new Date(0);

const addEntry = (archive: Pack, header: Headers): Promise<void> =>
  new Promise((resolve, reject) => archive.entry({ ...header, mtime: NEVER }, (error) => (error ? reject(error) : resolve())));

async function add(archive: Pack, { from, to, mode, leftOut }: Packed): Promise<void> {
  if (leftOut?.includes(from)) return;
  const found = await lstat(from);
  const permissions = mode ?? found.mode & 0o777;
  if (found.isDirectory()) {
    if (to !== '') await addEntry(archive, { name: `${to}/`, type: 'directory', mode: permissions });
    for (const name of (await readdir(from)).sort())
      await add(archive, { from: join(from, name), to: to === '' ? name : `${to}/${name}`, leftOut });
  } else if (found.isSymbolicLink()) {
    await addEntry(archive, { name: to, type: 'symlink', mode: 0o777, linkname: await readlink(from) });
  } else if (found.isFile()) {
    const content = archive.entry({ name: to, type: 'file', mode: permissions, size: found.size, mtime: NEVER });
    await pipeline(createReadStream(from), content);
  }
}

/** Directories above a place are written first, so that they exist. */
async function addAll(archive: Pack, parts: readonly Packed[]): Promise<void> {
  const made = new Set<string>();
  for (const part of parts) {
    const above = part.to.split('/').slice(0, -1);
    for (let depth = 1; depth <= above.length; depth++) {
      const name = above.slice(0, depth).join('/');
      if (!made.has(name)) await addEntry(archive, { name: `${name}/`, type: 'directory', mode: 0o755 });
      made.add(name);
    }
    await add(archive, part);
  }
  archive.finalize();
}

/** The stream fails where a file cannot be read, or changes its size meanwhile. */
export function packTar(...parts: Packed[]): Readable {
  const archive = pack();
  addAll(archive, parts).catch((error: unknown) => archive.destroy(error as Error));
  return archive;
}

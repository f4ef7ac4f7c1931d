// Unpacks an archive into a folder: `<folder>/task` gets the code, and a package.json beside it hides those of outer folders from Node.
import { randomUUID } from 'node:crypto';
import { mkdir, rename, rm, symlink, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { type ArchivedItem, ArchiveError, readArchive } from './archive.ts';
import { linkThatLeaves, MAX_TARGET_BYTES } from './links.ts';

const WRITERS = 16;
/** Limit: folders that the paths of an archive name, intermediate ones included. */
const MAX_FOLDERS = 100_000;
/** Entries that no file system takes together or at all; Node refuses names and link targets with a NUL itself. */
const CLASHES = new Set(['EEXIST', 'ENOTDIR', 'EISDIR', 'ENAMETOOLONG', 'ELOOP', 'EINVAL', 'ERR_INVALID_ARG_VALUE']);

/** All or nothing: the folder appears under its name once it is complete. @throws ArchiveError */
export async function unpack(bytes: Buffer, folder: string): Promise<void> {
  const items = await readArchive(bytes);
  const unfinished = `${folder}.${randomUUID()}`;
  try {
    await mkdir(join(unfinished, 'task'), { recursive: true });
    await writeFile(join(unfinished, 'package.json'), '{}\n');
    await writeItems(items, join(unfinished, 'task'));
    await rename(unfinished, folder).catch(ignoreExisting);
  } catch (error) {
    if (CLASHES.has((error as NodeJS.ErrnoException).code ?? '')) throw new ArchiveError('not-a-zip', (error as Error).message);
    throw error;
  } finally {
    await rm(unfinished, { recursive: true, force: true });
  }
}

/** Another call has unpacked the same content meanwhile. */
function ignoreExisting(error: NodeJS.ErrnoException): void {
  if (error.code !== 'ENOTEMPTY' && error.code !== 'EEXIST') throw error;
}

async function writeItems(items: readonly ArchivedItem[], root: string): Promise<void> {
  const folders = new Set(items.map(({ path, kind }) => (kind === 'directory' ? path : dirname(path))));
  checkFolders(folders);
  for (const path of folders) await mkdir(join(root, path), { recursive: true });
  // If several entries have one name, the last one counts.
  const files = new Map(items.filter(({ kind }) => kind === 'file').map((item) => [item.path, item]));
  const waiting = [...files.values()];
  const writer = async (): Promise<void> => {
    for (let item = waiting.pop(); item; item = waiting.pop())
      await writeFile(join(root, item.path), await item.read(), { mode: item.mode });
  };
  await Promise.all(Array.from({ length: WRITERS }, writer));
  await writeLinks(
    items.filter(({ kind }) => kind === 'link'),
    root,
  );
}

/** A folder in a tree of folder names. */
interface FolderNode extends Map<string, FolderNode> {}

/** An entry of 4 KB can name 2,000 nested folders. @throws ArchiveError if all entries together need more than 100,000 */
function checkFolders(paths: Iterable<string>): void {
  const root: FolderNode = new Map();
  let count = 0;
  for (const path of paths) {
    let node = root;
    for (const part of path.split('/', MAX_FOLDERS)) {
      let next = node.get(part);
      if (!next) {
        if (++count > MAX_FOLDERS) throw new ArchiveError('not-a-zip', `more than ${MAX_FOLDERS} folders`);
        node.set(part, (next = new Map()));
      }
      node = next;
    }
  }
}

/** Links are written last, so that no file is ever written through a link. */
async function writeLinks(items: readonly ArchivedItem[], root: string): Promise<void> {
  const links = new Map<string, string>();
  for (const item of items) {
    if (item.sizeBytes === 0 || item.sizeBytes > MAX_TARGET_BYTES)
      throw new ArchiveError('not-a-zip', `the link ${item.path} has a target of ${item.sizeBytes} bytes, not of 1 to ${MAX_TARGET_BYTES}`);
    links.set(item.path, (await item.read()).toString());
  }
  const outward = linkThatLeaves(links);
  if (outward !== undefined) throw new ArchiveError('not-a-zip', `the link ${outward} leads out of the archive`);
  for (const [path, target] of links) await symlink(target, join(root, path));
}

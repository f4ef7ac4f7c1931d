// Packs a folder as a zip archive: the same files always make the same archive.
import { lstat, readdir, readlink, realpath, stat } from 'node:fs/promises';
import { dirname, isAbsolute, join, relative } from 'node:path';
import yazl from 'yazl';
import { ArchiveError, MAX_UNZIPPED_BYTES } from './archive.ts';

/** Limit: files of a folder that is packed as code. */
const MAX_FILES = 100_000;
const LINK_MODE = 0o120777;
const FILE_TYPE = 0o100000;
/** 1 January 1980, the first day that an archive knows. */
const NO_TIME = { mtime: new Date(1980, 0, 1), forceDosTimestamp: true };

interface PackedFile {
  /** Within the archive. */
  readonly path: string;
  readonly from: string;
  readonly mode: number;
  /** The text of a link that stays inside. */
  readonly link?: string;
}

interface PackRules {
  readonly isLeftOut: (path: string) => boolean;
  /** Whether the archive may contain what lies at this path outside, to which a link leads. */
  readonly mayLinkTo: (target: string) => boolean;
}

/** Links that lead out of the folder become copies of what they lead to. @throws ArchiveError if the folder has too many or too large files */
export async function* packFolder(folder: string, rules: PackRules): AsyncGenerator<Uint8Array> {
  const files = await filesIn(await realpath(folder), rules);
  const zip = new yazl.ZipFile();
  const output = zip.outputStream as NodeJS.ReadableStream & { destroy(error: Error): void };
  zip.on('error', (error: Error) => output.destroy(error));
  for (const { path, from, mode, link } of files) {
    if (link === undefined) zip.addFile(from, path, { ...NO_TIME, mode });
    else zip.addBuffer(Buffer.from(link), path, { ...NO_TIME, mode });
  }
  zip.end();
  yield* output as unknown as AsyncIterable<Uint8Array>;
}

async function filesIn(root: string, { isLeftOut, mayLinkTo }: PackRules): Promise<readonly PackedFile[]> {
  const files: PackedFile[] = [];
  let bytes = 0;
  const take = async (from: string, path: string): Promise<void> => {
    const { size, mode } = await stat(from);
    bytes += size;
    if (bytes > MAX_UNZIPPED_BYTES) throw new ArchiveError('too-large', `more than ${MAX_UNZIPPED_BYTES} bytes`);
    files.push({ path, from, mode: FILE_TYPE | (mode & 0o777) });
    if (files.length > MAX_FILES) throw new ArchiveError('too-large', `more than ${MAX_FILES} files`);
  };
  /** `above`: the folders on the way, so that a link to one of them ends there. */
  const walk = async (folder: string, path: string, above: readonly string[]): Promise<void> => {
    for (const name of (await readdir(folder)).sort()) {
      const [from, to] = [join(folder, name), path === '' ? name : `${path}/${name}`];
      if (isLeftOut(from)) continue;
      const found = await lstat(from);
      if (found.isDirectory()) await walk(from, to, [...above, from]);
      else if (found.isFile()) await take(from, to);
      else if (found.isSymbolicLink()) await follow(from, to, above);
    }
  };
  const follow = async (link: string, path: string, above: readonly string[]): Promise<void> => {
    const target = await realpath(link).catch(() => undefined);
    if (target === undefined) return;
    if (isInside(root, target)) {
      const text = await readlink(link);
      files.push({ path, from: link, mode: LINK_MODE, link: isAbsolute(text) ? relative(dirname(link), target) : text });
    } else if (!mayLinkTo(target)) return;
    else if ((await stat(target)).isFile()) await take(target, path);
    else if (!above.includes(target)) await walk(target, path, [...above, target]);
  };
  await walk(root, '', [root]);
  return files;
}

function isInside(root: string, path: string): boolean {
  const inside = relative(root, path);
  return inside !== '..' && !inside.startsWith('../') && !isAbsolute(inside);
}

// The files of a folder as they go into an archive: in a fixed order, with their modes, links kept where they lead inside, ignore rules applied.
import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { lstat, readdir, readFile, readlink, realpath, stat } from 'node:fs/promises';
import { dirname, isAbsolute, join, relative, resolve, sep } from 'node:path';
import ignore, { type Ignore } from 'ignore';
import { StackProblem } from './stack-problem.ts';

export interface PackedFile {
  /** In the archive, with slashes. */
  readonly name: string;
  readonly mode: number;
  /** Where its content is; undefined for links and empty folders. */
  readonly source?: string;
  /** The text of a link. */
  readonly link?: string;
}

export interface FolderPart {
  /** Absolute. */
  readonly folder: string;
  /** Folder in the archive, `python`; `''` is its root. */
  readonly into: string;
  /** Names at the top of the folder that are left out. */
  readonly without?: readonly string[];
}

/** Rules in the manner of .gitignore, for one folder of code. */
export const IGNORE_FILE = '.lambdaignore';
const NEVER_PACKED = ['.git', '.aws-sam', '.DS_Store', '__pycache__', IGNORE_FILE];
const MAX_FILES = 100_000;
const PERMISSIONS = 0o777;

/** Parts that come later win. Sorted by name. `follows` is told of links whose targets are packed in their place. */
export async function packedFiles(parts: readonly FolderPart[], follows?: (link: string) => void): Promise<PackedFile[]> {
  const byName = new Map<string, PackedFile>();
  for (const part of parts) for (const file of await filesOf(part, follows)) byName.set(file.name, file);
  const names = [...byName.keys()];
  const parents = new Set(
    names.map((name) => dirname(name)).flatMap((name) => name.split('/').map((_, depth, all) => `${all.slice(0, depth + 1).join('/')}/`)),
  );
  // A folder that one part leaves empty may be filled by another.
  return names
    .filter((name) => !(name.endsWith('/') && parents.has(name)))
    .sort()
    .map((name) => byName.get(name)!);
}

async function filesOf({ folder, into, without = [] }: FolderPart, follows?: (link: string) => void): Promise<PackedFile[]> {
  const root = await realpath(folder);
  const rules = ignore()
    .add(NEVER_PACKED)
    .add(without.map((name) => `/${name}`));
  const file = join(root, IGNORE_FILE);
  if (existsSync(file)) rules.add(readFileSync(file, 'utf8'));
  const files: PackedFile[] = [];
  await walk({ root, rules, files, into, follows }, root, '', []);
  return files;
}

interface Walk {
  readonly root: string;
  readonly rules: Ignore;
  readonly files: PackedFile[];
  readonly into: string;
  readonly follows: ((link: string) => void) | undefined;
}

/** `above`: the real paths of the folders above, so that links in a circle end. */
async function walk(walking: Walk, folder: string, name: string, above: readonly string[]): Promise<void> {
  const { files, into, rules } = walking;
  const entries = (await readdir(folder, { withFileTypes: true })).sort((a, b) => (a.name < b.name ? -1 : 1));
  const before = files.length;
  for (const entry of entries) {
    const inner = name === '' ? entry.name : `${name}/${entry.name}`;
    const path = join(folder, entry.name);
    const packed = into === '' ? inner : `${into}/${inner}`;
    const link = entry.isSymbolicLink() ? await innerLink(walking, path) : undefined;
    const target = link === undefined ? await stat(path).catch(() => undefined) : await lstat(path);
    if (!target) throw new StackProblem('package', `${path} is a link to nothing.`, `A line in ${IGNORE_FILE} leaves it out.`);
    if (rules.ignores(target.isDirectory() ? `${inner}/` : inner)) continue;
    if (link === undefined && entry.isSymbolicLink()) walking.follows?.(path);
    if (link !== undefined) files.push({ name: packed, mode: 0o120777, link });
    else if (target.isDirectory()) {
      const real = await realpath(path);
      if (above.includes(real))
        throw new StackProblem('package', `${path} leads back into a folder above it.`, `A line in ${IGNORE_FILE} leaves it out.`);
      await walk(walking, path, inner, [...above, real]);
    } else if (target.isFile()) files.push({ name: packed, mode: 0o100000 | (target.mode & PERMISSIONS), source: path });
    if (files.length > MAX_FILES)
      throw new StackProblem('package', `${walking.root} holds more than ${MAX_FILES} files.`, `Lines in ${IGNORE_FILE} leave some out.`);
  }
  if (files.length === before && name !== '') files.push({ name: `${into === '' ? '' : `${into}/`}${name}/`, mode: 0o040755 });
}

/** The text of a link that leads to something inside the folder; undefined for targets outside, which are packed as if they were here. */
async function innerLink({ root }: Walk, path: string): Promise<string | undefined> {
  const said = await readlink(path);
  // Below a folder that a link led to, links are relative to where that folder really is.
  const inside = relative(root, resolve(await realpath(dirname(path)), said));
  const leavesIt = isAbsolute(said) || inside === '..' || inside.startsWith(`..${sep}`);
  return leavesIt || !existsSync(path) ? undefined : said;
}

/** The same for the same names, modes and contents, on every machine. */
export async function fingerprintOf(files: readonly PackedFile[]): Promise<string> {
  const hash = createHash('sha256');
  for (const { name, mode, source, link } of files) {
    const content = source === undefined ? Buffer.from(link ?? '') : await readFile(source);
    hash.update(`${JSON.stringify([name, mode, content.length])}\n`).update(content);
  }
  return hash.digest('hex').slice(0, 32);
}

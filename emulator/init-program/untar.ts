// Unpacks tar streams in the form that the emulator writes: directories, files, symbolic links, long names in extended headers.

import { createWriteStream } from 'node:fs';
import { chmod, lstat, mkdir, rm, symlink } from 'node:fs/promises';
import { dirname, join, normalize } from 'node:path';
import { finished } from 'node:stream/promises';

const BLOCK = 512;

interface Entry {
  readonly name: string;
  readonly type: string;
  readonly size: number;
  readonly mode: number;
  readonly link: string;
}

const textOf = (block: Buffer, from: number, length: number) => {
  const end = block.indexOf(0, from);
  return block.toString('utf8', from, end < 0 || end > from + length ? from + length : end);
};
const octal = (block: Buffer, from: number, length: number) => Number.parseInt(textOf(block, from, length).trim() || '0', 8);

/** Reads exact amounts of bytes from chunks of any size. */
class Bytes {
  readonly #source: AsyncIterator<Uint8Array>;
  #have: Buffer = Buffer.alloc(0);

  constructor(source: AsyncIterable<Uint8Array>) {
    this.#source = source[Symbol.asyncIterator]();
  }

  /** At least one byte and at most `most`; empty at the end. */
  async some(most: number): Promise<Buffer> {
    if (this.#have.length === 0) {
      const { value, done } = await this.#source.next();
      if (done) return Buffer.alloc(0);
      this.#have = Buffer.from(value);
    }
    const part = this.#have.subarray(0, most);
    this.#have = this.#have.subarray(part.length);
    return part;
  }

  async exactly(size: number): Promise<Buffer> {
    const parts: Buffer[] = [];
    for (let left = size; left > 0; ) {
      const part = await this.some(left);
      if (part.length === 0) throw new Error('The archive ends in the middle.');
      parts.push(part);
      left -= part.length;
    }
    return Buffer.concat(parts);
  }
}

/** Parses `path=…` and `linkpath=…` of an extended header. */
function extended(text: string): Partial<Record<'path' | 'linkpath', string>> {
  const found: Partial<Record<'path' | 'linkpath', string>> = {};
  for (let at = 0; at < text.length; ) {
    const length = Number.parseInt(text.slice(at), 10);
    if (!(length > 0)) break;
    const [, name, value] = /^\d+ (path|linkpath)=([\s\S]*)\n$/.exec(text.slice(at, at + length)) ?? [];
    if (name !== undefined) found[name as 'path' | 'linkpath'] = value as string;
    at += length;
  }
  return found;
}

/** @throws Error when the stream is not an archive, ends early, or names a path outside `target` */
export async function unpack(source: AsyncIterable<Uint8Array>, target: string): Promise<void> {
  const bytes = new Bytes(source);
  const folders = new Folders(target);
  let names: Partial<Record<'path' | 'linkpath', string>> = {};
  for (;;) {
    const block = await bytes.exactly(BLOCK);
    if (block.every((byte) => byte === 0)) return;
    const entry: Entry = {
      name: names.path ?? textOf(block, 0, 100),
      type: String.fromCharCode(block[156] ?? 0),
      size: octal(block, 124, 12),
      mode: octal(block, 100, 8),
      link: names.linkpath ?? textOf(block, 157, 100),
    };
    names = {};
    // Lengths in extended headers count bytes, so the text is decoded as latin1.
    if (entry.type === 'x') names = decoded(extended((await bytes.exactly(entry.size)).toString('latin1')));
    else await write(entry, bytes, target, folders);
    await bytes.exactly((BLOCK - (entry.size % BLOCK)) % BLOCK);
  }
}

const decoded = (names: Partial<Record<'path' | 'linkpath', string>>) =>
  Object.fromEntries(Object.entries(names).map(([name, value]) => [name, Buffer.from(value, 'latin1').toString()]));

/** Folders below the target that are known to be such: whatever else is there gives way, as behind a link files would be written to wherever it leads. */
class Folders {
  readonly #target: string;
  readonly #known = new Set<string>();

  constructor(target: string) {
    this.#target = target;
  }

  async make(path: string): Promise<void> {
    if (this.#known.has(path)) return;
    if (path === this.#target) await mkdir(path, { recursive: true });
    else {
      await this.make(dirname(path));
      const there = await lstat(path).catch(() => undefined);
      if (!there?.isDirectory()) {
        await rm(path, { force: true });
        await mkdir(path);
      }
    }
    this.#known.add(path);
  }

  /** Removes an entry, so that another can take its place. */
  async clear(path: string): Promise<void> {
    await this.make(dirname(path));
    await rm(path, { recursive: true, force: true });
    if (this.#known.has(path)) this.#known.clear();
  }
}

async function write(entry: Entry, bytes: Bytes, target: string, folders: Folders): Promise<void> {
  const path = join(target, normalize(entry.name)).replace(/\/$/, '');
  const isFolder = entry.type === '5';
  if (!path.startsWith(`${target}/`) && !(isFolder && path === target))
    throw new Error(`The archive names ${entry.name}, which is outside.`);
  if (isFolder) return folders.make(path);
  await folders.clear(path);
  if (entry.type === '2') {
    await symlink(entry.link, path);
    return;
  }
  const file = createWriteStream(path, { mode: entry.mode });
  for (let left = entry.size; left > 0; ) {
    const part = await bytes.some(left);
    if (part.length === 0) throw new Error('The archive ends in the middle.');
    left -= part.length;
    if (!file.write(part)) await new Promise<void>((resolve) => file.once('drain', () => resolve()));
  }
  file.end();
  await finished(file);
  await chmod(path, entry.mode);
}

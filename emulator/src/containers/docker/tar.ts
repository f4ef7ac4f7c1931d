// Packs directories into a tar stream: for code that is copied into a container, or downloaded by it.

import { createReadStream } from 'node:fs';
import { lstat, readdir, readlink } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';

/** A file or directory on this machine and its path in the archive (without a leading slash). */
export interface Packed {
  readonly from: string;
  readonly to: string;
  /** Mode of a single file, in place of its own. */
  readonly mode?: number | undefined;
}

const BLOCK = 512;
const MAX_NAME_LENGTH = 100;

interface Header {
  readonly name: string;
  readonly type: '0' | '2' | '5' | 'x';
  readonly mode: number;
  readonly size: number;
  readonly link: string;
}

function block({ name, type, mode, size, link }: Header): Buffer {
  const header = Buffer.alloc(BLOCK);
  header.write(name, 0, MAX_NAME_LENGTH);
  header.write(`${mode.toString(8).padStart(7, '0')}\0`, 100);
  header.write('0000000\0', 108);
  header.write('0000000\0', 116);
  header.write(`${size.toString(8).padStart(11, '0')}\0`, 124);
  header.write('00000000000\0', 136);
  header.fill(' ', 148, 156);
  header.write(type, 156);
  header.write(link, 157, MAX_NAME_LENGTH);
  header.write('ustar\u000000', 257);
  const sum = header.reduce((total, byte) => total + byte, 0);
  header.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148);
  return header;
}

const padding = (size: number) => Buffer.alloc((BLOCK - (size % BLOCK)) % BLOCK);

/** `<length> name=value\n`; the length includes itself. */
function record(name: string, value: string): string {
  const rest = ` ${name}=${value}\n`;
  const bytes = Buffer.byteLength(rest);
  const length = bytes + String(bytes + String(bytes).length).length;
  return `${length}${rest}`;
}

/** Names that do not fit, or are not ASCII, precede the entry in an extended header. */
function headerOf(header: Header): Buffer {
  const odd = (text: string) => Buffer.byteLength(text) > MAX_NAME_LENGTH || /[^\x20-\x7e]/.test(text);
  const records = (odd(header.name) ? record('path', header.name) : '') + (odd(header.link) ? record('linkpath', header.link) : '');
  if (records === '') return block(header);
  const body = Buffer.from(records);
  return Buffer.concat([
    block({ name: 'extended', type: 'x', mode: 0o644, size: body.length, link: '' }),
    body,
    padding(body.length),
    block(header),
  ]);
}

async function* entries({ from, to, mode }: Packed): AsyncGenerator<Buffer> {
  const found = await lstat(from);
  const permissions = mode ?? found.mode & 0o777;
  if (found.isDirectory()) {
    if (to !== '') yield headerOf({ name: `${to}/`, type: '5', mode: permissions, size: 0, link: '' });
    for (const name of (await readdir(from)).sort()) yield* entries({ from: join(from, name), to: to === '' ? name : `${to}/${name}` });
  } else if (found.isSymbolicLink()) {
    yield headerOf({ name: to, type: '2', mode: 0o777, size: 0, link: await readlink(from) });
  } else if (found.isFile()) {
    yield headerOf({ name: to, type: '0', mode: permissions, size: found.size, link: '' });
    for await (const chunk of createReadStream(from)) yield chunk as Buffer;
    yield padding(found.size);
  }
}

/** Writes parent directories first, so that they exist. */
async function* archive(parts: readonly Packed[]): AsyncGenerator<Buffer> {
  const made = new Set<string>();
  for (const part of parts) {
    const above = part.to.split('/').slice(0, -1);
    for (let depth = 1; depth <= above.length; depth++) {
      const name = above.slice(0, depth).join('/');
      if (!made.has(name)) yield headerOf({ name: `${name}/`, type: '5', mode: 0o755, size: 0, link: '' });
      made.add(name);
    }
    yield* entries(part);
  }
  yield Buffer.alloc(2 * BLOCK);
}

export const packTar = (...parts: Packed[]): Readable => Readable.from(archive(parts));

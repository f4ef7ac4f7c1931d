// Archives of code: the same bytes for the same files.
import { readFile } from 'node:fs/promises';
import { buffer } from 'node:stream/consumers';
import { ZipArchive, type ZipEntryData } from 'archiver';
import type { PackedFile } from './folder-files.ts';

/** In local time, as archives keep it: the first moment that they can name. */
const MTIME = new Date(1980, 0, 1);

export async function zipOf(files: readonly PackedFile[]): Promise<Buffer> {
  const archive = new ZipArchive({ forceLocalTime: true });
  const written = buffer(archive);
  for (const file of files) archive.append(await contentOf(file), entryOf(file));
  await archive.finalize();
  return written;
}

const contentOf = async ({ source, link = '' }: PackedFile): Promise<Buffer> =>
  source === undefined ? Buffer.from(link) : await readFile(source);

/** A moment of its own for each link, which `archive.symlink` would give, would make other bytes each time. */
function entryOf({ name, mode, link }: PackedFile): ZipEntryData & { readonly linkname?: string } {
  const type = name.endsWith('/') ? 'directory' : link === undefined ? 'file' : 'symlink';
  return { name, mode, date: MTIME, type, ...(link !== undefined && { linkname: link }) };
}

const LOCAL_HEADER = Buffer.from('PK\u0003\u0004');
const EMPTY_ARCHIVE = Buffer.from('PK\u0005\u0006');

export const isArchive = (bytes: Buffer): boolean =>
  [LOCAL_HEADER, EMPTY_ARCHIVE].some((start) => bytes.subarray(0, start.length).equals(start));

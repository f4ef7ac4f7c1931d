// Archives of code: the same bytes for the same files.
import { readFile } from 'node:fs/promises';
import { buffer } from 'node:stream/consumers';
import { ZipFile } from 'yazl';
import type { PackedFile } from './folder-files.ts';

/** In local time, as archives keep it: the first moment that they can name. */
const MTIME = new Date(1980, 0, 1);

export async function zipOf(files: readonly PackedFile[]): Promise<Buffer> {
  const archive = new ZipFile();
  const written = buffer(archive.outputStream as unknown as NodeJS.ReadableStream);
  for (const { name, mode, source, link } of files) {
    const options = { mtime: MTIME, forceDosTimestamp: true, mode };
    if (name.endsWith('/')) archive.addEmptyDirectory(name, options);
    else archive.addBuffer(source === undefined ? Buffer.from(link ?? '') : await readFile(source), name, options);
  }
  archive.end();
  return written;
}

const LOCAL_HEADER = Buffer.from('PK\u0003\u0004');
const EMPTY_ARCHIVE = Buffer.from('PK\u0005\u0006');

export const isArchive = (bytes: Buffer): boolean =>
  [LOCAL_HEADER, EMPTY_ARCHIVE].some((start) => bytes.subarray(0, start.length).equals(start));

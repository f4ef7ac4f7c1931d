// Reads a zip archive: files and links with their modes, checked before anything is written. Pure, except that it inflates.
import { promisify } from 'node:util';
import { crc32, inflateRaw, inflateRawSync } from 'node:zlib';
import { type Entry, fromBufferPromise, type ZipFile } from 'yauzl';
import { nextTurn } from '#lib/next-turn';

/** Limit: bytes of an archive after it is unpacked, exclusive. */
export const MAX_UNZIPPED_BYTES = 262_144_000;
/** Limit: entries of an archive. */
const MAX_ENTRIES = 100_000;
/** Larger contents are inflated off the main thread. */
const SMALL_BYTES = 64 * 1024;
const SLICE_BYTES = 16 * 1024 * 1024;
const FILE_TYPE = 0o170000;
const LINK = 0o120000;
const DIRECTORY = 0o040000;
const UNIX = 3;

export type ArchiveProblem = 'not-a-zip' | 'too-large' | 'empty';

export class ArchiveError extends Error {
  readonly problem: ArchiveProblem;
  constructor(problem: ArchiveProblem, message: string) {
    super(message);
    this.name = 'ArchiveError';
    this.problem = problem;
  }
}

export interface ArchivedItem {
  /** Relative, with forward slashes. It never leaves the folder. */
  readonly path: string;
  readonly kind: 'file' | 'link' | 'directory';
  readonly mode: number;
  /** Unpacked size as the archive declares it. `read` refuses contents of another size. */
  readonly sizeBytes: number;
  read(): Promise<Buffer>;
}

const inflateInBackground = promisify(inflateRaw) as (bytes: Uint8Array, options: object) => Promise<Buffer>;

/** @throws ArchiveError */
export const readArchive = (bytes: Buffer): Promise<readonly ArchivedItem[]> =>
  readEntries(bytes).catch((error: unknown) => Promise.reject(damaged(error)));

/** Everything is in memory, so any failure is the fault of the archive. */
const damaged = (error: unknown): ArchiveError =>
  error instanceof ArchiveError ? error : new ArchiveError('not-a-zip', error instanceof Error ? error.message : String(error));

async function readEntries(bytes: Buffer): Promise<ArchivedItem[]> {
  // The library refuses names that are absolute, climb with `..` or contain backslashes.
  const zip = await fromBufferPromise(bytes, { lazyEntries: true, strictFileNames: true });
  if (zip.entryCount === 0) throw new ArchiveError('empty', 'the archive holds nothing');
  if (zip.entryCount > MAX_ENTRIES) throw new ArchiveError('not-a-zip', `more than ${MAX_ENTRIES} entries`);
  const items: ArchivedItem[] = [];
  let total = 0;
  for await (const entry of zip.eachEntry()) {
    total += entry.uncompressedSize;
    if (total >= MAX_UNZIPPED_BYTES) throw new ArchiveError('too-large', `${MAX_UNZIPPED_BYTES} bytes or more`);
    items.push(itemOf(zip, bytes, entry));
  }
  return items;
}

function itemOf(zip: ZipFile, bytes: Buffer, entry: Entry): ArchivedItem {
  const unix = entry.versionMadeBy >> 8 === UNIX ? (entry.externalFileAttributes >>> 16) & 0xffff : 0;
  const type = unix & FILE_TYPE;
  const directory = entry.fileName.endsWith('/') || type === DIRECTORY;
  return {
    path: entry.fileName.replace(/\/+$/, ''),
    kind: directory ? 'directory' : type === LINK ? 'link' : 'file',
    // Archives made without modes have mode 0 everywhere; their files become readable.
    mode: (unix & 0o777) | 0o444,
    sizeBytes: entry.uncompressedSize,
    read: () => contentOf(zip, bytes, entry).catch((error: unknown) => Promise.reject(damaged(error))),
  };
}

async function contentOf(zip: ZipFile, bytes: Buffer, entry: Entry): Promise<Buffer> {
  if (entry.isEncrypted()) throw new ArchiveError('not-a-zip', `${entry.fileName} is encrypted`);
  const { fileDataStart } = await zip.readLocalFileHeaderPromise(entry, { minimal: true });
  const stored = bytes.subarray(fileDataStart, fileDataStart + entry.compressedSize);
  const content = await inflate(stored, entry);
  if (content.length !== entry.uncompressedSize || (await checksumOf(content)) !== entry.crc32)
    throw new ArchiveError('not-a-zip', `${entry.fileName} is damaged`);
  return content;
}

/** Works in slices, because a file may have 250 MB. */
async function checksumOf(content: Buffer): Promise<number> {
  let sum = 0;
  for (let at = 0; at < content.length; at += SLICE_BYTES) {
    if (at > 0) await nextTurn();
    sum = crc32(content.subarray(at, at + SLICE_BYTES), sum);
  }
  return sum;
}

async function inflate(stored: Buffer, { compressionMethod, uncompressedSize, fileName }: Entry): Promise<Buffer> {
  if (compressionMethod === 0) return stored;
  if (compressionMethod !== 8) throw new ArchiveError('not-a-zip', `${fileName} is compressed by method ${compressionMethod}`);
  // Allows one byte more than declared, so that a content larger than its declared size is detected.
  const options = { maxOutputLength: uncompressedSize + 1 };
  return uncompressedSize <= SMALL_BYTES ? inflateRawSync(stored, options) : inflateInBackground(stored, options);
}

// Checks the data file before lmdb maps it into memory: lmdb reads past the end of a file that was cut, which kills the process without a word.

import { closeSync, fstatSync, lstatSync, openSync, readFileSync, readSync, type Stats, statSync } from 'node:fs';
import { findDamagedPage, type PageFile } from './page-tree.ts';
import { damagedFile, openFailed } from './store-errors.ts';

const MAGIC = 0xbeefc0de;
/** The magic number follows the page header, whose length depends on lmdb's version. */
const MAGIC_OFFSETS = [16, 24];
const PAGE_SIZE_AT = 24;
const FREE_ROOT_AT = 64;
const MAIN_ROOT_AT = 112;
const LAST_PAGE_AT = 120;
const TRANSACTION_AT = 128;
const BOOT_ID_AT = 136;
const HEADER_BYTES = 256;
const MIN_PAGE_BYTES = 4096;
const MAX_PAGE_BYTES = 65_536;
/** A start must not take longer the more data there is: 32 MB of pages, some 50 ms, are looked at. */
const MAX_PAGES = 8_192;

interface Header {
  readonly pageSize: number;
  readonly lastPage: bigint;
  readonly transaction: bigint;
  /** Id of the machine's boot during which it was written; 0 where the system has no such number. */
  readonly bootId: bigint;
  /** Pages where the trees of free pages and of databases begin. */
  readonly roots: readonly bigint[];
}

/**
 * True if the file is whole, false if it does not exist yet.
 * @throws EmulatorError STORE_FILE_DAMAGED, STORE_OPEN_FAILED
 */
export function checkWhole(file: string): boolean {
  if (!isPresent(file)) return false;
  const descriptor = open(file);
  try {
    checkPages(file, descriptor);
    return true;
  } finally {
    closeSync(descriptor);
  }
}

/** False where nothing has this name. A link that leads nowhere is no new data directory: a disk may not be mounted. */
function isPresent(file: string): boolean {
  const stats = lstatSync(file, { throwIfNoEntry: false });
  if (!stats) return false;
  const target = stats.isSymbolicLink() ? statSync(file, { throwIfNoEntry: false }) : stats;
  if (!target) throw damagedFile(file, 'it is a link to a file that is not there');
  if (!target.isFile()) throw damagedFile(file, `it is ${kindOf(target)}, not a file`);
  return true;
}

const kindOf = (stats: Stats): string =>
  stats.isDirectory() ? 'a directory' : stats.isFIFO() ? 'a named pipe' : stats.isSocket() ? 'a socket' : 'a device';

function open(file: string): number {
  try {
    return openSync(file, 'r');
  } catch (cause) {
    throw openFailed(file, cause);
  }
}

function checkPages(file: string, descriptor: number): void {
  const sizeBytes = fstatSync(descriptor).size;
  // A new file gets its name once its headers are written.
  if (sizeBytes === 0) throw damagedFile(file, 'it is empty');
  const headers = readHeaders(descriptor);
  const newest = headers[0];
  if (!newest) throw damagedFile(file, `its ${sizeBytes} bytes do not begin with the header of a data file`);
  const neededBytes = (newest.lastPage + 1n) * BigInt(newest.pageSize);
  const isShort = BigInt(sizeBytes) < neededBytes;
  // lmdb does not write a page that a transaction took and gave back: a whole file may end before its last page, but never before one in use.
  const damaged = damagedPage(descriptor, newest, sizeBytes, isShort ? Number.POSITIVE_INFINITY : MAX_PAGES);
  if (isShort && damaged !== undefined) throw damagedFile(file, `it has ${sizeBytes} bytes and should have at least ${neededBytes}`);
  // After a loss of power lmdb goes back to an older header whose pages had reached the disk.
  const mayGoBack = newest.bootId === 0n || newest.bootId !== currentBootId();
  if (damaged === undefined || (mayGoBack && headers.some((header) => damagedPage(descriptor, header, sizeBytes, MAX_PAGES) === undefined)))
    return;
  throw damagedFile(file, `page ${damaged} (of ${newest.pageSize} bytes) is not as it was written`);
}

const damagedPage = (descriptor: number, { pageSize, lastPage, roots }: Header, sizeBytes: number, most: number): number | undefined => {
  const pages: PageFile = { descriptor, pageSize, lastPage: Math.min(Number(lastPage), Math.floor(sizeBytes / pageSize) - 1) };
  return findDamagedPage(pages, roots, most);
};

/** The newest first. There are two, written in turns, and a copy of the page that was flushed last, in the middle of the first page. */
function readHeaders(descriptor: number): Header[] {
  const first = readHeader(descriptor, 0);
  const pageSize = first?.pageSize ?? readHeader(descriptor, MIN_PAGE_BYTES * 2)?.pageSize;
  if (!first || pageSize === undefined) return [];
  return [first, readHeader(descriptor, pageSize), readHeader(descriptor, pageSize / 2)]
    .filter((header) => header !== undefined)
    .sort((a, b) => Number(b.transaction - a.transaction));
}

function readHeader(descriptor: number, at: number): Header | undefined {
  const page = Buffer.alloc(HEADER_BYTES);
  if (readSync(descriptor, page, 0, HEADER_BYTES, at) < HEADER_BYTES) return undefined;
  const start = MAGIC_OFFSETS.find((offset) => page.readUInt32LE(offset) === MAGIC);
  if (start === undefined) return undefined;
  const pageSize = page.readUInt32LE(start + PAGE_SIZE_AT);
  if (pageSize < MIN_PAGE_BYTES || pageSize > MAX_PAGE_BYTES || (pageSize & (pageSize - 1)) !== 0) return undefined;
  return {
    pageSize,
    lastPage: page.readBigUInt64LE(start + LAST_PAGE_AT),
    transaction: page.readBigUInt64LE(start + TRANSACTION_AT),
    bootId: page.readBigInt64LE(start + BOOT_ID_AT),
    roots: [page.readBigUInt64LE(start + FREE_ROOT_AT), page.readBigUInt64LE(start + MAIN_ROOT_AT)],
  };
}

/** As lmdb reads it: the first eight digits. */
function currentBootId(): bigint {
  try {
    return BigInt(`0x${readFileSync('/proc/sys/kernel/random/boot_id', 'latin1').slice(0, 8)}`);
  } catch {
    return 0n;
  }
}

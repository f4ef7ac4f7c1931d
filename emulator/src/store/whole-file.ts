// Is the data file as long as its own header says? lmdb maps it into memory: reading past its end would kill the process without a word.

import { closeSync, fstatSync, openSync, readSync } from 'node:fs';
import { damagedFile } from './store-errors.ts';

const MAGIC = 0xbeefc0de;
// Where the magic number stands: after the page header, whose length depends on lmdb's version.
const MAGIC_OFFSETS = [16, 24];
const PAGE_SIZE_AT = 24;
const LAST_PAGE_AT = 120;
const TRANSACTION_AT = 128;
const HEADER_BYTES = 256;

interface Header {
  readonly pageSize: number;
  readonly lastPage: bigint;
  readonly transaction: bigint;
}

/** Throws an EmulatorError unless the file is absent, empty (never written to) or whole. */
export function checkWhole(file: string): void {
  const descriptor = openIfPresent(file);
  if (descriptor === undefined) return;
  try {
    const sizeBytes = fstatSync(descriptor).size;
    if (sizeBytes === 0) return;
    const first = readHeader(descriptor, 0);
    if (!first) throw damagedFile(file, `its ${sizeBytes} bytes do not begin with the header of a data file`);
    const second = readHeader(descriptor, first.pageSize);
    const newest = second && second.transaction > first.transaction ? second : first;
    const neededBytes = (newest.lastPage + 1n) * BigInt(newest.pageSize);
    if (BigInt(sizeBytes) < neededBytes) throw damagedFile(file, `it has ${sizeBytes} bytes and should have at least ${neededBytes}`);
  } finally {
    closeSync(descriptor);
  }
}

function openIfPresent(file: string): number | undefined {
  try {
    return openSync(file, 'r');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}

/** There are two headers, written in turns; the newer one counts. */
function readHeader(descriptor: number, at: number): Header | undefined {
  const page = Buffer.alloc(HEADER_BYTES);
  if (readSync(descriptor, page, 0, HEADER_BYTES, at) < HEADER_BYTES) return undefined;
  const start = MAGIC_OFFSETS.find((offset) => page.readUInt32LE(offset) === MAGIC);
  if (start === undefined) return undefined;
  return {
    pageSize: page.readUInt32LE(start + PAGE_SIZE_AT),
    lastPage: page.readBigUInt64LE(start + LAST_PAGE_AT),
    transaction: page.readBigUInt64LE(start + TRANSACTION_AT),
  };
}

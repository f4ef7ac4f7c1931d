// Whether the pages of a data file make a tree that lmdb can walk. lmdb trusts what it reads: a page of zeros or noise makes it fail in ways
// that name no file, or kills the process. It keeps no checksums, so a changed byte inside a record goes unseen here.
//
// The layout is lmdb's own (`MDB_page`, `MDB_node`, `MDB_db` in mdb.c of the version that package.json pins).

import { readSync } from 'node:fs';

/** Number of the page, transaction, padding, flags, and how much of the page is used: `lower` and `upper`. */
const PAGE_HEADER_BYTES = 24;
const FLAGS_AT = 18;
const LOWER_AT = 20;
const UPPER_AT = 22;
/** Where the first page of a large value has the number of its pages. */
const OVERFLOW_PAGES_AT = 20;
const BRANCH = 0x01;
const LEAF = 0x02;
const OVERFLOW = 0x04;
/** Length of the data or number of the child in 6 bytes (the last two are flags in a leaf), and the length of the key. */
const NODE_HEADER_BYTES = 8;
const BIG_DATA = 0x01;
const SUB_DATABASE = 0x02;
/** Where a database's record has the number of its root page. */
const ROOT_AT = 40;
const DATABASE_BYTES = 48;
const OVERFLOW_BYTES = 24;
const NO_PAGE = 0xffff_ffff_ffff_ffffn;

export interface PageFile {
  readonly descriptor: number;
  readonly pageSize: number;
  /** The last page that may be in use: the trees must not refer to later ones. */
  readonly lastPage: number;
}

/** Walks the first pages of the trees below these roots, up to a number. Answers the number of a page that is damaged, or undefined. */
export function findDamagedPage(file: PageFile, roots: readonly bigint[], most: number): number | undefined {
  const { descriptor, pageSize, lastPage } = file;
  const page = Buffer.alloc(pageSize);
  const waiting = roots.filter((root) => root !== NO_PAGE).map(Number);
  for (let visited = 0; ; visited++) {
    const number = waiting.pop();
    if (number === undefined || visited > most) return undefined;
    // More pages than the file has: a page is its own ancestor.
    if (number > lastPage || visited > lastPage) return number;
    if (readSync(descriptor, page, 0, pageSize, number * pageSize) < pageSize) return number;
    if (page.readUIntLE(0, 6) !== number) return number;
    const flags = page.readUInt16LE(FLAGS_AT);
    if (flags & OVERFLOW) {
      if (number + page.readUInt32LE(OVERFLOW_PAGES_AT) - 1 > lastPage) return number;
      continue;
    }
    const kind = flags & (BRANCH | LEAF);
    if ((kind !== BRANCH && kind !== LEAF) || !readNodes(page, kind === LEAF, waiting)) return number;
  }
}

/** Adds the pages that this page refers to. False where a node lies outside the page. */
function readNodes(page: Buffer, leaf: boolean, waiting: number[]): boolean {
  const room = page.length - PAGE_HEADER_BYTES;
  const lower = page.readUInt16LE(LOWER_AT);
  const upper = page.readUInt16LE(UPPER_AT);
  if (lower > upper || upper > room || lower === 0 || lower % 2 !== 0) return false;
  for (let at = PAGE_HEADER_BYTES; at < PAGE_HEADER_BYTES + lower; at += 2) {
    const offset = page.readUInt16LE(at);
    if (offset < upper || offset + NODE_HEADER_BYTES > room) return false;
    const node = PAGE_HEADER_BYTES + offset;
    const data = node + NODE_HEADER_BYTES + page.readUInt16LE(node + 6);
    if (data > page.length) return false;
    if (leaf ? !readLeafNode(page, node, data, waiting) : waiting.push(page.readUIntLE(node, 6)) === 0) return false;
  }
  return true;
}

function readLeafNode(page: Buffer, node: number, data: number, waiting: number[]): boolean {
  const flags = page.readUInt16LE(node + 4);
  const bytes = page.readUInt32LE(node);
  const end = data + (flags & BIG_DATA ? OVERFLOW_BYTES : bytes);
  if (end > page.length) return false;
  if (flags & BIG_DATA) {
    const pages = page.readBigUInt64LE(data + 16);
    if (pages * BigInt(page.length) < BigInt(bytes)) return false;
    // Only the first of its pages carries a header.
    waiting.push(Number(page.readBigUInt64LE(data)));
  } else if (flags & SUB_DATABASE) {
    if (bytes !== DATABASE_BYTES) return false;
    const root = page.readBigUInt64LE(data + ROOT_AT);
    if (root !== NO_PAGE) waiting.push(Number(root));
  }
  return true;
}

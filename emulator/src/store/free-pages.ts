// Counts the pages of the data file that hold nothing: lmdb fills them again before the file grows.

import type { RootDatabase } from 'lmdb';
import { PAGE_BYTES } from './need.ts';

interface TreeStats {
  readonly treeBranchPageCount: number;
  readonly treeLeafPageCount: number;
  readonly overflowPages: number;
}
interface RootStats extends TreeStats {
  readonly lastPageNumber: number;
  readonly free: TreeStats;
}

/** Pages of the two headers. */
const HEADER_PAGES = 2;
/** Pages that the last two transactions have freed are not filled again yet: the lowest of the last counts is taken, less a few. */
const COUNTS = 3;
const NOT_YET_PAGES = 16;

const pagesOf = ({ treeBranchPageCount, treeLeafPageCount, overflowPages }: TreeStats): number =>
  treeBranchPageCount + treeLeafPageCount + overflowPages;

export class FreePages {
  readonly #root: RootDatabase;
  readonly #records: Pick<RootDatabase, 'getStats'>;
  /** One after each of the last transactions. */
  #counts: number[] = [];
  #isCurrent = false;

  constructor(root: RootDatabase, records: Pick<RootDatabase, 'getStats'>) {
    this.#root = root;
    this.#records = records;
  }

  /** A transaction has ended. */
  expire(): void {
    this.#isCurrent = false;
  }

  get bytes(): number {
    if (!this.#isCurrent) {
      this.#counts = [...this.#counts.slice(1 - COUNTS), this.#count()];
      this.#isCurrent = true;
    }
    return Math.max(0, Math.min(...this.#counts) - NOT_YET_PAGES) * PAGE_BYTES;
  }

  #count(): number {
    const root = this.#root.getStats() as RootStats;
    const records = this.#records.getStats() as TreeStats;
    return root.lastPageNumber + 1 - HEADER_PAGES - pagesOf(root) - pagesOf(root.free) - pagesOf(records);
  }
}
